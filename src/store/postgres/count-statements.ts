/**
 * The statements that read and write the counted tree of a wallet. Each node is looked up by a separate
 * subquery, so that no plan reads all nodes of a wallet.
 */
import { ALL_ASSETS } from '../counted/code-counts.ts';
import { ROOT_NODE_NO } from '../counted/tree-request.ts';
import type { Statement } from './statement.ts';
import { isAfter, isBefore, isFrom, OF_WALLET, takeOldest } from './listing-order.ts';
import { lookUpEach } from './look-up.ts';
import { TRANSACTION_COLUMNS } from './transaction-rows.ts';

const BODY = `(SELECT body FROM wallet_count_node
    WHERE wallet_id = $1 AND node_no = asked.node_no)`;

const countsOf = (node: string, assetNo: string): string => `(SELECT counts FROM wallet_count
    WHERE wallet_id = $1 AND node_no = ${node} AND asset_no = ${assetNo})`;

/**
 * Returns the FROM clause for the nodes on the paths to two places (the second may be null): on each level
 * from 0 to 6 the last node that begins before the place. Nodes on higher levels, which no real wallet has,
 * are read afterwards. With lists of values instead of functions, the planner estimates the rows correctly.
 */
const pathsTo = (places: string, isBefore: string): string => `(VALUES ${places}) AS place (ms, id),
    (VALUES (0), (1), (2), (3), (4), (5), (6)) AS stage (level),
    LATERAL (SELECT node_no, body FROM wallet_count_node
      WHERE wallet_id = $1 AND wallet_count_node.level = stage.level AND ${isBefore}
      ORDER BY low_ms DESC, low_id DESC LIMIT 1) AS node
    WHERE stage.level <= (SELECT level FROM wallet_count_node
      WHERE wallet_id = $1 AND node_no = ${ROOT_NODE_NO})`;

const VIEWED_PATHS = pathsTo("($2::bigint, ''), ($3::bigint, '')", 'low_ms < place.ms');

/** Returns the SQL for the number of an asset; null if the wallet never held it. */
const assetNoOf = (value: string): string =>
  `(SELECT asset_no FROM wallet_asset WHERE wallet_id = $1 AND asset = ${value})`;

/** Returns the SQL that selects the nodes of {@link VIEW_PATHS}, with additional columns. */
export const viewPaths = (assetNo: string, others = ''): string => `SELECT node.node_no, node.body,
      CASE WHEN stage.level > 0 THEN ${countsOf('node.node_no', 'filter.asset_no')} END,
      filter.asset_no ${others}
    FROM (SELECT ${assetNo} OFFSET 0) AS filter (asset_no), ${VIEWED_PATHS}`;

/** Selects the number of the wallet's rows: from the root if it is a leaf, otherwise from its counts. */
export const TOTAL = `coalesce(
    (SELECT row_count FROM wallet_count
      WHERE wallet_id = $1 AND node_no = ${ROOT_NODE_NO} AND asset_no = ${ALL_ASSETS}),
    (SELECT row_count FROM wallet_count_node WHERE wallet_id = $1 AND node_no = ${ROOT_NODE_NO}))`;

/** Returns the SQL for the number of an asset, or of all assets if the value is null. */
export const assetNoOrAll = (value: string): string =>
  `CASE WHEN ${value}::text IS NULL THEN ${ALL_ASSETS} ELSE ${assetNoOf(value)} END`;

/**
 * Reads the paths to the rows before two times. Binds a wallet, the times and an asset. The second time and
 * the asset may be null.
 */
export const VIEW_PATHS: Statement = { name: 'view_paths', text: viewPaths(assetNoOrAll('$4')) };

/** Reads nodes. Binds a wallet, the numbers of the nodes, and the number of the asset. */
export const VIEW_NODES: Statement = {
  name: 'view_nodes',
  text: `SELECT asked.node_no, ${BODY}, ${countsOf('asked.node_no', '$3')}
    FROM unnest($2::integer[]) AS asked (node_no)`,
};

const READ_PLACES = pathsTo(
  '($2::bigint, $3::text), ($4::bigint, $5::text)',
  '(low_ms, low_id) <= (place.ms, place.id)',
);

