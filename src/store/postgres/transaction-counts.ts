/**
 * The counted tree of a wallet (src/store/counted/) in its tables: written in the transaction that
 * writes the rows, while the wallet's row of `wallet_sync` is locked.
 */
import { AssetNumbers } from '../counted/asset-numbers.ts';
import { compareKeys, type CountKey, LOWEST_KEY } from '../counted/count-key.ts';
import type { CountedRow } from '../counted/count-leaf.ts';
import { type CountedChanges, toCountChanges, toCountedRow } from '../counted/counted-columns.ts';
import { updateTree, repairAndWrite, rebuildTree } from '../counted/update-tree.ts';
import { type RepairedPart, repairPart } from '../counted/repair-tree.ts';
import { storedTotal } from '../counted/stored-total.ts';
import type { TreeShape } from '../counted/tree-editor.ts';
import {
  runTreeWorkAsync,
  type EditRequest,
  type StoredNode,
  type TreeEdit,
  type TreeWrites,
} from '../counted/tree-request.ts';
import type { PostgresConnection } from './connection.ts';
import { bindKey, sortOldest } from './listing-order.ts';
import type { BoundStatement, PostgresRow, PostgresValue, Statement } from './statement.ts';
import { decodeRow } from './transaction-rows.ts';
import * as statements from './count-statements.ts';

/** Limits of the tree; docs/postgresql.md compares them with others. */
const TREE_SHAPE: TreeShape = { rowsMax: 128, childrenMax: 128 };

/** The counted tree of one wallet, within one transaction of the database. */
export class WalletCounts {
  readonly #connection: PostgresConnection;
  readonly #walletId: string;
  readonly #nodes = new Map<number, StoredNode | undefined>();
  #assets = new AssetNumbers([]);
  #nextNodeNo = 0;

  constructor(connection: PostgresConnection, walletId: string) {
    this.#connection = connection;
    this.#walletId = walletId;
  }

  /** Applies changes of rows whose statements were already sent. */
  async change(changes: CountedChanges): Promise<void> {
    const columns = [...changes.removed, ...changes.added].sort(compareKeys);
    const [first] = columns;
    if (first === undefined) return;
    await this.#prepare(first, columns.at(-1));
    await this.#run(updateTree(TREE_SHAPE, toCountChanges(changes, this.#assets)));
  }

  /** Recounts all rows. */
  async rebuild(): Promise<void> {
    await this.#prepare(LOWEST_KEY);
    await this.#run(rebuildTree(TREE_SHAPE));
  }

