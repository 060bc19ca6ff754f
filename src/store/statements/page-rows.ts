/**
 * The rows of a page as JSON. SQLite writes it: reading the columns of 1,000 rows as objects takes half as long again as
 * reading their JSON, and writing it here three times as long. PostgreSQL needs more time to write JSON than to return columns
 * (docs/performance.md).
 */
import type { Decimal } from '../../domain/decimal.ts';
import { isEveryField, transactionWriter } from '../../domain/transaction-json.ts';
import {
  TRANSACTION_FIELDS,
  type Transaction,
  type TransactionField,
} from '../../domain/transaction.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { PageRow } from '../rules/walk.ts';
import type { WalletKey } from '../sql/database.ts';
import { EngineText } from '../sql/query.ts';
import { checksumOfJson, CORRUPTED_TRANSACTION } from './transaction-rows.ts';

/** The columns of a row of {@link selectPageRows}, as an array. */
export type StoredPageRow = JsonColumns | TransactionColumns;

/** Of SQLite. */
type JsonColumns = readonly [
  id: string,
  timestampMs: number,
  checksum: number,
  /** The JSON of all fields but the identifier of the wallet, and the origin of the row: what the checksum covers. */
  sealed: string,
  /** The JSON of the fields that are shown, if they are not all. */
  shown?: string,
];

/** Of PostgreSQL. */
type TransactionColumns = readonly [
  id: string,
  timestampMs: number,
  asset: string,
  type: Transaction['type'],
  amount: Decimal,
  status: Transaction['status'],
  txid: string | null,
  address: string | null,
  feeCost: Decimal | null,
  feeCurrency: string | null,
];

/** The value of each field as JSON. Types and statuses need no escaping. */
const VALUES: Readonly<Record<Exclude<TransactionField, 'walletId'>, string>> = {
  id: 'json_quote(tx.id)',
  asset: 'json_quote(tx.asset)',
  type: `'"', tx.type, '"'`,
  amount: 'tx.amount',
  timestamp: 'tx.time',
  status: `'"', tx.status, '"'`,
  txid: 'json_quote(tx.txid)',
  address: 'json_quote(tx.address)',
  feeCost: `coalesce(tx.fee_cost, 'null')`,
  feeCurrency: 'json_quote(tx.fee_currency)',
};

/** The origin of a row as JSON. */
const ORIGIN = `'[', coalesce(tx.import_no, 'null'), ',', tx.adoptable, ']'`;

/** What the checksum covers. */
const SEALED = `concat(${writeObject(TRANSACTION_FIELDS)}, ${ORIGIN})`;

/** Returns the columns of a {@link StoredPageRow} of `wallet_transaction AS tx`. */
export function selectPageRows(fields: readonly TransactionField[]): EngineText {
  const shown = isEveryField(fields) ? '' : `, concat(${writeObject(fields)})`;
  return new EngineText({
    sqlite: `tx.id, tx.time, tx.checksum, ${SEALED}${shown}`,
    postgres:
      'tx.id, tx.time, tx.asset, tx.type, tx.amount, tx.status, tx.txid, tx.address, tx.fee_cost, tx.fee_currency',
  });
}

/** Returns the parts of an object, for `concat()`, which takes half of the time of as many `||`. */
function writeObject(fields: readonly TransactionField[]): string {
  const parts = fields
    .filter((field) => field !== 'walletId')
    .map((field, index) => `'${index === 0 ? '{' : ','}"${field}":', ${VALUES[field]}`);
  return parts.length === 0 ? `'{}'` : [...parts, `'}'`].join(', ');
}

/**
 * Returns the function that reads stored rows of {@link selectPageRows}. It throws {@link StoreUnavailableError} for a
 * corrupted row.
 */
export function pageRowReader(
  { id: walletId, no: walletNo }: WalletKey,
  fields: readonly TransactionField[],
): (row: StoredPageRow) => PageRow {
  const write = transactionWriter(walletId, fields);
  const show = jsonReader(walletId, fields);
  return (row) => {
    const [id, timestampMs] = row;
    if (!isJson(row)) return { id, timestampMs, json: write(toTransaction(row)) };
    const [, , checksum, sealed, shown] = row;
    if (checksum !== checksumOfJson(walletNo, sealed)) {
      throw new StoreUnavailableError(CORRUPTED_TRANSACTION);
    }
    return { id, timestampMs, json: show(id, sealed, shown) };
  };
}

function isJson(row: StoredPageRow): row is JsonColumns {
  return row.length < 6;
}

function toTransaction(row: TransactionColumns): Transaction {
  const [id, timestampMs, asset, type, amount, status, txid, address, feeCost, feeCurrency] = row;
  return { id, timestampMs, asset, type, amount, status, txid, address, feeCost, feeCurrency };
}

/** Returns the function that takes the JSON of the response from the columns, and adds the wallet behind the id. */
function jsonReader(
  walletId: string,
  fields: readonly TransactionField[],
): (id: string, sealed: string, shown?: string) => string {
  const member = `"walletId":${JSON.stringify(walletId)}`;
  const insert = (id: string, json: string, end?: number): string => {
    const from = `{"id":${JSON.stringify(id)}`.length;
    return `${json.slice(0, from)},${member}${json.slice(from, end)}`;
  };
  if (isEveryField(fields)) return (id, sealed) => insert(id, sealed, sealed.lastIndexOf('['));
  if (!fields.includes('walletId')) return (_id, _sealed, shown = '') => shown;
  if (fields.includes('id')) return (id, _sealed, shown = '') => insert(id, shown);
  return (_id, _sealed, shown = '') => {
    return shown === '{}' ? `{${member}}` : `{${member},${shown.slice(1)}`;
  };
}
