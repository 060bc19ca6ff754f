/** Imports of files; see docs/import.md. */
import type { Transaction } from '../../domain/transaction.ts';
import type { AdminStore } from '../admin.ts';
import {
  CONFLICTS_SHOWN_MAX,
  type ImportConflict,
  type ImportOutcome,
  type ImportRecord,
  type ImportRequest,
  IMPORT_BATCH_ROWS,
} from '../import.ts';
import { findImportChanges } from '../rules/row-changes.ts';
import type { Database, OwnSession, Session, WriteSession } from '../sql/database.ts';
import { allOf, type Columns, EngineText, insertInto, raw, sql } from '../sql/query.ts';
import type { ChangeOrigin } from '../rules/wallet-events.ts';
import { countRows, readValue } from './read-value.ts';
import { addCounts } from './counts.ts';
import { recordCreated } from './events.ts';
import { findById, IS_UNFOUND, matchRows } from './import-matching.ts';
import { readCompared, stageFile } from './import-staging.ts';
import { VALUE_COLUMNS } from './transaction-rows.ts';
import { findStored, renewRevision, writeChanges } from './transactions.ts';
import { undoImport } from './undo-import.ts';
import { requireWalletNo } from './wallets.ts';
import { lockWallet, type WrittenWallet } from './written-wallet.ts';

const SELECT_IMPORTS =
  raw(`SELECT wallet.id AS "walletId", import_no AS "importNo", wallet_import.id,
  file_name AS "fileName", sha256, imported_at_ms AS "importedAtMs", row_count AS rows,
  added_count AS added, known_count AS known, changed_count AS changed,
  conflict_count AS conflicts, undone_at_ms AS "undoneAtMs"
  FROM wallet_import JOIN wallet ON wallet.wallet_no = wallet_import.wallet_no`);

/** Returns the methods of imports. */
export function importStatements(database: Database) {
  return {
    importFile: (request) => database.withOwnConnection((session) => importFile(session, request)),

    listImports: (walletId) =>
      database.rows<ImportRecord>(sql`${SELECT_IMPORTS}
        WHERE ${allOf(walletId !== undefined && sql`wallet.id = ${walletId}`)}
        ORDER BY wallet.id, import_no`),

    findImport: (id) =>
      database.row<ImportRecord>(sql`${SELECT_IMPORTS} WHERE wallet_import.id = ${id}`),

    undoImport: (id, undoneAtMs) =>
      database.withOwnConnection((session) =>
        session.write((inside) => undoImport(inside, id, undoneAtMs)),
      ),
  } satisfies Partial<AdminStore>;
}

/** The file is staged before the transaction begins, so that other writers only wait while rows are matched and written. */
async function importFile(session: OwnSession, request: ImportRequest): Promise<ImportOutcome> {
  const { walletId, read, isDryRun } = request;
  const walletNo = await requireWalletNo(session, walletId);
  const file = await stageFile(session, { walletId, walletNo }, read);
  return session.write(async (inside) => {
    const wallet = await lockWallet(inside, walletId);
    await findById(inside, walletNo);
    if (file.hasUnidentified) await matchRows(inside, walletNo);
    const lastNo = await readValue<number | null>(
      inside,
      sql`SELECT max(import_no) FROM wallet_import WHERE wallet_no = ${walletNo}`,
    );
    const importNo = (lastNo ?? 0) + 1;
    const outcome = await storeRows(inside, wallet, request, { importNo, rowCount: file.rowCount });
    const { id, fileName, nowMs } = request;
    await inside.change(sql`INSERT INTO wallet_import (wallet_no, import_no, id, file_name, sha256,
        imported_at_ms, row_count, added_count, known_count, changed_count, conflict_count)
      VALUES (${walletNo}, ${importNo}, ${id}, ${fileName}, ${file.sha256}, ${nowMs}, ${outcome.rows},
        ${outcome.added}, ${outcome.known}, ${outcome.changed}, ${outcome.conflicts})`);
    if (outcome.added > 0) {
      // Synchronisation searches for imported rows from now on.
      await inside.change(
        sql`UPDATE wallet_sync SET has_imports = true WHERE wallet_no = ${walletNo}`,
      );
    }
    return outcome;
  }, !isDryRun);
}

/**
 * Stores the staged rows: first those that are compared with stored rows, in batches, then the new ones.
 *
 * @throws {DOMException} `AbortError` if the signal aborts.
 */
