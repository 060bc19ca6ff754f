import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Transaction } from '../../domain/transaction.ts';
import { withValues } from '../rules/import-rows.ts';
import { findChanges, replaceTransaction } from '../rules/row-changes.ts';
import type { ChangeOrigin } from '../rules/wallet-events.ts';
import { RecordNotFoundError } from '../errors.ts';
import { IMPORT_BATCH_ROWS, type UndoOutcome } from '../import.ts';
import {
  IMPORT_CHANGE_COLUMNS,
  STORED_COLUMNS,
  toImportChange,
  toStoredTransaction,
} from '../table-rows.ts';
import type { SqliteConnection } from './connection.ts';
import { lockAndWrite } from './lock-and-write.ts';
import { findStored, writeChanges } from './transaction-writes.ts';

const OF_CHANGE = 'wallet_no = ? AND transaction_id = ? AND import_no = ?';
const LIST_CHANGES = `SELECT ${IMPORT_CHANGE_COLUMNS} FROM wallet_import_change
  WHERE wallet_no = ? AND import_no = ? LIMIT ?`;
const NEXT_CHANGE = `SELECT min(import_no) FROM wallet_import_change
  WHERE wallet_no = ? AND transaction_id = ? AND import_no > ?`;
const SET_BEFORE = `UPDATE wallet_import_change SET before = ? WHERE ${OF_CHANGE}`;
const REMOVE_CHANGE = `DELETE FROM wallet_import_change WHERE ${OF_CHANGE}`;
const LIST_HANDED_OVER = `SELECT change.transaction_id, min(change.import_no)
  FROM wallet_import_change AS change
  JOIN wallet_transaction AS row
    ON row.wallet_no = change.wallet_no AND row.id = change.transaction_id
  WHERE change.wallet_no = ? AND row.import_no = ?
  GROUP BY change.transaction_id LIMIT ?`;
const SET_IMPORT = 'UPDATE wallet_transaction SET import_no = ? WHERE wallet_no = ? AND id = ?';
const LIST_ADDED = `SELECT ${STORED_COLUMNS} FROM wallet_transaction
  WHERE wallet_no = ? AND import_no = ? AND (timestamp_ms, id) > (?, ?)
  ORDER BY timestamp_ms, id LIMIT ?`;
const SET_HAS_IMPORTS = `UPDATE wallet_sync SET has_imports = EXISTS (
    SELECT 1 FROM wallet_transaction AS row
      WHERE row.wallet_no = wallet_sync.wallet_no AND row.import_no IS NOT NULL
  ) WHERE wallet_no = ?`;

/** See `AdminStore.undoImport`. */
export function undoImport(
  connection: SqliteConnection,
  id: string,
  undoneAtMs: number,
): Promise<UndoOutcome> {
  return lockAndWrite(connection, { isDryRun: false }, async () => {
    const [walletNo, walletId, importNo] = findImport(connection, id);
    const origin = { atMs: undoneAtMs, by: 'import' } as const;
    const restored = restoreChanged(connection, walletNo, importNo, origin);
    handOver(connection, walletNo, importNo);
    const removed = await removeAdded(connection, walletNo, importNo, origin);
    connection.change(
      'UPDATE wallet_import SET undone_at_ms = ? WHERE wallet_no = ? AND import_no = ?',
      undoneAtMs,
      walletNo,
      importNo,
    );
    connection.change(SET_HAS_IMPORTS, walletNo);
    return { walletId, removed, restored };
  });
}

function findImport(
  connection: SqliteConnection,
  id: string,
): readonly [walletNo: number, walletId: string, importNo: number] {
  const row = connection.readRow(
    `SELECT wallet.wallet_no, wallet.id, import_no FROM wallet_import
       JOIN wallet ON wallet.wallet_no = wallet_import.wallet_no
       WHERE wallet_import.id = ? AND undone_at_ms IS NULL`,
    id,
  );
  if (row === undefined) throw new RecordNotFoundError('import to undo', id);
  return [row[0] as number, row[1] as string, row[2] as number];
}

/** Restores the former values of rows that the import changed, unless a later import also changed them. */
function restoreChanged(
  connection: SqliteConnection,
  walletNo: number,
  importNo: number,
  origin: ChangeOrigin,
): number {
  let restored = 0;
  for (;;) {
    const changes = connection
      .readRows(LIST_CHANGES, walletNo, importNo, IMPORT_BATCH_ROWS)
      .map(toImportChange);
    if (changes.length === 0) return restored;
    const last: Transaction[] = [];
    for (const { before } of changes) {
      const next = connection.readRow(NEXT_CHANGE, walletNo, before.id, importNo)?.[0];
      if (typeof next === 'number') {
        connection.change(SET_BEFORE, JSON.stringify(before), walletNo, before.id, next);
      } else last.push(before);
      connection.change(REMOVE_CHANGE, walletNo, before.id, importNo);
    }
    const stored = findStored(connection, walletNo, last);
    const values = new Map(last.map((row) => [row.id, row]));
    const rows = stored.map((row) => withValues(row, values.get(row.id) ?? row));
    const restoring = findChanges(stored, rows, replaceTransaction);
    writeChanges(connection, walletNo, restoring, { origin });
    restored += rows.length;
  }
}

/** Assigns each row of the import that later imports have changed to the first of these. */
function handOver(connection: SqliteConnection, walletNo: number, importNo: number): void {
  for (;;) {
    const rows = connection.readRows(LIST_HANDED_OVER, walletNo, importNo, IMPORT_BATCH_ROWS);
    if (rows.length === 0) return;
    for (const [id, next] of rows as readonly (readonly [string, number])[]) {
      connection.change(SET_IMPORT, next, walletNo, id);
      connection.change(REMOVE_CHANGE, walletNo, id, next);
    }
  }
}

async function removeAdded(
  connection: SqliteConnection,
  walletNo: number,
  importNo: number,
  origin: ChangeOrigin,
): Promise<number> {
  let removedCount = 0;
  let last = { timestampMs: Number.MIN_SAFE_INTEGER, id: '' };
  for (;;) {
    const removed = connection
      .readRows(LIST_ADDED, walletNo, importNo, last.timestampMs, last.id, IMPORT_BATCH_ROWS)
      .map(toStoredTransaction);
    if (removed.length === 0) return removedCount;
    last = removed.at(-1) ?? last;
    const counted = { removed, added: [] };
    const changes = { written: [], removed, addedCount: 0, counted, displaced: [] };
    writeChanges(connection, walletNo, changes, { origin });
    removedCount += removed.length;
    await nextTurn();
  }
}
