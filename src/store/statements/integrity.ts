/** The checks of `AdminStore.checkIntegrity` for both engines. A repaired problem is reported as such, with `ok`. */
import type { IntegrityOptions, StoreCheck } from '../admin.ts';
import { NodeUnavailableError } from '../errors.ts';
import { BOUNDED_TIMES } from '../rules/misdated-times.ts';
import { listFirst, WALLETS_SHOWN_MAX } from '../rules/row-findings.ts';
import type { Database, OwnSession, Session } from '../sql/database.ts';
import { type Query, raw, sql } from '../sql/query.ts';
import { areBalancesSound } from './balances.ts';
import { countRows } from './read-value.ts';
import { isRunMisdated } from './due-conditions.ts';
import { recordRepair } from './audit.ts';
import { type CheckedWallet, checkRows } from './integrity-rows.ts';
import { WALLET_TABLES } from './tables.ts';

/** Nodes of a cluster that do not respond. */
export interface LostNodes {
  /** Host and port of each. */
  readonly addresses: readonly string[];
  /** The numbers of the wallets whose rows they have. */
  readonly walletNos: ReadonlySet<number>;
}

/** What only an engine can check. */
export interface EngineChecks {
  /** Returns the nodes of a cluster that do not respond. */
  findLost(): Promise<LostNodes>;
  /** Checks pages, for example. */
  checkEngine(options: IntegrityOptions): Promise<readonly StoreCheck[]>;
}

/** See `AdminStore.checkIntegrity`. Tables of a corrupted file are not checked. */
export async function checkIntegrity(
  database: Database,
  checks: EngineChecks,
  options: IntegrityOptions,
): Promise<readonly StoreCheck[]> {
  let done = 0;
  const begin = (detail: string): void => {
    options.onProgress?.({ activity: 'done', unit: 'checks', done, detail });
    done += 1;
  };
  begin('files and pages');
  const ofEngine = await checks.checkEngine(options);
  if (ofEngine.some(({ ok }) => !ok)) return ofEngine;
  const lost = await checks.findLost();
  const wallets = await listWallets(database, lost);
  const found = [...ofEngine, ...reportLost(lost)];
  const run = async (name: string, check: () => Promise<readonly StoreCheck[]>): Promise<void> => {
    begin(name);
    found.push(...(await check().catch((error: unknown) => reportNode(name, error))));
  };
  await database.withOwnConnection(async (session) => {
    await run('records', () => checkRecords(session, options));
    await run('counts and checksums of rows', () => checkRows(session, wallets, options));
  });
  // A snapshot needs another connection, which a pool of one does not have while this one is used.
  await run('balances', () => checkBalances(database, wallets, options));
  await database.withOwnConnection((session) => run('times', () => checkTimes(session, options)));
  return found;
}

/** Returns the wallets whose rows can be read, by number. */
async function listWallets(
  session: Session,
  { walletNos }: LostNodes,
): Promise<readonly CheckedWallet[]> {
  const wallets = await session.rows<CheckedWallet>(sql`SELECT wallet_no AS "walletNo", id,
      project_id AS "projectId", exchange
    FROM wallet ORDER BY wallet_no`);
  return wallets.filter(({ walletNo }) => !walletNos.has(walletNo));
}

/** Reports the nodes that do not respond: the checks of single wallets omit their wallets. */
function reportLost({ addresses, walletNos }: LostNodes): readonly StoreCheck[] {
  if (addresses.length === 0) return [];
  const { message } = new NodeUnavailableError(addresses.join(', '));
  return [
    { name: 'nodes', ok: false, detail: `${message}; ${walletNos.size} wallets are not checked` },
  ];
}

/** Reports a check that needs all nodes of a cluster, so that the other checks run. */
function reportNode(name: string, error: unknown): readonly StoreCheck[] {
  if (!(error instanceof NodeUnavailableError)) throw error;
  const detail = `not checked, because the node ${error.address} does not respond`;
  return [{ name, ok: false, detail }];
}

/** Records that must not exist: what they are, and the query of them from `FROM` on. */
type WrongRecords = readonly [what: string, from: Query];

/**
 * Rows of missing wallets, which a program that ignores foreign keys can leave. Citus plans `NOT EXISTS` only among tables of
 * one node; PostgreSQL plans `NOT IN` in linear time only while the list fits into `work_mem` (`OWN_SETTINGS`).
 */
const ORPHANS = WALLET_TABLES.map((table): WrongRecords => [
  `rows of ${table} without a wallet`,
  sql`FROM ${raw(table)} WHERE wallet_no NOT IN (SELECT wallet_no FROM wallet)`,
]);

