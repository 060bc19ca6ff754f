import { createStore } from '../create-store.ts';
import { listMigrations, requireSchemaVersion } from '../migrations.ts';
import type { Store } from '../store.ts';
import { requireAllRows, requireRestrictedRole, requireSafeReads } from './access.ts';
import { ChangeListener } from './change-listener.ts';
import { distributeTables, findLost, isDistributed, listNodes } from './citus.ts';
import { PostgresDatabase } from './database.ts';
import { checkPages } from './integrity-pages.ts';
import { applyMigrations, readMigrations, repeatWhileUsed } from './migrations.ts';
import { allowLogin, grantRoles, makeServingRole } from './roles.ts';
import { readAsService } from './serving-database.ts';

/** Options of a PostgreSQL store. */
export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database?…` */
  readonly url: string;
  /** A standby that the service reads from; the same server if missing. */
  readonly replicaUrl?: string;
  /** The role that the service reads with. */
  readonly servingRole: string;
  /** The role with which people and programs read the four views, if it exists. */
  readonly readerRole: string;
  /** Connection pool size, for serving and for all other work, each. */
  readonly connectionsMax: number;
  /** True for the worker: a run waits for an import of its wallet instead of failing. */
  readonly waitsForLocks?: boolean;
}

const CONNECT_TIMEOUT_MS = 3000;
/** Statement timeout of the service, for which a client waits. */
const SERVING_TIMEOUT_MS = 5000;
/**
 * Maximum wait for a lock. It is shorter than {@link CONNECT_TIMEOUT_MS}, so that changes of a wallet that an import has locked
 * do not use all connections: other wallets would wait for these. A worker has at most one run of a wallet.
 */
const LOCK_TIMEOUT_MS = 2000;
/** Statement timeout of other work, such as the window of a busy day. */
const OWNER_TIMEOUT_MS = 30_000;

/** A store that can be distributed over the nodes of a Citus cluster. */
export interface PostgresStore extends Store {
  /** Distributes a migrated database. Returns the tables that this call distributed, or made known to all nodes. */
  distribute(): Promise<readonly string[]>;
}

/** Returns the store in a PostgreSQL database. It connects on first use. */
export function openPostgresStore(options: PostgresStoreOptions): PostgresStore {
  const { url, replicaUrl, servingRole, readerRole, connectionsMax, waitsForLocks } = options;
  const base = { connectionsMax, connectTimeoutMs: CONNECT_TIMEOUT_MS };
  const servingOptions = {
    ...base,
    url: replicaUrl ?? url,
    role: servingRole,
    statementTimeoutMs: SERVING_TIMEOUT_MS,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    isLimited: true,
  };
  const serving = new PostgresDatabase(servingOptions);
  const owner = new PostgresDatabase({
    ...base,
    url,
    statementTimeoutMs: OWNER_TIMEOUT_MS,
    ...(waitsForLocks !== true && { lockTimeoutMs: LOCK_TIMEOUT_MS }),
  });
  // A standby receives a change after its notification.
  const changes =
    replicaUrl === undefined ? new ChangeListener(servingOptions, serving) : undefined;
  const migrations = readMigrations();
  const roles = { serving: servingRole, reader: readerRole };
  const store = createStore({
    database: owner,
    serving: readAsService(serving),
    tracksChanges: changes !== undefined,
    generation: (keyId, walletId) => changes?.generation(keyId, walletId),
    ping: () => requireSchemaVersion(serving, migrations, 'accept'),
    checkSchema: () => requireSchemaVersion(owner, migrations, 'refuse'),
    checkServingRole: () => requireRestrictedRole(owner, servingRole),
    checkUser: () => requireAllRows(owner),
    checkReads: () => requireSafeReads(owner, serving, options),
    listNodes: () => listNodes(serving),
    listMigrations: () => listMigrations(owner, migrations),
    migrate: (onProgress) =>
      repeatWhileUsed(() =>
        owner.withOwnConnection(async (connection) => {
          await makeServingRole(connection, servingRole);
          return connection.write(async () => {
            const distributed = await isDistributed(connection);
            const applied = await applyMigrations(connection, distributed, onProgress);
            await requireRestrictedRole(connection, servingRole);
            await grantRoles(connection, { ...roles, isDistributed: distributed });
            return applied;
          });
        }),
      ),
    checks: {
      findLost: () => findLost(owner),
      checkEngine: async () => [await checkPages(owner)],
    },
    async close() {
      await Promise.all([serving.close(), owner.close(), changes?.close()]);
    },
  });
  return {
    ...store,
    distribute: () =>
      owner.withOwnConnection(async (connection) => {
        const made = await connection.write(() => distributeTables(connection));
        await connection.write(async () => {
          await allowLogin(connection, servingRole);
          await grantRoles(connection, { ...roles, isDistributed: true });
        });
        return made;
      }),
  };
}