  /**
   * Compares a part of the tree with its rows; see {@link repairPart}. An asset without a
   * number is one more difference.
   */
  async checkPart(at: CountKey): Promise<RepairedPart> {
    await this.#prepare(at);
    const part = await this.#run(repairPart(TREE_SHAPE, at));
    return { ...part, differences: part.differences + this.#assets.takeAdded().length };
  }

  /** Corrects a part of the tree to match its rows. */
  async repairPart(at: CountKey): Promise<RepairedPart> {
    await this.#prepare(at);
    const part = await this.#run(repairAndWrite(TREE_SHAPE, at));
    await this.#connection.runAll(this.#bindAssets());
    return part;
  }

  /** Reads the assets, the last node number and the nodes on the paths to two rows, in one round trip. */
  async #prepare(first: CountKey, last?: CountKey): Promise<void> {
    const places = [first.timestampMs, first.id, last?.timestampMs ?? null, last?.id ?? null];
    const [assets, lastNode, nodes, counts] = await this.#connection.runAll([
      [statements.READ_ASSETS, this.#walletId],
      [statements.READ_LAST_NODE, this.#walletId],
      [statements.READ_PATHS, this.#walletId, ...places],
      [statements.READ_PATH_COUNTS, this.#walletId, ...places],
    ]);
    this.#assets = new AssetNumbers((assets?.rows ?? []) as readonly [string, number][]);
    this.#nextNodeNo = (lastNode?.rows[0]?.[0] as number) + 1;
    this.#keepNodes(nodes?.rows ?? [], counts?.rows ?? []);
  }

  #run<Result>(work: TreeEdit<Result>): Promise<Result> {
    return runTreeWorkAsync(work, async (requests) => {
      const asked = requests.flatMap((request) =>
        'read' in request && request.read === 'node' && !this.#nodes.has(request.nodeNo)
          ? [request.nodeNo]
          : [],
      );
      if (asked.length > 0) await this.#readNodes(asked);
      return Promise.all(requests.map((request) => this.#answer(request)));
    });
  }

  async #answer(request: EditRequest): Promise<unknown> {
    if ('write' in request) {
      return request.write === 'nodes' ? this.#store(request.writes) : this.#removeAll();
    }
    switch (request.read) {
      case 'node':
        return this.#nodes.get(request.nodeNo);
      case 'rows': {
        const { low, high } = request.range;
        const bounds = [...bindKey(low), ...bindKey(high)];
        return sortOldest(await this.#readRows(statements.READ_COUNTED_ROWS, ...bounds));
      }
      case 'rowsAfter': {
        const { key, limit } = request;
        const rows = await this.#readRows(
          statements.READ_COUNTED_ROWS_AFTER,
          ...bindKey(key),
          limit,
        );
        return sortOldest(rows, limit);
      }
      case 'bodiesAfter': {
        const { nodeNo, limit } = request;
        const bound = [this.#walletId, nodeNo, limit];
        return (await this.#connection.run(statements.READ_BODIES_AFTER, ...bound)).rows;
      }
      case 'nextNodeNo':
        return this.#nextNodeNo;
    }
  }

  async #readNodes(nodeNos: readonly number[]): Promise<void> {
    const [nodes, counts] = await this.#connection.runAll([
      [statements.READ_NODES, this.#walletId, nodeNos],
      [statements.READ_NODE_COUNTS, this.#walletId, nodeNos],
    ]);
    this.#keepNodes(nodes?.rows ?? [], counts?.rows ?? []);
  }

  #keepNodes(nodes: readonly PostgresRow[], counts: readonly PostgresRow[]): void {
    const countsOf = Map.groupBy(counts, ([nodeNo]) => nodeNo as number);
    for (const [nodeNo, body] of nodes) {
      const counted = (countsOf.get(nodeNo as number) ?? []).map(
        ([, assetNo, bytes]) => [assetNo as number, bytes as Uint8Array] as const,
      );
      const node = body === null ? undefined : { body: body as Uint8Array, counts: counted };
      this.#nodes.set(nodeNo as number, node);
    }
  }

  async #readRows(
    statement: Statement,
    ...values: readonly PostgresValue[]
  ): Promise<readonly CountedRow[]> {
    const { rows } = await this.#connection.run(statement, this.#walletId, ...values);
    return rows.map((row) => toCountedRow(decodeRow(row), this.#assets));
  }

  /** Stores nodes and counts, and discards the nodes that were read before. */
  async #store({ nodes, counts }: TreeWrites): Promise<void> {
    const written = counts.filter(({ counts: bytes }) => bytes !== undefined);
    const removed = counts.filter(({ counts: bytes }) => bytes === undefined);
    const sent: readonly BoundStatement[] = [
      ...this.#bindAssets(),
      [
        statements.WRITE_NODES,
        this.#walletId,
        nodes.map(({ nodeNo }) => nodeNo),
        nodes.map(({ level }) => level),
        nodes.map(({ low }) => low.timestampMs),
        nodes.map(({ low }) => low.id),
        nodes.map(({ body }) => body),
        nodes.map(({ rowCount }) => rowCount),
      ],
      [
        statements.WRITE_COUNTS,
        this.#walletId,
        written.map(({ nodeNo }) => nodeNo),
        written.map(({ assetNo }) => assetNo),
        written.map(({ counts: bytes }) => bytes ?? null),
        written.map(storedTotal),
      ],
      [
        statements.REMOVE_COUNTS,
        this.#walletId,
        removed.map(({ nodeNo }) => nodeNo),
        removed.map(({ assetNo }) => assetNo),
      ],
    ];
    // Statements that would write nothing are not sent.
    await this.#connection.runAll(sent.filter(([, , first]) => (first as unknown[]).length > 0));
    this.#nodes.clear();
    this.#nextNodeNo = Math.max(this.#nextNodeNo, ...nodes.map(({ nodeNo }) => nodeNo + 1));
  }

  #bindAssets(): readonly BoundStatement[] {
    const added = this.#assets.takeAdded();
    if (added.length === 0) return [];
    const [assets, numbers] = [added.map(([asset]) => asset), added.map(([, number]) => number)];
    return [[statements.ADD_ASSETS, this.#walletId, assets, numbers]];
  }

  async #removeAll(): Promise<void> {
    await this.#connection.runAll([
      [statements.REMOVE_ALL_COUNTS, this.#walletId],
      [statements.REMOVE_ALL_NODES, this.#walletId],
    ]);
    this.#nodes.clear();
    this.#nextNodeNo = 0;
  }
}
