/** JSON parsing that keeps every digit: what a binary float could change stays text. */

const SAFE_INTEGER_TOKEN = /^-?\d{1,15}$/;
/** A number with a fraction, an exponent or more than 15 digits; may also match inside of a text. */
const INEXACT_NUMBER = /(?:^|[:,[])\s*-?\d+(?:[.eE]|(?<=\d{16}))/;

/** The third argument of a `JSON.parse` reviver: the source text of a primitive value. */
interface ReviverContext {
  readonly source?: string;
}

/**
 * Parses JSON; a number that is not an integer of at most 15 digits becomes its source text
 * (`1.50` stays `"1.50"`), because `JSON.parse` would round it. ccxt reads text and numbers alike.
 *
 * @throws {SyntaxError} when the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  // Most exchanges write amounts as text, and a reviver takes several times as long.
  if (!INEXACT_NUMBER.test(text)) return JSON.parse(text) as unknown;
  const revive = (_key: string, value: unknown, context?: ReviverContext): unknown => {
    if (typeof value !== 'number') return value;
    const source = context?.source ?? String(value);
    return SAFE_INTEGER_TOKEN.test(source) ? value : source;
  };
  return JSON.parse(text, revive) as unknown;
}
