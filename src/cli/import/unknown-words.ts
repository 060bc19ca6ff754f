/** Collects the words of an export that nothing decides, and says which options decide them. */
import { formatCount } from '../format.ts';
import type { UnknownWord } from './presets/export-words.ts';
import { writeOption } from './presets/word-decisions.ts';

/** An unknown word as it is reported. */
export interface UnknownWordReport {
  /** The header of its column, in lower case. */
  readonly column: string;
  readonly word: string;
  readonly rows: number;
  /** The first lines with it. */
  readonly lines: readonly number[];
  /** Options that decide it, as examples; the type that fits is up to the user. */
  readonly map: readonly string[];
  /** The option that skips its rows. */
  readonly skip: string;
}

/** Maximum words that are listed; a file with more of them is hardly an export of the preset's exchange. */
const WORDS_MAX = 50;
const LINES_SHOWN_MAX = 5;

interface Found extends Pick<UnknownWord, 'column' | 'word' | 'decides'> {
  readonly directions: Map<UnknownWord['direction'], number>;
  rows: number;
  readonly lines: number[];
}

/** The unknown words of a file. */
export class UnknownWords {
  readonly #found = new Map<string, Found>();
  #rowCount = 0;
  #unlistedCount = 0;

  /** The number of rows with an unknown word. */
  get rowCount(): number {
    return this.#rowCount;
  }

  /** Adds the unknown words of a row. */
  add(words: readonly UnknownWord[], line: number): void {
    this.#rowCount += 1;
    for (const word of words) this.#addWord(word, line);
  }

  /** Returns the words in the order of their first lines. */
  list(): readonly UnknownWordReport[] {
    return [...this.#found.values()].map((found) => {
      const { column, word, rows, lines } = found;
      return {
        column,
        word,
        rows,
        lines,
        map: listOutcomes(found).map((outcome) => writeOption('--map', `${word}=${outcome}`)),
        skip: writeOption('--skip', word),
      };
    });
  }

  /** Returns lines for people. */
  describe(): readonly string[] {
    const words = this.list();
    return [
      ...[...this.#found.values()].map(describeFound),
      ...(this.#unlistedCount === 0
        ? []
        : [`and ${formatCount(this.#unlistedCount)} rows with other unknown words`]),
      'Decide on each: --map gives its rows a type or status, --skip skips them, for example trades. Add these ' +
        'options after changing the types that do not fit:',
      `  ${words.flatMap(({ map }) => map).join(' ')}`,
      'or skip all of them:',
      `  ${words.map(({ skip }) => skip).join(' ')}`,
    ];
  }

  #addWord({ column, word, decides, direction }: UnknownWord, line: number): void {
    const key = `${column}\n${word.toLowerCase()}`;
    let found = this.#found.get(key);
    if (found === undefined) {
      if (this.#found.size === WORDS_MAX) {
        this.#unlistedCount += 1;
        return;
      }
      found = { column, word, decides, directions: new Map(), rows: 0, lines: [] };
      this.#found.set(key, found);
    }
    found.rows += 1;
    if (found.lines.length < LINES_SHOWN_MAX) found.lines.push(line);
    found.directions.set(direction, (found.directions.get(direction) ?? 0) + 1);
  }
}

function describeFound({ column, word, rows, lines, directions }: Found): string {
  const signs = [
    { sign: 'positive', count: directions.get('in') ?? 0 },
    { sign: 'negative', count: directions.get('out') ?? 0 },
  ].filter(({ count }) => count > 0);
  const parts = signs.map(({ sign, count }) => `${formatCount(count)} with ${sign} amounts`);
  const shown = `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`;
  return (
    `${column} "${word}": ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}` +
    `${parts.length === 0 ? '' : `, ${parts.join(' and ')}`} ` +
    `(${rows > lines.length ? 'first ' : ''}${shown})`
  );
}

/** Returns types that fit the signs of the rows, or the status for words without a meaning. */
function listOutcomes({ decides, directions }: Found): readonly string[] {
  if (decides === 'status') return ['unknown'];
  // In a file in which only negative amounts have a sign, the others arrive.
  const hasUnsigned = directions.has(undefined) && directions.has('out');
  const types = [
    ...(directions.has('in') || hasUnsigned ? ['credit'] : []),
    ...(directions.has('out') ? ['debit'] : []),
  ];
  return types.length === 0 ? ['other'] : types;
}
