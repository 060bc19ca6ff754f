import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { type ClientOptions, toClientConfig } from './client-options.ts';
import {
  type BoundStatement,
  PostgresConnection,
  type PostgresRow,
  type PostgresValue,
  type Statement,
  type StatementResult,
} from './connection.ts';
import { isConnectionLost, translatePostgresError } from './postgres-error.ts';
import { encodeText } from './text-encoding.ts';

/** Who connects, how often at once, and how long anything may take. */
export interface DatabaseOptions extends ClientOptions {
  readonly connectionsMax: number;
}

/** An answer that is this late will not come: the database has ended the statement before. */
const ANSWER_GRACE_MS = 1000;
const IDLE_CONNECTION_MS = 60_000;
const CLOSE_MS_MAX = 2000;
const MAINTENANCE_TIMEOUT_MS = 24 * 3600 * 1000;

const READ_COMMITTED = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Plans are made once for a connection and not for every value: each statement names its wallet and
 * has one right index, and planning took half of a listing's time. Not under Citus, which chooses
 * the node of a statement by the value while it plans.
 */
const PLAN_ONCE = `SELECT set_config('plan_cache_mode', 'force_generic_plan', false)
  WHERE NOT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')`;

/**
 * Runs statements in one round trip.
 *
 * @param isLast true where nothing is asked after them: the transaction's end goes the same way.
 */
type AskInSteps = (
  statements: readonly BoundStatement[],
  isLast?: boolean,
) => Promise<readonly StatementResult[]>;

/** The database as a pool of connections. Nothing is connected before it is used. */
export class PostgresDatabase {
  readonly #pool: pg.Pool;
  readonly #answerTimeoutMs: number;

  constructor(options: DatabaseOptions) {
    const { connectionsMax, connectTimeoutMs, statementTimeoutMs } = options;
    this.#answerTimeoutMs = statementTimeoutMs + ANSWER_GRACE_MS;
    const setUp = async (client: pg.ClientBase, done: (error?: Error) => void): Promise<void> => {
      try {
        await new PostgresConnection(client as pg.Client, connectTimeoutMs).execute(PLAN_ONCE);
        done();
      } catch (error) {
        done(error as Error);
      }
    };
    this.#pool = new pg.Pool({
      ...toClientConfig(options),
      max: connectionsMax,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      pipeline: true,
      allowExitOnIdle: true,
      verify: (client, done) => void setUp(client, done),
    });
    // A connection that fails while nobody uses it is replaced by the next call; one that fails
    // while it is used tells it by the statements that it was to run.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Runs one statement in a transaction of its own. */
  run(statement: Statement, ...values: readonly PostgresValue[]): Promise<StatementResult> {
    return this.#connected((connection) => connection.run(statement, ...values));
  }

  /** Runs a command that takes no values in a transaction of its own. */
  execute(sql: string): Promise<void> {
    return this.#connected((connection) => connection.execute(sql));
  }

  /** The rows of one statement. */
  async read(
    statement: Statement,
    ...values: readonly PostgresValue[]
  ): Promise<readonly PostgresRow[]> {
    return (await this.run(statement, ...values)).rows;
  }

  /** Runs `work` in a transaction: what it has written is there as a whole or not at all. */
  write<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.#connected((connection) => inTransaction(connection, work));
  }

  /** Runs several statements on one state of the database. */
  readAll(statements: readonly BoundStatement[]): Promise<readonly StatementResult[]> {
    return this.#read(SNAPSHOT, statements);
  }

  /**
   * The rows of one statement that sees no other wallet than this one, where the connection's role
   * is subject to row-level security.
   */
  async readOfWallet(
    walletId: string,
    statement: Statement,
    ...values: readonly PostgresValue[]
  ): Promise<readonly PostgresRow[]> {
    const begin = beginOnWallet('BEGIN READ ONLY', walletId);
    const [result] = await this.#read(begin, [[statement, ...values]]);
    return result?.rows ?? [];
  }

  /**
   * Reads of a wallet, as {@link readOfWallet} does, what depends on what was read before, all of it
   * on one state of the database.
   */
  readStepsOfWallet<T>(walletId: string, work: (ask: AskInSteps) => Promise<T>): Promise<T> {
    return this.#connected(async (connection) => {
      const begun = connection.execute(beginOnWallet(SNAPSHOT, walletId));
      let ended: Promise<void> | undefined;
      const working = work((statements, isLast = false) => {
        const asked = connection.runAll(statements);
        if (isLast) ended = connection.execute('COMMIT');
        ended?.catch(() => undefined);
        return asked;
      });
      await Promise.allSettled([begun, working]);
      await begun;
      const result = await working;
      await (ended ?? connection.execute('COMMIT'));
      return result;
    });
  }

  /** As {@link write}, for work on the whole database, however long it takes. */
  maintain<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.#takeTime(work, READ_COMMITTED);
  }

  /** As {@link maintain}, for work that writes nothing and sees one state of the database. */
  prove<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.#takeTime(work, SNAPSHOT);
  }

  /**
   * Closes the connections; closing twice is nothing to complain about. One that nothing comes back
   * from does not hold up the end of the process.
   */
  async close(): Promise<void> {
    if (this.#pool.ending) return;
    const ended = new AbortController();
    const limit = sleep(CLOSE_MS_MAX, undefined, { signal: ended.signal }).catch(() => undefined);
    await Promise.race([this.#pool.end().finally(() => ended.abort()), limit]);
  }

  /** Begins, reads and ends in one round trip. */
  #read(begin: string, statements: readonly BoundStatement[]): Promise<readonly StatementResult[]> {
    return this.#connected(async (connection) => {
      const begun = connection.execute(begin);
      const read = connection.runAll(statements);
      const ended = connection.execute('COMMIT');
      await Promise.allSettled([begun, read, ended]);
      await begun;
      return read;
    });
  }

  #takeTime<T>(work: (connection: PostgresConnection) => Promise<T>, begin: string): Promise<T> {
    return this.#connected(async (connection) => {
      return inTransaction(
        connection,
        async (inside) => {
          await inside.execute('SET LOCAL statement_timeout = 0');
          return work(inside);
        },
        begin,
      );
    }, MAINTENANCE_TIMEOUT_MS);
  }

  async #connected<T>(
    work: (connection: PostgresConnection) => Promise<T>,
    timeoutMs = this.#answerTimeoutMs,
  ): Promise<T> {
    const client = await this.#connect();
    const connection = new PostgresConnection(client, timeoutMs);
    let failed = false;
    try {
      return await work(connection);
    } catch (error) {
      failed = isConnectionLost(error);
      throw error;
    } finally {
      // A transaction that could not be ended is ended with its connection.
      client.release(failed || connection.isLost || client.getTransactionStatus() !== 'I');
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw translatePostgresError(error);
    }
  }
}

async function inTransaction<T>(
  connection: PostgresConnection,
  work: (connection: PostgresConnection) => Promise<T>,
  begin = READ_COMMITTED,
): Promise<T> {
  const begun = connection.execute(begin);
  // Not awaited yet: what `work` asks first goes the same way.
  begun.catch(() => undefined);
  try {
    const result = await work(connection);
    await begun;
    await Promise.all([connection.execute('COMMIT'), connection.tellChanges()]);
    return result;
  } catch (error) {
    await connection.execute('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** A setting takes no parameter: the identifier is written as a literal. */
function beginOnWallet(begin: string, walletId: string): string {
  return `${begin}; SET LOCAL teller.wallet_id = ${pg.escapeLiteral(encodeText(walletId))}`;
}
