/**
 * Stores the counted tree of a wallet (src/store/counted/). The tree is written in the transaction that
 * writes the rows, and read in the transaction that reads them.
 */
import { AssetNumbers } from '../counted/asset-numbers.ts';
import type { CountKey } from '../counted/count-key.ts';
import { LEAF_LEVEL } from '../counted/count-leaf.ts';
import { type CountedChanges, toCountChanges, toCountedRow } from '../counted/counted-columns.ts';
import { updateTree, repairAndWrite, rebuildTree } from '../counted/update-tree.ts';
import { type RepairedPart, repairPart } from '../counted/repair-tree.ts';
import { storedTotal } from '../counted/stored-total.ts';
import { ALL_ASSETS } from '../counted/code-counts.ts';
import type { TreeShape } from '../counted/tree-editor.ts';
import {
  ROOT_NODE_NO,
  runTreeWork,
  type TreeRequest,
  type TreeWork,
  type TreeWrites,
} from '../counted/tree-request.ts';
import { TRANSACTION_COLUMNS } from '../table-rows.ts';
import type { ReportProgress } from '../progress.ts';
import type { SqliteConnection } from './connection.ts';
import { findUncountedWallet } from './migrations.ts';

/**
 * Nodes stay below 1,002 bytes, the most that SQLite stores of a row on its page. docs/performance.md compares
 * other shapes.
 */
const TREE_SHAPE: TreeShape = { rowsMax: 96, childrenMax: 64 };

const NODE = 'SELECT body FROM wallet_count_node WHERE wallet_no = ? AND node_no = ?';
const VIEW = `SELECT body, (SELECT counts FROM wallet_count
      WHERE wallet_no = ?1 AND node_no = ?2 AND asset_no = ?3)
    FROM wallet_count_node WHERE wallet_no = ?1 AND node_no = ?2`;
const COUNTS = 'SELECT asset_no, counts FROM wallet_count WHERE wallet_no = ? AND node_no = ?';
const BODIES_AFTER = `SELECT node_no, body FROM wallet_count_node
  WHERE wallet_no = ? AND node_no > ? ORDER BY node_no LIMIT ?`;
const LAST_NODE = 'SELECT max(node_no) FROM wallet_count_node WHERE wallet_no = ?';
const WRITE_NODE = `INSERT INTO wallet_count_node (wallet_no, node_no, body, row_count)
    VALUES (?, ?, ?, ?)
  ON CONFLICT (wallet_no, node_no) DO UPDATE SET body = excluded.body, row_count = excluded.row_count`;
const WRITE_COUNTS = `INSERT INTO wallet_count (wallet_no, node_no, asset_no, counts, row_count)
    VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (wallet_no, node_no, asset_no) DO UPDATE
    SET counts = excluded.counts, row_count = excluded.row_count`;
const REMOVE_COUNTS =
  'DELETE FROM wallet_count WHERE wallet_no = ? AND node_no = ? AND asset_no = ?';
const COUNTED = `SELECT ${TRANSACTION_COLUMNS} FROM wallet_transaction`;
const ROWS = `${COUNTED} WHERE wallet_no = ?
    AND (timestamp_ms, id) >= (?, ?) AND (timestamp_ms, id) < (?, ?)
  ORDER BY timestamp_ms, id`;
const ROWS_AFTER = `${COUNTED} WHERE wallet_no = ? AND (timestamp_ms, id) > (?, ?)
  ORDER BY timestamp_ms, id LIMIT ?`;
const ASSETS = 'SELECT asset, asset_no FROM wallet_asset WHERE wallet_no = ?';
const FIND_ASSET = 'SELECT asset_no FROM wallet_asset WHERE wallet_no = ? AND asset = ?';
const ADD_ASSET = 'INSERT INTO wallet_asset (wallet_no, asset, asset_no) VALUES (?, ?, ?)';

/** Selects the number of rows of `wallet`, from the counts of the root, or from the root if it is a leaf. */
export const TOTAL = `coalesce(
    (SELECT row_count FROM wallet_count WHERE wallet_count.wallet_no = wallet.wallet_no
      AND node_no = ${ROOT_NODE_NO} AND asset_no = ${ALL_ASSETS}),
    (SELECT row_count FROM wallet_count_node WHERE wallet_count_node.wallet_no = wallet.wallet_no
      AND node_no = ${ROOT_NODE_NO}))`;

/** Returns the number of an asset of a wallet; `undefined` if the wallet never held it. */
export function findAssetNo(
  connection: SqliteConnection,
  walletNo: number,
  asset: string,
): number | undefined {
  return connection.readRow(FIND_ASSET, walletNo, asset)?.[0] as number | undefined;
}

/** The counted tree of one wallet, within one transaction of the database. */
export class WalletCounts {
  readonly #connection: SqliteConnection;
  readonly #walletNo: number;
  #known: AssetNumbers | undefined;

  constructor(connection: SqliteConnection, walletNo: number) {
    this.#connection = connection;
    this.#walletNo = walletNo;
  }

