import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import type { Database, Row, Session, WriteSession } from '../sql/database.ts';
import type { Query } from '../sql/query.ts';
import { type ClientOptions, toClientConfig } from './client-options.ts';
import { PostgresConnection, rememberEnd, type ResponseLimits } from './connection.ts';
import { isConnectionLost, isWriteRefused, translatePostgresError } from './postgres-error.ts';

/** The address, the role, the pool size and the timeouts of a database. */
export interface DatabaseOptions extends ClientOptions {
  readonly connectionsMax: number;
  /** True if a transaction has to end within the time of one statement. */
  readonly isLimited?: boolean;
}

/** Wait for a response beyond the statement timeout, at which the database ends the statement. */
const RESPONSE_GRACE_MS = 1000;
const IDLE_CONNECTION_MS = 60_000;
/**
 * The settings of long work, which waits for locks without a limit. The joins of an import and the lists of all wallets fit
 * into the memory.
 */
const OWN_SETTINGS = "SET statement_timeout = 0; SET lock_timeout = 0; SET work_mem = '64MB'";
const OWN_TIMEOUT_MS = 24 * 3600 * 1000;
const CLOSE_MS_MAX = 2000;

/** Begins a transaction whose reads see one snapshot. */
export const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

type ConnectDone = Parameters<pg.Client['connect']>[0];

/**
 * A client that ends if it cannot connect, as `pg-pool` does not end it. The driver leaves the connection open if the login fails
 * on this side, because the password is missing for example. The process would not exit until the server ends the login, after a
 * minute by default (https://www.postgresql.org/docs/current/runtime-config-connection.html, authentication_timeout).
 */
class EndingClient extends pg.Client {
  override connect(): Promise<pg.Client>;
  override connect(done: ConnectDone): void;
  override connect(done?: ConnectDone): unknown {
    if (done === undefined) return super.connect();
    super.connect((error: Error | null) => {
      if (error instanceof Error) void this.end();
      done(error as never, this);
    });
    return undefined;
  }
}

/** A pool of connections to the database. It connects on first use. */
export class PostgresDatabase implements Database {
  readonly #pool: pg.Pool;
  readonly #limits: ResponseLimits;

  constructor(options: DatabaseOptions) {
    const statementMs = options.statementTimeoutMs + RESPONSE_GRACE_MS;
    this.#limits = { statementMs, totalMs: options.isLimited === true ? statementMs : Infinity };
    this.#pool = new pg.Pool({
      ...toClientConfig(options),
      Client: EndingClient,
      max: options.connectionsMax,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      pipeline: true,
      allowExitOnIdle: true,
    });
    // The next call replaces an idle connection that failed. If a connection fails while it is used, its statements
    // fail with this error.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', (error) => rememberEnd(client, error)));
  }

  rows<Result = Row>(query: Query): Promise<readonly Result[]> {
    return this.#connected((connection) => connection.rows<Result>(query));
  }

  row<Result = Row>(query: Query): Promise<Result | undefined> {
    return this.#connected((connection) => connection.row<Result>(query));
  }

  change(query: Query): Promise<number> {
    return this.#connected((connection) => connection.change(query));
  }

  read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.transact(SNAPSHOT, work);
  }

  write<T>(work: (session: WriteSession) => Promise<T>): Promise<T> {
    return this.#connected((connection) => connection.write(work));
  }

  withOwnConnection<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.#connected(
      async (connection) => {
        await connection.execute(OWN_SETTINGS);
        try {
          return await work(connection);
        } finally {
          const reset = 'DISCARD TEMP; RESET statement_timeout; RESET lock_timeout; RESET work_mem';
          await connection.execute(reset).catch(() => undefined);
        }
      },
      { statementMs: OWN_TIMEOUT_MS },
    );
  }

  /** Runs `work` in a transaction that begins with this command. */
  transact<T>(begin: string, work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.#connected((connection) => connection.inTransaction(begin, work));
  }

  /** See `PostgresConnection.readAtOnce`. */
  readAtOnce(begin: string, queries: readonly Query[]): Promise<readonly (readonly Row[])[]> {
    return this.#connected((connection) => connection.readAtOnce(begin, queries));
  }

  /** Closes the connections, without waiting for one that does not respond. A second call has no effect. */
  async close(): Promise<void> {
    if (this.#pool.ending) return;
    await Promise.race([this.#pool.end(), sleep(CLOSE_MS_MAX, undefined, { ref: false })]);
  }

  async #connected<T>(
    work: (connection: PostgresConnection) => Promise<T>,
    limits = this.#limits,
  ): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw translatePostgresError(error);
    });
    const connection = new PostgresConnection(client, limits);
    let isLost = false;
    try {
      return await work(connection);
    } catch (error) {
      // A new connection may lead to the server that is the primary after a failover.
      isLost = isConnectionLost(error) || isWriteRefused(error);
      throw error;
    } finally {
      // If a transaction could not be ended, its connection is closed.
      const isOpen = client.getTransactionStatus() !== 'I';
      client.release(isLost || connection.isLost || isOpen);
    }
  }
}
