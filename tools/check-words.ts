/** Fails if a file uses a word of `plain-words.ts`. Usage: node tools/check-words.ts [FOLDER …] */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { WORD_RULES, type WordRule } from './plain-words.ts';
import { walkFiles } from './walk-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const EXTENSIONS = /\.(?:ts|tsx|js|sql|md|json|html|css|yml|yaml|sh)$/;
const SKIPPED = new Set([
  'node_modules',
  'dist',
  '.git',
  'package-lock.json',
  // The list and its test.
  'plain-words.ts',
  'check-words.test.ts',
]);

/** A word of the list in a file. `line` counts from 1. */
export interface WordFinding {
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

/** Returns the findings of the rules in a text, in the order of its lines. */
export function findWords(text: string): readonly WordFinding[] {
  return text.split('\n').flatMap((content, index) =>
    MATCHERS.flatMap(({ expression, instead, applies }) => {
      const searched = applies === 'text' ? content : listNames(content);
      const found = expression.exec(separateWords(searched));
      return found === null ? [] : [{ line: index + 1, word: found[0], instead }];
    }),
  );
}

const MATCHERS = WORD_RULES.map((rule: WordRule) => ({
  applies: rule.applies,
  instead: rule.instead,
  expression: new RegExp(String.raw`\b(?:${rule.pattern})\b`, 'i'),
}));

/** Separates the words of identifiers: `rowCount` becomes `row Count`. */
function separateWords(text: string): string {
  return text.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').replaceAll(/[_-]/g, ' ');
}

/**
 * Returns only the identifiers with several words and the declared ones, because prose may contain each of the
 * words.
 */
function listNames(text: string): string {
  const names =
    /\b[a-z0-9]+(?:[A-Z][a-z0-9]*)+\b|\b\w+(?:[_-]\w+)+\b|(?<=\b(?:const|let|function) )\w+/g;
  return (text.match(names) ?? []).join(' ; ');
}

function main(folders: readonly string[]): void {
  let count = 0;
  for (const folder of folders) {
    for (const path of walkFiles(join(ROOT, folder), EXTENSIONS, SKIPPED)) {
      const name = relative(ROOT, path);
      // The first line that is searched is the path, which has line number 0.
      const findings = findWords(`${name}\n${readFileSync(path, 'utf8')}`);
      for (const { line, word, instead } of findings) {
        process.stderr.write(`${name}:${line - 1}: "${word}": write ${instead}\n`);
      }
      count += findings.length;
    }
  }
  if (count > 0) {
    process.stderr.write(`${count} words to replace; tools/plain-words.ts is the list\n`);
    process.exitCode = 1;
  }
}

if (import.meta.main) main(process.argv.length > 2 ? process.argv.slice(2) : ['.']);
