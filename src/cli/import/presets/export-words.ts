/** Words of an exchange in its exports: operations, types and statuses. */
import type { Direction } from '../../../exchanges/mapping/booking-types.ts';
import {
  type RawRow,
  requireText,
  UnreadableRowError,
} from '../../../exchanges/mapping/raw-row.ts';
import { makePrintable } from '../../table.ts';

/** A word that neither the preset knows nor an option decides. */
export interface UnknownWord {
  /** The header of its column, in lower case. */
  readonly column: string;
  readonly word: string;
  /** What the word determines. */
  readonly decides: 'type' | 'status';
  /** The sign of the row's amount; `undefined` for a status, and if amounts have no sign. */
  readonly direction: Direction | undefined;
}

/** Thrown for a row with unknown words. */
export class UnknownWordsError extends Error {
  readonly code = 'unknown_words';
  readonly words: readonly UnknownWord[];

  constructor(words: readonly UnknownWord[]) {
    super(words.map(({ column, word }) => `${column} "${word}" is unknown`).join('; '));
    this.name = 'UnknownWordsError';
    this.words = words;
  }
}

/** Maximum length of a word; the longest known one has 56 characters. */
const WORD_LENGTH_MAX = 100;

/**
 * Returns a required word, which can be shown and given as an option.
 *
 * @throws {UnreadableRowError} if it is missing, too long or cannot be shown.
 */
export function requireWord(row: RawRow, column: string): string {
  const word = requireText(row, column);
  if (word.length > WORD_LENGTH_MAX) {
    throw new UnreadableRowError(`${column} has ${word.length} characters`);
  }
  if (makePrintable(word) !== word) {
    throw new UnreadableRowError(`${column} has characters that cannot be shown`);
  }
  return word;
}
