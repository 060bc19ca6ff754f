import { hash } from 'node:crypto';

const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;
const TAG_CHARACTERS = 27;

/** The strong entity tag of a body: 160 bits of its SHA-256. */
export function entityTagOf(body: string): string {
  return `"${hash('sha256', body, 'base64url').slice(0, TAG_CHARACTERS)}"`;
}

/**
 * True where an `if-none-match` header names the tag: `*`, or a list that has it. The comparison
 * is weak (RFC 9110 §13.1.2): `W/"a"` matches `"a"`.
 */
export function matchesEntityTag(ifNoneMatch: string, entityTag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  for (const match of ifNoneMatch.matchAll(ENTITY_TAG)) {
    if (match[1] === entityTag) return true;
  }
  return false;
}
