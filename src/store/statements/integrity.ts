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
import { type CheckedWallet, listWallets, type LostNodes } from './checked-wallets.ts';
import { countOrChange, countRows } from './count-rows.ts';
import { checkImports } from './integrity-imports.ts';
import { checkRows } from './integrity-rows.ts';
import { isRunMisdated } from './due-conditions.ts';
import { addContent, addSyncState, WALLET_TABLES } from './wallets.ts';
import { setWalletEvents } from './webhooks.ts';

/** What is checked. */
export interface CheckedDatabase {
  readonly database: Database;
  /** Returns the nodes of a cluster that do not respond. */
  findLost(): Promise<LostNodes>;
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
  const lost = await checked.findLost();
  return checked.database.own(async (session) => {
    const checks: StoreCheck[] = [schema, ...ofEngine, ...reportLost(lost)];
    const wallets = await listWallets(session, lost);
    for (const [detail, check] of listChecks(checked.database, wallets, options, progress)) {
      progress.begin(detail);
      checks.push(...(await check(session).catch((error: unknown) => reportNode(detail, error))));
    }
    return checks;
  });
}

/** Returns the checks in the order in which a fix has to repair, each with its name for the progress. */
function listChecks(
  database: Database,
  wallets: readonly CheckedWallet[],
  options: IntegrityOptions,
  progress: CheckProgress,
): readonly (readonly [detail: string, check: Check])[] {
  return [
    ['orphans', async (session) => [await checkOrphans(session, options)]],
    ['references', async (session) => [await checkReferences(session)]],
    ['wallets', async (session) => [await checkWalletParts(session, options)]],
    ['contents', async (session) => [await checkContents(session, options)]],
    ['counts and checksums of rows', (session) => checkRows(session, wallets, options, progress)],
    ['balances', async () => [await checkBalances(database, wallets, options)]],
    ['imports', async (session) => [await checkImports(session, wallets, options)]],
    ['coverage', async (session) => [await checkCoverage(session)]],
    ['leases', async (session) => [await checkLeases(session, options)]],
    ['times', async (session) => [await checkTimes(session, options)]],
  ];
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

/** Checks that every wallet has a sync state and, unless it only takes imports, credentials. A fix adds the sync state. */
async function checkWalletParts(
  session: OwnSession,
  { fix, nowMs }: IntegrityOptions,
): Promise<StoreCheck> {
  const name = 'wallets';
  const idle = await listWithout(session, 'wallet_sync', raw('true'));
  const add = (inside: WriteSession, wallet: IncompleteWallet) =>
    addMissingState(inside, wallet, nowMs);
  if (fix) await addToEach(session, idle, add);
  const bare = await listWithout(session, 'wallet_credentials', raw('NOT imports_only'));
  if (bare.length > 0) {
    const list = listFirst(idsOf(bare), WALLETS_SHOWN_MAX, 'wallets');
    return { name, ok: false, detail: `no credentials of ${list}; remove and add them again` };
  }
  return reportAdded(name, idle, fix);
}

/** Checks that every wallet has a content. A fix adds it; its rows are counted by the check of counts. */
async function checkContents(session: OwnSession, { fix }: IntegrityOptions): Promise<StoreCheck> {
  const empty = await listWithout(session, 'wallet_content', raw('true'));
  const add = (inside: WriteSession, { walletNo }: IncompleteWallet) =>
    addContent(inside, walletNo);
  if (fix) await addToEach(session, empty, add);
  return reportAdded('contents', empty, fix);
}

function reportAdded(
  name: string,
  incomplete: readonly IncompleteWallet[],
  fix: boolean,
): StoreCheck {
  if (incomplete.length === 0) return { name, ok: true, detail: 'every wallet is complete' };
  const list = listFirst(idsOf(incomplete), WALLETS_SHOWN_MAX, 'wallets');
  return fix
    ? { name, ok: true, detail: `repaired: added the state of ${list}` }
    : { name, ok: false, detail: `no state of ${list}; repair them with --fix` };
}

/** Adds the missing state of a wallet, which makes it due unless it only takes imports. */
async function addMissingState(
  session: WriteSession,
  { walletNo, projectNo, importsOnly }: IncompleteWallet,
  dueAtMs: number,
): Promise<void> {
  const sync = { walletNo, projectNo, importsOnly: Boolean(importsOnly), dueAtMs };
  await addSyncState(session, sync);
  await setWalletEvents(session, sql`wallet_no = ${walletNo}`);
}

/** Adds what wallets lack, in one transaction. */
function addToEach(
  session: OwnSession,
  wallets: readonly IncompleteWallet[],
  add: (inside: WriteSession, wallet: IncompleteWallet) => Promise<void>,
): Promise<void> {
  return session.write(async (inside) => {
    for (const wallet of wallets) {
      await add(inside, wallet);
      inside.changed.add(wallet.id);
    }
  });
}

function idsOf(wallets: readonly IncompleteWallet[]): readonly string[] {
  return wallets.map(({ id }) => id);
}

interface IncompleteWallet {
  readonly id: string;
  readonly walletNo: number;
  readonly projectNo: number;
  readonly importsOnly: boolean | number;
}

/** Returns the wallets of a condition that have no row in a table. */
function listWithout(
  session: Session,
  table: string,
  which: Query,
): Promise<readonly IncompleteWallet[]> {
  return session.rows<IncompleteWallet>(sql`SELECT wallet.id, wallet_no AS "walletNo",
      project_no AS "projectNo", imports_only AS "importsOnly"
    FROM wallet JOIN project ON project.id = wallet.project_id
    WHERE ${which} AND wallet_no NOT IN (SELECT wallet_no FROM ${raw(table)})
    ORDER BY wallet.id`);
}

/** Finds corrupted balances. A fix makes their wallets due: a synchronisation replaces all balances. */
async function checkBalances(
  database: Database,
  wallets: readonly CheckedWallet[],
  { fix, nowMs }: IntegrityOptions,
): Promise<StoreCheck> {
  const name = 'balances';
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
  for (const [table, column, aheadMsMax] of BOUNDED_TIMES) {
    const later = sql`FROM ${raw(table)} WHERE ${raw(column)} > ${nowMs + aheadMsMax}`;
    counts.push(await countRows(session, later));
  }
  const runs = sql`FROM wallet_sync WHERE ${isRunMisdated(boundRuns({ nowMs }))}`;
  return reportMisdatedTimes(counts, await countRows(session, runs));
}
