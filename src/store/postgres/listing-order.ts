/**
 * The order of a wallet's listing in the database. The index of the listing has a hash of the wallet and a
 * place: the time, and 15 bits that grow with the identifier within a millisecond. Rows with the same place are
 * adjacent in the listing. So a statement selects rows in the order of their places, always all rows of its last
 * place (`WITH TIES`), and its reader sorts rows of equal places.
 *
 * A statement that sorted by time and identifier would make PostgreSQL sort each page, which takes a third of the
 * server's time. If the statement was planned on an empty table, it would sort all rows of the wallet.
 */
import { compareKeys, type CountKey } from '../counted/count-key.ts';
import { encodeTransactionId } from './transaction-id.ts';

/** Selects the rows of the wallet `$1`. Several wallets may have the same hash. */
export const OF_WALLET = 'wallet_hash = hashtext($1) AND wallet_id = $1';

/** SQL of bytes that precede every identifier. */
const LOWEST_ID = String.raw`'\x00000000000000000000000000000000'::bytea`;

/**
 * Returns the SQL for the place of a time and an identifier, like the generated column `place`. A later row never
 * has a smaller place. Identifiers of imported rows begin with their time (`importedTransactionId`), which does not
 * distinguish them, so the digits after it are used.
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

/** Returns the SQL condition for the row with this key and later rows; without an identifier, from this time on. */
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

/** Returns the SQL that takes the first rows by place, oldest first, and all further rows with the last place. */
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
