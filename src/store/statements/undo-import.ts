import type { Transaction } from '../../domain/transaction.ts';
import { RecordNotFoundError } from '../errors.ts';
import type { ImportRecord, UndoOutcome } from '../import.ts';
import type { ChangeOrigin } from '../rules/wallet-events.ts';
import type { WriteSession } from '../sql/database.ts';
import { records, sql } from '../sql/query.ts';
import { JOIN_AFTER, rowsOfEach } from './listed-rows.ts';
import { findStored, takeSound, writeChanges } from './transactions.ts';
import { TRANSACTION_COLUMNS, type TransactionRow, useIndex } from './transaction-rows.ts';
import { lockWallet, type WrittenWallet } from './written-wallet.ts';

/** Rows of a batch, which blocks the process for some 40 ms with SQLite. Callers are answered between two batches. */
const BATCH_ROWS = 500;

/** See `AdminStore.undoImport`. */
export async function undoImport(
  session: WriteSession,
  id: string,
  undoneAtMs: number,
): Promise<UndoOutcome> {
  type Found = Pick<ImportRecord, 'walletId' | 'importNo'>;
  const found = await session.row<Found>(sql`SELECT wallet.id AS "walletId", import_no AS "importNo"
    FROM wallet_import JOIN wallet ON wallet.wallet_no = wallet_import.wallet_no
    WHERE wallet_import.id = ${id} AND undone_at_ms IS NULL`);
  if (found === undefined) throw new RecordNotFoundError('import to undo', id);
  const { walletId, importNo } = found;
  const wallet = await lockWallet(session, walletId);
  const { walletNo } = wallet;
  const undone = await session.change(sql`UPDATE wallet_import SET undone_at_ms = ${undoneAtMs}
    WHERE wallet_no = ${walletNo} AND import_no = ${importNo} AND undone_at_ms IS NULL`);
  // Another request has undone it before this one got the lock.
  if (undone === 0) throw new RecordNotFoundError('import to undo', id);
  const origin = { atMs: undoneAtMs, by: 'import' } as const;
  const restored = await restoreChanged(session, wallet, importNo, origin);
  await handOver(session, wallet, importNo);
  const removed = await removeAdded(session, wallet, importNo, origin);
  // An import that only had known rows has none of its own. This is cheaper than a search in the rows of the wallet.
  const remaining = await session.row(sql`SELECT 1 FROM wallet_import
    WHERE wallet_no = ${walletNo} AND undone_at_ms IS NULL
      AND (added_count > 0 OR changed_count > 0) LIMIT 1`);
  await session.change(sql`UPDATE wallet_sync SET has_imports = ${remaining !== undefined}
    WHERE wallet_no = ${walletNo}`);
  session.changed.add(walletId);
  return { walletId, removed, restored };
}

/** Restores the former values of rows that the import changed, unless a later import also changed them. */
async function restoreChanged(
  session: WriteSession,
  wallet: WrittenWallet,
  importNo: number,
  origin: ChangeOrigin,
): Promise<number> {
  const { walletNo } = wallet;
  // The next later change of a row has the values before this import as its former ones.
  await session.change(sql`UPDATE wallet_import_change AS later SET before = undone.before
    FROM wallet_import_change AS undone
    WHERE undone.wallet_no = ${walletNo} AND undone.import_no = ${importNo}
      AND later.wallet_no = ${walletNo} AND later.transaction_id = undone.transaction_id
      AND later.import_no = (SELECT min(import_no) FROM wallet_import_change AS each_later
        WHERE each_later.wallet_no = ${walletNo} AND each_later.transaction_id = undone.transaction_id
          AND each_later.import_no > ${importNo})`);
  await session.change(sql`DELETE FROM wallet_import_change WHERE wallet_no = ${walletNo}
    AND import_no = ${importNo} AND EXISTS (SELECT 1 FROM wallet_import_change AS later
      WHERE later.wallet_no = ${walletNo} AND later.import_no > ${importNo}
        AND later.transaction_id = wallet_import_change.transaction_id)`);
  let restored = 0;
  for (;;) {
    const changes = await session.rows<{ readonly id: string; readonly before: string }>(sql`SELECT
        transaction_id AS id, before FROM wallet_import_change
      WHERE wallet_no = ${walletNo} AND import_no = ${importNo}
      ORDER BY transaction_id LIMIT ${BATCH_ROWS}`);
    const last = changes.at(-1);
    if (last === undefined) return restored;
    const stored = await findStored(session, wallet, changes);
    const before = new Map(changes.map((row) => [row.id, JSON.parse(row.before) as Transaction]));
    const undone = stored.map((row) => ({ before: row, after: { ...row, ...before.get(row.id) } }));
    await writeChanges(session, wallet, undone, origin);
    await session.change(sql`DELETE FROM wallet_import_change WHERE wallet_no = ${walletNo}
      AND import_no = ${importNo} AND transaction_id <= ${last.id}`);
    restored += stored.length;
    await new Promise(setImmediate);
  }
}

/** Assigns each row of the import that later imports have changed to the first of these. */
async function handOver(
  session: WriteSession,
  wallet: WrittenWallet,
  importNo: number,
): Promise<void> {
  const { walletNo } = wallet;
  const isChanged = sql`tx.wallet_no = ${walletNo} AND tx.id = changed.transaction_id`;
  const rows = await session.rows<TransactionRow & { readonly next_no: number }>(sql`SELECT
      ${TRANSACTION_COLUMNS}, changed.next_no
    FROM (
      SELECT transaction_id, min(import_no) AS next_no FROM wallet_import_change
        WHERE wallet_no = ${walletNo} GROUP BY transaction_id
    ) AS changed
    ${JOIN_AFTER} ${rowsOfEach('wallet_transaction', 'tx', isChanged, 'wallet_transaction_by_id')}
    WHERE tx.import_no = ${importNo}`);
  if (rows.length === 0) return;
  const stored = await takeSound(session, wallet, rows);
  const next = new Map(rows.map((row) => [row.id, row.next_no]));
  const assigned = stored.map((row) => ({
    before: row,
    after: { ...row, importNo: next.get(row.id) ?? null },
  }));
  await writeChanges(session, wallet, assigned);
  const list = records(rows, {
    id: ['text', ({ id }) => id],
    import_no: ['integer', (row) => row.next_no],
  });
  await session.change(sql`DELETE FROM wallet_import_change WHERE wallet_no = ${walletNo}
    AND (transaction_id, import_no) IN (SELECT list.id, list.import_no FROM ${list} AS list)`);
}

/** Reads the wallet once, in the order of ids: an index by import would cost every imported row. */
async function removeAdded(
  session: WriteSession,
  wallet: WrittenWallet,
  importNo: number,
  origin: ChangeOrigin,
): Promise<number> {
  let count = 0;
  for (let lastId = ''; ;) {
    const rows = await session.rows<TransactionRow>(sql`SELECT ${TRANSACTION_COLUMNS}
      FROM wallet_transaction AS tx ${useIndex('wallet_transaction_by_id')}
      WHERE tx.wallet_no = ${wallet.walletNo} AND tx.id > ${lastId} AND tx.import_no = ${importNo}
      ORDER BY tx.id LIMIT ${BATCH_ROWS}`);
    const last = rows.at(-1);
    if (last === undefined) break;
    lastId = last.id;
    const removed = await takeSound(session, wallet, rows);
    const changes = removed.map((before) => ({ before, after: undefined }));
    await writeChanges(session, wallet, changes, origin);
    count += rows.length;
    await new Promise(setImmediate);
  }
  return count;
}
