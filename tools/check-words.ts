/** Fails if a file uses a word of `plain-words.ts`. Usage: node tools/check-words.ts */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { WORD_RULES } from './plain-words.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILES = '**/*.{ts,tsx,js,sql,md,json,html,css,yml,yaml,sh}';
const SKIPPED = [
  '**/node_modules',
  '**/dist',
  '**/package-lock.json',
  // The list and its test.
  'tools/plain-words.ts',
  'tools/check-words.test.ts',
];
const MATCHERS = WORD_RULES.map(([pattern, instead]) => ({
  expression: new RegExp(String.raw`\b(?:${pattern})\b`, 'i'),
  instead,
}));

/** A word of the list in a file. `line` counts from 1. */
export interface WordFinding {
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

/** Returns the findings of the rules in a text, in the order of its lines. Case is ignored. */
export function findWords(text: string): readonly WordFinding[] {
  return text.split('\n').flatMap((content, index) =>
    MATCHERS.flatMap(({ expression, instead }) => {
      const found = expression.exec(separateWords(content));
      return found === null ? [] : [{ line: index + 1, word: found[0], instead }];
    }),
  );
}

/** Separates the words of identifiers: `rowCount` becomes `row Count`. */
function separateWords(text: string): string {
  return text.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').replaceAll(/[_-]/g, ' ');
}

function main(): void {
  for (const name of globSync(FILES, { cwd: ROOT, exclude: SKIPPED })) {
    // The first line that is searched is the path, which has line number 0.
    const text = readFileSync(join(ROOT, name), 'utf8');
    for (const { line, word, instead } of findWords(`${name}\n${text}`)) {
      process.stderr.write(`${name}:${line - 1}: "${word}": write ${instead}\n`);
      process.exitCode = 1;
    }
  }
}

if (import.meta.main) main();
