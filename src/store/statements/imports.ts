/** Imports of files; see docs/import.md. */
import type { Transaction } from '../../domain/transaction.ts';
import type { AdminStore } from '../admin.ts';
import { RecordNotFoundError } from '../errors.ts';
import {
  CONFLICTS_SHOWN_MAX,
  type ImportConflict,
  type ImportOutcome,
  type ImportRecord,
  type ImportRequest,
} from '../import.ts';
import { findImportChanges } from '../rules/row-changes.ts';
import type { Database, OwnSession, Session, WriteSession } from '../sql/database.ts';
import { FOR_UPDATE, raw, records, sql } from '../sql/query.ts';
import { matchRows, stageRows } from './import-matching.ts';
import { findStored, type WrittenWallet, writeChanges } from './transactions.ts';
import { undoImport } from './undo-import.ts';
import { requireWalletNo } from './wallets.ts';

const COLUMNS = raw(`wallet.id AS "walletId", import_no AS "importNo", wallet_import.id,
  file_name AS "fileName", sha256, imported_at_ms AS "importedAtMs", row_count AS rows,
  added_count AS added, known_count AS known, changed_count AS changed,
  conflict_count AS conflicts, undone_at_ms AS "undoneAtMs"`);

/** Returns the methods of imports. */
export function importStatements(
  database: Database,
): Pick<AdminStore, 'importFile' | 'listImports' | 'findImport' | 'undoImport'> {
  return {
    importFile: (request) => database.own((session) => importFile(session, request)),

    listImports: (walletId) =>
      database.rows<ImportRecord>(sql`SELECT ${COLUMNS} FROM wallet_import
        JOIN wallet ON wallet.wallet_no = wallet_import.wallet_no
        ${walletId === undefined ? raw('') : sql`WHERE wallet.id = ${walletId}`}
        ORDER BY wallet.id, import_no`),

    findImport: (id) =>
      database.row<ImportRecord>(sql`SELECT ${COLUMNS} FROM wallet_import
        JOIN wallet ON wallet.wallet_no = wallet_import.wallet_no WHERE wallet_import.id = ${id}`),

    undoImport: (id, undoneAtMs) =>
      database.own((session) => session.write((inside) => undoImport(inside, id, undoneAtMs))),
  };
}

/** The file is staged before the transaction begins, so that other writers only wait while rows are written. */
async function importFile(session: OwnSession, request: ImportRequest): Promise<ImportOutcome> {
  const { walletId, source, isDryRun } = request;
  await requireWalletNo(session, walletId);
  const isMatched = source.unidentifiedCount > 0;
  if (isMatched) await stageRows(session, source);
  return session.write(async (inside) => {
    const wallet = await lockWallet(inside, walletId);
    const matched = isMatched ? await matchRows(inside, wallet.walletNo) : new Set<number>();
    const importNo = await nextImportNo(inside, wallet.walletNo);
    const outcome = await storeRows(inside, wallet, request, importNo, matched);
    await addImport(inside, wallet.walletNo, {
      ...outcome,
      id: request.id,
      importNo,
      fileName: request.fileName,
      sha256: request.sha256,
      importedAtMs: request.nowMs,
      undoneAtMs: null,
    });
    if (outcome.added > 0) await setHasImports(inside, wallet);
    return outcome;
  }, !isDryRun);
}

/** Locks a wallet for a writer without a lease. @throws {RecordNotFoundError} if there is no such wallet. */
export async function lockWallet(session: Session, walletId: string): Promise<WrittenWallet> {
  const row = await session.row<{
    readonly wallet_no: number;
    readonly project_no: number;
    readonly webhook_events: number;
    readonly history_complete: boolean | number;
  }>(sql`SELECT wallet_no, project_no, webhook_events, history_complete
    FROM wallet_sync
    WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ${walletId}) ${FOR_UPDATE}`);
  if (row === undefined) throw new RecordNotFoundError('wallet', walletId);
  return {
    walletNo: row.wallet_no,
    projectNo: row.project_no,
    walletId,
    eventBits: row.webhook_events,
    historyComplete: Boolean(row.history_complete),
  };
}

