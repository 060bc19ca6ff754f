import type { DecimalForm } from './amount.ts';

/** Names of the members whose numbers are decimals. */
const DECIMAL_MEMBERS = new Set(['amount', 'feeCost']);

/**
 * Matches a string, with the following colon if it is a member's name, or a number. It also matches a
 * string without an end, so that the search does not restart at every quotation mark.
 */
const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*"?)(\s*:)?|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON text; with `text`, amounts are strings with the digits of the text.
 *
 * `JSON.parse` converts every number to a binary float, which has about 16 digits. The numbers of amounts
 * are therefore quoted before parsing. Access to the source text in `JSON.parse` (`context.source`) does
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
