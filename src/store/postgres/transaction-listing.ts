import type { TransactionQuery } from '../../domain/query.ts';
import type { TransactionPage } from '../store.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import type { PostgresValue, Statement } from './connection.ts';
import type { PostgresDatabase } from './database.ts';
import { toTransaction, TRANSACTION_COLUMNS } from './transaction-rows.ts';

interface Filter {
  readonly condition: (parameter: string) => string;
  /** What of the query is bound; `undefined` where it is not filtered by. */
  readonly read: (query: TransactionQuery) => string | number | undefined;
}

/** What of a query decides the text of its statement; the values are bound. */
const FILTERS: readonly Filter[] = [
  { condition: (parameter) => `asset = ${parameter}`, read: ({ asset }) => asset },
  {
    condition: (parameter) => `type = ${parameter}`,
    read: ({ type }) => (type === undefined ? undefined : TYPE_CODES[type]),
  },
  {
    condition: (parameter) => `status = ${parameter}`,
    read: ({ status }) => (status === 'completed' ? STATUS_CODES.completed : undefined),
  },
  {
    // The index of rows that are not completed is used where its own condition stands in the query.
    condition: (parameter) => `status = ${parameter} AND status <> 2`,
    read: ({ status }) =>
      status === undefined || status === 'completed' ? undefined : STATUS_CODES[status],
  },
  { condition: (parameter) => `timestamp_ms >= ${parameter}`, read: ({ sinceMs }) => sinceMs },
  { condition: (parameter) => `timestamp_ms < ${parameter}`, read: ({ beforeMs }) => beforeMs },
];
/** The first of the filters by time: the kept counts tell every total that no time bounds. */
const TIME_FILTERS_FROM = 4;
const ORDER = 'ORDER BY timestamp_ms DESC, id DESC';

/** The statements of every combination of filters, by the sum of their bits. */
const LISTINGS: readonly Statement[] = Array.from({ length: 2 ** FILTERS.length }, (_, bits) =>
  makeListing(bits),
);

/** See `ServingStore.listTransactions`: one statement, so that total and page are of one moment. */
export async function listTransactions(
  database: PostgresDatabase,
  walletId: string,
  query: TransactionQuery,
): Promise<TransactionPage> {
  const values: PostgresValue[] = [walletId, query.limit, query.page * query.limit];
  let bits = 0;
  for (const [index, { read }] of FILTERS.entries()) {
    const value = read(query);
    if (value === undefined) continue;
    bits |= 1 << index;
    values.push(value);
  }
  const rows = await database.readOfWallet(walletId, LISTINGS[bits] as Statement, ...values);
  const totalCount = (rows[0]?.at(-1) ?? 0) as number;
  // A page past the end is one row that has the total alone.
  const transactions = rows.filter(([id]) => id !== null).map(toTransaction);
  return { totalCount, transactions };
}

/** @param bits which filters it has, the first one lowest. */
function makeListing(bits: number): Statement {
  const chosen = FILTERS.filter((_, index) => (bits & (1 << index)) !== 0);
  const conditions = [
    'wallet_id = $1',
    ...chosen.map(({ condition }, index) => condition(`$${index + 4}`)),
  ].join(' AND ');
  const count =
    bits >= 1 << TIME_FILTERS_FROM
      ? `SELECT count(*) AS count FROM wallet_transaction WHERE ${conditions}`
      : `SELECT coalesce(sum(count), 0)::bigint AS count FROM wallet_transaction_count
          WHERE ${conditions}`;
  const text = `SELECT page.*, total.count FROM (${count}) AS total
    LEFT JOIN (
      SELECT ${TRANSACTION_COLUMNS} FROM wallet_transaction WHERE ${conditions}
        ${ORDER} LIMIT $2 OFFSET $3
    ) AS page ON true
    ${ORDER}`;
  return { name: `list_transactions_${bits}`, text };
}