/** Reads the paths to two rows. Binds a wallet, and the time and identifier of each row. */
export const READ_PATHS: Statement = {
  name: 'read_paths',
  text: `SELECT node.node_no, node.body FROM ${READ_PLACES}`,
};
export const READ_PATH_COUNTS: Statement = {
  name: 'read_path_counts',
  text: `SELECT found.* FROM (SELECT DISTINCT node.node_no FROM ${READ_PLACES}) AS way (node_no)
    CROSS JOIN LATERAL (SELECT node_no, asset_no, counts FROM wallet_count
      WHERE wallet_id = $1 AND node_no = way.node_no OFFSET 0) AS found`,
};

/** Binds a wallet and the numbers of nodes. */
export const READ_NODES: Statement = {
  name: 'read_nodes',
  text: `SELECT asked.node_no, ${BODY} FROM unnest($2::integer[]) AS asked (node_no)`,
};
export const READ_NODE_COUNTS: Statement = {
  name: 'read_node_counts',
  text: lookUpEach('node_no, asset_no, counts', 'wallet_count', 'node_no', 'integer'),
};
/** Binds a wallet, the number of a node and a limit. */
export const READ_BODIES_AFTER: Statement = {
  name: 'read_bodies_after',
  text: `SELECT node_no, body FROM wallet_count_node
    WHERE wallet_id = $1 AND node_no > $2 ORDER BY node_no LIMIT $3`,
};
export const READ_LAST_NODE: Statement = {
  name: 'read_last_node',
  text: 'SELECT coalesce(max(node_no), 0) FROM wallet_count_node WHERE wallet_id = $1',
};

const COUNTED = `SELECT ${TRANSACTION_COLUMNS} FROM wallet_transaction`;

export const READ_COUNTED_ROWS: Statement = {
  name: 'read_counted_rows',
  text: `${COUNTED} WHERE ${OF_WALLET} AND ${isFrom('$2::bigint', '$3::bytea')}
      AND ${isBefore('$4::bigint', '$5::bytea')}
    ORDER BY place`,
};
export const READ_COUNTED_ROWS_AFTER: Statement = {
  name: 'read_counted_rows_after',
  text: `${COUNTED} WHERE ${OF_WALLET} AND ${isAfter('$2::bigint', '$3::bytea')}
    ${takeOldest('$4')}`,
};

export const READ_ASSETS: Statement = {
  name: 'read_assets',
  text: 'SELECT asset, asset_no FROM wallet_asset WHERE wallet_id = $1',
};
export const ADD_ASSETS: Statement = {
  name: 'add_assets',
  text: `INSERT INTO wallet_asset (wallet_id, asset, asset_no)
    SELECT $1, * FROM unnest($2::text[], $3::integer[])`,
};
export const WRITE_NODES: Statement = {
  name: 'write_nodes',
  text: `INSERT INTO wallet_count_node (wallet_id, node_no, level, low_ms, low_id, body, row_count)
    SELECT $1, * FROM unnest($2::integer[], $3::smallint[], $4::bigint[], $5::text[], $6::bytea[],
      $7::bigint[])
    ON CONFLICT (wallet_id, node_no) DO UPDATE SET level = excluded.level,
      low_ms = excluded.low_ms, low_id = excluded.low_id, body = excluded.body,
      row_count = excluded.row_count`,
};
export const WRITE_COUNTS: Statement = {
  name: 'write_counts',
  text: `INSERT INTO wallet_count (wallet_id, node_no, asset_no, counts, row_count)
    SELECT $1, * FROM unnest($2::integer[], $3::integer[], $4::bytea[], $5::bigint[])
    ON CONFLICT (wallet_id, node_no, asset_no) DO UPDATE
      SET counts = excluded.counts, row_count = excluded.row_count`,
};
export const REMOVE_COUNTS: Statement = {
  name: 'remove_counts',
  text: `DELETE FROM wallet_count WHERE wallet_id = $1
    AND (node_no, asset_no) IN (SELECT * FROM unnest($2::integer[], $3::integer[]))`,
};
export const REMOVE_ALL_COUNTS: Statement = {
  name: 'remove_all_counts',
  text: 'DELETE FROM wallet_count WHERE wallet_id = $1',
};
export const REMOVE_ALL_NODES: Statement = {
  name: 'remove_all_nodes',
  text: 'DELETE FROM wallet_count_node WHERE wallet_id = $1',
};
