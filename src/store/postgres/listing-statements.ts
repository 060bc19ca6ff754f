/** The statements that list a wallet's transactions by what its counts tell. */
import { TRANSACTION_COLUMNS } from '../table-rows.ts';
import type { Statement } from './connection.ts';
import { ASSET_NO, TOTAL, viewWays } from './count-statements.ts';

const ORDER = 'ORDER BY timestamp_ms DESC, id DESC';
const NO_VIEW = 'NULL, NULL, NULL, NULL';
const NO_TRANSACTION = `, ${TRANSACTION_COLUMNS.replaceAll(/\w+/g, 'NULL AS $&')}`;
const filterBy = (asset: string, type: string, status: string): string =>
  `(${asset}::text IS NULL OR asset = ${asset}) AND (${type}::smallint IS NULL OR type = ${type})
    AND (${status}::smallint IS NULL OR status = ${status})`;

/** The newest rows, with the total beside each. Binds a wallet and the limit. */
export const LIST_NEWEST: Statement = {
  name: 'list_newest',
  text: `SELECT ${TRANSACTION_COLUMNS}, ${TOTAL} FROM wallet_transaction
    WHERE wallet_id = $1 ${ORDER} LIMIT $2`,
};

/**
 * Of the newest rows between two times those that match, and the nodes on the ways to one time or two.
 * Binds a wallet, those times or null, the filters or null, where the rows end and begin, how many of
 * them are looked at, and the limit. One statement: two cost the server a third more for a page of ten.
 * The columns of the nodes or of the rows are null.
 */
export const LIST_NEWEST_MATCHES: Statement = {
  name: 'list_newest_matches',
  text: `${viewWays(ASSET_NO, NO_TRANSACTION)}
    UNION ALL (SELECT ${NO_VIEW}, ${TRANSACTION_COLUMNS}
      FROM (SELECT ${TRANSACTION_COLUMNS} FROM wallet_transaction
        WHERE wallet_id = $1 AND timestamp_ms < $7::bigint AND timestamp_ms >= $8::bigint
        ${ORDER} LIMIT $9) AS newest
      WHERE ${filterBy('$4', '$5', '$6')} ${ORDER} LIMIT $10)
    ${ORDER}`,
};

const FILTERS = filterBy('$2', '$3', '$4');

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
