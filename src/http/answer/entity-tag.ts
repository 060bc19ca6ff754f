import { hash } from 'node:crypto';

const TAG_CHARACTERS = 27;

/** Returns a strong entity tag: 160 bits of the SHA-256 of a body, or of what determines it. */
export function entityTagOf(body: string | Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, TAG_CHARACTERS)}"`;
}

/** Returns the tag of the same body in another encoding: other bytes, another strong tag (RFC 9110 §8.8.3.3). */
export function tagOfEncoding(entityTag: string, encoding: 'br' | 'gzip'): string {
  return `${entityTag.slice(0, -1)}-${encoding}"`;
}

/**
 * True if an `if-none-match` header names the tag: `*`, or a list that has it. The comparison is weak
 * (RFC 9110 §13.1.2): `W/"a"` matches `"a"`. The quotation marks belong to the tag and neither space
 * nor comma does, so that it is in the list if it is in the text: a list of 60 kB takes no longer than
 * its bytes.
 *
 * @param entityTag one of {@link entityTagOf}, or made from it.
 */
export function matchesEntityTag(ifNoneMatch: string, entityTag: string): boolean {
  return ifNoneMatch.includes(entityTag) || ifNoneMatch.trim() === '*';
}
