/** The statements that list a wallet's transactions by its counts. */
import type { Statement } from './statement.ts';
import { assetNoOrAll, TOTAL, viewPaths } from './count-statements.ts';
import { PAGE_COLUMNS } from './listed-rows.ts';
import { isBefore, isFrom, OF_WALLET, takeNewest } from './listing-order.ts';
import { LATEST_CHANGE } from './time-changes.ts';
import { isOfAsset, STATUS_CODE, TYPE_CODE } from './transaction-content.ts';

const NO_TRANSACTION = PAGE_COLUMNS.replaceAll(/\w+/g, 'NULL AS $&');
const filterBy = (asset: string, type: string, status: string): string =>
  `(${asset}::bytea IS NULL OR ${isOfAsset(asset)}) AND (${type}::smallint IS NULL OR ${TYPE_CODE} = ${type})
    AND (${status}::smallint IS NULL OR ${STATUS_CODE} = ${status})`;

/**
 * Selects a row with the total, a row with the last change, and the newest rows by {@link takeNewest}. `UNION ALL` keeps the
 * order of each part. Binds a wallet and the limit.
 */
export const LIST_NEWEST = listNewest('list_newest', '');

/** Like {@link LIST_NEWEST}, for the rows after a place, which it binds last. */
export const LIST_NEXT = listNewest('list_next', `AND ${isBefore('$3::bigint', '$4::bytea')}`);

/**
 * Selects the matching rows among the newest rows between two times, and the nodes on the paths to one or
 * two times. Binds a wallet, these times or null, the filters or null, the end (a place) and the start of
 * the rows, the maximum of rows to search, the limit, and the asset as text or null. Two statements would cost
 * the server a third more for a page of ten. A result row has either the columns of a node or the columns of a transaction, and
 * always the last change.
 */
export const LIST_NEWEST_MATCHES: Statement = {
  name: 'list_newest_matches',
  hasBinaryResult: true,
  text: `${viewPaths(assetNoOrAll('$12'), `, ${NO_TRANSACTION}, ${LATEST_CHANGE}`)}
    UNION ALL (SELECT NULL, NULL, NULL, NULL, ${PAGE_COLUMNS}, ${LATEST_CHANGE}
      FROM (SELECT ${PAGE_COLUMNS}, place FROM wallet_transaction
        WHERE ${OF_WALLET} AND ${isBefore('$7::bigint', '$8::bytea')} AND ${isFrom('$9::bigint')}
        ${takeNewest('$10')}) AS newest
      WHERE ${filterBy('$4', '$5', '$6')} ${takeNewest('$11')})`,
};

const FILTERS = filterBy('$2', '$3', '$4');

/** Selects rows by {@link takeNewest}. Binds a wallet, the filters or null, the limit, and the range's bounds. */
export const LIST_RANGE: Statement = {
  name: 'list_range',
  hasBinaryResult: true,
  text: `SELECT ${PAGE_COLUMNS} FROM wallet_transaction
    WHERE ${OF_WALLET} AND ${FILTERS} AND ${isFrom('$6::bigint', '$7::bytea')}
      AND ${isBefore('$8::bigint', '$9::bytea')}
    ${takeNewest('$5')}`,
};

/** Like {@link LIST_RANGE}, with the bounds of several ranges. */
export const LIST_RANGES: Statement = {
  name: 'list_ranges',
  hasBinaryResult: true,
  text: `SELECT page.* FROM unnest($6::bigint[], $7::bytea[], $8::bigint[], $9::bytea[])
      AS range (low_ms, low_id, high_ms, high_id),
    LATERAL (SELECT ${PAGE_COLUMNS} FROM wallet_transaction
      WHERE ${OF_WALLET} AND ${FILTERS} AND ${isFrom('low_ms', 'low_id')}
        AND ${isBefore('high_ms', 'high_id')}
      ${takeNewest('$5::bigint')}) AS page
    ORDER BY timestamp_ms DESC, id DESC LIMIT $5`,
};

function listNewest(name: string, place: string): Statement {
  return {
    name,
    hasBinaryResult: true,
    text: `SELECT ${TOTAL}, NULL::bytea, NULL::bytea UNION ALL SELECT ${LATEST_CHANGE}, NULL, NULL
    UNION ALL (SELECT ${PAGE_COLUMNS} FROM wallet_transaction
      WHERE ${OF_WALLET} ${place} ${takeNewest('$2')})`,
  };
}
