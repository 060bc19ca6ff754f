/**
 * Every regular expression of the program is checked for the time that it can take: a static check
 * (redos-detector) counts the ways in which a text can be matched again after a mismatch.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { isSafePattern } from 'redos-detector';
import { parseAst } from 'vitest/node';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = ['src', 'client/src', 'explorer/src'];
const CHECK_MS_MAX = 5000;
/** Maximum number of ways to match again, independent of the length of a text. */
const SCORE_MAX = 1000;

const LINEAR = 'no character is re-read for more than one beginning';
const OF_CCXT = 'reads the addresses of ccxt, which is part of the program';
const OF_OPERATOR = 'reads an argument of the command line';

/** Expressions that the check refuses, with the reason why they are safe. */
const REVIEWED: Readonly<Record<string, string>> = {
  "(?<=unknown option '[^'=]*)=.*'": OF_OPERATOR,
  ' but got (\\d{1,9}):.*': OF_OPERATOR,
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
  '"errorCode"\\s*:\\s*304\\b': LINEAR,
  '"code"\\s*:\\s*"(\\d{6})"': LINEAR,
  '\\/\\d+$': LINEAR,
  '"(?:[^"\\\\]|\\\\.)*"?|\\[\\s*\\]|\\{\\s*\\}|[[\\]{},:]|[^\\s[\\]{},:"]+': LINEAR,
};

interface Expression {
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

function listExpressions(): Expression[] {
  return SOURCES.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }))
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const tree = parseAst(readFileSync(join(ROOT, file), 'utf8'), { lang: 'tsx' });
      return findExpressions(tree).map((found) => Object.assign(found, { file }));
    });
}

function findExpressions(node: unknown): Omit<Expression, 'file'>[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('regex' in node && node.regex !== null) return [node.regex as Omit<Expression, 'file'>];
  return Object.values(node).flatMap(findExpressions);
}

/**
 * Returns true if the check accepts an expression. The check treats `^` as the beginning of the text, so
 * expressions with the flag `m` are refused.
 */
const isLinear = ({ pattern, flags }: Omit<Expression, 'file'>): boolean =>
  !flags.includes('m') &&
  isSafePattern(pattern, {
    caseInsensitive: flags.includes('i'),
    dotAll: flags.includes('s'),
    unicode: /[uv]/.test(flags),
    maxScore: SCORE_MAX,
    timeout: CHECK_MS_MAX,
  }).safe;

const expressions = listExpressions();

describe('the regular expressions of the program', () => {
  it(
    'take time proportional to the length of the text, or are reviewed',
    { timeout: 120_000 },
    () => {
      const refused = expressions
        .filter((expression) => !(expression.pattern in REVIEWED))
        .filter((expression) => !isLinear(expression));
      expect(refused).toEqual([]);
    },
  );

  it('are found in the sources', () => {
    expect(expressions.length).toBeGreaterThan(100);
    const patterns = new Set(expressions.map(({ pattern }) => pattern));
    expect(Object.keys(REVIEWED).filter((pattern) => !patterns.has(pattern))).toEqual([]);
  });
});

describe('the check', () => {
  it.each(['^ +| +$', '\\s*\\n', '(a+)+$', '^(ab)*(ab)*$', 'x\\w*y$'])('refuses %s', (pattern) => {
    expect(isLinear({ pattern, flags: 'g' })).toBe(false);
  });

  it.each(['^[a-z]+$', '^\\d{1,3}(?:,\\d{3})*$', 'abc'])('accepts %s', (pattern) => {
    expect(isLinear({ pattern, flags: '' })).toBe(true);
  });
});
