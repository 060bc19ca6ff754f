/** Opens the configured database. */
import { existsSync, statSync } from 'node:fs';

import type { Config, DatabaseLocation, MasterKeySource } from '../config/read-config.ts';
import type { Store } from '../store/store.ts';
import { SetupError } from './setup-error.ts';

/** Thrown if the configured database does not exist. */
export class DatabaseMissingError extends Error {
  readonly code = 'database_not_found';

  constructor(path: string) {
    super(
      `there is no database at ${path}; create one with "teller org create NAME", ` +
        'or select another with --database',
    );
    this.name = 'DatabaseMissingError';
  }
}

/** Options for a missing SQLite file. */
export interface OpenOptions {
  /** Creates the file. */
  readonly create: boolean;
  /** Creates the file even if its master key file exists, because the caller fills it with a copy. */
  readonly expectEmpty?: true;
  /** Waits for the changes of other processes as long as a statement may take; PostgreSQL only. */
  readonly waitsForLocks?: true;
  /** Reads for the service from the standby, if one is configured; PostgreSQL only. */
  readonly readsStandby?: true;
  /** Runs the service or the synchronisation, whose role must see one wallet at a time; PostgreSQL only. */
  readonly runsService?: true;
  /** Only reads for the service, for which a user without rights on the tables is enough; PostgreSQL only. */
  readonly onlyServes?: boolean;
}

/**
 * Opens the store without migrating it. PostgreSQL is not contacted: if it is unreachable, the first query
 * fails.
 *
 * @throws {DatabaseMissingError} if the SQLite file is missing and `create` is false.
 * @throws {SetupError} `database_lost` if the file that the master key belongs to is missing or empty.
 */
export async function openStore(config: Config, options: OpenOptions): Promise<Store> {
  const { database } = config;
  if (database.kind === 'postgres') {
    const { openPostgresStore } = await import('../store/postgres/open-postgres-store.ts');
    const { waitsForLocks = false } = options;
    const { replicaUrl, ...primary } = database;
    const isRead = options.readsStandby === true && replicaUrl !== undefined;
    return openPostgresStore({ ...primary, ...(isRead && { replicaUrl }), waitsForLocks });
  }
  const { path } = database;
  if (options.expectEmpty !== true) refuseLostDatabase(path, config.masterKey);
  if (!options.create && !existsSync(path)) throw new DatabaseMissingError(path);
  const { openSqliteStore } = await import('../store/sqlite/open-sqlite-store.ts');
  return openSqliteStore({ path });
}

/**
 * Throws if the key file exists without its database: the program creates a key file only after the first
 * page of the database.
 */
function refuseLostDatabase(path: string, masterKey: MasterKeySource): void {
  if (masterKey.kind !== 'file' || !masterKey.createdOnFirstUse) return;
  if (!existsSync(masterKey.path)) return;
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0) return;
  throw new SetupError(
    'database_lost',
    `the database ${path} is missing or empty, but its master key ${masterKey.path} exists, so it had ` +
      'data before; put the file back, or run "teller restore FILE" with a backup; to start with ' +
      'an empty database, move the master key to another folder first',
  );
}

/**
 * Distributes the wallets over the nodes of a Citus cluster.
 *
 * @param database a PostgreSQL database with an up-to-date schema.
 * @returns the tables that this call distributed, or made known to all nodes.
 */
export async function distributeDatabase(
  database: Extract<DatabaseLocation, { kind: 'postgres' }>,
): Promise<readonly string[]> {
  const { openPostgresStore } = await import('../store/postgres/open-postgres-store.ts');
  const store = openPostgresStore(database);
  try {
    return await store.distribute();
  } finally {
    await store.close();
  }
}
