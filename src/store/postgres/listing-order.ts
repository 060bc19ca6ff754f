/**
 * The order of a wallet's listing in the database. The index of the listing has a hash of the wallet and a place: the
 * time, and 15 bits that grow with the identifier within a millisecond. Rows of one place are adjacent in the
 * listing. So a statement selects rows in the order of their places, always all rows of its last place (`WITH
 * TIES`), and its reader sorts rows of equal places. If a statement had the order of the listing, PostgreSQL would
 * sort the rows: those of a page, which takes a third of the server's time, or, if the statement was planned on an
 * empty table, all rows of the wallet.
 */
import { compareKeys, type CountKey } from '../counted/count-key.ts';
import { encodeTransactionId } from './transaction-id.ts';

/** Selects the rows of the wallet `$1`. Several wallets may have the same hash. */
export const OF_WALLET = 'wallet_hash = hashtext($1) AND wallet_id = $1';

/** SQL of bytes that precede every identifier. */
const LOWEST_ID = String.raw`'\x00000000000000000000000000000000'::bytea`;

/**
 * Returns the SQL for the place of a time and an identifier, like the generated column `place`. It never decreases in
 * the order of the listing. Identifiers of imported rows begin with their time (`importedTransactionId`), so their
 * next digits are used.
 */
export function placeOf(timestampMs: string, id: string): string {
  const head = `substring(${id} FROM 1 FOR 6)`;
  const time = `substring(int8send(${timestampMs}) FROM 3)`;
  const first = `get_byte(${id}, 0) * 32 + get_byte(${id}, 1) / 8`;
  return `CASE WHEN ${timestampMs} < 0 THEN 0
      WHEN ${timestampMs} >= 281474976710656 THEN 9223372036854775807
      ELSE ${timestampMs} * 32768 + CASE
        WHEN ${head} = ${time} THEN 8192 + get_byte(${id}, 6) * 64 + get_byte(${id}, 7) / 4
        WHEN ${head} < ${time} THEN ${first} ELSE 24576 + ${first} END END`;
}

/** Returns the SQL condition for rows of this key and later rows; without an identifier, of this time. */
export function isFrom(timestampMs: string, id = LOWEST_ID): string {
  return `place >= ${placeOf(timestampMs, id)} AND (timestamp_ms, id) >= (${timestampMs}, ${id})`;
}

/** Returns the SQL condition for rows after a key. */
export function isAfter(timestampMs: string, id: string): string {
  return `place >= ${placeOf(timestampMs, id)} AND (timestamp_ms, id) > (${timestampMs}, ${id})`;
}

/** Returns the SQL condition for rows before a key. */
export function isBefore(timestampMs: string, id: string): string {
  return `place <= ${placeOf(timestampMs, id)} AND (timestamp_ms, id) < (${timestampMs}, ${id})`;
}

/** Returns the SQL that orders rows by their places, oldest first, and limits their number. */
export function takeOldest(limit: string): string {
  return `ORDER BY place FETCH FIRST (${limit}) ROWS WITH TIES`;
}

/** Like {@link takeOldest}, newest first. */
export function takeNewest(limit: string): string {
  return `ORDER BY place DESC FETCH FIRST (${limit}) ROWS WITH TIES`;
}

/** Returns the oldest rows of a result of {@link takeOldest}. */
export function sortOldest<Row extends CountKey>(
  rows: readonly Row[],
  limit = rows.length,
): readonly Row[] {
  return rows.toSorted(compareKeys).slice(0, limit);
}

/** Returns the values of a key: its time and its identifier. */
export function bindKey({ timestampMs, id }: CountKey): readonly [number, Buffer] {
  return [timestampMs, encodeTransactionId(id)];
}
