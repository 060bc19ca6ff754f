/**
 * Fails if a regular expression of the program may take more time than in proportion to the length of a text.
 * Counts the ways in which a text can be matched again after a mismatch (redos-detector). Usage:
 * node tools/check-patterns.ts
 */
import { isSafePattern } from 'redos-detector';
import { parseAst } from 'vitest/node';

import { isProgram, readFiles, report } from './files.ts';

const SOURCES = '{src,client/src,explorer/src,explorer/connect/src}/**/*.{ts,tsx}';
/** For a machine that does other things too; an expression takes a second at most. */
const CHECK_MS_MAX = 30_000;
/** Maximum number of ways to match again, independent of the length of a text. */
const SCORE_MAX = 1000;

/** Without one of these, an expression reads a fixed number of characters for each beginning. */
const REPETITION = /[*+{]/;

const LINEAR = 'no character is re-read for more than one beginning';
const OF_CCXT = 'reads the addresses of ccxt, which is part of the program';
const OF_OPERATOR = 'reads an argument of the command line';

/** Expressions that the check refuses, with the reason why they are safe. */
const REVIEWED: Readonly<Record<string, string>> = {
  "(?<=unknown option '[^'=]*)=.*'": OF_OPERATOR,
  '[/_-](send_?tx|order|orders|create\\w*|cancel\\w*|authori[sz]e\\w*|approve\\w*|convert|execute|transfer|withdraw_?coin|exchange)$':
    OF_CCXT,
  '(creat|insert|apply|applied|submit|request|initiat)\\w{0,40}(time|date|at|ts|stamp)$|^created$|^c_?time$':
    'at most 40 characters are re-read for each beginning',
  '(T.*[+-]\\d{2})$': 'reads 64 characters at most',
  '^\\s*\\{[^]*\\}\\s*$': LINEAR,
  '(?:^|[:,[])\\s*-?\\d+(?:[.eE]|(?<=\\d{16}))': LINEAR,
  '(signature|sign|sig|apiKey|api_key|API-Key|API-Sign|X-MBX-APIKEY)["\']?\\s*[=:]\\s*["\']?[\\w+/=-]+':
    LINEAR,
  '(?:^|,)[ \\t]*chunked$': LINEAR,
  '"[^"]*"': 'only the last quote can be unmatched',
  '"teller [^"]*"|(?<=: )teller .*$': LINEAR,
  '\\/\\d+$': LINEAR,
  '#\\d+$': LINEAR,
  '"(?:[^"\\\\]|\\\\.)*"?|\\[\\s*\\]|\\{\\s*\\}|[[\\]{},:]|[^\\s[\\]{},:"]+': LINEAR,
};

/** A regular expression without its slashes. */
interface Expression {
  readonly pattern: string;
  readonly flags: string;
}

/**
 * Returns true if the check accepts an expression. The check treats `^` as the beginning of the text, so
 * expressions with the flag `m` are refused.
 */
export function isLinear({ pattern, flags }: Expression): boolean {
  if (flags.includes('m')) return false;
  if (!REPETITION.test(pattern)) return true;
  return isSafePattern(pattern, {
    caseInsensitive: flags.includes('i'),
    dotAll: flags.includes('s'),
    unicode: /[uv]/.test(flags),
    maxScore: SCORE_MAX,
    timeout: CHECK_MS_MAX,
  }).safe;
}

/** Returns the regular expressions that a source text contains. */
export function listExpressions(source: string, lang: 'ts' | 'tsx'): readonly Expression[] {
  return findExpressions(parseAst(source, { lang }));
}

function findExpressions(node: unknown): readonly Expression[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('regex' in node && node.regex !== null) return [node.regex as Expression];
  return Object.values(node).flatMap(findExpressions);
}

function main(): void {
  const unused = new Set(Object.keys(REVIEWED));
  const problems: string[] = [];
  for (const { path, text } of readFiles(SOURCES, ['**/*.test.ts'])) {
    for (const expression of listExpressions(text, path.endsWith('.tsx') ? 'tsx' : 'ts')) {
      const { pattern, flags } = expression;
      unused.delete(pattern);
      if (pattern in REVIEWED || isLinear(expression)) continue;
      problems.push(`${path}: /${pattern}/${flags} may take too long, or has to be reviewed`);
    }
  }
  report([...problems, ...[...unused].map((pattern) => `/${pattern}/ is reviewed but not used`)]);
}

if (isProgram(import.meta.filename)) main();
