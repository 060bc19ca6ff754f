import type { StoreCheck } from '../admin.ts';
import type { IntegrityFindings } from '../check-rows.ts';
import { CheckProgress } from '../check-progress.ts';
import { reportCounts } from '../counted/report-counts.ts';
import type { ReportProgress } from '../progress.ts';
import { checkBalances } from './balances.ts';
import type { SqliteConnection } from './connection.ts';
import { checkWalletCounts } from './integrity-counts.ts';
import { checkImports } from './integrity-imports.ts';
import { checkSyncState } from './integrity-sync-state.ts';
import { checkTransactionValues } from './integrity-values.ts';
import { checkTimes } from './integrity-times.ts';
import { listEditedMigrations, listMigrations, type Migration } from './migrations.ts';
import { isCorruption } from './sqlite-error.ts';
import { ADD_SYNC_STATES, checkSyncStates } from './wallets.ts';

/** The input of a check. */
interface CheckOptions {
  readonly fix: boolean;
  readonly nowMs: number;
  readonly onProgress?: ReportProgress;
}

type Check = (connection: SqliteConnection, options: CheckOptions) => StoreCheck;

const PROBLEMS_SHOWN_MAX = 10;
const RESTORE_HINT = 'restore a backup';

/** The tables of a wallet's data. */
const WALLET_TABLES = [
  'wallet_credentials',
  'wallet_sync',
  'wallet_transaction',
  'wallet_asset',
  'wallet_count_node',
  'wallet_count',
  'wallet_count_backlog',
  'wallet_balances',
  'wallet_coverage',
  'wallet_quarantine',
  'wallet_recheck',
  'wallet_import',
  'wallet_import_change',
  'wallet_event',
  'webhook_delivery',
];

/**
 * See `AdminStore.checkIntegrity`. A problem that was repaired is reported as such, with `ok`. If
 * the file is corrupted or has another schema, the checks of rows are skipped.
 */
export function checkIntegrity(
  connection: SqliteConnection,
  migrations: readonly Migration[],
  options: CheckOptions,
): IntegrityFindings {
  const progress = new CheckProgress(options.onProgress);
  const run = (detail: string, check: Check): StoreCheck => {
    progress.begin(detail);
    return check(connection, options);
  };
  const schema = run('schema', () => checkSchema(connection, migrations));
  // Before the check of the file, whose fix rebuilds the copies from the rows.
  const syncState = schema.ok ? [run('sync state', checkSyncState)] : [];
  const base = [run('file', checkFile), schema, ...syncState];
  if (base.some(({ ok }) => !ok)) return { checks: base };
  const before = [
    ...base,
    run('orphans', checkOrphans),
    run('references', checkReferences),
    run('wallets', checkWalletParts),
    run('values of transactions', checkTransactionValues),
  ];
  progress.begin('counts and checksums of rows');
  const wallets = checkWalletCounts(connection, options, progress);
  const checks = [
    ...before,
    reportCounts(wallets, options.fix),
    run('balances', checkBalances),
    run('sync states', checkSyncStates),
    run('imports', checkImports),
    run('coverage', checkCoverage),
    run('leases', checkLeases),
    run('times', checkTimes),
    ...(options.fix ? [run('statistics', optimize)] : []),
  ];
  return { checks, wallets };
}

/** Checks pages, cells and indexes. A fix rebuilds an index that does not match its table. */
function checkFile(connection: SqliteConnection, { fix }: CheckOptions): StoreCheck {
  const name = 'file';
  try {
    const before = listFileProblems(connection);
    if (before.length === 0) return { name, ok: true, detail: 'pages and indexes are sound' };
    if (fix) connection.execute('REINDEX');
    const after = fix ? listFileProblems(connection) : before;
    if (after.length === 0) return { name, ok: true, detail: 'repaired: indexes were rebuilt' };
    return {
      name,
      ok: false,
      detail: `${after.join('; ')}; repair indexes with --fix, or ${RESTORE_HINT}`,
    };
  } catch (error) {
    if (!isCorruption(error)) throw error;
    return { name, ok: false, detail: `pages are corrupted; ${RESTORE_HINT}` };
  }
}

function listFileProblems(connection: SqliteConnection): readonly string[] {
  const rows = connection.readRows(`PRAGMA integrity_check(${PROBLEMS_SHOWN_MAX})`);
  return rows.map((row) => row[0] as string).filter((problem) => problem !== 'ok');
}

function checkSchema(connection: SqliteConnection, migrations: readonly Migration[]): StoreCheck {
  const name = 'schema';
  const states = listMigrations(connection, migrations);
  const pending = states.filter(({ applied }) => !applied).map(({ version }) => version);
  const edited = listEditedMigrations(connection, migrations);
  if (pending.length > 0) {
    return { name, ok: false, detail: `behind by ${pending.length}; run \`teller migrate\`` };
  }
  if (edited.length > 0) {
    const detail = `edited after it was applied: ${edited.join(', ')}; restore the program's files`;
    return { name, ok: false, detail };
  }
  return { name, ok: true, detail: `version ${states.at(-1)?.version ?? 0}` };
}

