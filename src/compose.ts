/**
 * The only place that constructs and wires. What a command does not use is not loaded: the HTTP
 * service never loads an exchange library, a small command loads neither.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'pino';

import type { Config, DatabaseLocation, MasterKeySource } from './config.ts';
import type { RandomBytes } from './domain/id.ts';
import { deriveMasterKey, type MasterKey } from './domain/master-key.ts';
import type { ExchangeCredentials } from './domain/sealed-credentials.ts';
import { ExchangeError, type KeyPermissions } from './exchanges/exchange.ts';
import type { ExchangeDirectoryOptions } from './exchanges/registry.ts';
import type { HttpApp, HttpAppOptions, HttpApps } from './http/app.ts';
import type { BackupSummary } from './store/sqlite/backup.ts';
import { LogDestination, type LogLimits } from './log-destination.ts';
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

/** The database file is gone, or empty, although it was in use: its master key is still there. */
export class DatabaseLostError extends Error {
  readonly code = 'database_lost';

  constructor(path: string, keyPath: string) {
    super(
      `the database ${path} is missing or empty, but its master key ${keyPath} is there, so it held ` +
        'data before; put the file back, or run "teller restore FILE" with a backup; to begin with ' +
        'an empty database, move the master key to another folder first',
    );
    this.name = 'DatabaseLostError';
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

/** What may be done if the SQLite file is missing. */
export interface OpenOptions {
  /** Creates the file. */
  readonly create: boolean;
  /** Creates it also if its master key is there already: the caller fills it with a copy. */
  readonly expectEmpty?: true;
}

/**
 * Opens the store as it is. That a PostgreSQL does not answer is told by what is asked of it first.
 *
 * @throws {DatabaseMissingError} if there is none and none is to be made.
 * @throws {DatabaseLostError} if the file that the master key belongs to is missing or empty.
 */
export async function openStore(config: Config, options: OpenOptions): Promise<Store> {
  const { database } = config;
  if (database.kind === 'postgres') {
    const { openPostgresStore } = await import('./store/postgres/open-postgres-store.ts');
    return openPostgresStore(database);
  }
  const { path } = database;
  if (options.expectEmpty !== true) refuseLostDatabase(path, config.masterKey);
  if (!options.create && !existsSync(path)) throw new DatabaseMissingError(path);
  const { openSqliteStore } = await import('./store/sqlite/open-sqlite-store.ts');
  return openSqliteStore({ path });
}

/** A key that this program creates beside a database is written after the database's first page. */
function refuseLostDatabase(path: string, masterKey: MasterKeySource): void {
  if (masterKey.kind !== 'file' || !masterKey.made || !existsSync(masterKey.path)) return;
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) throw new DatabaseLostError(path, masterKey.path);
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

const LOG_LIMITS: LogLimits = {
  // So that a request does not pay for a write of its own.
  batchBytes: 3584,
  // What a pipe takes as a whole, so that no line of two processes is torn (POSIX PIPE_BUF).
  writeBytesMax: 4096,
  bufferBytesMax: 8 * 1024 * 1024,
  flushMs: 500,
};

/**
 * The log: JSON lines on standard error, written in batches, at the latest after half a second and
 * when the process ends by itself, by `process.exit` or by an error that nobody has caught. The
 * destination is our own because pino's repeats a write without end when the process ends and the
 * reader has gone or the disk is full.
 */
export async function createLogger(config: Config): Promise<Logger> {
  const { pino } = await import('pino');
  const destination = new LogDestination(2, LOG_LIMITS);
  process.once('exit', () => destination.flushSync());
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
    trustedProxies: config.trustedProxies,
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

/** Time for an exchange to answer the requests that check a key. */
const KEY_CHECK_TIMEOUT_MS = 8000;

/** What an exchange says of a key. */
export interface KeyCheck {
  /** What the key may do; `undefined` if the exchange does not report it, or did not answer. */
  readonly permissions: KeyPermissions | undefined;
  /** Why the permissions could not be read. */
  readonly permissionsError: ExchangeError | undefined;
  /** Why the balances could not be read with the key; `undefined` if they were read. */
  readonly error: ExchangeError | undefined;
}

/** Checks a key: reads what it may do, if the exchange reports it, and the balances. */
export async function checkExchangeKey(
  config: Config,
  exchange: string,
  credentials: ExchangeCredentials,
  nowMs: () => number,
): Promise<KeyCheck> {
  const { createExchangeDirectory } = await import('./exchanges/registry.ts');
  const signal = AbortSignal.timeout(KEY_CHECK_TIMEOUT_MS);
  const directory = createExchangeDirectory({
    ...exchangeOptions(config, nowMs, signal),
    // Whoever waits at the terminal retries.
    triesMax: 1,
  });
  const account = await directory.openAccount(exchange, credentials, null);
  const clock = await attempt(signal, () => account.fetchTimeMs());
  if (clock.error !== undefined) {
    return { permissions: undefined, permissionsError: clock.error, error: clock.error };
  }
  const permissions = await attempt(signal, async () => account.readPermissions?.());
  const balances = await attempt(signal, () => account.readBalances());
  return {
    permissions: permissions.value,
    permissionsError: permissions.error,
    error: balances.error,
  };
}

/** @throws what is no error of the exchange. */
async function attempt<Value>(
  signal: AbortSignal,
  request: () => Promise<Value>,
): Promise<{ readonly value: Value | undefined; readonly error: ExchangeError | undefined }> {
  try {
    return { value: await request(), error: undefined };
  } catch (error) {
    if (error instanceof ExchangeError) return { value: undefined, error };
    if (!signal.aborted) throw error;
    const message = `no answer within ${KEY_CHECK_TIMEOUT_MS / 1000} seconds`;
    return { value: undefined, error: new ExchangeError('exchange_unavailable', message) };
  }
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
  const [{ createExchangeDirectory }, { runSyncWorker, syncWallets }, { StoreClock }] =
    await Promise.all([
      import('./exchanges/registry.ts'),
      import('./sync/worker.ts'),
      import('./sync/store-clock.ts'),
    ]);
  const { nowMs, correct: correctClock } = new StoreClock(parts.nowMs);
  const directory = createExchangeDirectory(exchangeOptions(config, nowMs, parts.signal));
  const options = {
    ...parts,
    nowMs,
    correctClock,
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
