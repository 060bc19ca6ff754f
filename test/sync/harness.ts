import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SimulatedClock } from '../../simulator/clock.ts';
import type { SimulatedCredentials } from '../../simulator/exchange.ts';
import {
  generateBinanceHistory,
  type BinanceHistoryOptions,
  generateBybitHistory,
  generateGateHistory,
  generateKrakenHistory,
  generateOkxHistory,
  type History,
  type KrakenHistoryOptions,
  type RoutedHistoryOptions,
  toldAt,
  type ToldTransaction,
} from '../../simulator/history.ts';
import {
  KRAKEN_STATUS_REACH_MS,
  type Simulator,
  startSimulator,
} from '../../simulator/simulator.ts';
import { deriveMasterKey } from '../../src/domain/master-key.ts';
import { sealCredentials } from '../../src/domain/sealed-credentials.ts';
import { type Transaction, TRANSACTION_FIELDS } from '../../src/domain/transaction.ts';
import { createExchangeDirectory } from '../../src/exchanges/registry.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import {
  type SyncWorkerOptions,
  syncWallets,
  type WalletSyncResult,
} from '../../src/sync/worker.ts';

export const MASTER_KEY_TEXT = 'ab'.repeat(32);
export const BINANCE_KEY = { apiKey: 'binance-key', secret: 'binance-secret' };
export const KRAKEN_KEY = { apiKey: 'kraken-key', secret: Buffer.alloc(64, 7).toString('base64') };
export const BYBIT_KEY = { apiKey: 'bybit-key', secret: 'bybit-secret' };
export const GATE_KEY = { apiKey: 'gate-key', secret: 'gate-secret' };
export const OKX_KEY = { apiKey: 'okx-key', secret: 'okx-secret', password: 'okx-passphrase' };
const START_MS = Date.UTC(2024, 5, 1);
const PROJECT_ID = 'project_1';

/** A log that tests look into. */
export class MemoryLog {
  readonly lines: string[] = [];
  readonly info = (fields: object, message: string): void => this.#add(fields, message);
  readonly warn = this.info;
  readonly error = this.info;

  #add(fields: object, message: string): void {
    const replacer = (_key: string, value: unknown): unknown =>
      value instanceof Error
        ? { name: value.name, message: value.message, stack: value.stack }
        : value;
    this.lines.push(`${message} ${JSON.stringify(fields, replacer)}`);
  }
}

/** A simulator and a store on this machine, and what joins them. */
export class SyncBench {
  readonly clock = new SimulatedClock({ startMs: START_MS });
  readonly log = new MemoryLog();
  readonly folder = mkdtempSync(join(tmpdir(), 'teller-sync-'));
  readonly databasePath = join(this.folder, 'teller.db');
  readonly masterKey = deriveMasterKey(MASTER_KEY_TEXT);
  simulator!: Simulator;
  store!: Store;
  /** This machine's clock, which tests move apart from the exchange's. */
  nowMs = Date.now();
  readonly #krakenStatusReachMs: number;

  constructor(krakenStatusReachMs = KRAKEN_STATUS_REACH_MS) {
    this.#krakenStatusReachMs = krakenStatusReachMs;
  }

