/**
 * The counted tree of a wallet (src/store/counted/) in its tables: written in the transaction that
 * writes the rows, read in the one that reads them.
 */
import { changeTree } from '../counted/change-tree.ts';
import { type CountKey, LOWEST_KEY } from '../counted/count-key.ts';
import type { CountChange, CountedRow } from '../counted/count-leaf.ts';
import { CountedTreeError } from '../counted/counted-tree-error.ts';
import { mendPart, type MendedPart } from '../counted/mend-tree.ts';
import { codeOf } from '../counted/tally.ts';
import type { TreeShape, TreeWrites } from '../counted/tree-editor.ts';
import { runTreeWork, type TreeRequest, type TreeWork } from '../counted/tree-request.ts';
import type { SqliteConnection, SqliteRow } from './connection.ts';
import { AssetNumbers } from './transaction-assets.ts';
import { STATUS_CODES, statusOfCode, TYPE_CODES, typeOfCode } from '../transaction-codes.ts';

/**
 * Nodes stay below the 1,002 bytes that SQLite keeps of them on their page; what other shapes cost
 * stands in docs/performance.md.
 */
const TREE_SHAPE: TreeShape = { rowsMax: 128, childrenMax: 64 };
const REBUILD_ROWS = 20_000;

const NODE = 'SELECT body FROM wallet_count_node WHERE wallet_no = ? AND node_no = ?';
const VIEW = `SELECT body, (SELECT counts FROM wallet_count
      WHERE wallet_no = ?1 AND node_no = ?2 AND asset_no = ?3)
    FROM wallet_count_node WHERE wallet_no = ?1 AND node_no = ?2`;
const COUNTS = 'SELECT asset_no, counts FROM wallet_count WHERE wallet_no = ? AND node_no = ?';
const LAST_NODE = 'SELECT max(node_no) FROM wallet_count_node WHERE wallet_no = ?';
const WRITE_NODE = `INSERT INTO wallet_count_node (wallet_no, node_no, body) VALUES (?, ?, ?)
  ON CONFLICT (wallet_no, node_no) DO UPDATE SET body = excluded.body`;
const WRITE_COUNTS = `INSERT INTO wallet_count (wallet_no, node_no, asset_no, counts)
    VALUES (?, ?, ?, ?)
  ON CONFLICT (wallet_no, node_no, asset_no) DO UPDATE SET counts = excluded.counts`;
const REMOVE_COUNTS =
  'DELETE FROM wallet_count WHERE wallet_no = ? AND node_no = ? AND asset_no = ?';
const COUNTED = 'SELECT timestamp_ms, id, asset, type, status FROM wallet_transaction';
const ROWS = `${COUNTED} WHERE wallet_no = ?
    AND (timestamp_ms, id) >= (?, ?) AND (timestamp_ms, id) < (?, ?)
  ORDER BY timestamp_ms, id`;
const ROWS_FROM = `${COUNTED} WHERE wallet_no = ? AND (timestamp_ms, id) > (?, ?)
  ORDER BY timestamp_ms, id LIMIT ${REBUILD_ROWS}`;

/** What a row is counted by, as its columns say. */
export interface CountedColumns {
  readonly timestampMs: number;
  readonly id: string;
  readonly asset: string;
  readonly type: number;
  readonly status: number;
}

/** The counted tree of one wallet, within one transaction of the database. */
export class WalletCounts {
  readonly #connection: SqliteConnection;
  readonly #walletNo: number;
  readonly #assets: AssetNumbers;

  constructor(connection: SqliteConnection, walletNo: number) {
    this.#connection = connection;
    this.#walletNo = walletNo;
    this.#assets = new AssetNumbers(connection, walletNo);
  }

