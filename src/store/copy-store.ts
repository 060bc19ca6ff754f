/** Copies one store into another, of any engine. */
import { createHash } from 'node:crypto';

import { readBalanceDocument } from '../domain/balance-document.ts';
import type { SealedCredentials } from '../domain/sealed-credentials.ts';
import type { ListPlace } from './audit.ts';
import type { StoredTransaction } from './rules/import-rows.ts';
import type { QuarantineEntry } from './copy.ts';
import { RecordExistsError } from './errors.ts';
import {
  BALANCE_SOURCE,
  type TimeRange,
  type WalletRecord,
  type WalletSyncState,
} from './records.ts';
import type { ReportProgress } from './progress.ts';
import type { Store } from './store.ts';
import type { WalletLease, WindowRecord } from './sync.ts';

/** Thrown if data cannot be copied, or a copy differs from its source. */
export class CopyError extends Error {
  readonly code = 'copy_failed';

  constructor(message: string) {
    super(message);
    this.name = 'CopyError';
  }
}

/** The result for a wallet. It is not copied if the target already has the same data. */
export interface CopiedWallet {
  readonly id: string;
  readonly transactionCount: number;
  readonly copied: boolean;
  /** SHA-256 of all stored data of the wallet, the same in both stores. */
  readonly checksum: string;
}

/** The options of a copy. */
export interface CopyOptions {
  readonly nowMs: () => number;
  readonly onWallet?: (wallet: CopiedWallet) => void;
  readonly onProgress?: ReportProgress;
}

type ListedWallet = WalletRecord & { readonly sync: WalletSyncState };

const BATCH_ROWS = 5000;
/** Each row is read from the source, copied, and read from the target. */
const PASSES = 3;
/** The length of a worker's lease. A much longer one would count as a lease from a wrong clock. */
const LEASE_MS = 10_000;
const RENEW_MS = 2000;

/**
 * Copies tenants, keys, wallets with all of their data, active webhooks without their undelivered events, and the audit
 * log; not connect sessions and idempotency keys, which last a day. It can be repeated: a wallet that is already equal is
 * skipped, any other wallet is copied again. The source must not be synchronised meanwhile. Leases and the number of
 * consecutive failures are reset.
 *
 * @throws {CopyError} if the target has another master key, a wallet was synchronised later in the target
 * than in the source, or a copy differs from its source.
 */
export async function copyStore(
  source: Store,
  target: Store,
  { nowMs, onWallet, onProgress }: CopyOptions,
): Promise<readonly CopiedWallet[]> {
  await copyMasterKey(source, target);
  await copyTenants(source, target);
  const known = new Map((await target.listWallets()).map((wallet) => [wallet.id, wallet]));
  const copied: CopiedWallet[] = [];
  const wallets = await source.listWallets();
  const onRows = onProgress && (await countPasses(source, wallets, onProgress));
  for (const wallet of wallets) {
    const pair = { wallet, known: known.get(wallet.id) };
    const result = await copyWallet(source, target, pair, { nowMs, onRows });
    onWallet?.(result);
    copied.push(result);
  }
  await copyWebhooks(source, target);
  await copyAudit(source, target);
  return copied;
}

/** Runs after the wallets were copied, so that their rows cause no events. Wallets that were removed are not chosen. */
async function copyWebhooks(source: Store, target: Store): Promise<void> {
  const known = new Set((await target.listWebhooks()).map(({ id }) => id));
  const wallets = new Set((await source.listWallets()).map(({ id }) => id));
  for (const { id, disabled } of await source.listWebhooks()) {
    if (disabled !== null || known.has(id)) continue;
    const { credentials, ...endpoint } = await source.readWebhook(id);
    const walletIds = endpoint.walletIds?.filter((walletId) => wallets.has(walletId)) ?? null;
    await target.addWebhook({ ...endpoint, walletIds }, credentials);
  }
}

async function copyAudit(source: Store, target: Store): Promise<void> {
  let after: ListPlace | undefined;
  for (;;) {
    const entries = await source.listAuditAfter(after, BATCH_ROWS);
    await target.copyAudit(entries);
    if (entries.length < BATCH_ROWS) return;
    after = entries.at(-1);
  }
}

type OnRows = (count: number) => void;

/** Returns a function that is called with the number of rows of each part of a pass, and reports the sum. */
async function countPasses(
  source: Store,
  wallets: readonly ListedWallet[],
  onProgress: ReportProgress,
): Promise<OnRows> {
  let total = 0;
  for (const { id } of wallets) total += (await source.readWalletStatus(id)).transactionCount;
  let passed = 0;
  return (count) => {
    passed += count;
    const done = Math.floor(passed / PASSES);
    onProgress({ activity: 'copied and compared', unit: 'rows', done, total });
  };
}

