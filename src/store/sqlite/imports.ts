/** Imports of files: see `AdminStore.importFile` and docs/import.md. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Transaction } from '../../domain/transaction.ts';
import { matchStoredRows, type StoredRows } from '../imports/match-stored.ts';
import { type ImportWriter, storeRows } from '../imports/run-import.ts';
import { matchKeyOf } from '../rules/equal-rows.ts';
import type { StoredTransaction } from '../rules/import-rows.ts';
import type { CopiedImports, ImportChange } from '../copy.ts';
import {
  IMPORT_BATCH_ROWS,
  type ImportOutcome,
  type ImportRecord,
  type ImportRequest,
} from '../import.ts';
import {
  IMPORT_CHANGE_COLUMNS,
  IMPORT_COLUMNS,
  STORED_COLUMNS,
  toImportChange,
  toImportRecord,
  toStoredTransaction,
} from '../table-rows.ts';
import type { SqliteConnection } from './connection.ts';
import { lockAndWrite } from './lock-and-write.ts';
import { findStored, insertRows, writeChanges } from './transaction-writes.ts';
import { requireWalletNo } from './wallets.ts';

const READ_ALL = `SELECT ${STORED_COLUMNS} FROM wallet_transaction
  WHERE wallet_no = ? AND (timestamp_ms, id) > (?, ?)
  ORDER BY timestamp_ms, id LIMIT ?`;
const HAS_ID = 'SELECT 1 FROM wallet_transaction WHERE wallet_no = ? AND id = ?';
const REVISION = 'SELECT transactions_revision FROM wallet_sync WHERE wallet_no = ?';
const NEXT_NO = 'SELECT coalesce(max(import_no), 0) + 1 FROM wallet_import WHERE wallet_no = ?';
const ADD_IMPORT = `INSERT INTO wallet_import (wallet_no, ${IMPORT_COLUMNS})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const ADD_CHANGE = `INSERT INTO wallet_import_change (wallet_no, transaction_id, import_no, before)
  VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const SET_HAS_IMPORTS = 'UPDATE wallet_sync SET has_imports = 1 WHERE wallet_no = ?';
const LIST_UNFILLED = `SELECT ${STORED_COLUMNS} FROM wallet_transaction
  WHERE wallet_no = ? AND match_key = 0 LIMIT ?`;
/** The columns of a join with `wallet`, which also has an id. */
const IMPORT_FIELDS = IMPORT_COLUMNS.replace(/\bid\b/, 'wallet_import.id');
const SET_KEY = 'UPDATE wallet_transaction SET match_key = ? WHERE wallet_no = ? AND id = ?';

/**
 * See `AdminStore.importFile`. The stored rows are compared before the write lock is taken, and again under
 * the lock only if the wallet has changed meanwhile. So other writers only wait while rows are written.
 */
export async function importFile(
  connection: SqliteConnection,
  request: ImportRequest,
): Promise<ImportOutcome> {
  const walletNo = requireWalletNo(connection, request.walletId);
  const revision = (): unknown => connection.readRow(REVISION, walletNo)?.[0];
  const match = (): ReturnType<typeof matchStoredRows> =>
    matchStoredRows(request.source, readStored(connection, walletNo));
  const planned = await connection.readSlowly(async () => [revision(), await match()] as const);
  return lockAndWrite(connection, request, async () => {
    const [seen, matched] = planned;
    const isMatched = seen === revision() ? matched : await match();
    const importNo = connection.readRow(NEXT_NO, walletNo)?.[0] as number;
    const writer = makeWriter(connection, walletNo, request.nowMs);
    const outcome = await storeRows(writer, request, importNo, isMatched);
    const { id, fileName, sha256, nowMs: importedAtMs } = request;
    const { shownConflicts: _shown, ...counts } = outcome;
    const record = { id, fileName, sha256, importedAtMs, ...counts, importNo, undoneAtMs: null };
    addImport(connection, walletNo, record);
    if (outcome.added > 0) connection.change(SET_HAS_IMPORTS, walletNo);
    return outcome;
  });
}

