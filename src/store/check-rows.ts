/**
 * Reports corrupted and missing transactions with advice, and makes synchronisation re-read them. Works with
 * both engines.
 */
import { DAY_MS } from '../domain/duration.ts';
import type { IntegrityOptions, StoreCheck } from './admin.ts';
import type { CorruptedLeaf } from './counted/repair-tree.ts';
import type { NamedFindings } from './counted/report-counts.ts';
import { describeCorruption, listFirstWallets } from './describe-corruption.ts';
import type { ImportRecord } from './import.ts';
import type { TimeRange, WalletRecord, WalletSyncState } from './records.ts';
import type { Store } from './store.ts';

const NAME = 'rows';
/** Maximum rows of a leaf; real leaves have fewer. */
const LEAF_ROWS_MAX = 1000;
/** Margin of re-read windows: an exchange may search by another time than it reports. */
const REREAD_MARGIN_MS = DAY_MS;
/** Duration of a lease. The checks report a much longer lease as the result of a wrong clock. */
const LEASE_MS = 10_000;

/** The checks of a database, without the check of its rows. */
export interface IntegrityFindings {
  readonly checks: readonly StoreCheck[];
  /** Missing if the database cannot be read. */
  readonly wallets?: readonly NamedFindings[];
}

/** A wallet with corrupted or missing rows. */
interface CorruptedWallet extends Pick<NamedFindings, 'walletId' | 'corruptedLeaves'> {
  /** Missing if the wallet has no sync state. */
  readonly wallet: (WalletRecord & { readonly sync: WalletSyncState }) | undefined;
}

/** The origins of the corrupted and missing rows of a wallet. */
interface Origins {
  /** Imports that added corrupted rows. */
  readonly imports: readonly ImportRecord[];
  /** Leaves with a corrupted or missing row that no import added. */
  readonly others: readonly CorruptedLeaf[];
}

/**
 * Reports the corrupted and missing rows of all wallets. A fix removes the coverage of the synced ones, so
 * that they are re-read.
 */
export async function checkRows(
  store: Store,
  findings: readonly NamedFindings[],
  options: IntegrityOptions,
): Promise<StoreCheck> {
  const wrong = findings.filter(
    ({ isReadable, corruptedLeaves }) => !isReadable || corruptedLeaves.length > 0,
  );
  if (wrong.length === 0) {
    return { name: NAME, ok: true, detail: 'transactions match their checksums' };
  }
  const wallets = new Map((await store.listWallets()).map((wallet) => [wallet.id, wallet]));
  const texts: string[] = [];
  for (const { walletId, isReadable, corruptedLeaves } of wrong) {
    const wallet = wallets.get(walletId);
    if (!isReadable) texts.push(describeUnreadable(walletId));
    else {
      const advice = await advise(store, { walletId, wallet, corruptedLeaves }, options);
      texts.push(`${walletId}: ${[describeCorruption(corruptedLeaves), ...advice].join('; ')}`);
    }
  }
  return { name: NAME, ok: false, detail: listFirstWallets(texts, '. ') };
}

function describeUnreadable(walletId: string): string {
  return (
    `the counts of ${walletId} are corrupted, so its transactions cannot be checked; \`teller doctor --fix\` ` +
    'rebuilds the counts, and accepts transactions as they are if their checksums are lost'
  );
}

/** Returns advice about the corrupted and missing rows of a wallet. A fix repairs them if possible. */
async function advise(
  store: Store,
  { walletId, wallet, corruptedLeaves }: CorruptedWallet,
  options: IntegrityOptions,
): Promise<readonly string[]> {
  const { imports, others } = await findOrigins(store, walletId, corruptedLeaves);
  const undo = imports.map(adviseImport);
  if (others.length === 0) return undo;
  const coverage = await store.listCoverage(walletId);
  if (wallet === undefined || (wallet.sync.lastSyncAtMs === null && coverage.length === 0)) {
    return [...undo, 'restore a backup'];
  }
  const { exchange, sync } = wallet;
  const isOldestFirst = options.isReadOldestFirst?.(exchange) ?? true;
  const times = mergeTimes(others.map((leaf) => toTimes(leaf, isOldestFirst)));
  const sources = new Set(coverage.map(({ source }) => source));
  return [...undo, await adviseReread(store, { walletId, sync, sources, times }, options)];
}