async function copyMasterKey(source: Store, target: Store): Promise<void> {
  const record = await source.findMasterKey();
  if (record !== undefined && (await target.recordMasterKey(record)).id !== record.id) {
    throw new CopyError('the target has another master key; copy into a new database');
  }
}

async function copyTenants(source: Store, target: Store): Promise<void> {
  for (const org of await source.listOrganizations()) {
    await unlessThere(target.createOrganization(org));
  }
  for (const project of await source.listProjects()) {
    await unlessThere(target.createProject(project));
  }
  for (const key of await source.listApiKeys()) {
    await unlessThere(target.createApiKey(key));
    if (key.revokedAtMs !== null) await target.revokeApiKey(key.id, key.revokedAtMs);
  }
  for (const key of await source.listManagementKeys()) {
    await unlessThere(target.createManagementKey(key));
    if (key.revokedAtMs !== null) await target.revokeManagementKey(key.id, key.revokedAtMs);
  }
}

async function unlessThere(creation: Promise<void>): Promise<void> {
  try {
    await creation;
  } catch (error) {
    if (!(error instanceof RecordExistsError)) throw error;
  }
}

async function copyWallet(
  source: Store,
  target: Store,
  { wallet, known }: { readonly wallet: ListedWallet; readonly known: ListedWallet | undefined },
  { nowMs, onRows }: { readonly nowMs: () => number; readonly onRows: OnRows | undefined },
): Promise<CopiedWallet> {
  const { id } = wallet;
  const expected = await summarizeWallet(source, wallet, onRows);
  if (known !== undefined) {
    const found = await summarizeWallet(target, known);
    if (found.checksum === expected.checksum) {
      onRows?.((PASSES - 1) * found.transactionCount);
      return { id, ...found, copied: false };
    }
    refuseNewer(wallet, known);
    await target.removeWallet(id);
  }
  const accountHash = (await source.readAccountHash(id)) ?? undefined;
  await target.addWallet(wallet, await findCredentials(source, wallet), accountHash);
  return holdWallet(target, id, nowMs, async (lease) => {
    await copyTransactions(source, target, wallet, onRows);
    await copySyncData(source, target, lease);
    await copySyncState(target, lease, wallet.sync);
    if (wallet.sync.paused) await target.changeWallet(id, { paused: true }, nowMs());
    const copy = (await target.listWallets(wallet.projectId)).find((each) => each.id === id);
    const found = copy && (await summarizeWallet(target, copy, onRows));
    if (found?.checksum !== expected.checksum) {
      throw new CopyError(
        `the copy of ${id} differs from its source; stop all synchronisation, and repeat`,
      );
    }
    return { id, ...found, copied: true };
  });
}

/** Returns the credentials of a wallet; `undefined` if it only takes imports. */
async function findCredentials(
  store: Store,
  { id, importsOnly }: WalletRecord,
): Promise<SealedCredentials | undefined> {
  return importsOnly ? undefined : store.readCredentials(id);
}

/** Runs `work` with a lease of the wallet in the target, so that no worker synchronises it meanwhile. */
async function holdWallet<Result>(
  target: Store,
  id: string,
  nowMs: () => number,
  work: (lease: WalletLease) => Promise<Result>,
): Promise<Result> {
  const untilMs = (): number => nowMs() + LEASE_MS;
  const lease = await target.claimWallet({ nowMs: nowMs(), untilMs: untilMs(), walletId: id });
  if (lease === undefined) throw new CopyError(`a worker of the target uses ${id}; stop it`);
  const renew = (): void => void target.renewLease(lease, untilMs()).catch(() => undefined);
  const heartbeat = setInterval(renew, RENEW_MS);
  try {
    return await work(lease);
  } finally {
    clearInterval(heartbeat);
    await target.releaseLease(lease);
  }
}

function refuseNewer({ id, sync }: ListedWallet, known: ListedWallet): void {
  if ((known.sync.lastSyncAtMs ?? 0) <= (sync.lastSyncAtMs ?? 0)) return;
  throw new CopyError(
    `${id} was synchronised later in the target than in the source; ` +
      `it would be overwritten (remove it from the target if it should be)`,
  );
}

async function copyTransactions(
  source: Store,
  target: Store,
  { id: walletId, sync: { hasImports } }: ListedWallet,
  onRows: OnRows | undefined,
): Promise<void> {
  for await (const batch of readTransactions(source, walletId)) {
    await target.copyTransactions(walletId, batch);
    onRows?.(batch.length);
  }
  const imports = await source.listImports(walletId);
  const changes = await source.listImportChanges(walletId);
  await target.copyImports(walletId, { imports, changes, hasImports });
}

async function* readTransactions(
  store: Store,
  walletId: string,
): AsyncGenerator<readonly StoredTransaction[]> {
  let after: StoredTransaction | undefined;
  for (;;) {
    const batch = await store.listTransactionsAfter(walletId, after, BATCH_ROWS);
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH_ROWS) return;
    after = batch.at(-1);
  }
}

