import { createStore } from '../create-store.ts';
import { requireSchemaVersion } from '../migrations.ts';
import type { Store } from '../store.ts';
import { ChangeListener } from './change-listener.ts';
import { PostgresDatabase } from './database.ts';
import { checkPages } from './integrity-pages.ts';
import { applyMigrations, listMigrations, readAppliedIfAny, readMigrations } from './migrations.ts';
import { grantRoles, makeServingRole } from './roles.ts';
import { PostgresServingDatabase } from './serving-database.ts';

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
}

const CONNECT_TIMEOUT_MS = 3000;
/** Statement timeout of the service, for which a client waits. */
const SERVING_TIMEOUT_MS = 5000;
/** Statement timeout of other work, such as the window of a busy day. */
const OWNER_TIMEOUT_MS = 30_000;

/** Returns the store in a PostgreSQL database. It connects on first use. */
export function openPostgresStore(options: PostgresStoreOptions): Store {
  const { url, replicaUrl, servingRole, readerRole, connectionsMax } = options;
  const base = { connectionsMax, connectTimeoutMs: CONNECT_TIMEOUT_MS };
  const servingOptions = {
    ...base,
    url: replicaUrl ?? url,
    role: servingRole,
    statementTimeoutMs: SERVING_TIMEOUT_MS,
  };
  const serving = new PostgresDatabase(servingOptions);
  const owner = new PostgresDatabase({ ...base, url, statementTimeoutMs: OWNER_TIMEOUT_MS });
  // A standby receives a change after its notification.
  const changes = replicaUrl === undefined ? new ChangeListener(servingOptions) : undefined;
  const migrations = readMigrations();
  return createStore({
    database: owner,
    serving: new PostgresServingDatabase(serving),
    generation: (keyId, walletId) => changes?.generation(keyId, walletId),
    ping: async () => requireSchemaVersion(await readAppliedIfAny(serving), migrations),
    listMigrations: () => listMigrations(owner, migrations),
    migrate: (onProgress) =>
      owner.own(async (connection) => {
        await makeServingRole(connection, servingRole);
        return connection.write(async () => {
          const applied = await applyMigrations(connection, migrations, onProgress);
          await grantRoles(connection, { serving: servingRole, reader: readerRole });
          return applied;
        });
      }),
    checkEngine: async () => [await checkPages(owner)],
    async close() {
      await Promise.all([serving.close(), owner.close(), changes?.close()]);
    },
  });
}
