/** Former times and places of transactions; see `0010-time-changes.sql`. */
import { type DisplacedRow, TIME_CHANGES_MAX, type WalkedRow } from '../walk-page.ts';
import type { PostgresConnection } from './connection.ts';
import type { BoundStatement, PostgresRow, PostgresValue, Statement } from './statement.ts';
import { decodeTransactionId, encodeTransactionId } from './transaction-id.ts';
import { isOfAsset, STATUS_CODE, TYPE_CODE } from './transaction-content.ts';
import { toTransaction, TRANSACTION_COLUMNS } from './transaction-rows.ts';

/** Selects the number of the last change of the wallet's times; null before the first. */
export const LATEST_CHANGE = `(SELECT max(change_no) FROM wallet_time_change
    WHERE wallet_id = $1)`;

const ADD: Statement = {
  name: 'add_time_changes',
  text: `INSERT INTO wallet_time_change (wallet_id, change_no, id, timestamp_ms, place_id)
    SELECT $1, * FROM unnest($2::bigint[], $3::bytea[], $4::bigint[], $5::bytea[])`,
};
const DELETE: Statement = {
  name: 'remove_time_changes',
  text: 'DELETE FROM wallet_time_change WHERE wallet_id = $1 AND change_no <= $2',
};
const FIND_LATEST: Statement = { name: 'find_latest_time_change', text: `SELECT ${LATEST_CHANGE}` };
const CHANGED_IDS: Statement = {
  name: 'list_changed_ids',
  text: `SELECT found.id FROM unnest($3::bytea[]) AS asked (asked_id)
    CROSS JOIN LATERAL (SELECT id FROM wallet_time_change
      WHERE wallet_id = $1 AND id = asked_id AND change_no > $2 LIMIT 1) AS found`,
};
const PLACE_ID = 'coalesce(changed.place_id, changed.id)';
const DISPLACED: Statement = {
  name: 'list_displaced',
  text: `SELECT changed.timestamp_ms, ${PLACE_ID}, ${TRANSACTION_COLUMNS.replaceAll(/\w+/g, 'moved.$&')}
    FROM wallet_time_change AS changed
    JOIN wallet_transaction AS moved
      ON moved.wallet_id = $1 AND moved.id = changed.id
    WHERE changed.wallet_id = $1 AND changed.change_no > $2
      AND changed.timestamp_ms BETWEEN $3::bigint AND $5::bigint
      AND (changed.timestamp_ms, ${PLACE_ID}) >= ($3::bigint, $4::bytea)
      AND (changed.timestamp_ms, ${PLACE_ID}) < ($5::bigint, $6::bytea)
      AND NOT EXISTS (SELECT 1 FROM wallet_time_change AS earlier
        WHERE earlier.wallet_id = $1 AND earlier.id = changed.id
          AND earlier.change_no > $2 AND earlier.change_no < changed.change_no)
      AND ($8::bigint IS NULL OR moved.timestamp_ms >= $8)
      AND ($9::bigint IS NULL OR moved.timestamp_ms < $9)
      AND ($10::bytea IS NULL OR ${isOfAsset('$10')})
      AND ($11::smallint IS NULL OR ${TYPE_CODE} = $11)
      AND ($12::smallint IS NULL OR ${STATUS_CODE} = $12)
    ORDER BY changed.timestamp_ms DESC, ${PLACE_ID} DESC LIMIT $7`,
};

/**
 * Returns the statements that record former places of rows, for the database transaction that changes the
 * rows. The numbers of the changes are bound, because Citus runs no `INSERT` that numbers its rows by another
 * query.
 */
export async function bindTimeChanges(
  connection: PostgresConnection,
  walletId: string,
  displaced: readonly DisplacedRow[],
): Promise<readonly BoundStatement[]> {
  if (displaced.length === 0) return [];
  const { rows } = await connection.run(FIND_LATEST, walletId);
  const latest = toChangeNo(rows[0]?.[0]);
  const columns = [
    displaced.map((_, index) => latest + index + 1),
    displaced.map(({ id }) => encodeTransactionId(id)),
    displaced.map(({ place }) => place.timestampMs),
    displaced.map(({ id, place }) => (place.id === id ? null : encodeTransactionId(place.id))),
  ];
  return [
    [ADD, walletId, ...columns],
    [DELETE, walletId, latest + displaced.length - TIME_CHANGES_MAX],
  ];
}

/** Returns the statement that reads the number of the wallet's last change; see {@link toChangeNo}. */
export function selectLatestChange(walletId: string): BoundStatement {
  return [FIND_LATEST, walletId];
}

/** Returns the number that {@link LATEST_CHANGE} selects; 0 before the first change. */
export function toChangeNo(column: PostgresRow[number] | undefined): number {
  return (column ?? 0) as number;
}

/** Returns the statement that selects those of the transactions whose time has changed after a change. */
export function selectChangedIds(
  walletId: string,
  changeNo: number,
  ids: readonly string[],
): BoundStatement {
  return [CHANGED_IDS, walletId, changeNo, ids.map(encodeTransactionId)];
}

/**
 * Returns the statement that selects transactions by the places that they had right after a change and no
 * longer have, newest first.
 *
 * @param values the number of the change, the bounds of the places, the limit, and the filters: bounds of
 * the current time, asset, type and status, each of which may be null.
 */
export function selectDisplaced(
  walletId: string,
  values: readonly PostgresValue[],
): BoundStatement {
  return [DISPLACED, walletId, ...values];
}

/** Reads a row of {@link selectDisplaced}. */
export function toDisplaced([timestampMs, id, ...row]: PostgresRow): WalkedRow {
  const place = { timestampMs: timestampMs as number, id: decodeTransactionId(id as Uint8Array) };
  return { place, transaction: toTransaction(row) };
}