/** Balances, quarantine, rechecks and coverage. */
async function copySyncData(source: Store, target: Store, lease: WalletLease): Promise<void> {
  const { walletId } = lease;
  const listed = await source.listQuarantine(walletId);
  const unreadBalances = listed.filter((row) => row.source === BALANCE_SOURCE);
  const balances = await source.readBalances(walletId);
  const record = {
    readAtMs: unreadBalances[0]?.quarantinedAtMs ?? 0,
    balances: readBalanceDocument(balances),
    withdrawableUnverified: balances.withdrawableUnverified,
    quarantined: unreadBalances,
  };
  // Without balances there is nothing to record, and the target counts as connected only once it has data.
  if (record.balances.length + unreadBalances.length > 0 || record.withdrawableUnverified) {
    await target.recordBalances(lease, record);
  }
  for (const [row, ...others] of groupByWindow(listed)) {
    const { window, dueAtMs } = row;
    if (window === null || dueAtMs === null) continue;
    const times = { readAtMs: row.quarantinedAtMs, quarantineDueAtMs: dueAtMs };
    const quarantined = [row, ...others];
    await target.recordWindow(lease, makeWindow(row.source, window, times, { quarantined }));
  }
  const rechecksBySource = Map.groupBy(await source.listAllRechecks(walletId), (row) => row.source);
  for (const [name, rechecks] of rechecksBySource) {
    await target.recordWindow(lease, makeWindow(name, NO_TIME, {}, { rechecks }));
  }
  for (const { source: name, readAtMs, ...covered } of await source.listCoverage(walletId)) {
    await target.recordWindow(lease, makeWindow(name, NO_TIME, { readAtMs }, { covered }));
  }
}

/** An empty window: recording it replaces no quarantined rows. */
const NO_TIME: TimeRange = { fromMs: 0, toMs: -1 };

function makeWindow(
  source: string,
  window: TimeRange,
  times: Partial<Pick<WindowRecord, 'readAtMs' | 'quarantineDueAtMs'>>,
  parts: Partial<Pick<WindowRecord, 'covered' | 'quarantined' | 'rechecks'>>,
): WindowRecord {
  return {
    source,
    window,
    completeFromMs: window.fromMs,
    covered: null,
    readAtMs: 0,
    quarantineDueAtMs: 0,
    transactions: [],
    quarantined: [],
    mappedKeys: [],
    rechecks: [],
    ...times,
    ...parts,
  };
}

/**
 * Returns the entries by window, long windows first: recording a window replaces the quarantined rows of all
 * windows within it.
 */
function groupByWindow(
  rows: readonly QuarantineEntry[],
): readonly (readonly [QuarantineEntry, ...(readonly QuarantineEntry[])])[] {
  const lengthOf = ({ window }: QuarantineEntry): number =>
    window === null ? 0 : window.toMs - window.fromMs;
  const groups = Map.groupBy(rows, ({ source, window }) => JSON.stringify([source, window]));
  return [...groups.values()]
    .map((group) => group as [QuarantineEntry, ...QuarantineEntry[]])
    .sort(([left], [right]) => lengthOf(right) - lengthOf(left));
}

async function copySyncState(
  target: Store,
  lease: WalletLease,
  { nextRunAtMs, lastSyncAtMs, historyComplete, failure }: WalletSyncState,
): Promise<void> {
  await target.recordOutcome(lease, {
    nextRunAtMs,
    historyComplete,
    ...(lastSyncAtMs === null ? {} : { syncedAtMs: lastSyncAtMs }),
    ...(failure === null ? {} : { failure }),
  });
}

/**
 * Returns the number of rows of a wallet, and a hash of all of its data, in an order that both engines share.
 */
async function summarizeWallet(
  store: Store,
  { sync, ...wallet }: ListedWallet,
  onRows?: OnRows,
): Promise<{ readonly transactionCount: number; readonly checksum: string }> {
  const hash = createHash('sha256');
  const add = (value: unknown): void => void hash.update(`${JSON.stringify(value)}\n`);
  const credentials = await findCredentials(store, wallet);
  const sealed = credentials && Buffer.from(credentials.sealed).toString('hex');
  const { failureCount: _count, ...state } = sync;
  add([wallet, state, credentials?.keyId, sealed]);
  add(await store.readBalances(wallet.id));
  add(await store.listCoverage(wallet.id));
  add(await store.listQuarantine(wallet.id));
  add(await store.listAllRechecks(wallet.id));
  add(await store.listImports(wallet.id));
  add(await store.listImportChanges(wallet.id));
  let transactionCount = 0;
  for await (const batch of readTransactions(store, wallet.id)) {
    transactionCount += batch.length;
    onRows?.(batch.length);
    for (const row of batch) add(row);
  }
  return { transactionCount, checksum: hash.digest('hex') };
}
