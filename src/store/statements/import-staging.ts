/**
 * Stages the rows of a file in a temporary table of the connection: an import only writes to the wallet if the whole file
 * is valid. Memory is bounded, because only batches are outside of the database.
 */
import { importedTransactionId } from '../../domain/id.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { keyOfEqual, type UnidentifiedRecord, writeContent } from '../../domain/record-key.ts';
import { IMPORT_BATCH_ROWS, type ReadFile } from '../import.ts';
import { type ImportRow, toValues } from '../rules/import-rows.ts';
import type { OwnSession, Session, Stored } from '../sql/database.ts';
import { EngineText, insertInto, type Query, raw, records, sql } from '../sql/query.ts';
import type { WrittenWallet } from './written-wallet.ts';
import { checksumOfValues, VALUE_COLUMNS } from './transaction-rows.ts';

/** The types of columns in which the engines differ. */
const TIME = new EngineText({ sqlite: 'integer', postgres: 'timestamptz' });
const TYPE = new EngineText({ sqlite: 'text', postgres: 'transaction_type' });
const STATUS = new EngineText({ sqlite: 'text', postgres: 'transaction_status' });
const AMOUNT = new EngineText({ sqlite: 'text', postgres: 'numeric' });
const CHECKSUM = new EngineText({ sqlite: ', checksum integer NOT NULL', postgres: '' });

const CREATE: readonly Query[] = [
  sql`CREATE TEMP TABLE import_row (row_no integer PRIMARY KEY, line bigint NOT NULL, id text NOT NULL,
    asset text NOT NULL, type ${TYPE} NOT NULL, amount ${AMOUNT} NOT NULL,
    time ${TIME} NOT NULL, status ${STATUS} NOT NULL, txid text, address text,
    fee_cost ${AMOUNT}, fee_currency text, adoptable boolean NOT NULL,
    has_booking_time boolean NOT NULL${CHECKSUM})`,
  // Rows of the file that are stored, or whose id is twice in the file (import-matching.ts). All others are new.
  sql`CREATE TEMP TABLE import_found (row_no integer PRIMARY KEY, is_known boolean NOT NULL)`,
];
/** The columns of a transaction without its id, and the number of the row. */
const FIELDS =
  raw(`import_row.row_no AS "rowNo", asset, type, amount, time AS "timestampMs", status, txid,
  address, fee_cost AS "feeCost", fee_currency AS "feeCurrency"`);
const INDEX = sql`CREATE INDEX import_row_by_id ON import_row (id)`;

/** The rows of a file in `import_row`. */
export interface StagedFile {
  readonly sha256: string;
  readonly rowCount: number;
  /** True if a row has no id. */
  readonly hasUnidentified: boolean;
}

type StagedRow = ImportRow & { readonly rowNo: number };

/** Reads a file into the temporary table `import_row`, and gives an id to each row without one. */
export async function stageFile(
  session: OwnSession,
  wallet: Pick<WrittenWallet, 'walletId' | 'walletNo'>,
  read: ReadFile,
): Promise<StagedFile> {
  for (const command of CREATE) await session.change(command);
  let [rowCount, hasUnidentified] = [0, false];
  let adding: Promise<unknown> = Promise.resolve();
  const sha256 = await read(async (rows) => {
    const staged = rows.map((row, index): StagedRow => {
      const id = row.id ?? makeId(wallet.walletId, row, 0);
      return { ...row, id, rowNo: rowCount + index, adoptable: row.id === null };
    });
    hasUnidentified ||= staged.some(({ adoptable }) => adoptable);
    rowCount += rows.length;
    // PostgreSQL stores a batch while the next one is read.
    await adding;
    const inserted = insertInto('import_row', staged, {
      row_no: ['integer', ({ rowNo }) => rowNo],
      line: ['bigint', ({ line }) => line],
      ...VALUE_COLUMNS,
      adoptable: ['boolean', ({ adoptable }) => adoptable],
      has_booking_time: ['boolean', ({ hasBookingTime }) => hasBookingTime === true],
      checksum: ['checksum', (row) => checksumOfValues(wallet.walletNo, row)],
    });
    adding = session.change(inserted);
    // The next call, or the end, throws its error.
    adding.catch(() => undefined);
  });
  await adding;
  await session.change(INDEX);
  if (hasUnidentified) await nameRepeats(session, wallet);
  return { sha256, rowCount, hasUnidentified };
}

