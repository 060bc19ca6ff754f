/**
 * Stages the rows of a file in a temporary table of the connection: an import only writes to the wallet if the whole file
 * is valid. Memory is bounded, because only batches are outside of the database.
 */
import { importedTransactionId } from '../../domain/id.ts';
import { keyOfEqual, type UnidentifiedRecord, writeContent } from '../../domain/record-key.ts';
import { IMPORT_BATCH_ROWS, type ReadFile, type ReadRow } from '../import.ts';
import type { ImportRow } from '../rules/import-rows.ts';
import type { OwnSession, Session } from '../sql/database.ts';
import { type Query, records, sql } from '../sql/query.ts';

const CREATE: readonly Query[] = [
  sql`CREATE TEMP TABLE import_row (row_no integer PRIMARY KEY, line bigint NOT NULL, id text NOT NULL,
    asset text NOT NULL, type text NOT NULL, amount text NOT NULL, time_ms bigint NOT NULL,
    status text NOT NULL, txid text, address text, fee_cost text, fee_currency text,
    adoptable boolean NOT NULL, has_booking_time boolean NOT NULL)`,
  // Rows of the file that need no further comparison (import-matching.ts).
  sql`CREATE TEMP TABLE import_known (row_no integer PRIMARY KEY)`,
];
const INDEX = sql`CREATE INDEX import_row_by_id ON import_row (id)`;

/** The rows of a file in `import_row`. */
export interface StagedFile {
  readonly sha256: string;
  readonly rowCount: number;
  /** True if a row has no id. */
  readonly hasUnidentified: boolean;
}

interface StagedRow extends ReadRow {
  readonly id: string;
  readonly rowNo: number;
  readonly adoptable: boolean;
}

/** Reads a file into the temporary table `import_row`, and gives an id to each row without one. */
export async function stageFile(
  session: OwnSession,
  walletId: string,
  read: ReadFile,
): Promise<StagedFile> {
  for (const command of CREATE) await session.change(command);
  let [rowCount, hasUnidentified] = [0, false];
  const sha256 = await read(async (rows) => {
    const staged = rows.map((row, index): StagedRow => {
      const id = row.id ?? makeId(walletId, row, 0);
      return { ...row, id, rowNo: rowCount + index, adoptable: row.id === null };
    });
    hasUnidentified ||= staged.some(({ adoptable }) => adoptable);
    rowCount += rows.length;
    await addRows(session, staged);
  });
  await session.change(INDEX);
  if (hasUnidentified) await nameRepeats(session, walletId);
  return { sha256, rowCount, hasUnidentified };
}

/** Yields the staged rows that are not in `import_known`, in the order of the file, in batches of consecutive rows. */
export async function* readStaged(
  session: Session,
  rowCount: number,
): AsyncGenerator<{ readonly rows: readonly ImportRow[]; readonly readCount: number }> {
  for (let from = 0; from < rowCount; from += IMPORT_BATCH_ROWS) {
    const to = Math.min(from + IMPORT_BATCH_ROWS, rowCount);
    const rows = await session.rows<SelectedRow>(sql`SELECT line, id, asset, type, amount,
        time_ms AS "timestampMs", status, txid, address, fee_cost AS "feeCost",
        fee_currency AS "feeCurrency", adoptable, has_booking_time AS "hasBookingTime"
      FROM import_row WHERE row_no >= ${from} AND row_no < ${to}
        AND NOT EXISTS (SELECT 1 FROM import_known WHERE import_known.row_no = import_row.row_no)
      ORDER BY row_no`);
    yield { rows: rows.map(toImportRow), readCount: to - from };
  }
}

/** A row as the engines return it: SQLite has no booleans. */
interface SelectedRow extends Omit<ImportRow, 'adoptable' | 'hasBookingTime'> {
  readonly adoptable: boolean | number;
  readonly hasBookingTime: boolean | number;
}