const OWNERS = [
  ['project', 'org_id', 'organization'],
  ['api_key', 'project_id', 'project'],
  ['wallet', 'project_id', 'project'],
  ['webhook_endpoint', 'project_id', 'project'],
  ['webhook_delivery', 'endpoint_id', 'webhook_endpoint'],
] as const;

/** Records whose owner is missing, and wallets without a part that each has. */
const INCOMPLETE = [
  ...OWNERS.map(([table, column, owner]): WrongRecords => [
    `rows of ${table} without ${owner}`,
    sql`FROM ${raw(table)} AS owned WHERE NOT EXISTS (
      SELECT 1 FROM ${raw(owner)} AS owner WHERE owner.id = owned.${raw(column)})`,
  ]),
  ...['wallet_sync', 'wallet_content', 'wallet_credentials'].map((part): WrongRecords => [
    `wallets without ${part}`,
    sql`FROM wallet WHERE wallet_no NOT IN (SELECT wallet_no FROM ${raw(part)})
      ${raw(part === 'wallet_credentials' ? 'AND NOT imports_only' : '')}`,
  ]),
];

/** Checks that records belong to each other. A fix removes rows without a wallet; all else is only in a backup. */
async function checkRecords(
  session: OwnSession,
  { fix, nowMs }: IntegrityOptions,
): Promise<readonly StoreCheck[]> {
  const name = 'records';
  const orphans = await listWrong(session, ORPHANS);
  const incomplete = await listWrong(session, INCOMPLETE);
  if (fix && orphans.length > 0) {
    await session.write(async (inside) => {
      for (const [, from] of ORPHANS) await inside.change(sql`DELETE ${from}`);
      const detail = { removed: orphans };
      await recordRepair(inside, nowMs, { action: 'store.repair', targets: {}, detail });
    });
  }
  if (incomplete.length > 0) {
    return [{ name, ok: false, detail: `${incomplete.join(', ')}; restore a backup` }];
  }
  const list = orphans.join(', ');
  if (list === '') return [{ name, ok: true, detail: 'every record has its owner and its parts' }];
  return fix
    ? [{ name, ok: true, detail: `repaired: removed ${list}` }]
    : [{ name, ok: false, detail: `${list}; remove them with --fix` }];
}

/** Returns the kinds of wrong records that exist, each with its number. */
async function listWrong(
  session: Session,
  kinds: readonly WrongRecords[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [what, from] of kinds) {
    const count = await countRows(session, from);
    if (count > 0) found.push(`${count} ${what}`);
  }
  return found;
}

/** Finds corrupted balances. A fix makes their wallets due: a synchronisation replaces all balances. */
async function checkBalances(
  database: Database,
  wallets: readonly CheckedWallet[],
  { fix, nowMs }: IntegrityOptions,
): Promise<readonly StoreCheck[]> {
  const name = 'balances';
  const corrupted: string[] = [];
  for (const { id, walletNo } of wallets) {
    if (await database.read((session) => areBalancesSound(session, walletNo))) continue;
    corrupted.push(id);
    if (!fix) continue;
    await database.change(sql`UPDATE wallet_sync SET next_run_at_ms = ${nowMs}
      WHERE wallet_no = ${walletNo} AND next_run_at_ms > ${nowMs}`);
  }
  if (corrupted.length === 0) return [{ name, ok: true, detail: 'sound' }];
  const list = listFirst(corrupted, WALLETS_SHOWN_MAX, 'wallets');
  const advice = fix
    ? 'the next synchronisation replaces them'
    : 'run `teller doctor --fix`, so that synchronisation replaces them now';
  return [{ name, ok: false, detail: `corrupted of ${list}; ${advice}` }];
}

/** Checks that no time of synchronisation is later than a correct clock could have set it. */
async function checkTimes(
  session: Session,
  { nowMs }: IntegrityOptions,
): Promise<readonly StoreCheck[]> {
  const times = BOUNDED_TIMES.map(([table, column, aheadMsMax, what]): WrongRecords => [
    what,
    sql`FROM ${raw(table)} WHERE ${raw(column)} > ${nowMs + aheadMsMax}`,
  ]);
  const runs = sql`FROM wallet_sync WHERE ${isRunMisdated(nowMs)}`;
  const name = 'times';
  const found = await listWrong(session, [...times, ['planned runs', runs]]);
  if (found.length === 0) return [{ name, ok: true, detail: 'no time is too far in the future' }];
  const detail =
    `written or read under a wrong clock: ${found.join(', ')} too far in the future; set the clocks ` +
    'of all machines right (NTP), then each synchronisation corrects its wallet (`teller sync --once`)';
  return [{ name, ok: false, detail }];
}
