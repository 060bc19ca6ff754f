/** Fails if a file uses a word of `plain-words.ts`. Usage: node tools/check-words.ts */
import { readFiles, report } from './files.ts';
import { WORD_RULES } from './plain-words.ts';

const FILES = '**/*.{ts,tsx,js,sql,md,json,html,css,yml,yaml,sh}';
/** The list and its test are skipped too. */
const SKIPPED = ['**/package-lock.json', 'tools/plain-words.ts', 'tools/check-words.test.ts'];
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

if (import.meta.main) {
  report(
    readFiles(FILES, SKIPPED).flatMap(({ path, text }) =>
      // The first line that is searched is the path, which has line number 0.
      findWords(`${path}\n${text}`).map(
        ({ line, word, instead }) => `${path}:${line - 1}: "${word}": write ${instead}`,
      ),
    ),
  );
}
