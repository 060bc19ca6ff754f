/** Reads the times of exports. */
import { type RawRow, requireText } from '../../../exchanges/mapping/raw-row.ts';
import { CommandError } from '../../failure.ts';
import { parseDateFormat } from '../date-format.ts';
import type { TimeZone } from '../time-zone.ts';
import type { ExportContext } from './export-layout.ts';

/** Returns the time of a row in Unix milliseconds. @throws {UnreadableRowError | TransactionRecordError} if it cannot be read. */
export type ReadRowTime = (row: RawRow) => number;

/** Returns the reader of the times of a column in a format of the user's. */
export function readTimesAs(
  format: string,
  zone: TimeZone | undefined,
  column: string,
): ReadRowTime {
  const read = parseDateFormat(format, zone);
  return (row) => read(column, requireText(row, column));
}

/**
 * Returns the reader of a column whose times name their zone: in the format of `--date-format`, if it is given.
 *
 * @throws {CommandError} if only `--time-zone` is given.
 */
export function openZonedTimes(
  { dateFormat, zone }: ExportContext,
  column: string,
  own: ReadRowTime,
): ReadRowTime {
  if (dateFormat !== undefined) return readTimesAs(dateFormat, zone, column);
  if (zone !== undefined && zone.name !== 'UTC') failZone(`each cell of "${column}"`);
  return own;
}

/** @throws {CommandError} because `--time-zone` contradicts the file. */
export function failZone(what: string): never {
  throw new CommandError('invalid_import', `${what} names the time zone: omit --time-zone`);
}
