/** Parses JSON and keeps every digit: a number that a binary float could change is returned as text. */

const SAFE_INTEGER_TOKEN = /^-?\d{1,15}$/;
/** A number with a fraction, an exponent or more than 15 digits; may also match within a string. */
const INEXACT_NUMBER = /(?:^|[:,[])\s*-?\d+(?:[.eE]|(?<=\d{16}))/;
/**
 * Maximum number of values. The longest lists of exchanges have some ten thousand values. Tens of millions
 * (`[[],[],…`) would take gigabytes and block the process for minutes.
 */
const VALUES_MAX = 1_000_000;

/**
 * Maximum depth of nested values; real responses have some ten levels. Functions that visit values recurse
 * per level.
 */
const DEPTH_MAX = 100;
/** Minimum length of texts that are checked; shorter texts cannot exceed either limit by much. */
const CHECKED_LENGTH_MIN = 4096;

/** The third argument of a `JSON.parse` reviver: the source text of a primitive value. */
interface ReviverContext {
  readonly source?: string;
}

/**
 * Parses JSON; a number that is not an integer of at most 15 digits becomes its source text (`1.50` stays
 * `"1.50"`), because `JSON.parse` would round it. ccxt accepts text wherever it accepts a number.
 *
 * @throws {SyntaxError} if the text is not JSON.
 * @throws {RangeError} if the text has more values, or deeper ones, than any response of an exchange.
 */
export function parseExactJson(text: string): unknown {
  if (text.length >= CHECKED_LENGTH_MIN) checkShape(text);
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
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Checks the number and the depth of values. @throws {RangeError} if a limit is exceeded. */
function checkShape(text: string): void {
  let values = 0;
  let depth = 0;
  let inText = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (inText) {
      if (unit === BACKSLASH) index += 1;
      else if (unit === QUOTE) inText = false;
    } else if (unit === QUOTE) inText = true;
    else if (unit === COMMA) values += 1;
    else if (OPENING.has(unit)) {
      values += 1;
      depth += 1;
    } else if (CLOSING.has(unit)) depth -= 1;
    if (values > VALUES_MAX) throw new RangeError(`the text has more than ${VALUES_MAX} values`);
    if (depth > DEPTH_MAX) throw new RangeError(`the text has values ${DEPTH_MAX} deep`);
  }
}
