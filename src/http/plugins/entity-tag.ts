import { hash } from 'node:crypto';

const TAG_CHARACTERS = 27;

/** Returns a strong entity tag: 160 bits of the SHA-256 of a body, or of a text that determines it. */
export function entityTagOf(body: string | Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, TAG_CHARACTERS)}"`;
}

/** Returns the tag of the compressed body; other bytes need another strong tag (RFC 9110 §8.8.3.3). */
export function tagOfGzip(entityTag: string): string {
  return `${entityTag.slice(0, -1)}-gzip"`;
}

/**
 * Returns the entity tag of the body that the caller already has, plain or compressed; otherwise `undefined`. The header is
 * `*`, or a list of tags. The comparison is weak (RFC 9110 §13.1.2): `W/"a"` matches `"a"`. A tag includes its quotation
 * marks and contains neither space nor comma, so a search in the text finds exactly the tags of the list, in linear time.
 *
 * @param ifNoneMatch the header `if-none-match`.
 * @param entityTag the result of {@link entityTagOf}.
 */
export function findKnownTag(
  ifNoneMatch: string | undefined,
  entityTag: string,
): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch.trim() === '*') return entityTag;
  return [entityTag, tagOfGzip(entityTag)].find((tag) => ifNoneMatch.includes(tag));
}
