/**
 * Reads a wallet directly from its node of a Citus cluster, by the names of its shards, with statements that
 * are planned once. Through the coordinator a page costs nearly ten times as much (docs/postgresql.md).
 *
 * After a shard has moved, its tables stay on the old node for a while but are no longer written. Rows are
 * therefore used only if their revision matches the revision on the coordinator. Otherwise the caller reads
 * through the coordinator.
 */
import type { BoundStatement, Statement, StatementResult } from './statement.ts';
import {
  type DatabaseOptions,
  PostgresDatabase,
  type RevisedRows,
  type ShardReads,
} from './database.ts';
import { findShardRevisions, toShardRevisions } from './shard-revisions.ts';

/** Time for which the node of a wallet is cached: it changes when shards are rebalanced. */
const PLACE_MS = 60_000;
const PLACES_MAX = 10_000;
const STATEMENTS_MAX = 10_000;
/** Delay before the next connection to a node that cannot be reached. */
const RETRY_MS = 5000;
/** Maximum duration of a failed read that is repeated through the coordinator. */
const REPEAT_MS_MAX = 1000;
/** Connections to one node, as a fraction of the connections to the coordinator. */
const SHARE = 0.5;

/** Finds the shard of one table by the wallet, and the shards of the others by their common range. */
const LOCATE: Statement = {
  name: 'locate_shards',
  text: `SELECT node.nodename, node.nodeport, relation.relname::text, shard.shardid
    FROM pg_dist_shard AS own
    JOIN pg_dist_partition AS listed ON listed.logicalrelid = own.logicalrelid
    JOIN pg_dist_partition AS other ON other.colocationid = listed.colocationid
    JOIN pg_dist_shard AS shard ON shard.logicalrelid = other.logicalrelid
      AND shard.shardminvalue = own.shardminvalue
    JOIN pg_class AS relation ON relation.oid = shard.logicalrelid
    JOIN pg_dist_placement AS placement ON placement.shardid = shard.shardid
    JOIN pg_dist_node AS node ON node.groupid = placement.groupid AND node.noderole = 'primary'
    WHERE relation.relnamespace = current_schema()::regnamespace AND own.shardid = (
      SELECT get_shard_id_for_distribution_column(logicalrelid, $1::text) FROM pg_dist_partition
        WHERE logicalrelid = to_regclass('wallet_transaction'))`,
};
const PROBE: Statement = { name: 'probe_node', text: 'SELECT 1' };

interface Place {
  readonly node: ShardNode;
  /** The names of the shards by the names of their tables. */
  readonly shards: ReadonlyMap<string, string>;
  readonly untilMs: number;
}

/** Reads shards on their nodes; a node that this process cannot connect to is not used. */
export class ShardReader implements ShardReads {
  readonly #options: DatabaseOptions;
  readonly #places = new Map<string, Promise<Place | undefined>>();
  readonly #nodes = new Map<string, ShardNode>();
  readonly #statements = new Map<string, Statement>();

  /** @param options of the coordinator. */
  constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  async read(
    coordinator: PostgresDatabase,
    walletId: string,
    [statement, ...values]: BoundStatement,
  ): Promise<RevisedRows | undefined> {
    const place = await this.#find(coordinator, walletId);
    if (place?.node.isReady() !== true) return undefined;
    const [find, ...wallet] = findShardRevisions(walletId);
    const statements = [
      [this.#name(find, place), ...wallet],
      [this.#name(statement, place), ...values],
    ] as const;
    const results = await place.node.read(walletId, statements);
    if (results === undefined) this.#places.delete(walletId);
    const [revisions, found] = results ?? [];
    return found && { rows: found.rows, revisions: toShardRevisions(revisions?.rows[0]) };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#nodes.values()].map((node) => node.close()));
  }

  async #find(coordinator: PostgresDatabase, walletId: string): Promise<Place | undefined> {
    const known = await this.#places.get(walletId);
    if (known !== undefined && known.untilMs > performance.now()) return known;
    if (this.#places.size >= PLACES_MAX) this.#places.clear();
    const found = this.#locate(coordinator, walletId).catch(() => {
      this.#places.delete(walletId);
      return undefined;
    });
    this.#places.set(walletId, found);
    return found;
  }

  async #locate(coordinator: PostgresDatabase, walletId: string): Promise<Place | undefined> {
    const rows = await coordinator.read(LOCATE, walletId);
    const [first] = rows;
    if (first === undefined) return undefined;
    const url = new URL(this.#options.url);
    for (const name of ['host', 'port']) url.searchParams.delete(name);
    const host = String(first[0]);
    url.hostname = host.includes(':') ? `[${host}]` : host;
    url.port = String(first[1]);
    const node = this.#nodes.get(url.host) ?? new ShardNode({ ...this.#options, url: url.href });
    this.#nodes.set(url.host, node);
    const shards = new Map(
      rows.map(([, , table, shardId]) => [String(table), `${String(table)}_${String(shardId)}`]),
    );
    return { node, shards, untilMs: performance.now() + PLACE_MS };
  }

  /** Returns the statement with the names of the shards instead of the tables. Column names do not change. */
  #name(statement: Statement, { shards }: Place): Statement {
    const { name, text } = statement;
    const key = `${name} ${shards.get('wallet_revision') ?? ''}`;
    const known = this.#statements.get(key);
    if (known !== undefined) return known;
    if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear();
    const named = {
      ...statement,
      name: key,
      text: text.replaceAll(/\bwallet_\w+/g, (word) => shards.get(word) ?? word),
    };
    this.#statements.set(key, named);
    return named;
  }
}

/** A node, and whether it can be read from. */
class ShardNode {
  readonly #database: PostgresDatabase;
  #state: 'unknown' | 'probed' | 'ready' = 'unknown';
  #retryAtMs = 0;

  constructor(options: DatabaseOptions) {
    const connectionsMax = Math.max(1, Math.floor(options.connectionsMax * SHARE));
    this.#database = new PostgresDatabase({ ...options, connectionsMax, isNode: true });
  }

  /** Returns false before the first connection; no request waits for it. */
  isReady(): boolean {
    if (this.#state === 'unknown' && performance.now() >= this.#retryAtMs) void this.#probe();
    return this.#state === 'ready';
  }

  /** Returns `undefined` if the read is to be repeated through the coordinator. */
  async read(
    walletId: string,
    statements: readonly BoundStatement[],
  ): Promise<readonly StatementResult[] | undefined> {
    const startedAtMs = performance.now();
    try {
      return await this.#database.readAllOfWallet(walletId, statements);
    } catch (error) {
      this.#rest();
      if (performance.now() - startedAtMs > REPEAT_MS_MAX) throw error;
      return undefined;
    }
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async #probe(): Promise<void> {
    this.#state = 'probed';
    try {
      await this.#database.read(PROBE);
      this.#state = 'ready';
    } catch {
      this.#rest();
    }
  }

  #rest(): void {
    this.#state = 'unknown';
    this.#retryAtMs = performance.now() + RETRY_MS;
  }
}
