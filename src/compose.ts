/**
 * The only place that constructs and wires. What a command does not use is not loaded: the HTTP
 * service never loads an exchange library, a small command loads neither.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'pino';

import type { Config, DatabaseLocation, MasterKeySource } from './config.ts';
import type { RandomBytes } from './domain/id.ts';
import { deriveMasterKey, type MasterKey } from './domain/master-key.ts';
import type { ExchangeCredentials } from './domain/sealed-credentials.ts';
import type { KeyPermissions } from './exchanges/exchange.ts';
import type { ExchangeDirectoryOptions } from './exchanges/registry.ts';
import type { HttpApp, HttpAppOptions, HttpApps } from './http/app.ts';
import type { BackupSummary } from './store/sqlite/backup.ts';
import { createMasterKeyFile, readMasterKeyFile } from './master-key-file.ts';
import type { Store } from './store/store.ts';
import type { SyncWorkerOptions, WalletSyncResult } from './sync/sync-options.ts';

/** There is no database where the configuration says. */
export class DatabaseMissingError extends Error {
  readonly code = 'database_not_found';

  constructor(path: string) {
    super(
      `there is no database at ${path}; make one with "teller org create NAME", ` +
        'or name another with --database',
    );
    this.name = 'DatabaseMissingError';
  }
}

/** The master key is not where the configuration says. */
export class MasterKeyMissingError extends Error {
  readonly code = 'master_key_not_found';

  constructor(place: string, advice: string) {
    super(`there is no master key ${place}; ${advice}`);
    this.name = 'MasterKeyMissingError';
  }
}

/**
 * Opens the store as it is. That a PostgreSQL does not answer is told by what is asked of it first.
 *
 * @param options.create makes the SQLite file where there is none.
 * @throws {DatabaseMissingError} where there is none and none is to be made.
 */
export async function openStore(
  config: Config,
  options: { readonly create: boolean },
): Promise<Store> {
  const { database } = config;
  if (database.kind === 'postgres') {
    const { openPostgresStore } = await import('./store/postgres/open-postgres-store.ts');
    return openPostgresStore(database);
  }
  const { path } = database;
  if (!options.create && !existsSync(path)) throw new DatabaseMissingError(path);
  const { openSqliteStore } = await import('./store/sqlite/open-sqlite-store.ts');
  return openSqliteStore({ path });
}

/**
 * Spreads the wallets over the nodes of a Citus cluster.
 *
 * @param database a PostgreSQL whose schema is up to date.
 * @returns the tables that were spread or copied to every node now.
 */
export async function distributeDatabase(
  database: Extract<DatabaseLocation, { kind: 'postgres' }>,
): Promise<readonly string[]> {
  const { openPostgresStore } = await import('./store/postgres/open-postgres-store.ts');
  const store = openPostgresStore(database);
  try {
    return await store.distribute();
  } finally {
    await store.close();
  }
}

/** What was restored. */
export interface RestoreReport extends BackupSummary {
  /** Whether the configuration has the master key that the backup was made under. */
  readonly hasMasterKey: boolean;
  /** Where the former file is, if it could not be read. */
  readonly movedTo: string | undefined;
}

/** Copies an SQLite database into a file, while it is used. @throws {DatabaseMissingError} */
export async function backUpDatabase(config: Config, file: string): Promise<BackupSummary> {
  const { backUpDatabase: backUp } = await import('./store/sqlite/backup.ts');
  const path = requireSqlite(config);
  if (!existsSync(path)) throw new DatabaseMissingError(path);
  return backUp(path, file);
}

/**
 * Replaces an SQLite database by a backup.
 *
 * @param force also where it holds anything, or cannot be read.
 * @throws {MasterKeyMismatchError} where the backup was made under another master key.
 */
export async function restoreDatabase(
  config: Config,
  file: string,
  force: boolean,
): Promise<RestoreReport> {
  const path = requireSqlite(config);
  const [{ readBackup }, { restoreDatabase: restore }] = await Promise.all([
    import('./store/sqlite/backup.ts'),
    import('./store/sqlite/restore.ts'),
  ]);
  const summary = await readBackup(file);
  const isKeyThere = hasMasterKey(config, summary.masterKeyId);
  const { movedTo } = await restore(file, path, force);
  return { ...summary, hasMasterKey: isKeyThere, movedTo };
}

