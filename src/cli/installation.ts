/** The state of the whole installation: what `teller status` shows, and what `teller` alone advises. */
import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { DatabaseLocation } from '../config/read-config.ts';
import { isInForce } from '../domain/api-key.ts';
import type { SyncStateName, WalletRecord, WalletSyncState } from '../store/records.ts';
import type { WebhookCount } from '../store/webhooks.ts';
import type { Store } from '../store/store.ts';

/** A wallet and the state of its synchronisation. */
export type ListedWallet = WalletRecord & { readonly sync: WalletSyncState };

/** An exchange that did not respond to the last synchronisation of these wallets. */
export interface UnavailableExchange {
  readonly exchange: string;
  readonly wallets: number;
  /** The latest failure. */
  readonly atMs: number;
}

/** The database and its disk. */
export interface DatabaseSize {
  readonly bytes: number;
  /** Free bytes of the disk; `undefined` for a server. */
  readonly freeBytes: number | undefined;
}

/** The state of the installation. */
export interface Installation {
  readonly projectCount: number;
  /** API keys that are neither revoked nor expired. */
  readonly apiKeyCount: number;
  readonly wallets: readonly ListedWallet[];
  readonly states: ReadonlyMap<SyncStateName, number>;
  readonly unavailable: readonly UnavailableExchange[];
  readonly lastSyncAtMs: number | null;
  readonly quarantinedCount: number;
  readonly webhooks: readonly WebhookCount[];
  readonly database: DatabaseSize;
}

/** Reads the state of the installation. */
export async function readInstallation(
  store: Store,
  location: DatabaseLocation,
  nowMs: number,
): Promise<Installation> {
  const [projects, keys, wallets, counts, webhooks, bytes] = await Promise.all([
    store.listProjects(),
    store.listApiKeys(),
    store.listWallets(),
    store.countWallets(),
    store.countWebhooks(),
    store.readDatabaseBytes(),
  ]);
  const states = new Map<SyncStateName, number>();
  for (const { state, count } of counts) states.set(state, (states.get(state) ?? 0) + count);
  return {
    projectCount: projects.length,
    apiKeyCount: keys.filter((key) => isInForce(key, nowMs)).length,
    wallets,
    states,
    unavailable: listUnavailable(wallets),
    lastSyncAtMs: latest(wallets.map(({ sync }) => sync.lastSyncAtMs)),
    quarantinedCount: counts.reduce((sum, { quarantinedCount }) => sum + quarantinedCount, 0),
    webhooks,
    database: await addDisk(location, bytes),
  };
}

/** Returns the wallets whose last synchronisation failed: first those that wait for the operator, then the latest. */
export function listTroubled(wallets: readonly ListedWallet[]): readonly ListedWallet[] {
  return wallets
    .filter(({ sync }) => sync.state === 'stopped' || sync.state === 'failing')
    .sort(
      (left, right) =>
        Number(right.sync.state === 'stopped') - Number(left.sync.state === 'stopped') ||
        (right.sync.failure?.atMs ?? 0) - (left.sync.failure?.atMs ?? 0),
    );
}

function listUnavailable(wallets: readonly ListedWallet[]): readonly UnavailableExchange[] {
  // The failure of a paused wallet is not retried, so it says nothing about the exchange now.
  const failing = wallets.filter(
    ({ sync }) => !sync.paused && sync.failure?.code === 'exchange_unavailable',
  );
  return [...Map.groupBy(failing, ({ exchange }) => exchange)].map(([exchange, affected]) => ({
    exchange,
    wallets: affected.length,
    atMs: latest(affected.map(({ sync }) => sync.failure?.atMs ?? null)) ?? 0,
  }));
}

function latest(instants: readonly (number | null)[]): number | null {
  return instants.reduce<number | null>(
    (newest, each) => (each !== null && (newest === null || each > newest) ? each : newest),
    null,
  );
}

/** An SQLite database also has a write-ahead log. */
async function addDisk(location: DatabaseLocation, bytes: number): Promise<DatabaseSize> {
  if (location.kind !== 'sqlite') return { bytes, freeBytes: undefined };
  const log = `${location.path}-wal`;
  const { bavail, bsize } = await statfs(dirname(location.path));
  return {
    bytes: bytes + (existsSync(log) ? statSync(log).size : 0),
    freeBytes: bavail * bsize,
  };
}