  async open(): Promise<this> {
    this.simulator = await startSimulator({
      clock: this.clock,
      rateLimits: false,
      krakenStatusReachMs: this.#krakenStatusReachMs,
    });
    this.store = openSqliteStore({ path: this.databasePath });
    await this.store.migrate();
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

  addBinance(options: Partial<BinanceHistoryOptions> = {}): Promise<History> {
    const history = generateBinanceHistory({ seed: 'sync', toMs: this.clock.now(), ...options });
    this.simulator.addAccount('binance', { credentials: BINANCE_KEY, history });
    return this.addWallet('wallet_binance', 'binance', BINANCE_KEY).then(() => history);
  }

  addKraken(options: Partial<KrakenHistoryOptions> = {}): Promise<History> {
    const history = generateKrakenHistory({ seed: 'sync', toMs: this.clock.now(), ...options });
    this.simulator.addAccount('kraken', { credentials: KRAKEN_KEY, history });
    return this.addWallet('wallet_kraken', 'kraken', KRAKEN_KEY).then(() => history);
  }

  addBybit(options: Partial<RoutedHistoryOptions> = {}): Promise<History> {
    const history = generateBybitHistory({ seed: 'sync', toMs: this.clock.now(), ...options });
    this.simulator.addAccount('bybit', { credentials: BYBIT_KEY, history });
    return this.addWallet('wallet_bybit', 'bybit', BYBIT_KEY).then(() => history);
  }

  addGate(options: Partial<RoutedHistoryOptions> = {}): Promise<History> {
    const history = generateGateHistory({ seed: 'sync', toMs: this.clock.now(), ...options });
    this.simulator.addAccount('gate', { credentials: GATE_KEY, history });
    return this.addWallet('wallet_gate', 'gate', GATE_KEY).then(() => history);
  }

  addOkx(options: Partial<RoutedHistoryOptions> = {}): Promise<History> {
    const history = generateOkxHistory({ seed: 'sync', toMs: this.clock.now(), ...options });
    this.simulator.addAccount('okx', { credentials: OKX_KEY, history });
    return this.addWallet('wallet_okx', 'okx', OKX_KEY).then(() => history);
  }

  async addWallet(id: string, exchange: string, credentials: SimulatedCredentials): Promise<void> {
    const sealed = sealCredentials({ ...credentials }, id, this.masterKey, randomBytes);
    const wallet = {
      id,
      projectId: PROJECT_ID,
      exchange,
      label: null,
      account: null,
      createdAtMs: 1,
    };
    await this.store.addWallet(wallet, sealed);
  }

  workerOptions(signal = new AbortController().signal): SyncWorkerOptions {
    const nowMs = (): number => this.nowMs;
    const sleep = async (durationMs: number): Promise<void> => {
      this.nowMs += durationMs;
      await Promise.resolve();
    };
    return {
      store: this.store,
      directory: createExchangeDirectory({
        proxyUrl: this.simulator.url,
        throttle: false,
        clock: { nowMs, sleep },
        signal,
      }),
      masterKey: this.masterKey,
      logger: this.log,
      nowMs,
      random: () => 0.5,
      intervalMs: 60_000,
      signal,
    };
  }

  async sync(walletId: string): Promise<WalletSyncResult> {
    this.nowMs += 1000;
    const [result] = await syncWallets(this.workerOptions(), [walletId]);
    if (result === undefined) throw new Error('nothing was synchronised');
    return result;
  }

  async readAll(walletId: string): Promise<Transaction[]> {
    const rows: Transaction[] = [];
    for (let page = 0; page < 1000; page += 1) {
      const query = { page, limit: 1000, fields: TRANSACTION_FIELDS };
      const { transactions } = await this.store.listTransactions(walletId, query);
      rows.push(...transactions);
      if (transactions.length < 1000) return rows;
    }
    throw new Error('too many pages');
  }

  /** What the store should hold of a history now, and what it holds, in comparable form. */
  async compare(walletId: string, history: History): Promise<{ wanted: string[]; held: string[] }> {
    const nowMs = this.clock.now();
    // What a first reading could reach stays known, however old it is by now.
    const reachMs = this.#krakenStatusReachMs + nowMs - START_MS;
    const told = history.rows.flatMap((row) => toldAt(row, nowMs, reachMs) ?? []);
    const held = await this.readAll(walletId);
    return { wanted: told.map(writeTold).toSorted(), held: held.map(writeHeld).toSorted() };
  }
}

function writeTold(row: ToldTransaction): string {
  const { kind, asset, amount, fee, timestampMs, status, txid, address } = row;
  return JSON.stringify([kind, asset, amount, fee, timestampMs, status, txid, address]);
}

function writeHeld(row: Transaction): string {
  const { type, asset, amount, feeCost, timestampMs, status, txid, address } = row;
  return JSON.stringify([type, asset, amount, feeCost, timestampMs, status, txid, address]);
}
