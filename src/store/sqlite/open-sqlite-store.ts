import { createStore } from '../create-store.ts';
import { listMigrations, requireSchemaVersion } from '../migrations.ts';
import type { Store } from '../store.ts';
import { createFile } from './create-file.ts';
import { SqliteDatabase } from './database.ts';
import { checkFile } from './integrity.ts';
import { applyMigrations, readMigrations } from './migrations.ts';

/** The options for opening the store. */
export interface SqliteStoreOptions {
  /** The database file. It and its folder are created if they are missing. */
  readonly path: string;
  /** Maximum wait of a call for another process's lock. Default: 5 s. */
  readonly busyTimeoutMs?: number;
  /** A monotonic clock. Default: the clock of the process. */
  readonly monotonicMs?: () => number;
}

const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens the store in an SQLite file. Does not migrate the schema.
 *
 * @throws {StoreUnavailableError} if the file cannot be opened or created, is not a database, belongs to another program,
 * or is locked longer than the timeout.
 */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const { path, busyTimeoutMs = BUSY_TIMEOUT_MS } = options;
  const { monotonicMs = () => performance.now() } = options;
  createFile(path);
  const migrations = readMigrations();
  const database = new SqliteDatabase(
    { path, busyTimeoutMs, readOnly: false, isNew: true },
    monotonicMs,
  );
  return createStore({
    database,
    serving: {
      readCaller: (_walletId, work) => database.read(work),
      readWallet: (_walletNo, work) => database.read(work),
      readAtOnce: (_walletNo, queries) => database.readAtOnce(queries),
      single: database,
    },
    tracksChanges: true,
    generation: () => database.readVersion(),
    listNodes: () => Promise.resolve([]),
    ping: () =>
      database.withOwnConnection((each) => requireSchemaVersion(each, migrations, 'accept')),
    checkSchema: () =>
      database.withOwnConnection((each) => requireSchemaVersion(each, migrations, 'refuse')),
    checkServingRole: () => Promise.resolve(),
    checkUser: () => Promise.resolve(),
    checkReads: () => Promise.resolve(),
    listMigrations: () => database.withOwnConnection((each) => listMigrations(each, migrations)),
    migrate: (onProgress) =>
      database.withConnection((each) => applyMigrations(each, migrations, onProgress)),
    checks: {
      findLost: () => Promise.resolve({ addresses: [], walletNos: new Set() }),
      checkEngine: (options) => database.withConnection((each) => checkFile(each, options)),
    },
    close: () => database.close(),
  });
}