async function nextImportNo(session: Session, walletNo: number): Promise<number> {
  const row = await session.row<{
    readonly no: number;
  }>(sql`SELECT coalesce(max(import_no), 0) + 1 AS no
    FROM wallet_import WHERE wallet_no = ${walletNo}`);
  return row?.no ?? 1;
}

/**
 * Stores the rows of a file, batch by batch.
 *
 * @param matched the numbers, from 0, of rows that are stored under another id.
 * @throws {DOMException} `AbortError` if the signal aborts.
 */
async function storeRows(
  session: WriteSession,
  wallet: WrittenWallet,
  { source, signal, onProgress, nowMs }: ImportRequest,
  importNo: number,
  matched: ReadonlySet<number>,
): Promise<ImportOutcome> {
  let [rowNo, added, known, changed, conflicts] = [0, 0, 0, 0, 0];
  const shownConflicts: ImportConflict[] = [];
  for (const batch of source.batches()) {
    signal?.throwIfAborted();
    const first = rowNo;
    rowNo += batch.length;
    const rows = batch.filter((_row, index) => !matched.has(first + index));
    const stored = await findStored(session, wallet.walletNo, rows);
    const changes = findImportChanges(stored, rows, importNo);
    await addImportChanges(session, wallet.walletNo, importNo, changes.before);
    await writeChanges(session, wallet, changes, { atMs: nowMs, by: 'import' });
    added += changes.addedCount;
    known += batch.length - rows.length + changes.knownCount;
    changed += changes.changedCount;
    conflicts += changes.conflicts.length;
    shownConflicts.push(...changes.conflicts.slice(0, CONFLICTS_SHOWN_MAX - shownConflicts.length));
    onProgress?.(rowNo);
    // Signals of the operating system are handled between two turns of the event loop.
    await new Promise(setImmediate);
  }
  signal?.throwIfAborted();
  return { rows: rowNo, added, known, changed, conflicts, shownConflicts };
}

/** Adds an import to the list. */
export async function addImport(
  session: Session,
  walletNo: number,
  record: Omit<ImportRecord, 'walletId'>,
): Promise<void> {
  await session.change(sql`INSERT INTO wallet_import (wallet_no, import_no, id, file_name, sha256,
      imported_at_ms, row_count, added_count, known_count, changed_count, conflict_count, undone_at_ms)
    VALUES (${walletNo}, ${record.importNo}, ${record.id}, ${record.fileName}, ${record.sha256},
      ${record.importedAtMs}, ${record.rows}, ${record.added}, ${record.known}, ${record.changed},
      ${record.conflicts}, ${record.undoneAtMs})`);
}

/** Keeps the former values of rows of earlier imports, for `undoImport`. */
export async function addImportChanges(
  session: Session,
  walletNo: number,
  importNo: number,
  before: readonly Transaction[],
): Promise<void> {
  if (before.length === 0) return;
  const list = records(before, {
    id: ['text', ({ id }) => id],
    before: ['text', (row) => JSON.stringify(row)],
  });
  await session.change(sql`INSERT INTO wallet_import_change
      (wallet_no, transaction_id, import_no, before)
    SELECT CAST(${walletNo} AS integer), list.id, CAST(${importNo} AS integer), list.before
      FROM ${list} AS list WHERE true ON CONFLICT DO NOTHING`);
}

/** Makes synchronisation search for imported rows. */
export async function setHasImports(
  session: WriteSession,
  { walletNo, walletId }: Pick<WrittenWallet, 'walletNo' | 'walletId'>,
): Promise<void> {
  await session.change(
    sql`UPDATE wallet_sync SET has_imports = true WHERE wallet_no = ${walletNo}`,
  );
  session.changed.add(walletId);
}
