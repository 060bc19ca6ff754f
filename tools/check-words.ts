/** Fails if a file uses a word of `plain-words.ts`. Usage: node tools/check-words.ts */
import { isProgram, readFiles, report, type SourceFile } from './files.ts';
import { WORD_RULES } from './plain-words.ts';

const FILES = '**/*.{ts,tsx,js,sql,md,json,html,css,yml,yaml,sh}';
/** The list and its test are skipped too. */
const SKIPPED = ['**/package-lock.json', 'tools/plain-words.ts', 'tools/check-words.test.ts'];
const MATCHERS = WORD_RULES.map(([pattern, instead]) => ({
  expression: new RegExp(String.raw`\b(?:${pattern})\b`, 'i'),
  instead,
}));

/** Returns the findings of the rules in the path and the text of a file, in the order of its lines. Case is ignored. */
export function findWords({ path, text }: SourceFile): readonly string[] {
  // Lines count from 1; the path has line number 0.
  return [path, ...text.split('\n')].flatMap((line, no) => {
    const words = separateWords(line);
    return MATCHERS.flatMap(({ expression, instead }) => {
      const found = expression.exec(words);
      return found === null ? [] : [`${path}:${no}: "${found[0]}": write ${instead}`];
    });
  });
}

/** Separates the words of identifiers: `rowCount` becomes `row Count`. */
function separateWords(text: string): string {
  return text.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').replaceAll(/[_-]/g, ' ');
}

if (isProgram(import.meta.filename)) report(readFiles(FILES, SKIPPED).flatMap(findWords));