/** Finds rows of missing wallets, which a program without foreign keys can leave. A fix removes them. */
function checkOrphans(connection: SqliteConnection, { fix }: CheckOptions): StoreCheck {
  const name = 'orphans';
  const orphaned = 'WHERE wallet_no NOT IN (SELECT wallet_no FROM wallet)';
  const counts = WALLET_TABLES.map((table) => ({
    table,
    count: fix
      ? connection.change(`DELETE FROM ${table} ${orphaned}`)
      : countRows(connection, `SELECT count(*) FROM ${table} ${orphaned}`),
  })).filter(({ count }) => count > 0);
  if (counts.length === 0) return { name, ok: true, detail: 'every row has its wallet' };
  const list = counts.map(({ table, count }) => `${count} in ${table}`).join(', ');
  if (fix) return { name, ok: true, detail: `repaired: rows without a wallet removed, ${list}` };
  return { name, ok: false, detail: `rows without a wallet: ${list}; repair them with --fix` };
}

/** Finds projects, keys and wallets whose owner is missing. Only a backup contains the owner. */
function checkReferences(connection: SqliteConnection): StoreCheck {
  const name = 'references';
  const tables = ['project', 'api_key', 'wallet'];
  const broken = tables.filter(
    (table) => connection.readRow(`PRAGMA foreign_key_check(${table})`) !== undefined,
  );
  if (broken.length === 0) return { name, ok: true, detail: 'every record has its owner' };
  return { name, ok: false, detail: `owners missing in ${broken.join(', ')}; ${RESTORE_HINT}` };
}

/**
 * Checks that every wallet has a sync state and, unless it only takes imports, credentials. A fix creates a
 * missing sync state.
 */
function checkWalletParts(connection: SqliteConnection, { fix, nowMs }: CheckOptions): StoreCheck {
  const name = 'wallets';
  const without = (table: string): string =>
    `FROM wallet WHERE wallet_no NOT IN (SELECT wallet_no FROM ${table})`;
  const bare = countRows(
    connection,
    `SELECT count(*) ${without('wallet_credentials')} AND NOT imports_only`,
  );
  if (bare > 0) {
    return { name, ok: false, detail: `${bare} without credentials; remove and add them again` };
  }
  const idle = fix
    ? connection.change(`${ADD_SYNC_STATES} ${without('wallet_sync')}`, nowMs)
    : countRows(connection, `SELECT count(*) ${without('wallet_sync')}`);
  if (idle === 0) return { name, ok: true, detail: 'every wallet is complete' };
  return fix
    ? {
        name,
        ok: true,
        detail: `repaired: ${idle} without a sync state will be synchronised again`,
      }
    : { name, ok: false, detail: `${idle} without a sync state; repair them with --fix` };
}

function checkCoverage(connection: SqliteConnection): StoreCheck {
  const name = 'coverage';
  const unmerged = countRows(
    connection,
    `SELECT count(*) FROM (
       SELECT from_ms, max(to_ms) OVER (
         PARTITION BY wallet_no, source ORDER BY from_ms
         ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
       ) AS covered_to_ms FROM wallet_coverage
     ) WHERE from_ms <= covered_to_ms`,
  );
  if (unmerged === 0) return { name, ok: true, detail: 'no overlapping ranges' };
  return { name, ok: false, detail: `${unmerged} ranges overlap or touch; ${RESTORE_HINT}` };
}

/** Counts expired leases. They are not a problem: the next claim replaces them. A fix removes them. */
function checkLeases(connection: SqliteConnection, { fix, nowMs }: CheckOptions): StoreCheck {
  const ended = fix
    ? connection.change(
        'UPDATE wallet_sync SET lease_until_ms = NULL WHERE lease_until_ms <= ?',
        nowMs,
      )
    : (connection.readRow(
        'SELECT count(*) FROM wallet_sync WHERE lease_until_ms <= ?',
        nowMs,
      )?.[0] as number);
  const what = `${ended} expired leases of workers that ended`;
  const detail = ended === 0 ? 'no expired leases' : fix ? `repaired: ${what}` : what;
  return { name: 'leases', ok: true, detail };
}

/** Updates the statistics for the planner, and writes the log back into the file. */
function optimize(connection: SqliteConnection): StoreCheck {
  connection.readRows('PRAGMA optimize = 0x10002');
  connection.readRows('PRAGMA wal_checkpoint(PASSIVE)');
  return { name: 'optimize', ok: true, detail: 'statistics are up to date' };
}

function countRows(connection: SqliteConnection, sql: string): number {
  return connection.readRow(sql)?.[0] as number;
}
