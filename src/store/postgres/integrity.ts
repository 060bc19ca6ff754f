import { findEditedMigrations, type Migration, toMigrationStates } from '../migration-files.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import type { StoreCheck } from '../store.ts';
import { ALL } from './change-notices.ts';
import type { PostgresConnection } from './connection.ts';
import type { PostgresDatabase } from './database.ts';
import { checkWalletCounts } from './integrity-counts.ts';
import { readApplied } from './migrations.ts';
import { NEW_REVISION } from './revisions.ts';
import { WALLET_TABLES } from './wallets.ts';

/** What a check is told. */
interface CheckOptions {
  readonly fix: boolean;
  readonly nowMs: number;
}

type Check = (connection: PostgresConnection, options: CheckOptions) => Promise<StoreCheck>;

const PROBLEMS_SHOWN_MAX = 10;
const RESTORE_HINT = 'restore a backup';
const DECIMAL = '^(0|[1-9][0-9]*)([.][0-9]+)?$';

/**
 * See `AdminStore.checkIntegrity`. A problem that was mended is reported as such, with `ok`. Pages
 * and indexes are the server's own to check (`pg_amcheck`).
 */
export async function checkIntegrity(
  database: PostgresDatabase,
  migrations: readonly Migration[],
  options: CheckOptions,
): Promise<readonly StoreCheck[]> {
  // Each in a transaction of its own: what one mends is not locked while the next one looks.
  const run = (check: Check): Promise<StoreCheck> =>
    database.maintain((connection) => {
      if (options.fix) connection.changed.add(ALL);
      return check(connection, options);
    });
  const schema = await run((connection) => checkSchema(connection, migrations));
  if (!schema.ok) return [schema];
  return [
    schema,
    await run(checkOrphans),
    await run(checkWalletParts),
    await run(checkValues),
    await checkWalletCounts(database, options),
    await run(checkCoverage),
    await run(checkLeases),
    ...(options.fix ? [await run(optimize)] : []),
  ];
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

/** Rows of a wallet that is not there. */
async function checkOrphans(
  connection: PostgresConnection,
  { fix }: CheckOptions,
): Promise<StoreCheck> {
  const name = 'orphans';
  const found: string[] = [];
  for (const table of WALLET_TABLES) {
    const orphaned = `FROM ${table}
      WHERE NOT EXISTS (SELECT 1 FROM wallet WHERE wallet.wallet_id = ${table}.wallet_id)`;
    const count = fix
      ? await change(connection, `delete_orphans_${table}`, `DELETE ${orphaned}`)
      : await countRows(connection, `count_orphans_${table}`, orphaned);
    if (count > 0) found.push(`${count} in ${table}`);
  }
  if (found.length === 0) return { name, ok: true, detail: 'every row has its wallet' };
  const list = found.join(', ');
  if (fix) return { name, ok: true, detail: `mended: rows without a wallet removed, ${list}` };
  return { name, ok: false, detail: `rows without a wallet: ${list}; mend them with --fix` };
}

/** A wallet needs a sync state, which a fix makes anew, and credentials, which it cannot. */
async function checkWalletParts(
  connection: PostgresConnection,
  { fix, nowMs }: CheckOptions,
): Promise<StoreCheck> {
  const name = 'wallets';
  const without = (table: string): string => `FROM wallet
    WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table}.wallet_id = wallet.wallet_id)`;
  const bare = await countRows(connection, 'count_bare', without('wallet_credentials'));
  if (bare > 0) {
    return { name, ok: false, detail: `${bare} without credentials; remove and add them again` };
  }
  const insert = `INSERT INTO wallet_sync
      (wallet_id, next_run_at_ms, transactions_revision, balances_revision)
    SELECT wallet_id, $1::bigint, ${NEW_REVISION}, ${NEW_REVISION} ${without('wallet_sync')}`;
  const idle = fix
    ? await change(connection, 'mend_sync_states', insert, nowMs)
    : await countRows(connection, 'count_idle', without('wallet_sync'));
  if (idle === 0) return { name, ok: true, detail: 'every wallet is complete' };
  return fix
    ? { name, ok: true, detail: `mended: ${idle} without a sync state will be synchronised anew` }
    : { name, ok: false, detail: `${idle} without a sync state; mend them with --fix` };
}

/** Values that no program writes: unknown codes, amounts that are no decimals or negative. */
async function checkValues(connection: PostgresConnection): Promise<StoreCheck> {
  const name = 'values';
  const types = Object.values(TYPE_CODES);
  const statuses = Object.values(STATUS_CODES);
  const text = `SELECT wallet_id, id FROM wallet_transaction
    WHERE type <> ALL ($1::smallint[]) OR status <> ALL ($2::smallint[]) OR amount !~ $3
      OR fee_cost !~ $3 OR timestamp_ms < 0 LIMIT ${PROBLEMS_SHOWN_MAX}`;
  const { rows } = await connection.run({ name: 'check_values', text }, types, statuses, DECIMAL);
  if (rows.length === 0) return { name, ok: true, detail: 'sound' };
  const list = rows.map(([walletId, id]) => `${String(id)} of ${String(walletId)}`).join(', ');
  return { name, ok: false, detail: `impossible values in ${list}; import the right rows` };
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
  if (unmerged === 0) return { name, ok: true, detail: 'ranges are apart' };
  return { name, ok: false, detail: `${unmerged} ranges overlap or touch; ${RESTORE_HINT}` };
}

/** A lease past its time is no fault, the next claim takes it over; a fix frees it at once. */
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
  const what = `${ended} left by workers that ended`;
  const detail = ended === 0 ? 'none left behind' : fix ? `mended: ${what}` : what;
  return { name: 'leases', ok: true, detail };
}

/** Statistics for the planner. */
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
