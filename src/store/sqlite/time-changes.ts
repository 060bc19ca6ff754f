/** Former times of transactions; see the migration that creates the table. */
import { TRANSACTION_COLUMNS, toTransaction } from '../table-rows.ts';
import { type DisplacedRow, TIME_CHANGES_MAX, type WalkedRow } from '../walk-page.ts';
import type { SqliteConnection, SqliteValue } from './connection.ts';

/** Selects the number of the last change of `wallet`'s times; null before the first. */
export const LATEST_CHANGE = `(SELECT max(change_no) FROM wallet_time_change
  WHERE wallet_time_change.wallet_no = wallet.wallet_no)`;

const ADD = `INSERT INTO wallet_time_change (wallet_no, change_no, id, timestamp_ms, place_id)
  SELECT ?1, 1 + ifnull(max(change_no), 0), ?2, ?3, nullif(?4, ?2)
    FROM wallet_time_change WHERE wallet_no = ?1`;
const DELETE = `DELETE FROM wallet_time_change WHERE wallet_no = ?1 AND change_no <= (
    SELECT max(change_no) FROM wallet_time_change WHERE wallet_no = ?1) - ${TIME_CHANGES_MAX}`;
const CHANGED_IDS = `SELECT DISTINCT id FROM wallet_time_change
  WHERE wallet_no = ? AND change_no > ? AND id IN (SELECT value FROM json_each(?))`;
const PLACE_ID = 'ifnull(changed.place_id, changed.id)';
const DISPLACED = `SELECT changed.timestamp_ms, ${PLACE_ID},
    ${TRANSACTION_COLUMNS.replaceAll(/\w+/g, 'wallet_transaction.$&')}
  FROM wallet_time_change AS changed INDEXED BY wallet_time_change_by_place
  CROSS JOIN wallet_transaction ON wallet_transaction.wallet_no = changed.wallet_no
    AND wallet_transaction.id = changed.id
  WHERE changed.wallet_no = ?1 AND changed.change_no > ?2
    AND changed.timestamp_ms BETWEEN ?3 AND ?5
    AND (changed.timestamp_ms, ${PLACE_ID}) >= (?3, ?4)
    AND (changed.timestamp_ms, ${PLACE_ID}) < (?5, ?6)
    AND NOT EXISTS (SELECT 1 FROM wallet_time_change AS earlier
      WHERE earlier.wallet_no = ?1 AND earlier.id = changed.id AND earlier.change_no > ?2
        AND earlier.change_no < changed.change_no)
    AND (?8 IS NULL OR wallet_transaction.timestamp_ms >= ?8)
    AND (?9 IS NULL OR wallet_transaction.timestamp_ms < ?9)
    AND (?10 IS NULL OR asset = ?10) AND (?11 IS NULL OR type = ?11)
    AND (?12 IS NULL OR status = ?12)
  ORDER BY changed.timestamp_ms DESC, ${PLACE_ID} DESC LIMIT ?7`;

/** Records the former places of rows, in the database transaction that changes the rows. */
export function recordTimeChanges(
  connection: SqliteConnection,
  walletNo: number,
  displaced: readonly DisplacedRow[],
): void {
  for (const { id, place } of displaced) {
    connection.change(ADD, walletNo, id, place.timestampMs, place.id);
  }
  if (displaced.length > 0) connection.change(DELETE, walletNo);
}

/** Returns those of the transactions whose time has changed since a numbered change. */
export function listChangedIds(
  connection: SqliteConnection,
  walletNo: number,
  changeNo: number,
  ids: readonly string[],
): ReadonlySet<string> {
  const rows = connection.readRows(CHANGED_IDS, walletNo, changeNo, JSON.stringify(ids));
  return new Set(rows.map(([id]) => id as string));
}

/**
 * Returns transactions by the places that they had right after a change and no longer have, newest first.
 *
 * @param values the number of the change, the bounds of the places, the limit, and the filters: bounds of the
 * current time, asset, type and status, each of which may be null.
 */
export function listDisplaced(
  connection: SqliteConnection,
  walletNo: number,
  values: readonly SqliteValue[],
): readonly WalkedRow[] {
  return connection.readRows(DISPLACED, walletNo, ...values).map(([timestampMs, id, ...row]) => ({
    place: { timestampMs: timestampMs as number, id: id as string },
    transaction: toTransaction(row),
  }));
}
