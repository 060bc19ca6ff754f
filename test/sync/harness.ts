import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type ExchangeName,
  generateHistory,
  type HistoryOptionsOf,
  makeKeys,
} from '../../simulator/catalogue.ts';
import { SimulatedClock } from '../../simulator/clock.ts';
import { KRAKEN_STATUS_REACH_MS } from '../../simulator/kraken/api.ts';
import type { SimulatedCredentials, SimulatedPermissions } from '../../simulator/exchange.ts';
import { type History, reportedAt, type ReportedTransaction } from '../../simulator/truth.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { deriveMasterKey } from '../../src/domain/master-key.ts';
import { openCredentials, sealCredentials } from '../../src/domain/sealed-credentials.ts';
import { readTransactions } from '../../src/domain/transaction-json.ts';
import { type Transaction, TRANSACTION_FIELDS } from '../../src/domain/transaction.ts';
import type { ExchangeAccount, ExchangeTransaction } from '../../src/exchanges/exchange.ts';
import { createExchangeDirectory } from '../../src/exchanges/registry.ts';
import { describeDifferences } from '../describe-differences.ts';
import { makeTransaction } from '../store/contract/fixtures.ts';
import { openMigratedStore } from '../store/migrated-sqlite.ts';
import type { ClientClock } from '../../src/exchanges/client/exchange-time.ts';
import type { Store } from '../../src/store/store.ts';
import type { SyncWorkerOptions, WalletSyncResult } from '../../src/sync/sync-options.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { CITUS_URL } from '../store/citus-cluster.ts';
import { openOwnStore } from '../store/postgres-database.ts';

export const MASTER_KEY_TEXT = 'ab'.repeat(32);
/** The key of an account at each exchange. */
export const KEYS = makeKeys();

const START_MS = Date.UTC(2024, 5, 1);
/** Early, because the time before a history is also read, window by window; some lists have no rows yet. */
export const EARLY_MS = Date.UTC(2021, 9, 1);
const PROJECT_ID = 'project_1';

/** A log that tests can read. */
export class MemoryLog {
  readonly lines: string[] = [];
  readonly debugLines: string[] = [];
  readonly debug = (fields: object, message: string): void =>
    void this.debugLines.push(formatLine(fields, message));
  readonly info = (fields: object, message: string): void =>
    void this.lines.push(formatLine(fields, message));
  readonly warn = this.info;
  readonly error = this.info;
}

function formatLine(fields: object, message: string): string {
  const replacer = (_key: string, value: unknown): unknown =>
    value instanceof Error
      ? { name: value.name, message: value.message, stack: value.stack }
      : value;
  return `${message} ${JSON.stringify(fields, replacer)}`;
}

/** Options of an account; by default its key only reads. */
export interface AccountChanges {
  readonly permissions?: SimulatedPermissions;
  readonly isSubAccount?: boolean;
  /** True if the key is stored without a check of its rights. */
  readonly rightsUnchecked?: boolean;
  /** Changes the generated history. */
  readonly change?: (made: History) => History;
}

/** Options of a bench. */
export interface BenchOptions {
  /** The exchange's time at the start (Unix ms). */
  readonly startMs?: number;
  readonly krakenStatusReachMs?: number;
  /**
   * Opens the migrated, empty store; by default on the cluster that `TELLER_TEST_CITUS_URL` names, else
   * an SQLite file.
   */
  readonly openStore?: () => Promise<Store>;
}

/** A simulator, a store, and the synchronisation between them. */
export class SyncBench {
  readonly clock: SimulatedClock;
  readonly log = new MemoryLog();
  readonly folder = mkdtempSync(join(tmpdir(), 'teller-sync-'));
  readonly databasePath = join(this.folder, 'teller.db');
  readonly masterKey = deriveMasterKey(MASTER_KEY_TEXT);
  simulator!: Simulator;
  store!: Store;
  /** This machine's clock, which tests can set independently of the exchange's. */
  nowMs = Date.now();
  /** The error of this machine's clock (ms). */
  clockErrorMs = 0;
  /** The monotonic clock of this machine. */
  elapsedMs = 0;
  readonly #startMs: number;
  readonly #krakenStatusReachMs: number;
  readonly #openStore: () => Promise<Store>;

  constructor({
    startMs = START_MS,
    krakenStatusReachMs = KRAKEN_STATUS_REACH_MS,
    openStore,
  }: BenchOptions = {}) {
    this.clock = new SimulatedClock({ startMs });
    this.#startMs = startMs;
    this.#krakenStatusReachMs = krakenStatusReachMs;
    const openDefault =
      CITUS_URL === undefined ? () => openMigratedStore({ path: this.databasePath }) : openOwnStore;
    this.#openStore = openStore ?? openDefault;
  }

  async open(): Promise<this> {
    this.simulator = await startSimulator({
      clock: this.clock,
      rateLimits: false,
      krakenStatusReachMs: this.#krakenStatusReachMs,
    });
    this.store = await this.#openStore();
    await this.store.createOrganization({ id: 'org_1', name: 'test', createdAtMs: 1 });
    await this.store.createProject({
      id: PROJECT_ID,
      orgId: 'org_1',
      name: 'test',
      createdAtMs: 1,
    });
    return this;
  }

