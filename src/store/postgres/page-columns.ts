/**
 * A page of transactions as one row: of each column one text with the values of all rows. So the
 * driver reads 10 texts instead of 10,000. The texts are as short as they can be, because the server
 * gets the memory of larger ones from the kernel for each page.
 */
import type { TransactionField } from '../../domain/transaction.ts';
import type { CountKey } from '../counted/count-key.ts';
import type { PostgresColumn } from './connection.ts';
import { decodeText } from './text-encoding.ts';

/** Ends each value: U+001F, the separator of units. A value that contains it is found by the count. */
export const END_OF_VALUE = 0x1f;
/** A missing value is U+0001 alone, which `encodeText` never writes. */
const NULL_SQL = String.raw`E'\x01'`;
const END_TEXT = String.fromCharCode(END_OF_VALUE);
const END_SQL = String.raw`E'\x1f'`;

/** Added to a code, so that it is a character; 0 stands for a code that is not in use. */
const CODE_OFFSET = 64;
/** Codes are below. */
export const TYPES_MAX = 16;
const STATUS_BITS = 3;
export const STATUSES_MAX = 1 << STATUS_BITS;

const nullable = (column: string): string => `coalesce(${column}, ${NULL_SQL})`;
const codeBelow = (column: string, max: number): string =>
  `CASE WHEN ${column} & -${max} = 0 THEN ${column} ELSE 0 END`;
const CODE = `${codeBelow('type', TYPES_MAX)} * ${STATUSES_MAX} + ${codeBelow('status', STATUSES_MAX)}`;

const VALUES = {
  id: 'id',
  timestamp: 'timestamp_ms::text',
  asset: 'asset',
  amount: 'amount',
  txid: nullable('txid'),
  address: nullable('address'),
  feeCost: nullable('fee_cost'),
  feeCurrency: nullable('fee_currency'),
} satisfies Partial<Record<TransactionField, string>>;

/** Fields whose values are joined, in the order of their columns. */
export const COLUMN_FIELDS = Object.keys(VALUES) as readonly TransactionField[];

/** The type has no parser in the driver: values are decoded one by one. */
const join = (value: string, end: string): string => `string_agg(${value}, ${end})::bpchar`;

/**
 * Selects the rows of a subquery, which has the columns of a transaction and an order, as one row: how
 * many there are, their codes, and their values. An aggregate reads an ordered subquery in its order
 * (chapter "Aggregate Functions" of the manual).
 */
export const PAGE_COLUMNS = `count(*), ${join(`chr(${CODE_OFFSET} + ${CODE})`, "''")},
  ${Object.values(VALUES)
    .map((value) => join(value, END_SQL))
    .join(', ')}`;

/** Columns that {@link PAGE_COLUMNS} selects. */
export const PAGE_COLUMN_COUNT = 2 + COLUMN_FIELDS.length;

/** A value contains {@link END_OF_VALUE}: the page has to be read row by row. */
export class JoinedValuesError extends Error {
  constructor(field: TransactionField) {
    super(`a value of ${field} contains what separates values`);
  }
}

/** The rows of a page by their columns. */
export class PageColumns {
  readonly rowCount: number;
  /** The values of each of {@link COLUMN_FIELDS}, with an end between two. */
  readonly texts: readonly string[];
  readonly #codes: string;

  /**
   * @param columns those of {@link PAGE_COLUMNS}. The driver's result must not hold them any longer:
   * an earlier result keeps a later one until the garbage collector looks at everything, and each has
   * 200 KB of texts.
   */
  constructor(columns: readonly PostgresColumn[]) {
    const [rowCount, codes, ...texts] = columns as [number, ...(string | null)[]];
    this.rowCount = rowCount;
    this.#codes = codes ?? '';
    this.texts = texts.map((text) => text ?? '');
  }

  typeCodeAt(row: number): number {
    return (this.#codes.charCodeAt(row) - CODE_OFFSET) >> STATUS_BITS;
  }

  statusCodeAt(row: number): number {
    return (this.#codes.charCodeAt(row) - CODE_OFFSET) & (STATUSES_MAX - 1);
  }

  /** The place of a row. @throws {JoinedValuesError} */
  placeAt(row: number): CountKey {
    const timestampMs = Number(this.#valueAt('timestamp', row));
    return { timestampMs, id: decodeText(this.#valueAt('id', row)) };
  }

  #valueAt(field: TransactionField, row: number): string {
    const values = (this.texts[COLUMN_FIELDS.indexOf(field)] ?? '').split(END_TEXT);
    if (values.length !== this.rowCount) throw new JoinedValuesError(field);
    return values[row] ?? '';
  }
}
