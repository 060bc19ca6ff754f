import type { DecimalForm } from './amount.ts';

/** Members whose numbers are decimals. */
const DECIMAL_MEMBERS = new Set(['amount', 'feeCost']);

/**
 * A string with the colon that makes it a member's name, or a number; no other token has either. A
 * string that does not end is matched too, so that it is not searched again from every quotation mark.
 */
const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*"?)(\s*:)?|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON text; with `text`, amounts are strings with the digits of the text.
 *
 * `JSON.parse` makes every number a binary float, which has about 16 digits, so numbers of amounts
 * are put in quotation marks before it. Its own access to the source text (`context.source`) does
 * not exist in Node 20.
 *
 * @throws {SyntaxError}
 */
export function parseExactJson(json: string, decimals: DecimalForm): unknown {
  return JSON.parse(decimals === 'number' ? json : quoteAmounts(json));
}

function quoteAmounts(json: string): string {
  let member = '';
  return json.replace(TOKENS, (token, text: string | undefined, colon: string | undefined) => {
    if (colon !== undefined) member = JSON.parse(text ?? '') as string;
    return text === undefined && DECIMAL_MEMBERS.has(member) ? `"${token}"` : token;
  });
}
