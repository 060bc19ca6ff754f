import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { type ClientOptions, toClientConfig } from './client-options.ts';
import { PostgresConnection } from './connection.ts';
import type {
  BoundStatement,
  PostgresRow,
  PostgresValue,
  Statement,
  StatementResult,
} from './statement.ts';
import { type LocateWallet, NodeShares } from './node-shares.ts';
import { isConnectionLost, translatePostgresError } from './postgres-error.ts';
import { RowClient } from './row-client.ts';
import { findShardRevisions, type ShardRevisions, toShardRevisions } from './shard-revisions.ts';
import { encodeText } from './text-encoding.ts';

/** The address, the role, the pool size and the timeouts of a database. */
export interface DatabaseOptions extends ClientOptions {
  readonly connectionsMax: number;
  /** True for a node of a Citus cluster whose shards are read by their names. */
  readonly isNode?: boolean;
}

/** Wait for a response beyond the statement timeout, at which the database ends the statement. */
const RESPONSE_GRACE_MS = 1000;
/**
 * Maximum parts of the pool for the work on one node of a Citus cluster, so that a node that hangs does not
 * block all connections. The sync state of a wallet is on the coordinator, but a write that hangs on the
 * wallet's node holds a lock on it.
 */
const ROWS_SHARE = 0.5;
const STATE_SHARE = 0.2;
/** A node counts as hanging if it has not responded for this time. */
const STALL_MS_MAX = 5000;
const IDLE_CONNECTION_MS = 60_000;
const CLOSE_MS_MAX = 2000;
const MAINTENANCE_TIMEOUT_MS = 24 * 3600 * 1000;

const READ_COMMITTED = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Makes PostgreSQL plan each statement once for a connection, because planning took half of a listing's
 * time, and one index is right for all wallets. Not used through a Citus coordinator, which chooses the node
 * by the values of a statement when it plans.
 *
 * A plan can be made while a table is empty. If PostgreSQL knows that (after `ANALYZE`, or when autovacuum
 * has removed the rows of an interrupted import), a sequential scan costs nothing and is planned for the
 * lifetime of the connection: an import of 20,000 rows then read 195 million rows. A statement that has no
 * index still scans its table. Before version 18 its cost then exceeds the threshold of the JIT compiler.
 */
const PLAN_ONCE: Statement = {
  name: 'plan_once',
  text: `SELECT set_config('plan_cache_mode', 'force_generic_plan', false),
      set_config('enable_seqscan', 'off', false), set_config('jit', 'off', false)
    WHERE $1 OR NOT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')`,
};
/** Selects the node of a wallet; no row if its tables are not distributed. */
const LOCATE_WALLET: Statement = {
  name: 'locate_wallet',
  text: `SELECT placement.groupid FROM pg_dist_placement AS placement
    WHERE placement.shardid = (
      SELECT get_shard_id_for_distribution_column(logicalrelid, $1::text) FROM pg_dist_partition
        WHERE logicalrelid = to_regclass('wallet_transaction'))`,
};

/**
 * Runs statements in one round trip.
 *
 * @param isLast true if no statements follow: the same round trip then ends the transaction.
 */
export type RunStatements = (
  statements: readonly BoundStatement[],
  isLast?: boolean,
) => Promise<readonly StatementResult[]>;

/** Part of a wallet to read, and the expected revision if it is known. */
export interface ServedRead {
  readonly walletId: string;
  readonly of: keyof ShardRevisions;
  readonly revision: number | undefined;
}

/** Reads the shards of a wallet on their own node; see shard-reader.ts. */
export interface ShardReads {
  /** Reads a wallet. Returns `undefined` if it has to be read through the coordinator. */
  read(
    coordinator: PostgresDatabase,
    walletId: string,
    statement: BoundStatement,
  ): Promise<RevisedRows | undefined>;
  close(): Promise<void>;
}

/** Rows of a wallet, and their revisions; `undefined` without Citus. */
export interface RevisedRows {
  readonly rows: readonly PostgresRow[];
  readonly revisions: ShardRevisions | undefined;
}

/** A pool of connections to the database. It connects on first use. */
export class PostgresDatabase {
  readonly #pool: pg.Pool;
  readonly #responseTimeoutMs: number;
  /** `undefined` until the first connection is set up. */
  #isCitus: boolean | undefined;
  /** Limits the work on rows of wallets, which are on nodes. */
  readonly #shares: NodeShares;
  /** Limits the work on the coordinator for which writes to nodes may hold locks. */
  readonly #stateShares: NodeShares;
  readonly #shards: ShardReads | undefined;

