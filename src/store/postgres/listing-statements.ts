/** The statements that list a wallet's transactions by what its counts tell. */
import { ALL_ASSETS } from '../counted/tally.ts';
import { ROOT_NODE_NO } from '../counted/tree-request.ts';
import type { Statement } from './connection.ts';
import { VIEW_ROOT_COLUMNS, viewWays } from './count-statements.ts';
import { TRANSACTION_COLUMNS } from './transaction-rows.ts';

const ORDER = 'ORDER BY timestamp_ms DESC, id DESC';
const NO_VIEW = 'NULL, NULL, NULL';
const NO_TRANSACTION = TRANSACTION_COLUMNS.replaceAll(/\w+/g, 'NULL AS $&');

/**
 * Nodes and rows by one statement: two cost the server a third more for a page of ten. The columns of
 * the one or of the other are null.
 */
const withPage = (views: string, condition: string, limit: string): string => `${views}
    UNION ALL
    (SELECT ${NO_VIEW}, ${TRANSACTION_COLUMNS} FROM wallet_transaction
      WHERE wallet_id = $1 ${condition} ${ORDER} LIMIT ${limit})
    ${ORDER}`;

/** The newest rows and the root. Binds a wallet and the limit. */
export const LIST_NEWEST: Statement = {
  name: 'list_newest',
  text: withPage(
    `SELECT ${VIEW_ROOT_COLUMNS}, ${NO_TRANSACTION} FROM wallet_count_node
      WHERE wallet_id = $1 AND node_no = ${ROOT_NODE_NO}`,
    '',
    '$2',
  ),
};

/**
 * The newest rows between two times and the nodes on the ways there. Binds a wallet, the times or
 * null as for the ways, the same as numbers, and the limit.
 */
export const LIST_NEWEST_BETWEEN: Statement = {
  name: 'list_newest_between',
  text: withPage(
    viewWays(`${ALL_ASSETS}`, NO_TRANSACTION),
    'AND timestamp_ms < $4::bigint AND timestamp_ms >= $5::bigint',
    '$6',
  ),
};

const FILTERS = `($2::text IS NULL OR asset = $2) AND ($3::smallint IS NULL OR type = $3)
  AND ($4::smallint IS NULL OR status = $4)`;

/** Binds the wallet, the filters or null, limit, offset, and the range's bounds. */
export const LIST_RANGE: Statement = {
  name: 'list_range',
  text: `SELECT ${TRANSACTION_COLUMNS} FROM wallet_transaction
    WHERE wallet_id = $1 AND ${FILTERS} AND (timestamp_ms, id) >= ($7::bigint, $8::text)
      AND (timestamp_ms, id) < ($9::bigint, $10::text)
    ${ORDER} LIMIT $5 OFFSET $6`,
};

/** As {@link LIST_RANGE}, with the bounds of several ranges. */
export const LIST_RANGES: Statement = {
  name: 'list_ranges',
  text: `SELECT page.* FROM unnest($7::bigint[], $8::text[], $9::bigint[], $10::text[])
      AS range (low_ms, low_id, high_ms, high_id),
    LATERAL (SELECT ${TRANSACTION_COLUMNS} FROM wallet_transaction
      WHERE wallet_id = $1 AND ${FILTERS} AND (timestamp_ms, id) >= (low_ms, low_id)
        AND (timestamp_ms, id) < (high_ms, high_id)
      ${ORDER} LIMIT $5::bigint + $6::bigint) AS page
    ${ORDER} LIMIT $5 OFFSET $6`,
};
