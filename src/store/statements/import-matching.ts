/**
 * Finds the rows of a file that have no id and are already stored under another id, by the rule of `rules/equal-rows.ts`:
 * the same asset, type, amount and txid; without a txid also the same time. Each stored row is paired with at most one row
 * of the file. The file is in `import_row` (import-staging.ts), so each step is a join. Only two of them read stored
 * rows, each of one wallet.
 */
import type { Session } from '../sql/database.ts';
import { EngineText, type Query, raw, sql } from '../sql/query.ts';
import { JOIN_AFTER } from './listed-rows.ts';

/** An amount as a value that is equal for `1.5` and `1.50`. */
const VALUE_OF_AMOUNT = new EngineText({
  sqlite: `CASE WHEN instr(amount, '.') THEN rtrim(rtrim(amount, '0'), '.') ELSE amount END`,
  postgres: 'amount',
});
const TIME_MS = new EngineText({
  sqlite: 'time',
  postgres: 'CAST(extract(epoch FROM time) * 1000 AS bigint)',
});

/**
 * Returns the command that allows or forbids PostgreSQL nested loops. It does not know how many rows temporary tables, and
 * wallets that were never analyzed, have. By a nested loop it would compare each row of one with each of the other.
 */
function setNestedLoops(state: 'on' | 'off'): Query {
  return sql`${new EngineText({ sqlite: 'SELECT 1', postgres: `SET LOCAL enable_nestloop = ${state}` })}`;
}

/** Selects the rows of `import_row` that were not found among the stored rows. */
export const IS_UNFOUND = sql`NOT EXISTS (SELECT 1 FROM import_found
  WHERE import_found.row_no = import_row.row_no)`;

/**
 * Finds the staged rows whose id is stored, and which of them have the same values. A row whose id is twice in the file is
 * found too, because the order of such rows matters.
 */
export async function findById(session: Session, walletNo: number): Promise<void> {
  await session.change(sql`INSERT INTO import_found (row_no, is_known) SELECT of_file.row_no,
      stored.asset = of_file.asset AND stored.type = of_file.type AND stored.status = of_file.status
      AND stored.amount = of_file.amount AND (of_file.has_booking_time OR stored.time = of_file.time)
      AND coalesce(of_file.txid = stored.txid, of_file.txid IS NULL)
      AND coalesce(of_file.address = stored.address, of_file.address IS NULL)
      AND coalesce(of_file.fee_cost = stored.fee_cost, of_file.fee_cost IS NULL)
      AND coalesce(of_file.fee_currency = stored.fee_currency, of_file.fee_currency IS NULL)
    FROM (SELECT * FROM import_row) AS of_file
    ${JOIN_AFTER} wallet_transaction AS stored ON stored.id = of_file.id
    WHERE stored.wallet_no = ${walletNo}`);
  await session.change(sql`INSERT INTO import_found (row_no, is_known) SELECT row_no, false FROM import_row
    WHERE id IN (SELECT id FROM import_row GROUP BY id HAVING count(*) > 1)
    ON CONFLICT (row_no) DO UPDATE SET is_known = false`);
}

/** Finds the staged rows without an id that are stored under another id, unless {@link findById} has found them. */
export async function matchRows(session: Session, walletNo: number): Promise<void> {
  await session.change(setNestedLoops('off'));
  await pairStagedRows(session, walletNo);
  await session.change(setNestedLoops('on'));
}

async function pairStagedRows(session: Session, walletNo: number): Promise<void> {
  // A stored row is no candidate if the file has its id: it is compared by that, unless it is a synced row.
  await session.change(sql`CREATE TEMP TABLE import_candidate AS
    SELECT stored.id, stored.asset, type, ${VALUE_OF_AMOUNT} AS amount, coalesce(stored.txid, '') AS txid,
        ${TIME_MS} AS time_ms
      FROM (SELECT * FROM wallet_transaction WHERE wallet_no = ${walletNo}) AS stored
      LEFT JOIN (SELECT id, adoptable FROM import_row) AS named
        ON named.id = stored.id AND (named.adoptable OR stored.import_no IS NOT NULL)
      ${JOIN_AFTER} (SELECT DISTINCT asset, coalesce(txid, '') AS txid FROM import_row WHERE adoptable)
        AS content ON content.asset = stored.asset AND content.txid = coalesce(stored.txid, '')
      WHERE named.id IS NULL`);
  if ((await session.row(sql`SELECT 1 FROM import_candidate LIMIT 1`)) === undefined) return;
  await session.change(sql`CREATE TEMP TABLE import_open AS
    SELECT row_no, id, import_row.asset, type, ${VALUE_OF_AMOUNT} AS amount, content.txid,
        ${TIME_MS} AS time_ms
      FROM import_row
      ${JOIN_AFTER} (SELECT DISTINCT asset, txid FROM import_candidate) AS content
        ON content.asset = import_row.asset AND content.txid = coalesce(import_row.txid, '')
      WHERE adoptable AND ${IS_UNFOUND}`);
  await session.change(
    sql`CREATE TEMP TABLE import_pair (row_no integer PRIMARY KEY, stored_id text NOT NULL UNIQUE)`,
  );
  await pair(session, { group: raw('time_ms'), file: raw('true'), stored: raw('true') });
  await pair(session, { group: raw('0'), file: raw(`txid <> ''`), stored: raw(`txid <> ''`) });
  const isWholeSecond = raw(`txid = '' AND time_ms % 1000 = 0`);
  const second = raw('time_ms / 1000');
  await pair(session, { group: second, file: isWholeSecond, stored: raw(`txid = ''`) });
  await pair(session, { group: second, file: raw(`txid = ''`), stored: isWholeSecond });
  await session.change(
    sql`INSERT INTO import_found (row_no, is_known) SELECT row_no, true FROM import_pair`,
  );
}

/** What is compared besides the values, and which rows of both sides. */
interface Pairing {
  readonly group: Query;
  readonly file: Query;
  readonly stored: Query;
}

/** Pairs the n-th row of the file with the n-th stored row of each group, oldest first. */
async function pair(session: Session, { group, file, stored }: Pairing): Promise<void> {
  const number = sql`row_number() OVER (PARTITION BY asset, type, amount, txid, ${group}
    ORDER BY time_ms, id) AS no, ${group} AS grouped`;
  await session.change(sql`INSERT INTO import_pair (row_no, stored_id)
    SELECT of_file.row_no, of_store.id
      FROM (SELECT row_no, asset, type, amount, txid, ${number} FROM import_open
        WHERE ${file} AND NOT EXISTS (SELECT 1 FROM import_pair
          WHERE import_pair.row_no = import_open.row_no)) AS of_file
      JOIN (SELECT id, asset, type, amount, txid, ${number} FROM import_candidate
        WHERE ${stored} AND NOT EXISTS (SELECT 1 FROM import_pair
          WHERE import_pair.stored_id = import_candidate.id)) AS of_store
      ON of_store.asset = of_file.asset AND of_store.type = of_file.type
        AND of_store.amount = of_file.amount AND of_store.txid = of_file.txid
        AND of_store.grouped = of_file.grouped AND of_store.no = of_file.no`);
}
