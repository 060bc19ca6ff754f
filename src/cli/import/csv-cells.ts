/** Splits CSV records (RFC 4180) into cells, for any of four delimiters. */
import { TransactionRecordError } from '../../domain/transaction-record.ts';

/** The delimiters that are detected, in the order in which they are preferred, with their names. */
export const DELIMITERS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'pipes' } as const;
export type Delimiter = keyof typeof DELIMITERS;

const QUOTE = '"';

/**
 * Returns the cells of a record.
 *
 * @throws {TransactionRecordError} if a quote is at a wrong place.
 */
export function splitCells(record: string, delimiter: Delimiter): string[] {
  if (!record.includes(QUOTE)) return record.split(delimiter);
  const cells: string[] = [];
  // Each cell but the last one ends with a delimiter, so there are at most as many cells as characters.
  for (let start = 0; ;) {
    const isQuoted = record.startsWith(QUOTE, start);
    const end = isQuoted ? endOfQuoted(record, start) : endOfPlain(record, start, delimiter);
    const text = record.slice(start, end);
    const isLast = end === record.length;
    const isWellFormed = isQuoted || !text.includes(QUOTE);
    if (!isWellFormed || (!isLast && record[end] !== delimiter)) failCell(cells.length + 1);
    cells.push(isQuoted ? text.slice(1, -1).replaceAll('""', QUOTE) : text);
    if (isLast) return cells;
    start = end + 1;
  }
}

function endOfPlain(record: string, start: number, delimiter: Delimiter): number {
  const end = record.indexOf(delimiter, start);
  return end === -1 ? record.length : end;
}

/** Returns the position after the closing quote. A doubled quote is content. */
function endOfQuoted(record: string, start: number): number {
  let at = record.indexOf(QUOTE, start + 1);
  while (at !== -1 && record[at + 1] === QUOTE) at = record.indexOf(QUOTE, at + 2);
  return at + 1;
}

function failCell(number: number): never {
  throw new TransactionRecordError([
    `cell ${number} is not well-formed: a cell with a quote has to be in quotes, with each quote doubled`,
  ]);
}
