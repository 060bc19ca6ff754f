import type { Transaction } from '../../domain/transaction.ts';
import { withValues } from '../rules/import-rows.ts';
import { findChanges, replaceTransaction } from '../rules/row-changes.ts';
import { RecordNotFoundError } from '../errors.ts';
import { IMPORT_BATCH_ROWS, type UndoOutcome } from '../import.ts';
import { IMPORT_CHANGE_COLUMNS, toImportChange } from '../table-rows.ts';
import type { PostgresConnection } from './connection.ts';
import type { Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';
import { bindKey, isAfter, OF_WALLET, sortOldest, takeOldest } from './listing-order.ts';
import { encodeTransactionId } from './transaction-id.ts';
import { STORED_COLUMNS, toStoredTransaction } from './transaction-rows.ts';
import { lockWallet, readKnown, writeChanges } from './transaction-writes.ts';
import type { Recording } from './wallet-events.ts';

const FIND: Statement = {
  name: 'find_import',
  text: `SELECT wallet_id, import_no FROM wallet_import WHERE id = $1 AND undone_at_ms IS NULL`,
};
const MARK: Statement = {
  name: 'mark_import_undone',
  text: `UPDATE wallet_import SET undone_at_ms = $3
    WHERE wallet_id = $1 AND import_no = $2 AND undone_at_ms IS NULL`,
};
const changeOf = (row: string, which: string, columns: string): string =>
  `(SELECT ${columns} FROM wallet_import_change AS change
    WHERE change.wallet_id = $1 AND change.transaction_id = ${row} AND change.import_no ${which})`;
/**
 * Moves the earlier values of a row to the change that a later import made of the same row.
 *
 * This and the next statements look up other rows one by one, by subqueries instead of joins (`look-up.ts`).
 */
const PASS_ON: Statement = {
  name: 'pass_on_import_changes',
  text: `UPDATE wallet_import_change AS later
    SET before = ${changeOf('later.transaction_id', '= $2', 'change.before')}
    WHERE later.wallet_id = $1
      AND later.import_no = ${changeOf('later.transaction_id', '> $2', 'min(change.import_no)')}
      AND ${changeOf('later.transaction_id', '= $2', 'change.import_no')} IS NOT NULL`,
};
const LIST_LAST: Statement = {
  name: 'list_last_import_changes',
  text: `SELECT ${IMPORT_CHANGE_COLUMNS} FROM wallet_import_change AS own
    WHERE wallet_id = $1 AND import_no = $2 AND transaction_id > $3
      AND ${changeOf('own.transaction_id', '> $2', 'min(change.import_no)')} IS NULL
    ORDER BY transaction_id LIMIT $4`,
};
const REMOVE_CHANGES: Statement = {
  name: 'remove_import_changes',
  text: 'DELETE FROM wallet_import_change WHERE wallet_id = $1 AND import_no = $2',
};
const HAND_OVER: Statement = {
  name: 'hand_over_imported',
  text: `UPDATE wallet_transaction AS row
    SET import_no = ${changeOf('row.id', '> 0', 'min(change.import_no)')}
    WHERE row.wallet_id = $1 AND row.import_no = $2
      AND ${changeOf('row.id', '> 0', 'min(change.import_no)')} IS NOT NULL`,
};
/** Removes the changes whose import is now the origin of the row. */
const REMOVE_FIRST: Statement = {
  name: 'remove_first_import_changes',
  text: `DELETE FROM wallet_import_change AS change
    WHERE change.wallet_id = $1 AND change.import_no = (
      SELECT row.import_no FROM wallet_transaction AS row
        WHERE row.wallet_id = $1 AND row.id = change.transaction_id)`,
};
const LIST_ADDED: Statement = {
  name: 'list_imported',
  text: `SELECT ${STORED_COLUMNS} FROM wallet_transaction
    WHERE ${OF_WALLET} AND import_no = $2 AND ${isAfter('$3::bigint', '$4::bytea')}
    ${takeOldest('$5')}`,
};
const HAS_IMPORTED: Statement = {
  name: 'has_imported',
  text: `SELECT EXISTS (
    SELECT 1 FROM wallet_transaction WHERE wallet_id = $1 AND import_no IS NOT NULL)`,
};
const SET_HAS_IMPORTS: Statement = {
  name: 'update_has_imports',
  text: 'UPDATE wallet_sync SET has_imports = $2 WHERE wallet_id = $1',
};

/** The import that is undone, in its locked wallet. */
interface UndoneImport {
  readonly walletId: string;
  readonly importNo: number;
  readonly recording: Recording;
}

/** See `AdminStore.undoImport`. */
export async function undoImport(
  database: PostgresDatabase,
  id: string,
  undoneAtMs: number,
): Promise<UndoOutcome> {
  const [found] = await database.read(FIND, id);
  if (found === undefined) throw new RecordNotFoundError('import to undo', id);
  const [walletId, importNo] = found as readonly [string, number];
  return database.maintain(async (connection) => {
    connection.changed.add(walletId);
    const wallet = await lockWallet(connection, walletId);
    if (wallet === undefined) throw new RecordNotFoundError('import to undo', id);
    const origin = { atMs: undoneAtMs, by: 'import' } as const;
    const undone = { walletId, importNo, recording: { wallet, origin } };
    const marked = await connection.run(MARK, walletId, importNo, undoneAtMs);
    if (marked.rowCount === 0) throw new RecordNotFoundError('import to undo', id);
    const restored = await restoreChanged(connection, undone);
    await connection.runAll([
      [PASS_ON, walletId, importNo],
      [REMOVE_CHANGES, walletId, importNo],
      [HAND_OVER, walletId, importNo],
      [REMOVE_FIRST, walletId],
    ]);
    const removed = await removeAdded(connection, undone);
    const [row] = (await connection.run(HAS_IMPORTED, walletId)).rows;
    await connection.run(SET_HAS_IMPORTS, walletId, row?.[0] === true);
    return { walletId, removed, restored };
  });
}

/** Restores the earlier values of rows that no later import has changed. */
async function restoreChanged(
  connection: PostgresConnection,
  { walletId, importNo, recording }: UndoneImport,
): Promise<number> {
  let restored = 0;
  for (let after = ''; ;) {
    const bound = [importNo, encodeTransactionId(after), IMPORT_BATCH_ROWS];
    const { rows } = await connection.run(LIST_LAST, walletId, ...bound);
    const before = rows.map((row): Transaction => toImportChange(row).before);
    if (before.length === 0) return restored;
    const stored = await readKnown(connection, walletId, before);
    const values = new Map(before.map((row) => [row.id, row]));
    const earlier = stored.map((row) => withValues(row, values.get(row.id) ?? row));
    const changes = findChanges(stored, earlier, replaceTransaction);
    await writeChanges(connection, walletId, changes, [], recording);
    restored += earlier.length;
    after = before.at(-1)?.id ?? after;
  }
}

async function removeAdded(
  connection: PostgresConnection,
  { walletId, importNo, recording }: UndoneImport,
): Promise<number> {
  let removedCount = 0;
  let last = { timestampMs: Number.MIN_SAFE_INTEGER, id: '' };
  for (;;) {
    const values = [importNo, ...bindKey(last), IMPORT_BATCH_ROWS];
    const { rows } = await connection.run(LIST_ADDED, walletId, ...values);
    const removed = sortOldest(rows.map(toStoredTransaction), IMPORT_BATCH_ROWS);
    if (removed.length === 0) return removedCount;
    const counted = { removed, added: [] };
    const changes = { written: [], removed, addedCount: 0, counted, displaced: [] };
    await writeChanges(connection, walletId, changes, [], recording);
    removedCount += removed.length;
    last = removed.at(-1) ?? last;
  }
}
