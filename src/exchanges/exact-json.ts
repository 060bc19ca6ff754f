/** JSON parsing that keeps every digit: what a binary float could change stays text. */

const SAFE_INTEGER_TOKEN = /^-?\d{1,15}$/;
/** A number with a fraction, an exponent or more than 15 digits; may also match inside of a text. */
const INEXACT_NUMBER = /(?:^|[:,[])\s*-?\d+(?:[.eE]|(?<=\d{16}))/;
/**
 * Values that a text may have. The longest lists of exchanges have some ten thousand; tens of
 * millions (`[[],[],…`) take gigabytes and hold up everything else for minutes.
 */
const VALUES_MAX = 1_000_000;

/** The third argument of a `JSON.parse` reviver: the source text of a primitive value. */
interface ReviverContext {
  readonly source?: string;
}

/**
 * Parses JSON; a number that is not an integer of at most 15 digits becomes its source text
 * (`1.50` stays `"1.50"`), because `JSON.parse` would round it. ccxt reads text and numbers alike.
 *
 * @throws {SyntaxError} when the text is not JSON.
 * @throws {RangeError} when it has more values than any exchange tells at once.
 */
export function parseExactJson(text: string): unknown {
  if (text.length > VALUES_MAX && hasTooManyValues(text)) {
    throw new RangeError(`the text has more than ${VALUES_MAX} values`);
  }
  // Most exchanges write amounts as text, and a reviver takes several times as long.
  if (!INEXACT_NUMBER.test(text)) return JSON.parse(text) as unknown;
  const revive = (_key: string, value: unknown, context?: ReviverContext): unknown => {
    if (typeof value !== 'number') return value;
    const source = context?.source ?? String(value);
    return SAFE_INTEGER_TOKEN.test(source) ? value : source;
  };
  return JSON.parse(text, revive) as unknown;
}

const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** Counts what stands before a value; those within texts count too, which does no harm. */
function hasTooManyValues(text: string): boolean {
  let count = 0;
  for (let index = 0; index < text.length && count <= VALUES_MAX; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === COMMA || unit === BRACKET || unit === BRACE) count += 1;
  }
  return count > VALUES_MAX;
}