  /** Runs work on the tree. @throws {CountedTreeError} if the tree cannot be read. */
  run<Result, Request extends TreeRequest>(work: TreeWork<Result, Request>): Result {
    return runTreeWork(work, (request) => this.#answer(request));
  }

  /** Applies changes of rows that are written; see {@link updateTree}. */
  change(changes: CountedChanges): void {
    if (changes.removed.length + changes.added.length === 0) return;
    this.run(updateTree(TREE_SHAPE, toCountChanges(changes, this.#assets())));
  }

  /** Recounts all rows. */
  rebuild(): void {
    this.run(rebuildTree(TREE_SHAPE));
  }

  /**
   * Compares a part of the tree with its rows; see {@link repairPart}. An asset without a number counts as a
   * further difference.
   */
  checkPart(at: CountKey): RepairedPart {
    const part = this.run(repairPart(TREE_SHAPE, at));
    const { length } = this.#assets().takeAdded();
    return { ...part, differences: part.differences + length };
  }

  /** Corrects a part of the tree to match its rows. */
  repairPart(at: CountKey): RepairedPart {
    const part = this.run(repairAndWrite(TREE_SHAPE, at));
    this.#storeAssets();
    return part;
  }

  #answer(request: TreeRequest): unknown {
    if ('write' in request) {
      return request.write === 'nodes' ? this.#store(request.writes) : this.#removeAll();
    }
    switch (request.read) {
      case 'node':
        return this.#readNode(request.nodeNo);
      case 'view': {
        const { nodeNo, assetNo } = request;
        const row = this.#connection.readRow(VIEW, this.#walletNo, nodeNo, assetNo);
        return row && { body: row[0], counts: row[1] ?? undefined };
      }
      case 'rows': {
        const { low, high } = request.range;
        return this.#readRows(ROWS, low.timestampMs, low.id, high.timestampMs, high.id);
      }
      case 'rowsAfter': {
        const { timestampMs, id } = request.key;
        return this.#readRows(ROWS_AFTER, timestampMs, id, request.limit);
      }
      case 'bodiesAfter': {
        const { nodeNo, limit } = request;
        return this.#connection.readRows(BODIES_AFTER, this.#walletNo, nodeNo, limit);
      }
      case 'nextNodeNo':
        return Number(this.#connection.readRow(LAST_NODE, this.#walletNo)?.[0] ?? 0) + 1;
    }
  }

  #readNode(nodeNo: number): unknown {
    const row = this.#connection.readRow(NODE, this.#walletNo, nodeNo);
    if (row === undefined) return undefined;
    const [body] = row as unknown as readonly [Uint8Array];
    // A leaf has no separate counts.
    if (body[0] === LEAF_LEVEL) return { body, counts: [] };
    return { body, counts: this.#connection.readRows(COUNTS, this.#walletNo, nodeNo) };
  }

  #readRows(sql: string, ...values: readonly (string | number)[]): unknown {
    const assets = this.#assets();
    const rows = this.#connection.readRows(sql, this.#walletNo, ...values);
    return rows.map((row) => toCountedRow(row, assets));
  }

  #storeAssets(): void {
    for (const [asset, assetNo] of this.#assets().takeAdded()) {
      this.#connection.change(ADD_ASSET, this.#walletNo, asset, assetNo);
    }
  }

  #store({ nodes, counts }: TreeWrites): void {
    this.#storeAssets();
    for (const { nodeNo, body, rowCount } of nodes) {
      this.#connection.change(WRITE_NODE, this.#walletNo, nodeNo, body, rowCount);
    }
    for (const write of counts) {
      const { nodeNo, assetNo, counts: bytes } = write;
      const at = [this.#walletNo, nodeNo, assetNo] as const;
      if (bytes === undefined) this.#connection.change(REMOVE_COUNTS, ...at);
      else this.#connection.change(WRITE_COUNTS, ...at, bytes, storedTotal(write));
    }
  }

  #removeAll(): void {
    for (const table of ['wallet_count', 'wallet_count_node']) {
      this.#connection.change(`DELETE FROM ${table} WHERE wallet_no = ?`, this.#walletNo);
    }
  }

  /** Reads the numbers at the first call, because reading counts needs none of them. */
  #assets(): AssetNumbers {
    this.#known ??= new AssetNumbers(
      this.#connection.readRows(ASSETS, this.#walletNo) as readonly (readonly [string, number])[],
    );
    return this.#known;
  }
}

/** Counts the rows of wallets in the backlog of migrations, each wallet in a transaction. */
export function countBacklog(connection: SqliteConnection, onProgress?: ReportProgress): void {
  // Each iteration removes a wallet from the list.
  for (let done = 0; findUncountedWallet(connection) !== undefined; done += 1) {
    onProgress?.({ activity: 'recounted', unit: 'wallets', done });
    connection.write(() => {
      const walletNo = findUncountedWallet(connection);
      if (walletNo === undefined) return;
      new WalletCounts(connection, walletNo).rebuild();
      connection.change('DELETE FROM wallet_count_backlog WHERE wallet_no = ?', walletNo);
    });
  }
}
