/** Splits CSV records (RFC 4180) into cells, for any of four delimiters. */
import { CsvError, type Options, parse } from 'csv-parse/sync';

import { TransactionRecordError } from '../../domain/transaction-record.ts';

/** The delimiters that are detected, in the order in which they are preferred, with their names. */
export const DELIMITERS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'pipes' } as const;
export type Delimiter = keyof typeof DELIMITERS;

/** Maximum cells of a record; an export of an exchange has about 20. */
export const CELLS_MAX = 1000;
const RECORD_END = '\n';

/**
 * Splits a record, in which each quoted cell ends.
 *
 * @throws {TransactionRecordError} if there are too many cells, or a cell is not well-formed.
 */
export function splitRecord(record: string, delimiter: Delimiter): readonly string[] {
  const cells = record.split(delimiter);
  if (cells.length > CELLS_MAX) {
    throw new TransactionRecordError([`there are more than ${CELLS_MAX} cells`]);
  }
  return record.includes('"') ? splitQuoted(record, delimiter) : cells;
}

function splitQuoted(record: string, delimiter: Delimiter): readonly string[] {
  const options: Options = { delimiter, record_delimiter: RECORD_END, relax_column_count: true };
  try {
    return parse(record, options)[0] ?? [];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const cell = typeof error['column'] === 'number' ? `cell ${error['column'] + 1}` : 'a cell';
    throw new TransactionRecordError([
      `${cell} is not well-formed: a cell with a quote has to be in quotes, with each quote doubled`,
    ]);
  }
}