  async close(): Promise<void> {
    await this.store.close();
    await this.simulator.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Adds an account with a history at an exchange, and its wallet, `wallet_<exchange>`. */
  async add<Exchange extends ExchangeName>(
    exchange: Exchange,
    options: Partial<HistoryOptionsOf<Exchange>> = {},
    {
      permissions = {},
      isSubAccount = false,
      rightsUnchecked,
      change = (made) => made,
    }: AccountChanges = {},
  ): Promise<History> {
    const filled = {
      seed: 'sync',
      toMs: this.clock.now(),
      ...options,
    } as HistoryOptionsOf<Exchange>;
    const history = change(generateHistory(exchange, filled));
    const account = { credentials: KEYS[exchange], history, permissions, isSubAccount };
    this.simulator.addAccount(exchange, account);
    await this.addWallet(`wallet_${exchange}`, exchange, KEYS[exchange], rightsUnchecked);
    return history;
  }

  async addWallet(
    id: string,
    exchange: string,
    credentials: SimulatedCredentials,
    rightsUnchecked = false,
  ): Promise<void> {
    const sealed = sealCredentials({ ...credentials }, id, this.masterKey, randomBytes);
    const wallet = {
      id,
      projectId: PROJECT_ID,
      exchange,
      label: null,
      externalId: null,
      importsOnly: false,
      createdAtMs: 1,
    };
    await this.store.addWallet(wallet, { ...sealed, rightsUnchecked });
  }

  /** Advances the clocks of the exchange and of this machine. */
  passTime(durationMs: number): void {
    this.clock.advance(durationMs);
    this.nowMs += durationMs;
    this.elapsedMs += durationMs;
  }

  /** Returns the clocks of a client, and a timer that advances both without waiting. */
  clientClock(): ClientClock {
    const sleep = async (durationMs: number): Promise<void> => {
      this.nowMs += durationMs;
      this.elapsedMs += durationMs;
      await Promise.resolve();
    };
    return { nowMs: () => this.nowMs + this.clockErrorMs, elapsedMs: () => this.elapsedMs, sleep };
  }

  /** Returns the options of a worker whose exchanges are behind a proxy. Default: the simulator. */
  workerOptions(
    signal = new AbortController().signal,
    proxyUrl = this.simulator.url,
  ): SyncWorkerOptions {
    const clock = this.clientClock();
    return {
      store: this.store,
      directory: createExchangeDirectory({
        proxyUrl,
        throttle: false,
        clock,
        signal,
      }),
      openCredentials: async (sealed, walletId) =>
        openCredentials(sealed, walletId, this.masterKey),
      logger: this.log,
      nowMs: clock.nowMs,
      elapsedMs: clock.elapsedMs,
      random: () => 0.5,
      intervalMs: 60_000,
      workerId: 'worker_1',
      signal,
    };
  }

  /** Returns options with which every wallet has this account at its exchange. */
  optionsFor(account: ExchangeAccount, options = this.workerOptions()): SyncWorkerOptions {
    return {
      ...options,
      directory: { ...options.directory, openAccount: async () => account },
    };
  }

  async sync(walletId: string): Promise<WalletSyncResult> {
    this.nowMs += 1000;
    const [result] = await syncWallets(this.workerOptions(), [walletId]);
    if (result === undefined) throw new Error('no wallet was synchronised');
    return result;
  }

  async readAll(walletId: string): Promise<Transaction[]> {
    const rows: Transaction[] = [];
    const wallet = await this.store.readWalletKey(walletId);
    for (let page = 0; page < 1000; page += 1) {
      const query = { page, limit: 1000, fields: TRANSACTION_FIELDS };
      const { json } = await this.store.listTransactions(wallet, query);
      const transactions = readTransactions(json);
      rows.push(...transactions);
      if (transactions.length < 1000) return rows;
    }
    throw new Error('too many pages');
  }

  /** Returns how the rows of the store differ from those that the exchange reports now, in words. */
  async compare(walletId: string, history: History): Promise<readonly string[]> {
    const nowMs = this.clock.now();
    // Rows that a first reading could reach remain known at any age.
    const reachMs = this.#krakenStatusReachMs + nowMs - this.#startMs;
    const reported = history.rows.flatMap((row) => reportedAt(row, nowMs, reachMs) ?? []);
    const held = await this.readAll(walletId);
    return describeDifferences(held.map(pickHeld), reported.map(pickReported));
  }
}

/** Returns an expected row in a form that is comparable with {@link pickHeld}. */
export function pickReported({ kind, fee, ...row }: ReportedTransaction) {
  const { asset, amount, timestampMs, status, txid, address } = row;
  return { type: kind, asset, amount, feeCost: fee, timestampMs, status, txid, address };
}

/** Returns the stored row; see {@link pickReported}. */
export function pickHeld(row: Transaction) {
  const { type, asset, amount, feeCost, timestampMs, status, txid, address } = row;
  return { type, asset, amount, feeCost, timestampMs, status, txid, address };
}

/** Returns a deposit as a scripted exchange lists it. */
export function makeExchangeRow(
  key: string,
  timestampMs: number,
  status: ExchangeTransaction['status'] = 'completed',
): ExchangeTransaction {
  const { id: _id, ...row } = makeTransaction('row', { timestampMs, status });
  return { ...row, key };
}
