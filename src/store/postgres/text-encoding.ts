/**
 * PostgreSQL keeps every character but NUL. It is written as two characters, and so is the one that
 * these start with, so that every text comes back as it was and texts sort as before.
 */

/** NUL becomes 1 1, and 1 becomes 1 2: both stay below every other character. */
const SPECIAL = /[\0\u0001]/g; // eslint-disable-line no-control-regex
const WRITTEN = /\u0001[\u0001\u0002]/g; // eslint-disable-line no-control-regex

/** The text as PostgreSQL keeps it. */
export function encodeText(text: string): string {
  if (!text.includes('\0') && !text.includes('\u0001')) return text;
  return text.replace(SPECIAL, (found) => (found === '\0' ? '\u0001\u0001' : '\u0001\u0002'));
}

/** The text that {@link encodeText} was given. */
export function decodeText(text: string): string {
  if (!text.includes('\u0001')) return text;
  return text.replace(WRITTEN, (found) => (found === '\u0001\u0001' ? '\0' : '\u0001'));
}