/** Yields the rows that are found and not known, in the order of the file, in batches. */
export async function* readCompared(session: Session): AsyncGenerator<readonly ImportRow[]> {
  for (let lastNo = -1; ;) {
    type Row = Stored<Required<StagedRow>>;
    const rows = await session.rows<Row>(sql`SELECT ${FIELDS}, line, id, adoptable,
        has_booking_time AS "hasBookingTime"
      FROM import_found JOIN import_row ON import_row.row_no = import_found.row_no
      WHERE NOT is_known AND import_found.row_no > ${lastNo}
      ORDER BY import_found.row_no LIMIT ${IMPORT_BATCH_ROWS}`);
    const last = rows.at(-1);
    if (last === undefined) return;
    lastNo = last.rowNo;
    yield rows.map(toImportRow);
  }
}

/** Copies the fields: an object of the driver has no fixed shape, and each use of it takes several times as long. */
function toImportRow(row: Stored<Required<StagedRow>>): ImportRow {
  const { line, adoptable, hasBookingTime } = row;
  const origin = { adoptable: Boolean(adoptable), hasBookingTime: Boolean(hasBookingTime) };
  return { ...toValues(row), line, ...origin };
}

/** Returns an id from the content and an ordinal among equal rows of the file. */
function makeId(walletId: string, row: UnidentifiedRecord, ordinal: number): string {
  // The content has one word for both directions of a transfer, and of an adjustment: such rows are not equal.
  const content = `import:${row.type}:${writeContent(row)}`;
  return importedTransactionId(walletId, keyOfEqual(content, ordinal), row.timestampMs);
}

/** Gives different ids to equal rows without an id: the first keeps the id of its content. */
async function nameRepeats(
  session: OwnSession,
  { walletId, walletNo }: Pick<WrittenWallet, 'walletId' | 'walletNo'>,
): Promise<void> {
  await session.change(sql`CREATE TEMP TABLE import_repeat (row_no integer PRIMARY KEY,
    ordinal integer NOT NULL)`);
  await session.change(sql`INSERT INTO import_repeat (row_no, ordinal)
    SELECT row_no, ordinal FROM (
      SELECT row_no, row_number() OVER (PARTITION BY id ORDER BY row_no) - 1 AS ordinal
        FROM import_row
        WHERE adoptable AND id IN (SELECT id FROM import_row GROUP BY id HAVING count(*) > 1)
    ) AS numbered WHERE ordinal > 0`);
  for (let lastNo = -1; ;) {
    type Row = Omit<Transaction, 'id'> & { readonly rowNo: number; readonly ordinal: number };
    const rows = await session.rows<Row>(sql`SELECT ${FIELDS}, ordinal
      FROM import_repeat JOIN import_row ON import_row.row_no = import_repeat.row_no
      WHERE import_repeat.row_no > ${lastNo} ORDER BY import_repeat.row_no LIMIT ${IMPORT_BATCH_ROWS}`);
    const last = rows.at(-1);
    if (last === undefined) return;
    lastNo = last.rowNo;
    const named = rows.map((row) => Object.assign(row, { id: makeId(walletId, row, row.ordinal) }));
    const list = records(named, {
      row_no: ['integer', ({ rowNo }) => rowNo],
      id: ['text', ({ id }) => id],
      checksum: ['checksum', (row) => checksumOfValues(walletNo, row)],
    });
    const checksum = new EngineText({ sqlite: ', checksum = list.checksum', postgres: '' });
    await session.change(sql`UPDATE import_row SET id = list.id${checksum} FROM ${list} AS list
      WHERE import_row.row_no = list.row_no`);
  }
}
