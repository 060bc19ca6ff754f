/** Copies all tables of one store into another, of any engine. */
import { StoreError } from './errors.ts';
import type { ReportProgress } from './progress.ts';
import type { Row, Session } from './sql/database.ts';
import {
  at,
  type Columns,
  EngineText,
  insertInto,
  joinQueries,
  type Kind,
  raw,
  sql,
  type Value,
} from './sql/query.ts';
import { type AnyBalance, checksumBalances } from './statements/balances.ts';
import { rebuildCounts } from './statements/counts.ts';
import {
  checksumOfRow,
  toTransaction,
  type TransactionRow,
} from './statements/transaction-rows.ts';
import { listTables, TABLES } from './statements/tables.ts';
import type { Store } from './store.ts';

/** Thrown if data cannot be copied, or a copy differs from its source. */
export class CopyError extends StoreError {
  readonly code = 'copy_failed';
}

/** The number of copied records. */
export interface CopiedRecords {
  readonly walletCount: number;
  readonly transactionCount: number;
}

/** Running workers and the applied migrations are not copied, and the transactions are counted again. */
const COPIED = listTables(({ key }) => key !== undefined);

const BATCH_ROWS = 5000;

/**
 * Copies an installation in one transaction, so that the target has all of it or nothing. Each batch is read from the
 * target again and compared.
 *
 * @throws {CopyError} if the target contains data, or a copy differs from its source.
 * @throws {StoreUnavailableError} if a transaction or a balance of the source is corrupted.
 */
export function copyStore(
  source: Store,
  target: Store,
  onProgress?: ReportProgress,
): Promise<CopiedRecords> {
  return target.database.withOwnConnection((own) =>
    own.write(async (session) => {
      for (const table of COPIED) await requireEmpty(session, table);
      const counts = await source.database.read(async (from) => {
        const found = await readCounts(from);
        const total = found.reduce((sum, { count }) => sum + count, 0);
        let done = 0;
        for (const table of COPIED) {
          for await (const rows of copyTable(from, session, table)) {
            if (table !== 'wallet_transaction') continue;
            done += rows;
            onProgress?.({ activity: 'copied and compared', unit: 'rows', done, total });
          }
        }
        return found;
      });
      for (const { walletNo } of counts) await rebuildCounts(session, walletNo);
      if (!isEqual(await readCounts(session), counts)) throw refuseCopy('counts');
      await session.rows(sql`SELECT ${CONTINUE_NUMBERS}`);
      const transactionCount = counts.reduce((sum, { count }) => sum + count, 0);
      return { walletCount: counts.length, transactionCount };
    }),
  );
}

function refuseCopy(what: string): CopyError {
  return new CopyError(
    `the copy of ${what} differs from its source; run \`teller doctor\` on the source`,
  );
}

async function requireEmpty(session: Session, table: string): Promise<void> {
  const found = await session.row(sql`SELECT 1 FROM ${raw(table)} LIMIT 1`);
  if (found === undefined) return;
  throw new CopyError('the target already contains data; copy into a new database');
}

function readCounts(session: Session) {
  return session.rows<{ readonly walletNo: number; readonly count: number }>(sql`SELECT
      wallet_no AS "walletNo", transaction_count AS count
    FROM wallet_content ORDER BY wallet_no`);
}

/** Copies a table. Yields the number of rows of each batch. */
async function* copyTable(source: Session, target: Session, table: string): AsyncGenerator<number> {
  const columns = await listColumns(target, table);
  const shared = Object.keys(columns).filter((name) => name !== 'checksum');
  let after: Row | undefined;
  for (;;) {
    const rows = await readAfter(source, table, after);
    await addChecksums(source, table, rows);
    await target.change(insertInto(table, rows, columns));
    const copied = await readAfter(target, table, after);
    if (!isEqual(choose(copied, shared), choose(rows, shared))) throw refuseCopy(table);
    yield rows.length;
    if (rows.length < BATCH_ROWS) return;
    after = rows.at(-1);
  }
}

/** The columns of all tables and their types, without generated columns. SQLite only needs to know its checksums. */
const ALL_COLUMNS = new EngineText({
  sqlite: `(SELECT tables.name AS "table", columns.name,
      iif(columns.name = 'checksum', 'checksum', 'text') AS type
    FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns)`,
  postgres: `(SELECT CAST(table_name AS text) AS "table", CAST(column_name AS text) AS name,
      CAST(udt_name AS text) AS type
    FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_generated = 'NEVER')`,
});

async function listColumns(session: Session, table: string): Promise<Columns<Row>> {
  const columns = await session.rows<{ readonly name: string; readonly type: Kind }>(
    sql`SELECT name, type FROM ${ALL_COLUMNS} AS columns WHERE "table" = ${table}`,
  );
  const toInput = (value: unknown, type: Kind) =>
    type === 'timestamptz' && typeof value === 'number' ? at(value) : (value as Value);
  return Object.fromEntries(
    columns.map(({ name, type }) => [name, [type, (row: Row) => toInput(row[name], type)]]),
  );
}

/** Returns the next rows in the order of the key, from the start or after a row. */
function readAfter(
  session: Session,
  table: string,
  after: Row | undefined,
): Promise<readonly Row[]> {
  const key = TABLES[table]?.key ?? [];
  const columns = raw(key.join(', '));
  const place = after && key.map((name) => sql`${after[name] as Value}`);
  const isLater = place && sql`(${columns}) > (${joinQueries(place, ', ')})`;
  return session.rows(sql`SELECT * FROM ${raw(table)} WHERE ${isLater ?? raw('true')}
    ORDER BY ${columns} LIMIT ${BATCH_ROWS}`);
}

/** Adds the checksums that SQLite stores. @throws {StoreUnavailableError} if a row is corrupted. */
async function addChecksums(source: Session, table: string, rows: readonly Row[]): Promise<void> {
  let checksums: readonly number[] = [];
  if (table === 'wallet_balance') {
    checksums = await checksumBalances(source, rows as unknown as readonly AnyBalance[]);
  } else if (table === 'wallet_transaction') {
    const transactions = rows.map(toTransactionRow);
    checksums = transactions.map((row) => checksumOfRow(row.walletNo, toTransaction(row)));
  }
  for (const [index, checksum] of checksums.entries()) {
    Object.assign(rows[index] as Row, { checksum });
  }
}

/** Renames the columns whose fields have other names. */
function toTransactionRow(row: Row): TransactionRow {
  const { wallet_no: walletNo, time: timestampMs, import_no: importNo } = row;
  const { fee_cost: feeCost, fee_currency: feeCurrency } = row;
  const renamed = { ...row, walletNo, timestampMs, importNo, feeCost, feeCurrency };
  return renamed as unknown as TransactionRow;
}

/** Continues the numbers of projects and wallets after those that were copied; SQLite does so automatically. */
const CONTINUE_NUMBERS = new EngineText({
  sqlite: '1',
  postgres: `setval(pg_get_serial_sequence('project', 'project_no'), max(project_no)),
    (SELECT setval(pg_get_serial_sequence('wallet', 'wallet_no'), max(wallet_no)) FROM wallet)
    FROM project`,
});

/** Returns the values of columns in the form that both engines share. */
function choose(rows: readonly Row[], names: readonly string[]): readonly unknown[] {
  return rows.map((row) => names.map((name) => toShared(row[name])));
}

function toShared(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return typeof value === 'boolean' ? Number(value) : value;
}

function isEqual(left: readonly unknown[], right: readonly unknown[]): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
