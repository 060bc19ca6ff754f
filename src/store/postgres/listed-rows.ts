/** The rows of a page, as the statements of a listing return them. */
import { JSON_BYTES_MIN, type JsonText, releaseBytes, textOf } from '../../domain/json-text.ts';
import { writeTransactions } from '../../domain/transaction-json.ts';
import type { Transaction, TransactionField } from '../../domain/transaction.ts';
import { compareKeys, type CountKey } from '../counted/count-key.ts';
import { ByteRows } from './byte-rows.ts';
import type { PostgresColumn, PostgresRow } from './statement.ts';
import { writePageJson } from './page-json.ts';
import { decodeTransactionId } from './transaction-id.ts';
import { toTransaction } from './transaction-rows.ts';

/** The columns of a transaction. The time is first, so that its position needs no search. */
export const PAGE_COLUMNS = 'timestamp_ms, id, content';
const [TIMESTAMP, ID, CONTENT] = [0, 1, 2] as const;
export const PAGE_COLUMN_COUNT = CONTENT + 1;

/** The part of the rows that is the page. */
interface ListedOptions {
  /** The first of {@link PAGE_COLUMNS}. A row without a transaction has no identifier. */
  readonly from?: number;
  /** The newest transactions to omit. */
  readonly skip?: number;
  /** The maximum of transactions. */
  readonly limit?: number;
}

/**
 * Transactions of a wallet, newest first. The statement returns them in the order of their places (listing-order.ts).
 * It may return rows without a transaction too.
 */
export class ListedRows {
  readonly #rows: ByteRows;
  readonly #from: number;
  readonly #listed: readonly number[];
  /** The numbers of the rows without a transaction. */
  readonly others: readonly number[];

  /**
   * @param rows of a statement with binary results; see `RowClient`.
   */
  constructor(
    rows: readonly PostgresRow[] = [],
    { from = 0, skip = 0, limit = Infinity }: ListedOptions = {},
  ) {
    this.#rows = new ByteRows(rows);
    this.#from = from;
    const [listed, others]: [number[], number[]] = [[], []];
    for (let row = 0; row < this.#rows.starts.length; row += 1) {
      (this.#rows.isNull(row, from + ID) ? others : listed).push(row);
    }
    this.#listed = this.#sort(listed).slice(skip, skip + limit);
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
    return this.#keyOf(this.#listed[index] as number);
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

  /** Sorts rows that are in the order of their places: nearly always in the order of the listing. */
  #sort(rows: readonly number[]): readonly number[] {
    const times = rows.map((row) => this.#timeOf(row));
    const isTied = times.some((timestampMs, at) => timestampMs >= (times[at - 1] ?? Infinity));
    if (!isTied) return rows;
    const keys = new Map(rows.map((row) => [row, this.#keyOf(row)]));
    return rows.toSorted((left, right) =>
      compareKeys(keys.get(right) as CountKey, keys.get(left) as CountKey),
    );
  }

  #timeOf(row: number): number {
    return this.#rows.integerAt(row, this.#from + TIMESTAMP) as number;
  }

  #idOf(row: number): string {
    return decodeTransactionId(this.#rows.bytesAt(row, this.#from + ID) as Uint8Array);
  }

  #keyOf(row: number): CountKey {
    return { timestampMs: this.#timeOf(row), id: this.#idOf(row) };
  }

  /** Returns the row as `TRANSACTION_COLUMNS`. */
  #readColumns(row: number): readonly PostgresColumn[] {
    const [rows, from] = [this.#rows, this.#from];
    return [
      rows.bytesAt(row, from + ID),
      rows.integerAt(row, from + TIMESTAMP),
      rows.bytesAt(row, from + CONTENT),
    ];
  }
}
