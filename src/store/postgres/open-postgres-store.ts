import { ChangeListener } from './change-listener.ts';
import { PostgresDatabase } from './database.ts';
import { readMigrations } from './migrations.ts';
import { PostgresStore } from './postgres-store.ts';
import { ShardReader } from './shard-reader.ts';

/** Options of a PostgreSQL store. */
export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database?…` */
  readonly url: string;
  /** A standby that the service reads from; the same server if missing. */
  readonly replicaUrl?: string;
  /** The role that the service reads with. */
  readonly servingRole: string;
  /** Connection pool size, for serving and for all other work, each. */
  readonly connectionsMax: number;
}

const CONNECT_TIMEOUT_MS = 3000;
/** Statement timeout of the service, for which a client waits. */
const SERVING_TIMEOUT_MS = 5000;
/** Statement timeout of other work, such as a batch of an import or the window of a busy day. */
const OWNER_TIMEOUT_MS = 30_000;

/** Returns the store in a PostgreSQL database. It connects on first use. */
export function openPostgresStore(options: PostgresStoreOptions): PostgresStore {
  const { url, replicaUrl, servingRole, connectionsMax } = options;
  const base = { connectionsMax, connectTimeoutMs: CONNECT_TIMEOUT_MS };
  const serving = {
    ...base,
    url: replicaUrl ?? url,
    role: servingRole,
    statementTimeoutMs: SERVING_TIMEOUT_MS,
  };
  return new PostgresStore({
    serving: new PostgresDatabase(serving, new ShardReader(serving)),
    owner: new PostgresDatabase({ ...base, url, statementTimeoutMs: OWNER_TIMEOUT_MS }),
    changes: replicaUrl === undefined ? new ChangeListener(serving) : undefined,
    servingRole,
    migrations: readMigrations(),
  });
}
