/**
 * The number of rows of each month and day by asset, type and status (`transaction_count`). It changes in the transaction
 * that changes the rows, so that it always equals them.
 */
import { DAY_MS, SECOND_MS } from '../../domain/duration.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { nameDay, nameMonth } from '../rules/periods.ts';
import type { MissingRows } from '../rules/row-findings.ts';
import type { Session } from '../sql/database.ts';
import { EngineText, insertInto, type Query, raw, records, sql } from '../sql/query.ts';
import { deleteListed } from './listed-rows.ts';

/** Stands for all assets in `transaction_count`. */
export const ALL_ASSETS = '';

/** The fields of a transaction that are counted. */
export type CountedRow = Pick<Transaction, 'asset' | 'type' | 'status' | 'timestampMs'>;

interface Count {
  readonly asset: string;
  readonly period: string;
  readonly type: string;
  readonly status: string;
  count: number;
}

const ADD_TO_COUNT = sql`ON CONFLICT (wallet_no, asset, period, type, status)
  DO UPDATE SET count = transaction_count.count + excluded.count`;

/** Changes the counts of a wallet, and its number of rows. */
export async function changeCounts(
  session: Session,
  walletNo: number,
  { removed, added }: Record<'removed' | 'added', readonly CountedRow[]>,
): Promise<void> {
  const counts = new Map<string, Count>();
  for (const row of removed) countRow(counts, row, -1);
  for (const row of added) countRow(counts, row, 1);
  const changed = [...counts.values()].filter(({ count }) => count !== 0);
  if (changed.length === 0) return;
  const counted = insertInto(
    'transaction_count',
    changed,
    {
      wallet_no: ['integer', () => walletNo],
      asset: ['text', ({ asset }) => asset],
      period: ['text', ({ period }) => period],
      type: ['transaction_type', ({ type }) => type],
      status: ['transaction_status', ({ status }) => status],
      count: ['integer', ({ count }) => count],
    },
    ADD_TO_COUNT,
  );
  await session.change(counted);
  const emptied = records(
    changed.filter(({ count }) => count < 0),
    {
      asset: ['text', ({ asset }) => asset],
      period: ['text', ({ period }) => period],
      count: ['integer', () => 0],
    },
  );
  await session.change(deleteListed('transaction_count', walletNo, emptied));
  const difference = added.length - removed.length;
  await session.change(sql`UPDATE wallet_content
    SET transaction_count = transaction_count + ${difference} WHERE wallet_no = ${walletNo}`);
}

/** Counts a row in its month and its day, for its asset and for all assets. */
function countRow(counts: Map<string, Count>, row: CountedRow, difference: number): void {
  const { type, status } = row;
  for (const period of [nameMonth(row.timestampMs), nameDay(row.timestampMs)]) {
    for (const asset of [row.asset, ALL_ASSETS]) {
      const key = `${period} ${type} ${status} ${asset}`;
      const found = counts.get(key);
      if (found === undefined) counts.set(key, { asset, period, type, status, count: difference });
      else found.count += difference;
    }
  }
}

/** The UTC day of `time` as a value that is found fast, and its date. A corrupted time in SQLite has none. */
const DAY = new EngineText({
  sqlite: `time / ${DAY_MS}`,
  postgres: `CAST(time AT TIME ZONE 'UTC' AS date)`,
});
const DATE = new EngineText({
  sqlite: `coalesce(date(day * ${DAY_MS / SECOND_MS}, 'unixepoch'), '')`,
  postgres: `to_char(day, 'YYYY-MM-DD')`,
});

