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

/** Who connects, how often at once, and how long anything may take. */
export interface DatabaseOptions extends ClientOptions {
  readonly connectionsMax: number;
  /** True for a node of a Citus cluster whose shards are read by their names. */
  readonly isNode?: boolean;
}

/** An answer that is this late will not come: the database has ended the statement before. */
const ANSWER_GRACE_MS = 1000;
/**
 * The parts of the pool that the work on one node of a Citus cluster may hold: a node that hangs leaves the
 * rest to others. The state of a wallet's synchronisation is on the coordinator, but a write that hangs on the
 * wallet's node holds a lock on it.
 */
const ROWS_SHARE = 0.5;
const STATE_SHARE = 0.2;
/** A node that has answered none of its work for so long hangs. */
const STALL_MS_MAX = 5000;
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
const PLAN_ONCE: Statement = {
  name: 'plan_once',
  text: `SELECT set_config('plan_cache_mode', 'force_generic_plan', false)
    WHERE $1 OR NOT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')`,
};
/** The node of a wallet; no row while its tables are not distributed. */
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
 * @param isLast true where nothing is asked after them: the transaction's end goes the same way.
 */
type AskInSteps = (
  statements: readonly BoundStatement[],
  isLast?: boolean,
) => Promise<readonly StatementResult[]>;

/** What is read of a wallet, and the revision that it should have if that is known. */
export interface ServedRead {
  readonly walletId: string;
  readonly of: keyof ShardRevisions;
  readonly revision: number | undefined;
}

/** Reads the shards of a wallet on their own node; see shard-reader.ts. */
export interface ShardReads {
  /** Returns `undefined` if the wallet has to be read through the coordinator. */
  read(
    coordinator: PostgresDatabase,
    walletId: string,
    statement: BoundStatement,
  ): Promise<RevisedRows | undefined>;
  close(): Promise<void>;
}

/** Rows, and the revisions of a wallet that belong to them; `undefined` without Citus. */
export interface RevisedRows {
  readonly rows: readonly PostgresRow[];
  readonly revisions: ShardRevisions | undefined;
}

/** The database as a pool of connections. Nothing is connected before it is used. */
export class PostgresDatabase {
  readonly #pool: pg.Pool;
  readonly #answerTimeoutMs: number;
  /** Known once a connection was set up. */
  #isCitus: boolean | undefined;
  /** For rows of wallets, which are on nodes. */
  readonly #shares: NodeShares;
  /** For what work on these rows may have locked on the coordinator. */
  readonly #stateShares: NodeShares;
  readonly #shards: ShardReads | undefined;

  /** @param shards reads wallets of a Citus cluster on their own nodes. */
  constructor(options: DatabaseOptions, shards?: ShardReads) {
    this.#shards = shards;
    const { connectionsMax, connectTimeoutMs, statementTimeoutMs, isNode = false } = options;
    this.#answerTimeoutMs = statementTimeoutMs + ANSWER_GRACE_MS;
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
        waitMs: this.#answerTimeoutMs,
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

  /** As {@link write}, for tables of this wallet. */
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

  /** As {@link runOfWallet}, on the state of the wallet's synchronisation. */
  runOnState(
    statement: Statement,
    walletId: string,
    ...values: readonly PostgresValue[]
  ): Promise<StatementResult> {
    return this.#onState(walletId, () => this.run(statement, walletId, ...values));
  }

  /** As {@link write}, for the state of the wallet's synchronisation. */
  writeState<T>(
    walletId: string,
    work: (connection: PostgresConnection) => Promise<T>,
  ): Promise<T> {
    return this.#onState(walletId, () => this.write(work));
  }

  /** Runs several statements on one state of the database. */
  readAll(statements: readonly BoundStatement[]): Promise<readonly StatementResult[]> {
    return this.#read(SNAPSHOT, statements);
  }

  /**
   * The rows of one statement that sees no other wallet than this one, where the connection's role
   * is subject to row-level security.
   */
  readOfWallet(
    walletId: string,
    statement: Statement,
    ...values: readonly PostgresValue[]
  ): Promise<readonly PostgresRow[]> {
    return this.#onNode(walletId, () => this.readOnCoordinator(walletId, statement, ...values));
  }

  /**
   * As {@link readOfWallet}, with the revisions of the rows if their shard commits them apart. If the
   * revision that they should have is named, they may come from the node itself.
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

  /** Finds the revisions on the shard, as one of several statements; none without Citus. */
  bindRevisions(walletId: string): readonly BoundStatement[] {
    return this.#isCitus === true ? [findShardRevisions(walletId)] : [];
  }

  /** As {@link readOfWallet}, for tables that every coordinator of a Citus cluster has itself. */
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
   * Reads of a wallet, as {@link readOfWallet} does, what depends on what was read before, all of it
   * on one state of the database.
   */
  readStepsOfWallet<T>(walletId: string, work: (ask: AskInSteps) => Promise<T>): Promise<T> {
    return this.#onNode(walletId, () => this.#readSteps(walletId, work));
  }

  #readSteps<T>(walletId: string, work: (ask: AskInSteps) => Promise<T>): Promise<T> {
    return this.#connected(async (connection) => {
      const begun = this.#begin(connection, SNAPSHOT, walletId);
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
   * Begins a transaction, on one wallet if it is named. Citus sends the whole text of a setting to
   * the shard, so that a `BEGIN` in it is a second one there; elsewhere one message is cheaper.
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

  /** Runs work on a wallet; on a Citus cluster within the share of the node that holds it. */
  async #within<T>(shares: NodeShares, walletId: string, work: () => Promise<T>): Promise<T> {
    if (this.#isCitus === undefined) (await this.#connect()).release();
    return this.#isCitus === true ? shares.run(walletId, work) : work();
  }

  async #connected<T>(
    work: (connection: PostgresConnection) => Promise<T>,
    timeoutMs = this.#answerTimeoutMs,
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
    await connection.commit();
    return result;
  } catch (error) {
    await connection.execute('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** A setting takes no parameter: the identifier is written as a literal. */
function setWallet(walletId: string): string {
  return `SET LOCAL teller.wallet_id = ${pg.escapeLiteral(encodeText(walletId))}`;
}