/** A command is for the other kind of database. */
export class UnsupportedDatabaseError extends Error {
  readonly code = 'unsupported_database';

  constructor() {
    super('this is for SQLite; PostgreSQL is copied by its own tools (pg_basebackup, pg_dump)');
    this.name = 'UnsupportedDatabaseError';
  }
}

function requireSqlite({ database }: Config): string {
  if (database.kind !== 'sqlite') throw new UnsupportedDatabaseError();
  return database.path;
}

/** @throws {MasterKeyMismatchError} where there is one, but not the one that is recorded. */
function hasMasterKey({ masterKey: source }: Config, recorded: string | undefined): boolean {
  const text = findMasterKeyText(source);
  if (text === undefined || recorded === undefined) return recorded === undefined;
  const given = deriveMasterKey(text).id;
  if (given !== recorded) throw new MasterKeyMismatchError(source, { given, recorded });
  return true;
}

/** The master key is not the one that the database was made under. */
export class MasterKeyMismatchError extends Error {
  readonly code = 'master_key_mismatch';

  constructor(source: MasterKeySource, found: MasterKeyIds) {
    const [place, advice] =
      source.kind === 'file'
        ? [`the file ${source.path}`, 'restore the former file from a backup']
        : ['TELLER_MASTER_KEY', 'set it to the former key'];
    super(
      `the master key of ${place} is not the one of this database (its fingerprint is ` +
        `${found.given}, not ${found.recorded}), so no API key or credentials would be readable; ` +
        `${advice}, or name another database`,
    );
    this.name = 'MasterKeyMismatchError';
  }
}

interface MasterKeyIds {
  readonly given: string;
  readonly recorded: string;
}

/**
 * The master key. The first one that a database sees is remembered by its fingerprint, and any
 * other is refused: it would open nothing, and what is made under it nothing else. A missing file
 * is made where the configuration allows and the database has seen no key yet.
 *
 * @throws {MasterKeyMissingError}
 * @throws {MasterKeyMismatchError}
 */
export async function loadMasterKey(
  config: Config,
  store: Store,
  randomBytes: RandomBytes,
): Promise<MasterKey> {
  const source = config.masterKey;
  const known = await store.findMasterKeyId();
  const masterKey = deriveMasterKey(readMasterKeyText(source, known, randomBytes));
  const recorded = known ?? (await store.recordMasterKeyId(masterKey.id));
  if (recorded === masterKey.id) return masterKey;
  throw new MasterKeyMismatchError(source, { given: masterKey.id, recorded });
}

/** @param known the fingerprint of the key that the database was made under. */
function readMasterKeyText(
  source: MasterKeySource,
  known: string | undefined,
  randomBytes: RandomBytes,
): string {
  const text = findMasterKeyText(source);
  if (text !== undefined) return text;
  if (source.kind !== 'file') {
    throw new MasterKeyMissingError(
      'for this PostgreSQL',
      'set TELLER_MASTER_KEY (make one with: openssl rand -base64 32) or TELLER_MASTER_KEY_FILE',
    );
  }
  if (!source.made) {
    throw new MasterKeyMissingError(`at ${source.path}`, 'correct TELLER_MASTER_KEY_FILE');
  }
  if (known !== undefined) {
    throw new MasterKeyMissingError(
      `at ${source.path}`,
      'the API keys and wallets of this database need it, restore it from a backup',
    );
  }
  return createMasterKeyFile(source.path, randomBytes);
}

function findMasterKeyText(source: MasterKeySource): string | undefined {
  if (source.kind === 'text') return source.text;
  return source.kind === 'file' ? readMasterKeyFile(source.path) : undefined;
}

/** Lines are gathered to this size, so that a request does not pay for a write of its own. */
const LOG_BATCH_BYTES = 3584;
/** What a pipe takes as a whole, so that no line of two processes is torn (POSIX PIPE_BUF). */
const LOG_WRITE_BYTES_MAX = 4096;
/** Lines beyond it are dropped: a reader that stalls must not fill the memory. */
const LOG_BUFFER_BYTES_MAX = 8 * 1024 * 1024;
const LOG_FLUSH_INTERVAL_MS = 500;

/**
 * The log: JSON lines on standard error, written in batches, at the latest after half a second and
 * when the process ends by itself, by `process.exit` or by an error that nobody has caught.
 */
