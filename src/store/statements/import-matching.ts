/**
 * Finds the rows of a file that have no id and are already stored under another id, by the rule of `rules/equal-rows.ts`:
 * the same asset, type, amount and txid; without a txid also the same time. Each stored row is paired with at most one row
 * of the file. The file is in a temporary table, so each step is a join.
 */
import type { ImportSource } from '../import.ts';
import type { OwnSession, Session } from '../sql/database.ts';
import { at, EngineText, type Query, raw, records, sql } from '../sql/query.ts';

/** The types of the columns that differ between the engines. */
const TIME = new EngineText({ sqlite: 'integer', postgres: 'timestamptz' });
const AMOUNT = new EngineText({ sqlite: 'text', postgres: 'numeric' });

const CREATE: readonly Query[] = [
  sql`CREATE TEMP TABLE import_row (row_no integer PRIMARY KEY, id text NOT NULL, asset text NOT NULL,
    type text NOT NULL, amount ${AMOUNT} NOT NULL, txid text NOT NULL, time ${TIME} NOT NULL,
    adoptable boolean NOT NULL)`,
  sql`CREATE INDEX import_row_by_id ON import_row (id)`,
  sql`CREATE INDEX import_row_by_content ON import_row (asset, txid)`,
  sql`CREATE TEMP TABLE import_candidate (id text PRIMARY KEY, asset text NOT NULL, type text NOT NULL,
    amount ${AMOUNT} NOT NULL, txid text NOT NULL, time ${TIME} NOT NULL, imported boolean NOT NULL)`,
  sql`CREATE TEMP TABLE import_known (id text PRIMARY KEY)`,
  sql`CREATE TEMP TABLE import_pair (row_no integer PRIMARY KEY, stored_id text NOT NULL UNIQUE)`,
];

/** An amount as a value that is equal for `1.5` and `1.50`. */
const VALUE_OF_AMOUNT = new EngineText({
  sqlite: `CASE WHEN instr(amount, '.') THEN rtrim(rtrim(amount, '0'), '.') ELSE amount END`,
  postgres: 'amount',
});
const TYPE_AS_TEXT = new EngineText({ sqlite: 'type', postgres: 'type::text' });
const SECOND = new EngineText({ sqlite: 'time / 1000', postgres: `date_trunc('second', time)` });
const IS_WHOLE_SECOND = new EngineText({
  sqlite: 'time % 1000 = 0',
  postgres: `time = date_trunc('second', time)`,
});

/** Writes the rows of a file into a temporary table of the connection. */
export async function stageRows(session: OwnSession, source: ImportSource): Promise<void> {
  for (const command of CREATE) await session.change(command);
  let rowNo = 0;
  for (const batch of source.batches()) {
    const numbered = batch.map((row) => Object.assign({ rowNo: rowNo++ }, row));
    const list = records(numbered, {
      row_no: ['integer', (row) => row.rowNo],
      id: ['text', ({ id }) => id],
      asset: ['text', ({ asset }) => asset],
      type: ['text', ({ type }) => type],
      amount: ['numeric', ({ amount }) => amount],
      txid: ['text', ({ txid }) => txid ?? ''],
      time: ['time', ({ timestampMs }) => at(timestampMs)],
      adoptable: ['boolean', ({ adoptable }) => adoptable],
    });
    await session.change(sql`INSERT INTO import_row
        (row_no, id, asset, type, amount, txid, time, adoptable)
      SELECT row_no, id, asset, type, ${VALUE_OF_AMOUNT}, txid, time, adoptable FROM ${list} AS list`);
  }
}

/** Pairs the staged rows with stored rows. @returns the numbers, from 0, of the rows of the file that are stored. */
export async function matchRows(session: Session, walletNo: number): Promise<ReadonlySet<number>> {
  // The subqueries do not refer to the stored rows, which are on another node on Citus.
  await session.change(sql`INSERT INTO import_candidate (id, asset, type, amount, txid, time, imported)
    SELECT id, asset, ${TYPE_AS_TEXT}, ${VALUE_OF_AMOUNT}, coalesce(txid, ''), time, import_no IS NOT NULL
      FROM wallet_transaction WHERE wallet_no = ${walletNo}
        AND (asset, coalesce(txid, '')) IN (SELECT asset, txid FROM import_row WHERE adoptable)`);
  // A stored row is no candidate if the file has its id: it is compared by that, unless it is a synced row.
  await session.change(sql`DELETE FROM import_candidate WHERE EXISTS (
    SELECT 1 FROM import_row AS row_of_file WHERE row_of_file.id = import_candidate.id
      AND (row_of_file.adoptable OR import_candidate.imported))`);
  // A row whose generated id is stored is compared by that.
  await session.change(sql`INSERT INTO import_known (id) SELECT id FROM wallet_transaction
    WHERE wallet_no = ${walletNo} AND id IN (SELECT id FROM import_row WHERE adoptable)`);
  await session.change(sql`DELETE FROM import_row WHERE NOT adoptable OR id IN (
    SELECT id FROM import_known)`);
  await pair(session, { group: sql`time`, file: raw('true'), stored: raw('true') });
  await pair(session, { group: raw('0'), file: sql`txid <> ''`, stored: sql`txid <> ''` });
  const ofFile = sql`txid = '' AND ${IS_WHOLE_SECOND}`;
  await pair(session, { group: sql`${SECOND}`, file: ofFile, stored: sql`txid = ''` });
  await pair(session, { group: sql`${SECOND}`, file: sql`txid = ''`, stored: ofFile });
  const pairs = await session.rows<{ readonly row_no: number }>(
    sql`SELECT row_no FROM import_pair`,
  );
  return new Set(pairs.map(({ row_no: rowNo }) => rowNo));
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
    ORDER BY time, id) AS no, ${group} AS grouped`;
  await session.change(sql`INSERT INTO import_pair (row_no, stored_id)
    SELECT of_file.row_no, of_store.id
      FROM (SELECT row_no, asset, type, amount, txid, ${number} FROM import_row
        WHERE ${file} AND row_no NOT IN (SELECT row_no FROM import_pair)) AS of_file
      JOIN (SELECT id, asset, type, amount, txid, ${number} FROM import_candidate
        WHERE ${stored} AND id NOT IN (SELECT stored_id FROM import_pair)) AS of_store
      ON of_store.asset = of_file.asset AND of_store.type = of_file.type
        AND of_store.amount = of_file.amount AND of_store.txid = of_file.txid
        AND of_store.grouped = of_file.grouped AND of_store.no = of_file.no`);
}
