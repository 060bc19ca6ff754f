/** The rows of a page in the form in which a statement returned them. */
import type { JsonText } from '../../domain/json-text.ts';
import type { TransactionQuery } from '../../domain/query.ts';
import { writeTransactions } from '../../domain/transaction-json.ts';
import type { Transaction, TransactionField } from '../../domain/transaction.ts';
import { type CountKey, placeOf } from '../counted/count-key.ts';
import { toTransaction } from '../table-rows.ts';
import type { PostgresColumn, PostgresRow } from './connection.ts';
import type { Listing } from './listing-statements.ts';
import { PAGE_COLUMN_COUNT, PageColumns } from './page-columns.ts';
import { writePageJson } from './page-json.ts';

/** Pages of fewer rows are listed row by row: they cost less that way. */
const COLUMNS_ROWS_MIN = 50;

/** Rows of a page, newest first. */
export interface ListedRows {
  readonly rowCount: number;
  /** The place of the row with this index. */
  readonly placeAt: (index: number) => CountKey;
  /** The first rows as JSON objects, apart by commas. */
  readonly write: (
    walletId: string,
    fields: readonly TransactionField[],
    rowCount: number,
  ) => JsonText;
}

/** The form in which a page is listed. */
export function formOf({ limit }: Pick<TransactionQuery, 'limit'>): keyof Listing {
  return limit < COLUMNS_ROWS_MIN ? 'rows' : 'columns';
}

/**
 * @param rows of a statement of this form. Columns are taken out of the row, because they are large.
 * @param from the first column of the listing.
 */
export function toListedRows(
  form: keyof Listing,
  rows: readonly PostgresRow[],
  from = 0,
): ListedRows {
  const [first] = rows;
  if (first === undefined || form === 'rows') {
    return listTransactions(rows.map((row) => toTransaction(from === 0 ? row : row.slice(from))));
  }
  const columns = (first as PostgresColumn[]).splice(from, PAGE_COLUMN_COUNT);
  return listColumns(new PageColumns(columns));
}

function listTransactions(transactions: readonly Transaction[]): ListedRows {
  return {
    rowCount: transactions.length,
    placeAt: (index) => placeOf(transactions[index] as Transaction),
    write: (walletId, fields, rowCount) =>
      writeTransactions(walletId, fields, transactions.slice(0, rowCount)),
  };
}

function listColumns(columns: PageColumns): ListedRows {
  return {
    rowCount: columns.rowCount,
    placeAt: (index) => columns.placeAt(index),
    write: (walletId, fields, rowCount) =>
      rowCount === 0 ? '' : writePageJson(walletId, fields, columns, rowCount),
  };
}
