/** Imports of files: see `AdminStore.importFile` and docs/import.md. */
import { matchStoredRows, type StoredRows } from '../imports/match-stored.ts';
import { type ImportWriter, storeRows } from '../imports/run-import.ts';
import { matchKeyOf } from '../rules/equal-rows.ts';
import type { CopiedImports, ImportChange } from '../copy.ts';
import { RecordNotFoundError } from '../errors.ts';
import {
  IMPORT_BATCH_ROWS,
  type ImportOutcome,
  type ImportRecord,
  type ImportRequest,
} from '../import.ts';
import {
  IMPORT_CHANGE_COLUMNS,
  IMPORT_COLUMNS,
  toImportChange,
  toImportRecord,
} from '../table-rows.ts';
import type { PostgresConnection } from './connection.ts';
import type { BoundStatement, Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';
import { lookUpEach } from './look-up.ts';
import { bindKey, isAfter, OF_WALLET, sortOldest, takeOldest } from './listing-order.ts';
import { decodeTransactionId, encodeTransactionId } from './transaction-id.ts';
import { STORED_COLUMNS, toStoredTransaction } from './transaction-rows.ts';
import { lockWallet, readKnown, writeChanges } from './transaction-writes.ts';
import type { Recording } from './wallet-events.ts';

/** Allows the transaction to be idle while 10,000,000 rows are compared with as many stored ones. */
const ALLOW_PAUSES = "SET LOCAL idle_in_transaction_session_timeout = '10min'";

const READ_ALL: Statement = {
  name: 'read_all_transactions',
  text: `SELECT ${STORED_COLUMNS} FROM wallet_transaction
    WHERE ${OF_WALLET} AND ${isAfter('$2::bigint', '$3::bytea')} ${takeOldest('$4')}`,
};
const FIND_IDS: Statement = {
  name: 'find_transaction_ids',
  text: lookUpEach('id', 'wallet_transaction', 'id', 'bytea'),
};
const NEXT_NO: Statement = {
  name: 'next_import_no',
  text: 'SELECT coalesce(max(import_no), 0) + 1 FROM wallet_import WHERE wallet_id = $1',
};
const ADD_IMPORT: Statement = {
  name: 'add_import',
  text: `INSERT INTO wallet_import (wallet_id, ${IMPORT_COLUMNS})
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
};
const ADD_CHANGES: Statement = {
  name: 'add_import_changes',
  text: `INSERT INTO wallet_import_change (wallet_id, transaction_id, import_no, before)
    SELECT $1, * FROM unnest($2::bytea[], $3::integer[], $4::text[]) ON CONFLICT DO NOTHING`,
};
const SET_HAS_IMPORTS: Statement = {
  name: 'set_has_imports',
  text: 'UPDATE wallet_sync SET has_imports = true WHERE wallet_id = $1',
};
const LIST: Statement = {
  name: 'list_imports',
  text: `SELECT wallet_id, ${IMPORT_COLUMNS} FROM wallet_import
    WHERE wallet_id = $1 OR $1 IS NULL ORDER BY wallet_id, import_no`,
};
const LIST_CHANGES: Statement = {
  name: 'list_import_changes',
  text: `SELECT ${IMPORT_CHANGE_COLUMNS} FROM wallet_import_change
    WHERE wallet_id = $1 ORDER BY transaction_id, import_no`,
};
const LIST_WITH_IMPORTS: Statement = {
  name: 'list_wallets_with_imports',
  text: 'SELECT wallet_id FROM wallet_sync WHERE has_imports',
};
const LIST_UNFILLED: Statement = {
  name: 'list_unfilled_match_keys',
  text: `SELECT ${STORED_COLUMNS} FROM wallet_transaction
    WHERE ${OF_WALLET} AND match_key = 0 LIMIT $2`,
};
const SET_KEYS: Statement = {
  name: 'set_match_keys',
  text: `UPDATE wallet_transaction AS row SET match_key = made.match_key
    FROM unnest($2::bytea[], $3::bigint[]) AS made (id, match_key)
    WHERE row.wallet_id = $1 AND row.id = made.id`,
};

/** Thrown to roll a transaction back; contains its result. */
class DryRunEnd extends Error {
  readonly outcome: ImportOutcome;

  constructor(outcome: ImportOutcome) {
    super('the dry run has ended');
    this.outcome = outcome;
  }
}

/**
 * See `AdminStore.importFile`. The import locks the wallet, so that its synchronisation waits. Other wallets
 * are not affected.
 */
export async function importFile(
  database: PostgresDatabase,
  request: ImportRequest,
): Promise<ImportOutcome> {
  const { walletId, isDryRun, source } = request;
  try {
    return await database.maintain(async (connection) => {
      await connection.execute(ALLOW_PAUSES);
      const wallet = await lockWallet(connection, walletId);
      if (wallet === undefined) throw new RecordNotFoundError('wallet', walletId);
      const isMatched = await matchStoredRows(source, readStored(connection, walletId));
      const importNo = (await connection.run(NEXT_NO, walletId)).rows[0]?.[0] as number;
      const origin = { atMs: request.nowMs, by: 'import' } as const;
      const writer = makeWriter(connection, walletId, { wallet, origin });
      const outcome = await storeRows(writer, request, importNo, isMatched);
      if (isDryRun) throw new DryRunEnd(outcome);
      const { id, fileName, sha256, nowMs: importedAtMs } = request;
      const { shownConflicts: _shown, ...counts } = outcome;
      const record = { id, walletId, fileName, sha256, importedAtMs, importNo, undoneAtMs: null };
      await connection.runAll([
        bindImport({ ...record, ...counts }),
        ...(outcome.added > 0 ? ([[SET_HAS_IMPORTS, walletId]] as const) : []),
      ]);
      return outcome;
    });
  } catch (error) {
    if (error instanceof DryRunEnd) return error.outcome;
    throw error;
  }
}

/** See `AdminStore.listImports`. */
export async function listImports(
  database: PostgresDatabase,
  walletId: string | undefined,
): Promise<readonly ImportRecord[]> {
  const rows = await database.read(LIST, walletId ?? null);
  return rows.map(([id, ...row]) => toImportRecord(id as string, row));
}

/** See `CopySource.listImportChanges`. */
export async function listImportChanges(
  database: PostgresDatabase,
  walletId: string,
): Promise<readonly ImportChange[]> {
  return (await database.read(LIST_CHANGES, walletId)).map(toImportChange);
}

/** See `CopyTarget.copyImports`. */
export async function copyImports(
  database: PostgresDatabase,
  walletId: string,
  { imports, changes, hasImports }: CopiedImports,
): Promise<void> {
  if (imports.length === 0) return;
  await database.write((connection) => {
    connection.changed.add(walletId);
    return connection.runAll([
      ...(hasImports ? [[SET_HAS_IMPORTS, walletId] as const] : []),
      ...imports.map((record) => bindImport({ ...record, walletId })),
      ...bindChanges(walletId, changes),
    ]);
  });
}

/** Computes the missing match keys of rows that an older version has imported; see the migration. */
export async function fillMatchKeys(database: PostgresDatabase): Promise<void> {
  for (const [walletId] of await database.read(LIST_WITH_IMPORTS)) {
    // Each iteration fills some of the missing keys.
    while ((await fillSome(database, walletId as string)) > 0);
  }
}

async function fillSome(database: PostgresDatabase, walletId: string): Promise<number> {
  return database.write(async (connection) => {
    const { rows } = await connection.run(LIST_UNFILLED, walletId, IMPORT_BATCH_ROWS);
    const unfilled = rows.map(toStoredTransaction);
    if (unfilled.length === 0) return 0;
    const ids = unfilled.map(({ id }) => encodeTransactionId(id));
    await connection.run(SET_KEYS, walletId, ids, unfilled.map(matchKeyOf));
    return unfilled.length;
  });
}

function readStored(connection: PostgresConnection, walletId: string): StoredRows {
  return {
    async *readAll() {
      let after = { timestampMs: Number.MIN_SAFE_INTEGER, id: '' };
      for (;;) {
        const values = [...bindKey(after), IMPORT_BATCH_ROWS];
        const { rows } = await connection.run(READ_ALL, walletId, ...values);
        const read = sortOldest(rows.map(toStoredTransaction), IMPORT_BATCH_ROWS);
        if (read.length > 0) yield read;
        if (read.length < IMPORT_BATCH_ROWS) return;
        after = read.at(-1) ?? after;
      }
    },
    async findIds(ids) {
      if (ids.length === 0) return new Set<string>();
      const { rows } = await connection.run(FIND_IDS, walletId, ids.map(encodeTransactionId));
      return new Set(rows.map(([id]) => decodeTransactionId(id as Uint8Array)));
    },
  };
}

function makeWriter(
  connection: PostgresConnection,
  walletId: string,
  recording: Recording,
): ImportWriter {
  return {
    insertNew: (rows) => Promise.resolve(rows),
    findStored: (rows) => readKnown(connection, walletId, rows),
    writeChanges(changes, _inserted, importNo) {
      const before = changes.before.map((row) => ({ importNo, before: row }));
      const others = bindChanges(walletId, before);
      return writeChanges(connection, walletId, changes, others, recording);
    },
  };
}

function bindChanges(
  walletId: string,
  changes: readonly ImportChange[],
): readonly BoundStatement[] {
  if (changes.length === 0) return [];
  return [
    [
      ADD_CHANGES,
      walletId,
      changes.map(({ before }) => encodeTransactionId(before.id)),
      changes.map(({ importNo }) => importNo),
      changes.map(({ before }) => JSON.stringify(before)),
    ],
  ];
}

function bindImport(record: ImportRecord): BoundStatement {
  return [
    ADD_IMPORT,
    record.walletId,
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
  ];
}
