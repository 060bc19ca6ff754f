import { hash } from 'node:crypto';

const TAG_CHARACTERS = 27;

/** Returns a strong entity tag: 160 bits of the SHA-256 of a body, or of a text that determines it. */
export function entityTagOf(body: string | Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, TAG_CHARACTERS)}"`;
}

/**
 * Returns the tag of the body in another encoding; other bytes need another strong tag (RFC 9110 §8.8.3.3).
 */
export function tagOfEncoding(entityTag: string, encoding: 'br' | 'gzip'): string {
  return `${entityTag.slice(0, -1)}-${encoding}"`;
}

/**
 * Returns true if an `if-none-match` header contains the tag: `*`, or a list with it. The comparison is weak
 * (RFC 9110 §13.1.2): `W/"a"` matches `"a"`. A tag includes its quotation marks and contains neither space nor comma,
 * so a search in the text finds exactly the tags of the list, in linear time.
 *
 * @param entityTag the result of {@link entityTagOf} or {@link tagOfEncoding}.
 */
export function matchesEntityTag(ifNoneMatch: string, entityTag: string): boolean {
  return ifNoneMatch.includes(entityTag) || ifNoneMatch.trim() === '*';
}

/** Returns the entity tag of the body that the caller already has, plain or compressed; otherwise `undefined`. */
export function findKnownTag(
  ifNoneMatch: string | undefined,
  entityTag: string,
): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  const tags = [entityTag, tagOfEncoding(entityTag, 'gzip')];
  return tags.find((tag) => matchesEntityTag(ifNoneMatch, tag));
}