  /** Runs work that writes nothing. @throws {CountedTreeError} where the tree cannot be read. */
  read<Result>(work: TreeWork<Result>): Result {
    return runTreeWork(work, (request) => this.#answer(request));
  }

  /** A row that was added (1), or that is no longer there as it was (-1). */
  changeOf(columns: CountedColumns, by: 1 | -1): CountChange {
    return { ...this.#toCounted(columns), by };
  }

  /** Counts changes of rows that are written. A tree that cannot be read is built anew. */
  change(changes: readonly CountChange[]): void {
    if (changes.length === 0) return;
    try {
      this.#store(this.read(changeTree(TREE_SHAPE, changes)));
    } catch (error) {
      if (!(error instanceof CountedTreeError)) throw error;
      this.rebuild();
    }
  }

  /** Counts all rows anew. */
  rebuild(): void {
    for (const table of ['wallet_count', 'wallet_count_node']) {
      this.#connection.change(`DELETE FROM ${table} WHERE wallet_no = ?`, this.#walletNo);
    }
    let last: CountKey = LOWEST_KEY;
    // Each turn reads rows after those of the one before.
    for (let count = REBUILD_ROWS; count === REBUILD_ROWS;) {
      const { timestampMs, id } = last;
      const rows = this.#connection.readRows(ROWS_FROM, this.#walletNo, timestampMs, id);
      const changes = rows.map((row) => this.changeOf(toColumns(row), 1));
      this.#store(this.read(changeTree(TREE_SHAPE, changes)));
      last = changes.at(-1) ?? last;
      count = rows.length;
    }
  }

  /** What of a part of the tree is not what the rows say; see {@link mendPart}. */
  checkPart(at: CountKey): MendedPart {
    return this.read(mendPart(TREE_SHAPE, at));
  }

  /** Makes a part of the tree what the rows say. */
  mendPart(at: CountKey): MendedPart {
    const part = this.checkPart(at);
    this.#store(part.writes);
    return part;
  }

  #answer(request: TreeRequest): unknown {
    const connection = this.#connection;
    switch (request.read) {
      case 'node':
        return connection.readRow(NODE, this.#walletNo, request.nodeNo)?.[0];
      case 'view': {
        const row = connection.readRow(VIEW, this.#walletNo, request.nodeNo, request.assetNo);
        return row && { body: row[0], counts: row[1] ?? undefined };
      }
      case 'counts':
        return connection.readRows(COUNTS, this.#walletNo, request.nodeNo);
      case 'rows': {
        const { low, high } = request.range;
        const bounds = [low.timestampMs, low.id, high.timestampMs, high.id];
        const rows = connection.readRows(ROWS, this.#walletNo, ...bounds);
        return rows.map((row) => this.#toCounted(toColumns(row)));
      }
      case 'nextNodeNo':
        return Number(connection.readRow(LAST_NODE, this.#walletNo)?.[0] ?? 0) + 1;
    }
  }

  #store({ nodes, counts }: TreeWrites): void {
    this.#assets.save();
    for (const { nodeNo, body } of nodes) {
      this.#connection.change(WRITE_NODE, this.#walletNo, nodeNo, body);
    }
    for (const { nodeNo, assetNo, counts: bytes } of counts) {
      if (bytes === undefined) {
        this.#connection.change(REMOVE_COUNTS, this.#walletNo, nodeNo, assetNo);
      } else this.#connection.change(WRITE_COUNTS, this.#walletNo, nodeNo, assetNo, bytes);
    }
  }

  /** A code that a damaged row has is counted as what the row is shown as. */
  #toCounted({ timestampMs, id, asset, type, status }: CountedColumns): CountedRow {
    const assetNo = this.#assets.numberOf(asset);
    const typeCode = TYPE_CODES[typeOfCode(type)];
    const statusCode = STATUS_CODES[statusOfCode(status)];
    return { timestampMs, id, code: codeOf(assetNo, typeCode, statusCode) };
  }
}

const NEXT_BACKLOG = 'SELECT wallet_no FROM wallet_count_backlog LIMIT 1';

/** Counts the rows of wallets that have none counted, each wallet in a transaction. */
export function countBacklog(connection: SqliteConnection): void {
  // Each turn takes a wallet from the list.
  while (connection.readRow(NEXT_BACKLOG) !== undefined) {
    connection.write(() => {
      const walletNo = connection.readRow(NEXT_BACKLOG)?.[0] as number | undefined;
      if (walletNo === undefined) return;
      new WalletCounts(connection, walletNo).rebuild();
      connection.change('DELETE FROM wallet_count_backlog WHERE wallet_no = ?', walletNo);
    });
  }
}

function toColumns([timestampMs, id, asset, type, status]: SqliteRow): CountedColumns {
  return {
    timestampMs: timestampMs as number,
    id: id as string,
    asset: asset as string,
    type: type as number,
    status: status as number,
  };
}
