/** The checks of `AdminStore.checkIntegrity` for both engines. A repaired problem is reported as such, with `ok`. */
import type { IntegrityOptions, StoreCheck } from '../admin.ts';
import { CheckProgress } from '../check-progress.ts';
import { NodeUnavailableError } from '../errors.ts';
import { BOUNDED_TIMES, boundRuns, reportMisdatedTimes } from '../rules/misdated-times.ts';
import { listFirst } from '../rules/row-findings.ts';
import type { Database, OwnSession, Session, WriteSession } from '../sql/database.ts';
import { type Query, raw, sql } from '../sql/query.ts';
import type { MigrationState } from '../store.ts';
import { areBalancesSound } from './balances.ts';
import { countOrChange, countRows } from './count-rows.ts';
import { checkImports } from './integrity-imports.ts';
import { checkRows } from './integrity-rows.ts';
import { isRunMisdated } from './due-conditions.ts';
import { addContent, addSyncState, WALLET_TABLES } from './wallets.ts';
import { setWalletEvents } from './webhooks.ts';

/** What is checked. */
export interface CheckedDatabase {
  readonly database: Database;
  listMigrations(): Promise<readonly MigrationState[]>;
  /** Checks what only this engine has, such as its pages. */
  checkEngine(options: IntegrityOptions): Promise<readonly StoreCheck[]>;
}

type Check = (session: OwnSession) => Promise<readonly StoreCheck[]>;

const WALLETS_SHOWN_MAX = 10;

/** See `AdminStore.checkIntegrity`. Tables of another schema, or of a corrupted file, are not checked. */
export async function checkIntegrity(
  checked: CheckedDatabase,
  options: IntegrityOptions,
): Promise<readonly StoreCheck[]> {
  const progress = new CheckProgress(options.onProgress);
  progress.begin('schema');
  const schema = describeSchema(await checked.listMigrations());
  if (!schema.ok) return [schema];
  progress.begin('files and pages');
  const ofEngine = await checked.checkEngine(options);
  if (ofEngine.some(({ ok }) => !ok)) return [schema, ...ofEngine];
  return checked.database.own(async (session) => {
    const checks: StoreCheck[] = [schema, ...ofEngine];
    for (const [detail, check] of listChecks(checked.database, options, progress)) {
      progress.begin(detail);
      checks.push(...(await check(session).catch((error: unknown) => reportNode(detail, error))));
    }
    return checks;
  });
}

/** Returns the checks in the order in which a fix has to repair, each with its name for the progress. */
function listChecks(
  database: Database,
  options: IntegrityOptions,
  progress: CheckProgress,
): readonly (readonly [detail: string, check: Check])[] {
  return [
    ['orphans', async (session) => [await checkOrphans(session, options)]],
    ['references', async (session) => [await checkReferences(session)]],
    ['wallets', async (session) => [await checkWalletParts(session, options)]],
    ['counts and checksums of rows', (session) => checkRows(session, options, progress)],
    ['balances', async () => [await checkBalances(database, options)]],
    ['imports', async (session) => [await checkImports(session, options)]],
    ['coverage', async (session) => [await checkCoverage(session)]],
    ['leases', async (session) => [await checkLeases(session, options)]],
    ['times', async (session) => [await checkTimes(session, options)]],
  ];
}

/** Reports a check that a node of a cluster prevents, so that the other checks run. */
function reportNode(name: string, error: unknown): readonly StoreCheck[] {
  if (!(error instanceof NodeUnavailableError)) throw error;
  return [{ name, ok: false, detail: error.message }];
}

function describeSchema(states: readonly MigrationState[]): StoreCheck {
  const name = 'schema';
  const pending = states.filter(({ applied }) => !applied);
  if (pending.length === 0) {
    return { name, ok: true, detail: `version ${states.at(-1)?.version ?? 0}` };
  }
  return { name, ok: false, detail: `behind by ${pending.length}; run \`teller migrate\`` };
}

