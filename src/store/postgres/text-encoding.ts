/**
 * Escapes the character NUL, which PostgreSQL cannot store. NUL and the escape character are each written
 * as two characters. Decoding restores every text, and encoding keeps the order of texts.
 */

/** NUL becomes U+0001 U+0001, and U+0001 becomes U+0001 U+0002. Both sort before every other character. */
const SPECIAL = /[\0\u0001]/g; // eslint-disable-line no-control-regex
const ESCAPED = /\u0001[\u0001\u0002]/g; // eslint-disable-line no-control-regex

/** Returns a text in the form that PostgreSQL stores. */
export function encodeText(text: string): string {
  if (!text.includes('\0') && !text.includes('\u0001')) return text;
  return text.replace(SPECIAL, (found) => (found === '\0' ? '\u0001\u0001' : '\u0001\u0002'));
}

/** Returns the text that {@link encodeText} has encoded. */
export function decodeText(text: string): string {
  if (!text.includes('\u0001')) return text;
  return text.replace(ESCAPED, (found) => (found === '\u0001\u0001' ? '\0' : '\u0001'));
}
