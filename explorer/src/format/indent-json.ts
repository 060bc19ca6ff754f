/** Strings, empty lists and objects, brackets and separators, and all other tokens of JSON text. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|\[\s*\]|\{\s*\}|[[\]{},:]|[^\s[\]{},:"]+/g;

const INDENT = '  ';

/**
 * Returns JSON text with one member or element a line. Every token is the one that was received:
 * `JSON.parse` would round its numbers.
 */
export function indentJson(json: string): string {
  const parts: string[] = [];
  let depth = 0;
  for (const token of json.match(TOKENS) ?? []) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (token === '}' || token === ']') parts.push(breakLine(depth));
    parts.push(token === ':' ? ': ' : token);
    if (token === '{' || token === '[' || token === ',') parts.push(breakLine(depth));
  }
  return parts.join('');
}

function breakLine(depth: number): string {
  return `\n${INDENT.repeat(Math.max(depth, 0))}`;
}
