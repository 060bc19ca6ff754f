import { findEditedMigrations, type Migration, toMigrationStates } from '../migration-files.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import type { StoreCheck } from '../admin.ts';
import type { IntegrityFindings } from '../check-rows.ts';
import { CheckProgress } from '../check-progress.ts';
import { reportCounts } from '../counted/report-counts.ts';
import type { ReportProgress } from '../progress.ts';
import { checkBalances } from './balances.ts';
import { ALL } from './change-notices.ts';
import type { PostgresConnection } from './connection.ts';
import type { PostgresRow, Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';
import { checkWalletCounts } from './integrity-counts.ts';
import { checkImports } from './integrity-imports.ts';
import { checkPages } from './integrity-pages.ts';
import { checkTimes } from './integrity-times.ts';
import { readApplied } from './migrations.ts';
import { newRevision } from './revisions.ts';
import { CONTENT_PARTS } from './transaction-content.ts';
import { decodeTransactionId } from './transaction-id.ts';
import { checkSyncStates, WALLET_TABLES } from './wallets.ts';

/** The input of a check. */
interface CheckOptions {
  readonly fix: boolean;
  readonly nowMs: number;
  readonly onProgress?: ReportProgress;
}

type Check = (connection: PostgresConnection, options: CheckOptions) => Promise<StoreCheck>;

const PROBLEMS_SHOWN_MAX = 10;
/** Removed wallets whose rows one run reports and removes. */
const ORPHANS_MAX = 10_000;
const RESTORE_HINT = 'restore a backup';
const VALUES_HINT = `if the check of rows reports them, follow its advice, else ${RESTORE_HINT}`;
const DECIMAL = '^(0|[1-9][0-9]*)([.][0-9]+)?$';

/**
 * See `AdminStore.checkIntegrity`. A problem that was repaired is reported as such, with `ok`. The
 * server checks its own pages, and `pg_amcheck` its indexes.
 */
export async function checkIntegrity(
  database: PostgresDatabase,
  migrations: readonly Migration[],
  options: CheckOptions,
): Promise<IntegrityFindings> {
  const progress = new CheckProgress(options.onProgress);
  // Each check has its own transaction, so that rows that it repairs are not locked during the next one.
  const run = (detail: string, check: Check): Promise<StoreCheck> => {
    progress.begin(detail);
    return database.maintain((connection) => {
      if (options.fix) connection.changed.add(ALL);
      return check(connection, options);
    });
  };
  const schema = await run('schema', (connection) => checkSchema(connection, migrations));
  if (!schema.ok) return { checks: [schema] };
  const before = [
    schema,
    await run('pages', checkPages),
    await run('orphans', checkOrphans),
    await run('wallets', checkWalletParts),
    await run('values of transactions', checkValues),
  ];
  progress.begin('counts and checksums of rows');
  const wallets = await checkWalletCounts(database, options, progress);
  progress.begin('balances');
  const checks = [
    ...before,
    reportCounts(wallets, options.fix),
    await checkBalances(database),
    await run('sync states', checkSyncStates),
    await run('imports', checkImports),
    await run('coverage', checkCoverage),
    await run('leases', checkLeases),
    await run('times', checkTimes),
    ...(options.fix ? [await run('statistics', optimize)] : []),
  ];
  return { checks, wallets };
}

async function checkSchema(
  connection: PostgresConnection,
  migrations: readonly Migration[],
): Promise<StoreCheck> {
  const name = 'schema';
  const applied = await readApplied(connection);
  const states = toMigrationStates(applied, migrations);
  const pending = states.filter((state) => !state.applied);
  const edited = findEditedMigrations(applied, migrations);
  if (pending.length > 0) {
    return { name, ok: false, detail: `behind by ${pending.length}; run \`teller migrate\`` };
  }
  if (edited.length > 0) {
    const detail = `edited after it was applied: ${edited.join(', ')}; restore the program's files`;
    return { name, ok: false, detail };
  }
  return { name, ok: true, detail: `version ${states.at(-1)?.version ?? 0}` };
}

/**
 * Finds rows of missing wallets; a fix removes them. The identifiers are compared here, because Citus does
 * not join a distributed table with a local one in a subquery. Wallets are read after the rows, so that the
 * rows of a wallet that is added concurrently are not reported.
 */
async function checkOrphans(
  connection: PostgresConnection,
  { fix }: CheckOptions,
): Promise<StoreCheck> {
  const name = 'orphans';
  const known = await listIds(connection, 'wallet');
  const found: string[] = [];
  for (const table of WALLET_TABLES) {
    const text = `SELECT wallet_id, count(*) FROM ${table} WHERE wallet_id <> ALL ($1::text[])
      GROUP BY wallet_id LIMIT ${ORPHANS_MAX}`;
    const { rows } = await connection.run({ name: `find_orphans_${table}`, text }, known);
    const added = new Set(await listIds(connection, 'wallet', rows.map(toId)));
    const orphans = rows.filter((row) => !added.has(toId(row)));
    if (orphans.length === 0) continue;
    if (fix) await removeRows(connection, table, orphans.map(toId));
    found.push(`${orphans.reduce((sum, [, count]) => sum + (count as number), 0)} in ${table}`);
  }
  if (found.length === 0) return { name, ok: true, detail: 'every row has its wallet' };
  const list = found.join(', ');
  if (fix) return { name, ok: true, detail: `repaired: rows without a wallet removed, ${list}` };
  return { name, ok: false, detail: `rows without a wallet: ${list}; repair them with --fix` };
}

async function removeRows(
  connection: PostgresConnection,
  table: string,
  ids: readonly string[],
): Promise<void> {
  const text = `DELETE FROM ${table} WHERE wallet_id = ANY ($1::text[])`;
  await connection.run({ name: `delete_orphans_${table}`, text }, ids);
}

/**
 * Checks that every wallet has a sync state and, unless it only takes imports, credentials. A fix creates a
 * missing sync state.
 */
async function checkWalletParts(
  connection: PostgresConnection,
  { fix, nowMs }: CheckOptions,
): Promise<StoreCheck> {
  const name = 'wallets';
  const keyless = await listWithout(connection, 'wallet_credentials');
  const { rows: synced } = await connection.run(LIST_SYNCED, keyless);
  const bare = synced.map(toId);
  if (bare.length > 0) {
    const detail = `${bare.length} without credentials; remove and add them again`;
    return { name, ok: false, detail };
  }
  const idle = await listWithout(connection, 'wallet_sync');
  if (idle.length === 0) return { name, ok: true, detail: 'every wallet is complete' };
  const what = `${idle.length} without a sync state`;
  if (!fix) return { name, ok: false, detail: `${what}; repair them with --fix` };
  await connection.run(ADD_SYNC_STATES, idle, nowMs, newRevision(), newRevision());
  return { name, ok: true, detail: `repaired: ${what} will be synchronised again` };
}

const LIST_SYNCED: Statement = {
  name: 'list_synced_wallets',
  text: 'SELECT wallet_id FROM wallet WHERE wallet_id = ANY ($1::text[]) AND NOT imports_only',
};
const ADD_SYNC_STATES: Statement = {
  name: 'add_missing_sync_states',
  text: `INSERT INTO wallet_sync
      (wallet_id, next_run_at_ms, history_complete, transactions_revision, balances_revision)
    SELECT wallet_id, CASE WHEN imports_only THEN NULL ELSE $2::bigint END, imports_only, $3::bigint, $4::bigint
      FROM wallet WHERE wallet_id = ANY ($1::text[])
    ON CONFLICT DO NOTHING`,
};

/** Returns the wallets that have no row in a table. */
async function listWithout(connection: PostgresConnection, table: string): Promise<string[]> {
  const wallets = await listIds(connection, 'wallet');
  const having = new Set(await listIds(connection, table));
  return wallets.filter((id) => !having.has(id));
}

/** Returns the identifiers of wallets in a table, optionally only those in a list. */
async function listIds(
  connection: PostgresConnection,
  table: string,
  ids?: readonly string[],
): Promise<string[]> {
  const text = `SELECT wallet_id FROM ${table}`;
  const { rows } = await (ids === undefined
    ? connection.run({ name: `list_ids_${table}`, text })
    : connection.run(
        { name: `find_ids_${table}`, text: `${text} WHERE wallet_id = ANY ($1::text[])` },
        ids,
      ));
  return rows.map(toId);
}

const toId = ([id]: PostgresRow): string => id as string;

/** Finds invalid values: unknown codes, and amounts that are negative or not decimal. */
async function checkValues(connection: PostgresConnection): Promise<StoreCheck> {
  const name = 'values';
  const types = Object.values(TYPE_CODES);
  const statuses = Object.values(STATUS_CODES);
  const text = `SELECT wallet_id, id FROM (${CONTENT_PARTS}) AS parts
    WHERE type_code <> ALL ($1::smallint[]) OR status_code <> ALL ($2::smallint[])
      OR amount !~ $3 OR fee_cost !~ $3 OR timestamp_ms < 0 LIMIT ${PROBLEMS_SHOWN_MAX}`;
  const { rows } = await connection.run({ name: 'check_values', text }, types, statuses, DECIMAL);
  if (rows.length === 0) return { name, ok: true, detail: 'sound' };
  const list = rows
    .map(([walletId, id]) => `${decodeTransactionId(id as Uint8Array)} of ${String(walletId)}`)
    .join(', ');
  return { name, ok: false, detail: `impossible values in ${list}; ${VALUES_HINT}` };
}

async function checkCoverage(connection: PostgresConnection): Promise<StoreCheck> {
  const name = 'coverage';
  const unmerged = await countRows(
    connection,
    'count_unmerged',
    `FROM (
      SELECT from_ms, max(to_ms) OVER (
        PARTITION BY wallet_id, source ORDER BY from_ms
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
      ) AS covered_to_ms FROM wallet_coverage
    ) AS ranges WHERE from_ms <= covered_to_ms`,
  );
  if (unmerged === 0) return { name, ok: true, detail: 'no overlapping ranges' };
  return { name, ok: false, detail: `${unmerged} ranges overlap or touch; ${RESTORE_HINT}` };
}

/** Counts expired leases. They are not a problem: the next claim replaces them. A fix removes them. */
async function checkLeases(
  connection: PostgresConnection,
  { fix, nowMs }: CheckOptions,
): Promise<StoreCheck> {
  const ended = fix
    ? await change(
        connection,
        'free_ended_leases',
        'UPDATE wallet_sync SET lease_until_ms = NULL WHERE lease_until_ms <= $1',
        nowMs,
      )
    : await countRows(
        connection,
        'count_ended_leases',
        'FROM wallet_sync WHERE lease_until_ms <= $1',
        nowMs,
      );
  const what = `${ended} expired leases of workers that ended`;
  const detail = ended === 0 ? 'no expired leases' : fix ? `repaired: ${what}` : what;
  return { name: 'leases', ok: true, detail };
}

/** Updates the statistics for the planner. */
async function optimize(connection: PostgresConnection): Promise<StoreCheck> {
  for (const table of ['wallet', ...WALLET_TABLES]) await connection.execute(`ANALYZE ${table}`);
  return { name: 'optimize', ok: true, detail: 'statistics are up to date' };
}

async function countRows(
  connection: PostgresConnection,
  name: string,
  from: string,
  ...values: readonly number[]
): Promise<number> {
  const { rows } = await connection.run({ name, text: `SELECT count(*) ${from}` }, ...values);
  return rows[0]?.[0] as number;
}

async function change(
  connection: PostgresConnection,
  name: string,
  text: string,
  ...values: readonly number[]
): Promise<number> {
  return (await connection.run({ name, text }, ...values)).rowCount;
}