export async function createLogger(config: Config): Promise<Logger> {
  const { pino } = await import('pino');
  const destination = pino.destination({
    dest: 2,
    sync: false,
    minLength: LOG_BATCH_BYTES,
    maxWrite: LOG_WRITE_BYTES_MAX,
    maxLength: LOG_BUFFER_BYTES_MAX,
    periodicFlush: LOG_FLUSH_INTERVAL_MS,
  });
  // A disk that is full, say: the lines are kept for the next try, and the program goes on.
  destination.on('error', () => undefined);
  return pino(
    { level: config.logLevel, base: null, serializers: { err: describeError } },
    destination,
  );
}

/** An error for the log, without its cause: a library's message may have a signed address in it. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return 'code' in error ? { name, code: error.code, message, stack } : { name, message, stack };
}

/** What the HTTP service is made of beside its configuration. */
type HttpAppParts = Required<
  Pick<HttpAppOptions, 'store' | 'masterKey' | 'logger' | 'now' | 'isShuttingDown'>
>;

/** The HTTP service, not yet listening. */
export async function createHttpApps(config: Config, parts: HttpAppParts): Promise<HttpApps> {
  const { createApps } = await import('./http/app.ts');
  return createApps(describeApp(config, parts));
}

/** The metrics of all HTTP workers of this process together, not yet listening. */
export async function createClusterMetricsApp(
  config: Config,
  parts: HttpAppParts,
): Promise<HttpApp> {
  const http = await import('./http/app.ts');
  return http.createClusterMetricsApp(describeApp(config, parts));
}

function describeApp(config: Config, parts: HttpAppParts): HttpAppOptions {
  return {
    ...parts,
    rateLimitPerSecond: config.rateLimitPerSecond,
    metricsToken: config.metricsToken,
    limits: { responseCacheBytesMax: config.responseCacheBytes },
    randomId: randomUUID,
  };
}

/** The synchronisation of wallets, with the exchanges it needs. */
export interface SyncRunner {
  /** Synchronises wallets as they become due, until the signal aborts. */
  run(): Promise<void>;
  /** Synchronises these wallets now, due or not. */
  syncWallets(walletIds: readonly string[]): Promise<WalletSyncResult[]>;
}

/** So long the exchange has to tell what a key may do. */
const PERMISSIONS_TIMEOUT_MS = 8000;

/**
 * Asks an exchange what a key may do; `undefined` where it does not tell.
 *
 * @throws {ExchangeError} where it does not answer, or refuses the key.
 */
export async function readKeyPermissions(
  config: Config,
  exchange: string,
  credentials: ExchangeCredentials,
  nowMs: () => number,
): Promise<KeyPermissions | undefined> {
  const { createExchangeDirectory } = await import('./exchanges/registry.ts');
  const signal = AbortSignal.timeout(PERMISSIONS_TIMEOUT_MS);
  const directory = createExchangeDirectory({
    ...exchangeOptions(config, nowMs, signal),
    // Whoever waits at the terminal tries again by himself.
    triesMax: 1,
  });
  const account = await directory.openAccount(exchange, credentials, null);
  await account.fetchTimeMs();
  return account.readPermissions?.();
}

function exchangeOptions(
  config: Config,
  nowMs: () => number,
  signal: AbortSignal,
): ExchangeDirectoryOptions {
  return {
    proxyUrl: config.exchangeProxyUrl,
    throttle: config.exchangeThrottle,
    clock: { nowMs, sleep: (durationMs) => sleep(durationMs, undefined, { signal }) },
    signal,
  };
}

/** Loads what reads the exchanges; only a process that synchronises calls this. */
export async function createSyncRunner(
  config: Config,
  parts: Pick<
    SyncWorkerOptions,
    'store' | 'masterKey' | 'logger' | 'nowMs' | 'signal' | 'onWindow'
  >,
): Promise<SyncRunner> {
  const [{ createExchangeDirectory }, { runSyncWorker, syncWallets }] = await Promise.all([
    import('./exchanges/registry.ts'),
    import('./sync/worker.ts'),
  ]);
  const directory = createExchangeDirectory(exchangeOptions(config, parts.nowMs, parts.signal));
  const options = {
    ...parts,
    directory,
    intervalMs: config.syncIntervalMs,
    workerId: randomUUID(),
    random: Math.random,
  };
  return {
    run: () => runSyncWorker(options),
    syncWallets: (walletIds) => syncWallets(options, walletIds),
  };
}
