/** The rows of a page, as the statements of a listing return them. */
import { JSON_BYTES_MIN, type JsonText, releaseBytes, textOf } from '../../domain/json-text.ts';
import { writeTransactions } from '../../domain/transaction-json.ts';
import type { Transaction, TransactionField } from '../../domain/transaction.ts';
import type { CountKey } from '../counted/count-key.ts';
import { toTransaction, TRANSACTION_COLUMNS } from '../table-rows.ts';
import { ByteRows } from './byte-rows.ts';
import type { PostgresColumn, PostgresRow } from './statement.ts';
import { writePageJson } from './page-json.ts';

/** The columns of a transaction in the order of its JSON. */
export const PAGE_COLUMNS =
  'id, asset, type, amount, timestamp_ms, status, txid, address, fee_cost, fee_currency';
const NAMES = PAGE_COLUMNS.split(', ');
export const PAGE_COLUMN_COUNT = NAMES.length;
const [ID, TIMESTAMP] = [NAMES.indexOf('id'), NAMES.indexOf('timestamp_ms')];
const INTEGERS: ReadonlySet<string> = new Set(['timestamp_ms', 'type', 'status']);

/** Transactions of a wallet, newest first. The statement may return rows without a transaction too. */
export class ListedRows {
  readonly #rows: ByteRows;
  readonly #from: number;
  readonly #listed: readonly number[];
  /** The numbers of the rows without a transaction. */
  readonly others: readonly number[];

  /**
   * @param rows of a statement with binary results; see `RowClient`.
   * @param from the first of {@link PAGE_COLUMNS}, which are null in a row without a transaction.
   */
  constructor(rows: readonly PostgresRow[] = [], from = 0) {
    this.#rows = new ByteRows(rows);
    this.#from = from;
    const [listed, others]: [number[], number[]] = [[], []];
    for (let row = 0; row < this.#rows.starts.length; row += 1) {
      (this.#rows.isNull(row, from + ID) ? others : listed).push(row);
    }
    this.#listed = listed;
    this.others = others;
  }

  get rowCount(): number {
    return this.#listed.length;
  }

  /** Returns an integer of one of {@link others}. */
  integerAt(row: number, column: number): number | null {
    return this.#rows.integerAt(row, column);
  }

  /** Returns bytes of one of {@link others}. */
  bytesAt(row: number, column: number): Uint8Array | null {
    return this.#rows.bytesAt(row, column);
  }

  /** Returns the place of a transaction. */
  placeAt(index: number): CountKey {
    const row = this.#listed[index] as number;
    return {
      timestampMs: this.#rows.integerAt(row, this.#from + TIMESTAMP) as number,
      id: this.#rows.textAt(row, this.#from + ID) as string,
    };
  }

  /** Returns the first transactions. */
  toTransactions(count = this.rowCount): readonly Transaction[] {
    return this.#listed.slice(0, count).map((row) => toTransaction(this.#readColumns(row)));
  }

  /** Returns the first transactions as JSON objects, separated by commas. Ends the use of the rows. */
  write(walletId: string, fields: readonly TransactionField[], count: number): JsonText {
    const starts = this.#listed
      .slice(0, count)
      .map((row) => this.#rows.positionOf(row, this.#from));
    const bytes = writePageJson(walletId, fields, this.#rows.view, starts);
    // A text that JSON escapes is rare: it costs the page twice the time.
    if (bytes === undefined) return writeTransactions(walletId, fields, this.toTransactions(count));
    this.#rows.release();
    if (bytes.length >= JSON_BYTES_MIN) return bytes;
    const text = textOf(bytes);
    releaseBytes(bytes);
    return text;
  }

  #readColumns(row: number): readonly PostgresColumn[] {
    return TRANSACTION_COLUMNS.split(', ').map((name) => {
      const column = this.#from + NAMES.indexOf(name);
      return INTEGERS.has(name)
        ? this.#rows.integerAt(row, column)
        : this.#rows.textAt(row, column);
    });
  }
}
