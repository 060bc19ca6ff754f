/** Databases whose commands are killed, and what they contain. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import { generateBinanceHistory } from '../../simulator/binance/history.ts';
import { SimulatedClock } from '../../simulator/clock.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { variablesOf } from '../live-exchanges.ts';
import { KEYS, MASTER_KEY_TEXT } from '../sync/harness.ts';
import { addWallet, askTeller, callTeller, createTenant, type Tenant } from '../teller.ts';
import { type KeptWallets, readContent } from '../upgrades/kept-database.ts';

/** Rows of an imported file. */
export const IMPORTED_ROWS = 3000;
const SYNCED_ROWS = 400;
/** On the disk of the sources, where a commit waits for the disk; the scratch folder of the tests is in memory. */
const DISK_FOLDER = join(import.meta.dirname, '../../node_modules/.cache');

/** The variables that name a database. */
export type Variables = Record<string, string>;

/** An engine of databases. */
export interface KillEngine {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** Returns the URL of an empty database. @param folder may contain its file. */
  readonly createEmpty: (folder: string) => Promise<string>;
}

/** A database with a synchronised and an imported wallet. */
export interface Scene extends KeptWallets {
  readonly engine: KillEngine;
  readonly variables: Variables;
  readonly tenant: Tenant;
  readonly manageKey: string;
  /** A file of {@link IMPORTED_ROWS} rows. */
  readonly file: string;
  /** Returns a new folder. */
  readonly createFolder: () => string;
  /** Adds a wallet whose history no synchronisation has read. */
  readonly addUnreadWallet: () => Promise<{ readonly id: string; readonly rows: number }>;
  /** Adds a wallet for imports, without rows. */
  readonly addEmptyWallet: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Creates a database with its wallets. @param seed of the histories. */
export async function createScene(engine: KillEngine, seed: string): Promise<Scene> {
  mkdirSync(DISK_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(DISK_FOLDER, 'kills-'));
  const createFolder = (): string => mkdtempSync(join(folder, 'run-'));
  const clock = new SimulatedClock({ startMs: Date.now(), runsWith: Date.now });
  const simulator = await startSimulator({ clock, rateLimits: false });
  const close = async (): Promise<void> => {
    await simulator.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const url = await engine.createEmpty(createFolder());
    const variables = makeVariables(url, simulator);
    await askTeller(['migrate'], variables);
    const tenant = await createTenant(variables);
    const { manageKey } = await askTeller<{ manageKey: string }>(
      ['manage-key', 'create'],
      variables,
    );
    const parts = { engine, variables, tenant, manageKey, createFolder, close };
    const file = writeRows(folder);
    let count = 0;
    const addUnreadWallet = () => {
      count += 1;
      return addAccount({ simulator, clock, tenant, variables }, `${seed}-${count}`);
    };
    const addEmptyWallet = () => addImportsWallet(tenant, variables);
    const { id: synced } = await addUnreadWallet();
    await askTeller(['sync', '--once', '--wallet', synced], variables);
    const imported = await addEmptyWallet();
    await askTeller(['import', '--wallet', imported, file], variables);
    return { ...parts, file, synced, imported, addUnreadWallet, addEmptyWallet };
  } catch (error) {
    await close();
    throw error;
  }
}

function makeVariables(url: string, simulator: Simulator): Variables {
  return {
    TELLER_DATABASE_URL: url,
    TELLER_MASTER_KEY: MASTER_KEY_TEXT,
    ...variablesOf(simulator),
  };
}

/** Returns the variables of another database of a scene. */
export function withDatabase({ variables }: Pick<Scene, 'variables'>, url: string): Variables {
  return { ...variables, TELLER_DATABASE_URL: url };
}

function writeRows(folder: string): string {
  const file = join(folder, 'rows.csv');
  const rows = Array.from(
    { length: IMPORTED_ROWS },
    (_, index) => `${1.7e12 + index * 1000},BTC,deposit,1.${index},completed,tx-${index}`,
  );
  writeFileSync(file, ['timestamp,asset,type,amount,status,txid', ...rows].join('\n'));
  return file;
}

interface AccountParts extends Pick<Scene, 'tenant' | 'variables'> {
  readonly simulator: Simulator;
  readonly clock: SimulatedClock;
}

async function addAccount(
  { simulator, clock, tenant, variables }: AccountParts,
  seed: string,
): Promise<{ readonly id: string; readonly rows: number }> {
  const credentials = { ...KEYS.binance, apiKey: `binance-${seed}` };
  const toMs = clock.now();
  const history = generateBinanceHistory({ seed, toMs, count: SYNCED_ROWS, pending: 0 });
  simulator.addAccount('binance', { credentials, history });
  const id = await addWallet(tenant, 'binance', credentials, variables);
  return { id, rows: history.rows.filter((row) => !row.malformed).length };
}

async function addImportsWallet(tenant: Tenant, variables: Variables): Promise<string> {
  const args = ['wallet', 'add', '--imports-only', '--exchange', 'kraken', '--project'];
  return (await askTeller<{ id: string }>([...args, tenant.projectId], variables)).id;
}

/** Returns everything that callers read of the two wallets of a scene, and the list of all wallets. */
export async function readAll(wallets: KeptWallets, variables: Variables): Promise<object> {
  const { synced, imported } = wallets;
  const content = await readContent({ synced, imported }, variables);
  return { ...content, wallets: await askTeller(['wallet', 'list'], variables) };
}

/** Fails unless `doctor` finds nothing wrong. */
export async function expectHealthy(variables: Variables): Promise<void> {
  const { code, stdout } = await callTeller(['doctor'], variables);
  expect([code, stdout]).toEqual([0, stdout]);
}