/** Finds rows of missing wallets, which a program that ignores foreign keys can leave. A fix removes them. */
async function checkOrphans(session: OwnSession, { fix }: IntegrityOptions): Promise<StoreCheck> {
  const name = 'orphans';
  const found: string[] = [];
  for (const table of WALLET_TABLES) {
    const orphans = sql`FROM ${raw(table)} WHERE wallet_no NOT IN (SELECT wallet_no FROM wallet)`;
    const count = await countOrChange(session, orphans, fix && sql`DELETE ${orphans}`);
    if (count > 0) found.push(`${count} in ${table}`);
  }
  if (found.length === 0) return { name, ok: true, detail: 'every row has its wallet' };
  const list = found.join(', ');
  if (fix) return { name, ok: true, detail: `repaired: rows without a wallet removed, ${list}` };
  return { name, ok: false, detail: `rows without a wallet: ${list}; repair them with --fix` };
}

/** The records of a tenant, and the tables of their owners. */
const OWNERS = [
  ['project', 'org_id', 'organization'],
  ['api_key', 'project_id', 'project'],
  ['wallet', 'project_id', 'project'],
  ['webhook_endpoint', 'project_id', 'project'],
  ['webhook_delivery', 'endpoint_id', 'webhook_endpoint'],
] as const;

/** Finds records whose owner is missing. Only a backup contains the owner. */
async function checkReferences(session: Session): Promise<StoreCheck> {
  const name = 'references';
  const found: string[] = [];
  for (const [table, column, owner] of OWNERS) {
    const count = await countRows(
      session,
      sql`FROM ${raw(table)} AS owned WHERE NOT EXISTS (
        SELECT 1 FROM ${raw(owner)} AS owner WHERE owner.id = owned.${raw(column)})`,
    );
    if (count > 0) found.push(table);
  }
  if (found.length === 0) return { name, ok: true, detail: 'every record has its owner' };
  return { name, ok: false, detail: `owners missing in ${found.join(', ')}; restore a backup` };
}

/**
 * Checks that every wallet has a sync state, a content and, unless it only takes imports, credentials. A fix adds the
 * first two.
 */
async function checkWalletParts(
  session: OwnSession,
  { fix, nowMs }: IntegrityOptions,
): Promise<StoreCheck> {
  const name = 'wallets';
  const anyWallet = raw('true');
  const idle = await listWithout(session, 'wallet_sync', anyWallet);
  const empty = await listWithout(session, 'wallet_content', anyWallet);
  if (fix) {
    await session.write((inside) => addSyncStates(inside, idle, nowMs));
    await session.write((inside) => addContents(inside, empty));
  }
  const bare = await listWithout(session, 'wallet_credentials', raw('NOT imports_only'));
  if (bare.length > 0) {
    const list = listFirst(idsOf(bare), WALLETS_SHOWN_MAX, 'wallets');
    return { name, ok: false, detail: `no credentials of ${list}; remove and add them again` };
  }
  const wrong = [...new Set(idsOf([...idle, ...empty]))];
  if (wrong.length === 0) return { name, ok: true, detail: 'every wallet is complete' };
  const list = listFirst(wrong, WALLETS_SHOWN_MAX, 'wallets');
  return fix
    ? { name, ok: true, detail: `repaired: added the state of ${list}` }
    : { name, ok: false, detail: `no state of ${list}; repair them with --fix` };
}

/** Adds missing sync states, which make the wallets due unless they only take imports. */
async function addSyncStates(
  session: WriteSession,
  wallets: readonly IncompleteWallet[],
  nowMs: number,
): Promise<void> {
  for (const { id, walletNo, importsOnly } of wallets) {
    await addSyncState(session, { walletNo, importsOnly: Boolean(importsOnly), dueAtMs: nowMs });
    await setWalletEvents(session, sql`wallet_no = ${walletNo}`);
    session.changed.add(id);
  }
}

/** Adds missing contents. Their rows are counted by the check of counts. */
async function addContents(
  session: WriteSession,
  wallets: readonly IncompleteWallet[],
): Promise<void> {
  for (const { id, walletNo } of wallets) {
    await addContent(session, walletNo);
    session.changed.add(id);
  }
}

