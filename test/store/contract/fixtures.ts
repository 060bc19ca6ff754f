import { afterEach, beforeEach } from 'vitest';

import { readBalanceDocument } from '../../../src/domain/balance-document.ts';
import type { AssetBalance } from '../../../src/domain/balance.ts';
import { parseDecimal } from '../../../src/domain/decimal.ts';
import { LIMIT_DEFAULT, type TransactionQuery } from '../../../src/domain/query.ts';
import { readTransactions } from '../../../src/domain/transaction-json.ts';
import { type Transaction, TRANSACTION_FIELDS } from '../../../src/domain/transaction.ts';
import type { StoreCheck } from '../../../src/store/admin.ts';
import { RecordNotFoundError } from '../../../src/store/errors.ts';
import type { WalletRecord } from '../../../src/store/records.ts';
import type { ServedWallet, WalletKey } from '../../../src/store/serving.ts';
import type { Store } from '../../../src/store/store.ts';
import type { BalanceRecord, WalletLease, WindowRecord } from '../../../src/store/sync.ts';

/** A store, and a function that changes its tables directly. */
export interface OpenedStore {
  readonly store: Store;
  /** Closes it and removes its data. */
  readonly cleanup: () => Promise<void>;
  /** Runs SQL of both engines on its tables; bytes are written as `x'05'`. */
  readonly damage: (sql: string) => Promise<unknown>;
}

/** Opens an empty, migrated store. */
export type OpenStore = () => Promise<OpenedStore>;

/** Opens a new store for each test of a block. */
export function useStore(openStore: OpenStore): () => Store {
  const opened = useOpened(openStore);
  return () => opened().store;
}

/** Opens a new store for each test, with direct access to its tables. */
export function useOpened(openStore: OpenStore): () => OpenedStore {
  let opened: OpenedStore | undefined;
  beforeEach(async () => {
    opened = await openStore();
  });
  afterEach(async () => {
    await opened?.cleanup();
    opened = undefined;
  });
  return () => opened!;
}

export const ORG_ID = 'org_000000000000000000000001';
export const PROJECT_ID = 'project_000000000000000000000001';
export const CREDENTIALS = { keyId: 'mk_1', sealed: new Uint8Array([0, 1, 2, 253, 254, 255]) };

/** The base of the times in all tests; no clock is read. */
export const T0 = Date.UTC(2024, 0, 1);

/** Adds the organization and the project of the tests. */
export async function addProject(store: Store): Promise<void> {
  await store.createOrganization({ id: ORG_ID, name: 'Ærø & Søn', createdAtMs: T0 });
  await store.createProject({ id: PROJECT_ID, orgId: ORG_ID, name: 'main', createdAtMs: T0 });
}

export function makeWallet(id: string, changes: Partial<WalletRecord> = {}): WalletRecord {
  return {
    id,
    projectId: PROJECT_ID,
    exchange: 'binance',
    label: null,
    externalId: null,
    importsOnly: false,
    createdAtMs: T0,
    ...changes,
  };
}

/** Adds a store's only wallet, with its tenant. */
export async function addOneWallet(store: Store, id = 'wallet_one'): Promise<string> {
  await addProject(store);
  await store.addWallet(makeWallet(id), CREDENTIALS);
  return id;
}

/** Claims a wallet without a lease. */
export async function claim(store: Store, walletId: string, nowMs = T0): Promise<WalletLease> {
  const lease = await store.claimWallet({ nowMs, untilMs: nowMs + 1000, walletId });
  if (lease === undefined) throw new Error(`${walletId} is held`);
  return lease;
}

export function makeTransaction(id: string, changes: Partial<Transaction> = {}): Transaction {
  return {
    id,
    asset: 'BTC',
    type: 'deposit',
    amount: parseDecimal('1.5'),
    timestampMs: T0,
    status: 'completed',
    txid: null,
    address: null,
    feeCost: null,
    feeCurrency: null,
    ...changes,
  };
}

export function makeWindow(changes: Partial<WindowRecord> = {}): WindowRecord {
  return {
    source: 'deposits',
    window: { fromMs: T0, toMs: T0 + 1000 },
    completeFromMs: changes.window?.fromMs ?? T0,
    covered: { fromMs: T0, toMs: T0 + 1000 },
    readAtMs: T0 + 5000,
    transactions: [],
    quarantined: [],
    quarantineDueAtMs: T0 + 6000,
    mappedKeys: [],
    rechecks: [],
    ...changes,
  };
}

export function makeQuery(changes: Partial<TransactionQuery> = {}): TransactionQuery {
  return { page: 0, limit: LIMIT_DEFAULT, fields: TRANSACTION_FIELDS, ...changes };
}

/** Returns every transaction of a wallet with fewer than 1,000. */
export async function listAll(store: Store, walletId: string): Promise<readonly Transaction[]> {
  return (await listPage(store, walletId, { limit: 1000 })).transactions;
}

/** Returns the key of a wallet; of an unknown one, a number that no wallet has. */
export async function keyOf(
  store: Pick<Store, 'readWalletKey'>,
  walletId: string,
): Promise<WalletKey> {
  try {
    return await store.readWalletKey(walletId);
  } catch (error) {
    if (error instanceof RecordNotFoundError) return { id: walletId, no: 0 };
    throw error;
  }
}