/** The times of synced rows of a wallet, which are to be re-read. */
interface ReadTimes {
  readonly walletId: string;
  readonly sync: WalletSyncState;
  readonly sources: ReadonlySet<string>;
  readonly times: readonly TimeRange[];
}

function adviseImport({ id, fileName }: ImportRecord): string {
  const file = fileName === null ? 'its file' : `the file ${fileName}`;
  return `run \`teller import undo ${id}\` and import ${file} again`;
}

async function adviseReread(
  store: Store,
  read: ReadTimes,
  { fix, nowMs }: IntegrityOptions,
): Promise<string> {
  if (!fix) return 'run `teller doctor --fix`, so that synchronisation re-reads their times';
  if (!(await scheduleReread(store, read, nowMs))) {
    return 'a worker has the lease of the wallet; run `teller doctor --fix` again';
  }
  return (
    'synchronisation will re-read their times; run `teller doctor` afterwards, and restore a backup if ' +
    'it still reports them'
  );
}

async function findOrigins(
  store: Store,
  walletId: string,
  corruptedLeaves: readonly CorruptedLeaf[],
): Promise<Origins> {
  const numbers = new Set<number>();
  const others: CorruptedLeaf[] = [];
  for (const leaf of corruptedLeaves) {
    const importNos = await listImportNos(store, walletId, leaf);
    for (const importNo of importNos) if (importNo !== null) numbers.add(importNo);
    // The origin of a row at the lower bound of the leaf is not listed.
    const isOriginUnknown = importNos.length < leaf.corrupted.length;
    const isSynced = isOriginUnknown || importNos.includes(null);
    if (leaf.missingCount > 0 || isSynced) others.push(leaf);
  }
  const imports = numbers.size === 0 ? [] : await store.listImports(walletId);
  return { imports: imports.filter(({ importNo }) => numbers.has(importNo)), others };
}

/** Returns the numbers of the imports that added the corrupted rows of a leaf; `null` for a synced row. */
async function listImportNos(
  store: Store,
  walletId: string,
  { range, corrupted }: CorruptedLeaf,
): Promise<readonly (number | null)[]> {
  if (corrupted.length === 0) return [];
  const ids = new Set(corrupted.map(({ id }) => id));
  const rows = await store.listTransactionsAfter(walletId, range.low, LEAF_ROWS_MAX);
  return rows.filter(({ id }) => ids.has(id)).map(({ importNo }) => importNo);
}

/** Returns the times to re-read, without an end if a later row may change an earlier one. */
function toTimes({ range: { low, high } }: CorruptedLeaf, isOldestFirst: boolean): TimeRange {
  const endMs = isOldestFirst ? Number.MAX_SAFE_INTEGER : high.timestampMs + REREAD_MARGIN_MS;
  return {
    fromMs: Math.max(Number.MIN_SAFE_INTEGER, low.timestampMs - REREAD_MARGIN_MS),
    toMs: Math.min(Number.MAX_SAFE_INTEGER, endMs),
  };
}

/** Returns the same times as ranges that do not overlap. */
function mergeTimes(times: readonly TimeRange[]): readonly TimeRange[] {
  const merged: { fromMs: number; toMs: number }[] = [];
  for (const { fromMs, toMs } of times.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = merged.at(-1);
    if (last !== undefined && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs);
    else merged.push({ fromMs, toMs });
  }
  return merged;
}

/**
 * Removes the coverage of these times and makes the wallet due. Returns false if a worker has the lease of
 * the wallet.
 */
async function scheduleReread(
  store: Store,
  { walletId, sync: { failure }, sources, times }: ReadTimes,
  nowMs: number,
): Promise<boolean> {
  const lease = await store.claimWallet({ nowMs, untilMs: nowMs + LEASE_MS, walletId });
  if (lease === undefined) return false;
  try {
    for (const source of sources) {
      for (const range of times) await store.removeCoverage(lease, source, range);
    }
    const outcome = { nextRunAtMs: nowMs, historyComplete: false, unfinished: true };
    await store.recordOutcome(lease, failure === null ? outcome : { ...outcome, failure });
  } finally {
    await store.releaseLease(lease);
  }
  return true;
}