/** Copies the fields: an object of the driver has no fixed shape, and each use of it takes several times as long. */
function toImportRow(row: SelectedRow): ImportRow {
  return {
    line: row.line,
    id: row.id,
    asset: row.asset,
    type: row.type,
    amount: row.amount,
    timestampMs: row.timestampMs,
    status: row.status,
    txid: row.txid,
    address: row.address,
    feeCost: row.feeCost,
    feeCurrency: row.feeCurrency,
    adoptable: Boolean(row.adoptable),
    hasBookingTime: Boolean(row.hasBookingTime),
  };
}

/** Returns an id from the content and an ordinal among equal rows of the file. */
function makeId(walletId: string, row: UnidentifiedRecord, ordinal: number): string {
  const content = `import:${writeContent(row)}`;
  return importedTransactionId(walletId, keyOfEqual(content, ordinal), row.timestampMs);
}

async function addRows(session: Session, rows: readonly StagedRow[]): Promise<void> {
  const list = records(rows, {
    row_no: ['integer', ({ rowNo }) => rowNo],
    line: ['bigint', ({ line }) => line],
    id: ['text', ({ id }) => id],
    asset: ['text', ({ asset }) => asset],
    type: ['text', ({ type }) => type],
    amount: ['text', ({ amount }) => amount],
    time_ms: ['bigint', ({ timestampMs }) => timestampMs],
    status: ['text', ({ status }) => status],
    txid: ['text', ({ txid }) => txid],
    address: ['text', ({ address }) => address],
    fee_cost: ['text', ({ feeCost }) => feeCost],
    fee_currency: ['text', ({ feeCurrency }) => feeCurrency],
    adoptable: ['boolean', ({ adoptable }) => adoptable],
    has_booking_time: ['boolean', ({ hasBookingTime }) => hasBookingTime === true],
  });
  await session.change(sql`INSERT INTO import_row (row_no, line, id, asset, type, amount, time_ms,
      status, txid, address, fee_cost, fee_currency, adoptable, has_booking_time)
    SELECT list.row_no, list.line, list.id, list.asset, list.type, list.amount, list.time_ms,
      list.status, list.txid, list.address, list.fee_cost, list.fee_currency, list.adoptable,
      list.has_booking_time FROM ${list} AS list`);
}

/** Gives different ids to equal rows without an id: the first keeps the id of its content. */
async function nameRepeats(session: OwnSession, walletId: string): Promise<void> {
  await session.change(sql`CREATE TEMP TABLE import_repeat (row_no integer PRIMARY KEY,
    ordinal integer NOT NULL)`);
  await session.change(sql`INSERT INTO import_repeat (row_no, ordinal)
    SELECT row_no, ordinal FROM (
      SELECT row_no, row_number() OVER (PARTITION BY id ORDER BY row_no) - 1 AS ordinal
        FROM import_row WHERE adoptable
    ) AS numbered WHERE ordinal > 0`);
  for (let lastNo = -1; ;) {
    const rows = await session.rows<
      UnidentifiedRecord & { readonly rowNo: number; readonly ordinal: number }
    >(sql`SELECT import_row.row_no AS "rowNo", ordinal, asset, type, amount,
        time_ms AS "timestampMs", txid, address
      FROM import_repeat JOIN import_row ON import_row.row_no = import_repeat.row_no
      WHERE import_repeat.row_no > ${lastNo} ORDER BY import_repeat.row_no LIMIT ${IMPORT_BATCH_ROWS}`);
    const last = rows.at(-1);
    if (last === undefined) return;
    lastNo = last.rowNo;
    const list = records(rows, {
      row_no: ['integer', ({ rowNo }) => rowNo],
      id: ['text', (row) => makeId(walletId, row, row.ordinal)],
    });
    await session.change(sql`UPDATE import_row SET id = list.id FROM ${list} AS list
      WHERE import_row.row_no = list.row_no`);
  }
}
