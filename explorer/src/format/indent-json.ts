/** Matches one token of JSON text. An empty list or object is one token. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|\[\s*\]|\{\s*\}|[[\]{},:]|[^\s[\]{},:"]+/g;

const INDENT = '  ';

/**
 * Returns JSON text with one member or element on each line. No token is changed; `JSON.parse` would
 * round the numbers.
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
