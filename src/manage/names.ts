/** The forms of names that people choose. */

/** Maximum characters of a name or label. */
export const NAME_LENGTH_MAX = 200;
/** Maximum characters of the name of an exchange or another place. */
export const PLACE_LENGTH_MAX = 64;

const PLACE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u;

/** Returns why a text is no name, label or external id; `undefined` if it is one. White space at its ends is ignored. */
export function explainName(text: string): string | undefined {
  const name = text.trim();
  if (name === '') return 'must not be empty';
  // As JSON Schema counts: a character may be two units of the text.
  const { length } = Array.from(name);
  if (length > NAME_LENGTH_MAX) return `must have at most ${NAME_LENGTH_MAX} characters`;
  return /\p{Cc}/u.test(name) ? 'must not have control characters' : undefined;
}

/**
 * Returns why a text does not name an exchange or another place; `undefined` if it does. It is a label of the metrics
 * too.
 */
export function explainPlace(text: string): string | undefined {
  const name = text.trim();
  if (name.length <= PLACE_LENGTH_MAX && PLACE.test(name)) return undefined;
  return (
    `must have 1 to ${PLACE_LENGTH_MAX} letters, digits, spaces, dots, hyphens or underscores, ` +
    'and begin with a letter or a digit'
  );
}