function idsOf(wallets: readonly IncompleteWallet[]): readonly string[] {
  return wallets.map(({ id }) => id);
}

interface IncompleteWallet {
  readonly id: string;
  readonly walletNo: number;
  readonly importsOnly: boolean | number;
}

/** Returns the wallets of a condition that have no row in a table. */
function listWithout(
  session: Session,
  table: string,
  which: Query,
): Promise<readonly IncompleteWallet[]> {
  return session.rows<IncompleteWallet>(sql`SELECT id, wallet_no AS "walletNo",
      imports_only AS "importsOnly" FROM wallet
    WHERE ${which} AND wallet_no NOT IN (SELECT wallet_no FROM ${raw(table)})
    ORDER BY id`);
}

/** Finds corrupted balances. A fix makes their wallets due: a synchronisation replaces all balances. */
async function checkBalances(
  database: Database,
  { fix, nowMs }: IntegrityOptions,
): Promise<StoreCheck> {
  const name = 'balances';
  const wallets = await database.rows<{ readonly id: string; readonly walletNo: number }>(
    sql`SELECT id, wallet_no AS "walletNo" FROM wallet ORDER BY wallet_no`,
  );
  const corrupted: string[] = [];
  for (const { id, walletNo } of wallets) {
    if (await database.read((session) => areBalancesSound(session, walletNo))) continue;
    corrupted.push(id);
    if (!fix) continue;
    await database.change(sql`UPDATE wallet_sync SET next_run_at_ms = ${nowMs}
      WHERE wallet_no = ${walletNo} AND next_run_at_ms > ${nowMs}`);
  }
  if (corrupted.length === 0) return { name, ok: true, detail: 'sound' };
  const list = listFirst(corrupted, WALLETS_SHOWN_MAX, 'wallets');
  const advice = fix
    ? 'the next synchronisation replaces them'
    : 'run `teller doctor --fix`, so that synchronisation replaces them now';
  return { name, ok: false, detail: `corrupted of ${list}; ${advice}` };
}

async function checkCoverage(session: Session): Promise<StoreCheck> {
  const name = 'coverage';
  const unmerged = await countRows(
    session,
    sql`FROM (SELECT from_ms, max(to_ms) OVER (
        PARTITION BY wallet_no, source ORDER BY from_ms
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
      ) AS covered_to_ms FROM wallet_coverage) AS ranges WHERE from_ms <= covered_to_ms`,
  );
  if (unmerged === 0) return { name, ok: true, detail: 'no overlapping ranges' };
  return { name, ok: false, detail: `${unmerged} ranges overlap or touch; restore a backup` };
}

/** Counts expired leases. They are not a problem: the next claim replaces them. A fix removes them. */
async function checkLeases(
  session: OwnSession,
  { fix, nowMs }: IntegrityOptions,
): Promise<StoreCheck> {
  const expired = sql`WHERE lease_until_ms <= ${nowMs}`;
  const ended = await countOrChange(
    session,
    sql`FROM wallet_sync ${expired}`,
    fix && sql`UPDATE wallet_sync SET lease_until_ms = NULL ${expired}`,
  );
  const what = `${ended} expired leases of workers that ended`;
  const detail = ended === 0 ? 'no expired leases' : fix ? `repaired: ${what}` : what;
  return { name: 'leases', ok: true, detail };
}

/** Checks that no time of synchronisation is later than a correct clock could have set it. */
async function checkTimes(session: Session, { nowMs }: IntegrityOptions): Promise<StoreCheck> {
  const counts: number[] = [];
  for (const { table, column, aheadMsMax } of BOUNDED_TIMES) {
    const later = sql`FROM ${raw(table)} WHERE ${raw(column)} > ${nowMs + aheadMsMax}`;
    counts.push(await countRows(session, later));
  }
  const runs = sql`FROM wallet_sync WHERE ${isRunMisdated(boundRuns({ nowMs }))}`;
  return reportMisdatedTimes(counts, await countRows(session, runs));
}
