import { setTimeout as sleep } from 'node:timers/promises';

import { StoreUnavailableError } from '../errors.ts';
import { applyPending, type Migration, readMigrationFiles } from '../migrations.ts';
import type { ReportProgress } from '../progress.ts';
import type { Session } from '../sql/database.ts';
import { sql } from '../sql/query.ts';
import type { MigrationState } from '../store.ts';
import type { PostgresConnection } from './connection.ts';
import { isLockTimeout } from './postgres-error.ts';

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url);
const VERSION_MIN = 150_000;
/** Changes several tables of a Citus cluster in one transaction, which is only possible over one connection to each node. */
export const OVER_ONE_CONNECTION = `SET LOCAL citus.multi_shard_modify_mode = 'sequential'`;
/** Takes the advisory lock for changes of the schema. */
export const LOCK_SCHEMA = 'SELECT pg_advisory_xact_lock(7364720521)';

/**
 * Bounds the wait for a table. A migration that waits for the end of a dump or of an import stops all statements of the table
 * that come after it; these wait for two seconds (`open-postgres-store.ts`). PostgreSQL cancels an autovacuum that blocks a lock
 * only after `deadlock_timeout`, one second by default, and not if this limit ends at the same time
 * (`ProcSleep` in PostgreSQL's src/backend/storage/lmgr/proc.c).
 */
const LIMIT_WAIT = "SET LOCAL lock_timeout = '1500ms'";
const ATTEMPTS_MAX = 5;
/** Pause before the next attempt, in which statements that have waited run. */
const PAUSE_MS = 1000;

/**
 * Repeats a migration while another process uses its tables.
 *
 * @throws {StoreUnavailableError} if it still does after the last attempt.
 */
export async function repeatWhileUsed<T>(migrate: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await migrate();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempts === ATTEMPTS_MAX) {
        throw new StoreUnavailableError(
          'another process uses the tables, such as a dump or an import; run `teller migrate` when it has ended ' +
            '(pg_stat_activity lists it)',
          { cause: error },
        );
      }
    }
    await sleep(PAUSE_MS);
  }
}

/** Returns the migrations of PostgreSQL, by version. */
export function readMigrations(): readonly Migration[] {
  return readMigrationFiles(MIGRATIONS_FOLDER);
}

/**
 * Applies the pending migrations in the transaction of the connection, and returns them. If several processes migrate
 * concurrently, one applies the migrations and the others wait for it. See `applyPending`.
 *
 * @param isDistributed whether the tables are distributed over the nodes of a cluster.
 * @throws {StoreUnavailableError} also if the server is too old, or its encoding is not UTF-8.
 */
export async function applyMigrations(
  connection: PostgresConnection,
  isDistributed: boolean,
  onProgress?: ReportProgress,
): Promise<readonly MigrationState[]> {
  await refuseServer(connection);
  await connection.execute(LOCK_SCHEMA);
  await connection.execute(LIMIT_WAIT);
  if (isDistributed) await connection.execute(OVER_ONE_CONNECTION);
  const execute = async (statements: string): Promise<void> => {
    // Citus sends the workers the whole text of a command, and refuses one with several statements.
    const texts = isDistributed ? splitStatements(statements) : [statements];
    for (const text of texts) await connection.execute(text);
  };
  return applyPending(connection, readMigrations(), execute, onProgress);
}

/** Returns the statements of a migration, which end with a line. A body between `$$` and `$$` is a part of its statement. */
function splitStatements(text: string): readonly string[] {
  const statements: string[] = [];
  let statement = '';
  for (const part of text.trimEnd().split(/(?<=;)\n/)) {
    statement += `${part}\n`;
    const isInBody = statement.split('$$').length % 2 === 0;
    if (isInBody) continue;
    statements.push(statement);
    statement = '';
  }
  return statements;
}

async function refuseServer(session: Session): Promise<void> {
  const server = await session.row<{
    readonly version: number;
    readonly shown: string;
    readonly encoding: string;
  }>(sql`SELECT current_setting('server_version_num')::integer AS version,
    current_setting('server_version') AS shown, current_setting('server_encoding') AS encoding`);
  const { version = 0, shown = '', encoding = '' } = server ?? {};
  if (version < VERSION_MIN) {
    throw new StoreUnavailableError(`PostgreSQL ${shown} is too old; 15 or later is needed`);
  }
  if (encoding !== 'UTF8') {
    throw new StoreUnavailableError(
      `the text of the database is ${encoding}; create one with ENCODING 'UTF8'`,
    );
  }
}