/** Returns a page; its rows have every field. */
export async function listPage(
  store: Pick<Store, 'listTransactions' | 'readWalletKey'>,
  walletId: string,
  query: Partial<TransactionQuery>,
): Promise<{ readonly totalCount: number; readonly transactions: readonly Transaction[] }> {
  const wallet = await keyOf(store, walletId);
  const { totalCount, json } = await store.listTransactions(wallet, makeQuery(query));
  return { totalCount, transactions: readTransactions(json) };
}

export function makeBalance(asset: string, changes: Partial<AssetBalance> = {}): AssetBalance {
  return { asset, amount: parseDecimal('2.50'), networks: [], ...changes };
}

/** Balances whose texts need escaping, in the order of the document. */
export const HOSTILE_BALANCES: readonly AssetBalance[] = [
  { asset: 'A"\\ é', amount: parseDecimal('0.00000000123456789'), networks: [] },
  {
    asset: 'BTC',
    amount: parseDecimal('12.50'),
    networks: ['BTC', 'LN "fast"'].map((id, index) => ({
      id,
      code: 'BTC',
      name: 'Bitcoin\n🦊',
      displayName: 'Bitcoin',
      minWithdrawal: index === 0 ? '1e-8' : null,
      maxWithdrawal: index === 0 ? null : '5',
      assetName: 'BTC',
      addressRegex: index === 0 ? '^(bc1|[13])\\w{25,39}$' : null,
    })),
    networksUnknown: true,
  },
];

/** Returns the balances in the document of a wallet. */
export async function listBalances(
  store: Pick<Store, 'readBalances' | 'readWalletKey'>,
  walletId: string,
): Promise<readonly AssetBalance[]> {
  return readBalanceDocument(await store.readBalances(await keyOf(store, walletId)));
}

/** Compares texts in binary order, in which both engines have to sort. */
export function compareBinary(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** Texts that may come from an exchange, a chain or an operator. */
export const HOSTILE_TEXTS: readonly string[] = [
  "'; DROP TABLE wallet; --",
  '"double" `back` [square] \\ % _ ?1 $1 :name',
  'before\u0000after',
  '🦊 ﷽ e\u0301 \u202Ereversed',
  '\u0001\t\r\n\u007F\uFEFF',
  '\u0001',
  'units\u001Fseparated',
  '',
  ' ',
  'long'.repeat(16_384),
];

/** Returns the wallet as the service reads it with a key of the project. */
export async function findServed(
  store: Store,
  walletId: string,
  projectId: string,
): Promise<ServedWallet | undefined> {
  const key = makeKeyOf(projectId);
  const known = (await store.listApiKeys({ projectId })).some(({ id }) => id === key.id);
  if (!known) await store.createApiKey(key);
  return (await store.findCaller(key, walletId))?.wallet;
}

/** Returns the key of {@link findServed}. */
export function makeKeyOf(projectId: string): Parameters<Store['createApiKey']>[0] {
  const hash = new Uint8Array(32);
  const id = `key_of_${projectId}`;
  return { id, projectId, label: null, hash, createdAtMs: T0, expiresAtMs: null };
}

/** Returns a reading of balances without quarantined rows. */
export function makeBalances(balances: readonly AssetBalance[]): BalanceRecord {
  return { readAtMs: T0, balances, quarantined: [] };
}

/** Records rows, sorted by time, like a synchronisation that has read the whole history. */
export async function synchronise(
  store: Store,
  walletId: string,
  transactions: readonly Transaction[],
): Promise<void> {
  const lease = await claim(store, walletId);
  const times = { fromMs: T0, toMs: (transactions.at(-1)?.timestampMs ?? T0) + 1 };
  await store.recordWindow(lease, makeWindow({ window: times, covered: times, transactions }));
  const outcome = { nextRunAtMs: T0 + 5000, syncedAtMs: T0, historyComplete: true };
  await store.recordOutcome(lease, outcome);
  await store.releaseLease(lease);
}

/** Returns a finding of `teller doctor`. */
export async function findCheck(store: Store, sought: string, fix = false): Promise<StoreCheck> {
  const checks = await store.checkIntegrity({ fix, nowMs: T0 });
  const found = checks.find(({ name }) => name === sought);
  if (found === undefined) throw new Error(`no check of ${sought}: ${JSON.stringify(checks)}`);
  return found;
}

/** Returns the names of the findings of `teller doctor` that are not ok. */
export async function listFailed(
  store: Store,
  fix = false,
  nowMs = T0,
): Promise<readonly string[]> {
  const checks = await store.checkIntegrity({ fix, nowMs });
  return checks.filter(({ ok }) => !ok).map(({ name }) => name);
}

/** Returns in how many turns of the event loop the process could have answered callers during some work. */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = (): void => void ((turns += 1), (turn = setImmediate(count)));
  let turn = setImmediate(count);
  await work();
  clearImmediate(turn);
  return turns;
}

/** Compares rows for their order in lists. */
export function compareNewestFirst(left: Transaction, right: Transaction): number {
  return right.timestampMs - left.timestampMs || compareBinary(right.id, left.id);
}