  /** @param shards reads wallets of a Citus cluster on their own nodes. */
  constructor(options: DatabaseOptions, shards?: ShardReads) {
    this.#shards = shards;
    const { connectionsMax, connectTimeoutMs, statementTimeoutMs, isNode = false } = options;
    this.#responseTimeoutMs = statementTimeoutMs + RESPONSE_GRACE_MS;
    const setUp = async (client: pg.ClientBase, done: (error?: Error) => void): Promise<void> => {
      try {
        const connection = new PostgresConnection(client as pg.Client, connectTimeoutMs);
        this.#isCitus = (await connection.run(PLAN_ONCE, isNode)).rowCount === 0;
        done();
      } catch (error) {
        done(error as Error);
      }
    };
    const locate: LocateWallet = async (walletId) =>
      (await this.read(LOCATE_WALLET, walletId))[0]?.[0] as number | undefined;
    const makeShares = (share: number): NodeShares =>
      new NodeShares(locate, {
        heldMax: Math.max(1, Math.floor(connectionsMax * share)),
        waitMs: this.#responseTimeoutMs,
        stallMs: STALL_MS_MAX,
      });
    this.#shares = makeShares(ROWS_SHARE);
    this.#stateShares = makeShares(STATE_SHARE);
    this.#pool = new pg.Pool({
      ...toClientConfig(options),
      Client: RowClient,
      max: connectionsMax,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      pipeline: true,
      allowExitOnIdle: true,
      verify: (client, done) => void setUp(client, done),
    });
    // The next call replaces an idle connection that failed. If a connection fails while it is used, its
    // statements fail, so the event itself needs no handling.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Runs one statement in its own transaction. */
  run(statement: Statement, ...values: readonly PostgresValue[]): Promise<StatementResult> {
    return this.#connected((connection) => connection.run(statement, ...values));
  }

  /** Runs a command without values in its own transaction. */
  execute(sql: string): Promise<void> {
    return this.#connected((connection) => connection.execute(sql));
  }

  /** Returns the rows of one statement. */
  async read(
    statement: Statement,
    ...values: readonly PostgresValue[]
  ): Promise<readonly PostgresRow[]> {
    return (await this.run(statement, ...values)).rows;
  }

  /** Runs `work` in a transaction, which is rolled back if `work` fails. */
  write<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.#connected((connection) => inTransaction(connection, work));
  }

  /** Like {@link write}, for the tables of a wallet. */
  writeOfWallet<T>(
    walletId: string,
    work: (connection: PostgresConnection) => Promise<T>,
  ): Promise<T> {
    return this.#onNode(walletId, () => this.write(work));
  }

  /** Runs one statement on tables of a wallet, whose identifier is its first value. */
  runOfWallet(
    statement: Statement,
    walletId: string,
    ...values: readonly PostgresValue[]
  ): Promise<StatementResult> {
    return this.#onNode(walletId, () => this.run(statement, walletId, ...values));
  }

  /** Like {@link runOfWallet}, for the sync state of the wallet. */
  runOnState(
    statement: Statement,
    walletId: string,
    ...values: readonly PostgresValue[]
  ): Promise<StatementResult> {
    return this.#onState(walletId, () => this.run(statement, walletId, ...values));
  }

  /** Like {@link write}, for the sync state of the wallet. */
  writeState<T>(
    walletId: string,
    work: (connection: PostgresConnection) => Promise<T>,
  ): Promise<T> {
    return this.#onState(walletId, () => this.write(work));
  }

  /** Runs several statements on one snapshot of the database. */
  readAll(statements: readonly BoundStatement[]): Promise<readonly StatementResult[]> {
    return this.#read(SNAPSHOT, statements);
  }

  /**
   * Returns the rows of one statement. If row-level security applies to the role of the connection, the
   * statement sees only this wallet.
   */
  readOfWallet(
    walletId: string,
    statement: Statement,
    ...values: readonly PostgresValue[]
  ): Promise<readonly PostgresRow[]> {
    return this.#onNode(walletId, () => this.readOnCoordinator(walletId, statement, ...values));
  }

  /**
   * Like {@link readOfWallet}; on a Citus cluster also returns the revisions of the rows. If the expected
   * revision is given, the rows may be read directly from the node.
   */
  async readRowsOfWallet(
    { walletId, of, revision }: ServedRead,
    statement: Statement,
    ...values: readonly PostgresValue[]
  ): Promise<RevisedRows> {
    const bound = [statement, ...values] as const;
    if (this.#isCitus === true && revision !== undefined) {
      const found = await this.#shards?.read(this, walletId, bound);
      if (found?.revisions?.[of] === revision) return found;
    }
    return this.#onNode(walletId, async () => {
      const revisions = this.bindRevisions(walletId);
      const results = await this.readAllOfWallet(walletId, [...revisions, bound]);
      const [found] = revisions.length > 0 ? results : [];
      const rows = results.at(-1)?.rows ?? [];
      return { rows, revisions: found && toShardRevisions(found.rows[0]) };
    });
  }

  /** Runs several statements on one wallet, in one round trip. */
  readAllOfWallet(
    walletId: string,
    statements: readonly BoundStatement[],
  ): Promise<readonly StatementResult[]> {
    return this.#read('BEGIN READ ONLY', statements, walletId);
  }

  /** Returns the statement that reads the revisions on the shard; none without Citus. */
  bindRevisions(walletId: string): readonly BoundStatement[] {
    return this.#isCitus === true ? [findShardRevisions(walletId)] : [];
  }

  /** Like {@link readOfWallet}, for tables on the coordinator of a Citus cluster. */
  async readOnCoordinator(
    walletId: string,
    statement: Statement,
    ...values: readonly PostgresValue[]
  ): Promise<readonly PostgresRow[]> {
    const begin = 'BEGIN READ ONLY';
    const [result] = await this.#read(begin, [[statement, ...values]], walletId);
    return result?.rows ?? [];
  }

  /**
   * Like {@link readOfWallet}, for several reads that depend on each other. All of them see one snapshot of
   * the database.
   */
  readStepsOfWallet<T>(walletId: string, work: (run: RunStatements) => Promise<T>): Promise<T> {
    return this.#onNode(walletId, () => this.#readSteps(walletId, work));
  }

  #readSteps<T>(walletId: string, work: (run: RunStatements) => Promise<T>): Promise<T> {
    return this.#connected(async (connection) => {
      const begun = this.#begin(connection, SNAPSHOT, walletId);
      let ended: Promise<void> | undefined;
      const working = work((statements, isLast = false) => {
        const results = connection.runAll(statements);
        if (isLast) ended = connection.execute('COMMIT');
        ended?.catch(() => undefined);
        return results;
      });
      await Promise.allSettled([begun, working]);
      await begun;
      const result = await working;
      await (ended ?? connection.execute('COMMIT'));
      return result;
    });
  }

  /** Like {@link write}, for work on the whole database, without a statement timeout. */
  maintain<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.#takeTime(work, READ_COMMITTED);
  }

  /** Like {@link maintain}, for work that only reads and sees one snapshot of the database. */
  prove<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.#takeTime(work, SNAPSHOT);
  }

  /**
   * Closes the connections. A second call has no effect. A connection that does not respond does not keep
   * the process running.
   */
  async close(): Promise<void> {
    if (this.#pool.ending) return;
    const ended = new AbortController();
    const limit = sleep(CLOSE_MS_MAX, undefined, { signal: ended.signal }).catch(() => undefined);
    const closing = Promise.all([this.#pool.end(), this.#shards?.close()]);
    await Promise.race([closing.finally(() => ended.abort()), limit]);
  }

  /** Begins, reads and ends in one round trip. */
  #read(
    begin: string,
    statements: readonly BoundStatement[],
    walletId?: string,
  ): Promise<readonly StatementResult[]> {
    return this.#connected(async (connection) => {
      const begun = this.#begin(connection, begin, walletId);
      const read = connection.runAll(statements);
      const ended = connection.execute('COMMIT');
      await Promise.allSettled([begun, read, ended]);
      await begun;
      return read;
    });
  }

  /**
   * Begins a transaction, optionally for one wallet. Without Citus, one message is cheaper than two. Citus
   * sends the whole text of a setting to the shard, where a `BEGIN` in it would be a second one.
   */
  #begin(connection: PostgresConnection, begin: string, walletId?: string): Promise<unknown> {
    if (walletId === undefined) return connection.execute(begin);
    const setting = setWallet(walletId);
    if (this.#isCitus !== true) return connection.execute(`${begin}; ${setting}`);
    return Promise.all([connection.execute(begin), connection.execute(setting)]);
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

  #onNode<T>(walletId: string, work: () => Promise<T>): Promise<T> {
    return this.#within(this.#shares, walletId, work);
  }

  #onState<T>(walletId: string, work: () => Promise<T>): Promise<T> {
    return this.#within(this.#stateShares, walletId, work);
  }

  /** Runs work on a wallet, on a Citus cluster within the share of its node. */
  async #within<T>(shares: NodeShares, walletId: string, work: () => Promise<T>): Promise<T> {
    if (this.#isCitus === undefined) (await this.#connect()).release();
    return this.#isCitus === true ? shares.run(walletId, work) : work();
  }

  async #connected<T>(
    work: (connection: PostgresConnection) => Promise<T>,
    timeoutMs = this.#responseTimeoutMs,
  ): Promise<T> {
    const client = await this.#connect();
    const connection = new PostgresConnection(client, timeoutMs, this.#isCitus);
    let failed = false;
    try {
      return await work(connection);
    } catch (error) {
      failed = isConnectionLost(error);
      throw error;
    } finally {
      // If a transaction could not be ended, its connection is closed.
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
  // Not awaited here, so that the first statement of `work` is sent in the same round trip.
  begun.catch(() => undefined);
  try {
    const result = await work(connection);
    await begun;
    await connection.commit();
    return result;
  } catch (error) {
    await connection.execute('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Returns the command that sets the wallet. The identifier is a literal, as a setting takes no parameter. */
function setWallet(walletId: string): string {
  return `SET LOCAL teller.wallet_id = ${pg.escapeLiteral(encodeText(walletId))}`;
}