/** Returns the counts of rows, which are read once. @param rows columns `asset`, `time`, `type` and `status`. */
function countByPeriod(rows: Query): Query {
  const [month, day] = [raw(`'month ' || substr(date, 1, 7)`), raw(`'day ' || date`)];
  const sum = raw('CAST(sum(count) AS bigint)');
  return sql`WITH daily AS MATERIALIZED (
      SELECT asset, ${DATE} AS date, type, status, count FROM (
        SELECT asset, ${DAY} AS day, type, status, count(*) AS count FROM (${rows}) AS counted
          -- The day first: SQLite sorts in half of the time.
          GROUP BY 2, 1, 3, 4) AS grouped)
    SELECT asset, ${day} AS period, type, status, count FROM daily
    UNION ALL SELECT asset, ${month}, type, status, ${sum} FROM daily GROUP BY 1, 2, 3, 4
    UNION ALL SELECT '', ${day}, type, status, ${sum} FROM daily GROUP BY 1, 2, 3, 4
    UNION ALL SELECT '', ${month}, type, status, ${sum} FROM daily GROUP BY 1, 2, 3, 4`;
}

function rowsOfWallet(walletNo: number): Query {
  return sql`SELECT asset, time, type, status FROM wallet_transaction WHERE wallet_no = ${walletNo}`;
}

/** Returns true if the counts of a wallet equal its rows. Reads all rows. */
export async function areCountsRight(session: Session, walletNo: number): Promise<boolean> {
  const different = await session.row(sql`SELECT 1 FROM (
      SELECT asset, period, type, status, count FROM transaction_count WHERE wallet_no = ${walletNo}
      UNION ALL
      SELECT asset, period, type, status, -count FROM (${countByPeriod(rowsOfWallet(walletNo))}) AS counted
    ) AS compared GROUP BY asset, period, type, status HAVING sum(count) <> 0
    UNION ALL SELECT 1 FROM wallet_content
      WHERE wallet_no = ${walletNo} AND transaction_count <> (
        SELECT count(*) FROM wallet_transaction WHERE wallet_no = ${walletNo}) LIMIT 1`);
  return different === undefined;
}

/** Returns the days of a wallet that have fewer rows than were counted, oldest first. Reads all rows. */
export function listMissing(session: Session, walletNo: number): Promise<readonly MissingRows[]> {
  return session.rows<MissingRows>(sql`SELECT counted.period,
      counted.count - coalesce(found.count, 0) AS count
    FROM (SELECT period, CAST(sum(count) AS bigint) AS count FROM transaction_count
      WHERE wallet_no = ${walletNo} AND asset = ${ALL_ASSETS} AND period LIKE 'day %' GROUP BY period
    ) AS counted LEFT JOIN (SELECT period, CAST(sum(count) AS bigint) AS count
      FROM (${countByPeriod(rowsOfWallet(walletNo))}) AS each WHERE asset = ${ALL_ASSETS} GROUP BY period
    ) AS found ON found.period = counted.period
    WHERE counted.count > coalesce(found.count, 0) ORDER BY counted.period`);
}

/** Counts the rows of a wallet again. */
export async function rebuildCounts(session: Session, walletNo: number): Promise<void> {
  await session.change(sql`DELETE FROM transaction_count WHERE wallet_no = ${walletNo}`);
  await session.change(
    sql`UPDATE wallet_content SET transaction_count = 0 WHERE wallet_no = ${walletNo}`,
  );
  await addCounts(session, walletNo, rowsOfWallet(walletNo));
}

/**
 * Counts further rows, in the order of the primary key, so that the pages of its index are filled.
 *
 * @param rows columns `asset`, `time`, `type` and `status`.
 */
export async function addCounts(session: Session, walletNo: number, rows: Query): Promise<void> {
  await session.change(sql`INSERT INTO transaction_count
      (wallet_no, asset, period, type, status, count)
    SELECT CAST(${walletNo} AS integer), asset, period, type, status, count
      FROM (${countByPeriod(rows)}) AS counted WHERE true ORDER BY 2, 3, 4, 5 ${ADD_TO_COUNT}`);
  await session.change(sql`UPDATE wallet_content
    SET transaction_count = transaction_count + (SELECT count(*) FROM (${rows}) AS counted)
    WHERE wallet_no = ${walletNo}`);
}