async function storeRows(
  session: WriteSession,
  wallet: WrittenWallet,
  { signal, onProgress, nowMs }: ImportRequest,
  file: { readonly importNo: number; readonly rowCount: number },
): Promise<ImportOutcome> {
  const { importNo, rowCount } = file;
  const origin = { atMs: nowMs, by: 'import' } as const;
  let [done, added, changed, conflicts] = [0, 0, 0, 0];
  const shownConflicts: ImportConflict[] = [];
  const proceed = async (rows: number): Promise<void> => {
    done += rows;
    onProgress?.(done, rowCount);
    // Signals of the operating system are handled between two turns of the event loop.
    await new Promise(setImmediate);
    signal?.throwIfAborted();
  };
  const newCount = await countRows(session, sql`FROM import_row WHERE ${IS_UNFOUND}`);
  for await (const rows of readCompared(session)) {
    const stored = await findStored(session, wallet, rows);
    const found = findImportChanges(stored, rows, importNo);
    await addImportChanges(session, wallet.walletNo, importNo, found.before);
    await writeChanges(session, wallet, found.changes, origin);
    added += found.changes.filter(({ before }) => before === undefined).length;
    changed += found.changedCount;
    conflicts += found.conflicts.length;
    shownConflicts.push(...found.conflicts.slice(0, CONFLICTS_SHOWN_MAX - shownConflicts.length));
    await proceed(rows.length);
  }
  if (newCount > 0) {
    // Known rows were compared by joins.
    done = rowCount - newCount;
    for await (const rows of insertNewRows(session, wallet, file, origin)) {
      added += rows;
      await proceed(rows);
    }
  }
  signal?.throwIfAborted();
  const known = rowCount - added - changed - conflicts;
  return { rows: rowCount, added, known, changed, conflicts, shownConflicts };
}

/** Keeps the former values of rows of earlier imports, for `undoImport`. */
async function addImportChanges(
  session: Session,
  walletNo: number,
  importNo: number,
  before: readonly Transaction[],
): Promise<void> {
  const columns: Columns<Transaction> = {
    wallet_no: ['integer', () => walletNo],
    transaction_id: ['text', ({ id }) => id],
    import_no: ['integer', () => importNo],
    before: ['text', (row) => JSON.stringify(row)],
  };
  const keepFirst = raw('ON CONFLICT DO NOTHING');
  await session.change(insertInto('wallet_import_change', before, columns, keepFirst));
}

/** SQLite's checksum of a staged row does not cover its origin yet. */
const CHECKSUM_COLUMN = new EngineText({ sqlite: ', checksum', postgres: '' });
const EXTENDED_CHECKSUM = new EngineText({
  sqlite: ', extend_checksum(checksum, import_no, adoptable)',
  postgres: '',
});

/** Inserts the new rows in batches of consecutive rows of the file, and yields the number of rows of each. */
async function* insertNewRows(
  session: WriteSession,
  wallet: WrittenWallet,
  { importNo, rowCount }: { readonly importNo: number; readonly rowCount: number },
  origin: ChangeOrigin,
): AsyncGenerator<number> {
  const { walletNo, projectNo } = wallet;
  const values = Object.keys(VALUE_COLUMNS).join(', ');
  const columns = raw(`wallet_no, project_no, ${values}, import_no, adoptable`);
  const numbers = sql`(SELECT CAST(${walletNo} AS integer) AS wallet_no,
    CAST(${projectNo} AS integer) AS project_no, CAST(${importNo} AS integer) AS import_no) AS numbers`;
  for (let fromNo = 0; fromNo < rowCount; fromNo += IMPORT_BATCH_ROWS) {
    const isInBatch = sql`row_no >= ${fromNo} AND row_no < ${fromNo + IMPORT_BATCH_ROWS} AND ${IS_UNFOUND}`;
    // In the order of the listing, so that adjacent rows share pages.
    yield await session.change(sql`INSERT INTO wallet_transaction (${columns}${CHECKSUM_COLUMN})
      SELECT ${columns}${EXTENDED_CHECKSUM} FROM import_row, ${numbers}
        WHERE ${isInBatch} ORDER BY time, id`);
    const ids = sql`SELECT id FROM import_row WHERE ${isInBatch} ORDER BY row_no`;
    await recordCreated(session, wallet, ids, origin);
  }
  const counted = sql`SELECT asset, time, type, status FROM import_row WHERE ${IS_UNFOUND}`;
  await addCounts(session, walletNo, counted);
  await renewRevision(session, wallet);
}