function readStored(connection: SqliteConnection, walletNo: number): StoredRows {
  return {
    async *readAll() {
      let after = { timestampMs: Number.MIN_SAFE_INTEGER, id: '' };
      for (;;) {
        const { timestampMs, id } = after;
        const rows = connection
          .readRows(READ_ALL, walletNo, timestampMs, id, IMPORT_BATCH_ROWS)
          .map(toStoredTransaction);
        if (rows.length > 0) yield rows;
        if (rows.length < IMPORT_BATCH_ROWS) return;
        after = rows.at(-1) ?? after;
        await nextTurn();
      }
    },
    findIds: (ids) =>
      Promise.resolve(
        new Set(ids.filter((id) => connection.readRow(HAS_ID, walletNo, id) !== undefined)),
      ),
  };
}

function makeWriter(connection: SqliteConnection, walletNo: number, atMs: number): ImportWriter {
  const origin = { atMs, by: 'import' } as const;
  return {
    insertNew: async (rows, importNo) => insertRows(connection, walletNo, rows, importNo),
    findStored: async (rows) => findStored(connection, walletNo, rows),
    async writeChanges(changes, inserted, importNo) {
      for (const before of changes.before) {
        addChange(connection, walletNo, importNo, before);
      }
      writeChanges(connection, walletNo, changes, { inserted, origin });
    },
  };
}

/** See `AdminStore.listImports`. */
export function listImports(
  connection: SqliteConnection,
  walletId: string | undefined,
): readonly ImportRecord[] {
  const rows = connection.readRows(
    `SELECT wallet.id, ${IMPORT_FIELDS} FROM wallet_import
       JOIN wallet ON wallet.wallet_no = wallet_import.wallet_no
       WHERE wallet.id = ?1 OR ?1 IS NULL ORDER BY wallet.id, import_no`,
    walletId ?? null,
  );
  return rows.map(([id, ...row]) => toImportRecord(id as string, row));
}

/** See `CopySource.listImportChanges`. */
export function listImportChanges(
  connection: SqliteConnection,
  walletId: string,
): readonly ImportChange[] {
  return connection
    .readRows(
      `SELECT ${IMPORT_CHANGE_COLUMNS} FROM wallet_import_change
         WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?)
         ORDER BY transaction_id, import_no`,
      walletId,
    )
    .map(toImportChange);
}

/** See `CopyTarget.copyImports`. */
export function copyImports(
  connection: SqliteConnection,
  walletId: string,
  { imports, changes, hasImports }: CopiedImports,
): void {
  connection.write(() => {
    const walletNo = requireWalletNo(connection, walletId);
    for (const record of imports) addImport(connection, walletNo, record);
    for (const { importNo, before } of changes) addChange(connection, walletNo, importNo, before);
    if (hasImports) connection.change(SET_HAS_IMPORTS, walletNo);
  });
}

function addImport(
  connection: SqliteConnection,
  walletNo: number,
  record: Omit<ImportRecord, 'walletId'>,
): void {
  connection.change(
    ADD_IMPORT,
    walletNo,
    record.importNo,
    record.id,
    record.fileName,
    record.sha256,
    record.importedAtMs,
    record.rows,
    record.added,
    record.known,
    record.changed,
    record.conflicts,
    record.undoneAtMs,
  );
}

function addChange(
  connection: SqliteConnection,
  walletNo: number,
  importNo: number,
  before: Transaction,
): void {
  connection.change(ADD_CHANGE, walletNo, before.id, importNo, JSON.stringify(before));
}

/** Computes the match keys of rows that were imported before match keys existed; see the migration. */
export function fillMatchKeys(connection: SqliteConnection): void {
  for (const [walletNo] of connection.readRows(
    'SELECT wallet_no FROM wallet_sync WHERE has_imports',
  )) {
    // Each iteration fills some rows, until none is left.
    while (fillSome(connection, walletNo as number) > 0);
  }
}

function fillSome(connection: SqliteConnection, walletNo: number): number {
  const unfilled = (): readonly StoredTransaction[] =>
    connection.readRows(LIST_UNFILLED, walletNo, IMPORT_BATCH_ROWS).map(toStoredTransaction);
  if (unfilled().length === 0) return 0;
  return connection.write(() => {
    const rows = unfilled();
    for (const row of rows) connection.change(SET_KEY, matchKeyOf(row), walletNo, row.id);
    return rows.length;
  });
}
