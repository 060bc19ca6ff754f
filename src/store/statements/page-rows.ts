/**
 * The rows of a page as JSON. SQLite writes it, because the checksum of a row covers its JSON. PostgreSQL returns the columns:
 * it would take three times as long to write JSON (docs/performance.md).
 */
import { isEveryField, transactionWriter } from '../../domain/transaction-json.ts';
import {
  TRANSACTION_FIELDS,
  type Transaction,
  type TransactionField,
} from '../../domain/transaction.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { PageRow } from '../rules/walk.ts';
import type { WalletKey } from '../serving.ts';
import { EngineText, raw } from '../sql/query.ts';
import { checksumOfJson, CORRUPTED_TRANSACTION } from './transaction-rows.ts';

/** The columns of a row of {@link selectPageRows}, as an array. */
export type StoredPageRow = SqliteRow | PostgresRow;

type SqliteRow = readonly [
  id: string,
  timestampMs: number,
  /** All fields, and the origin: what the checksum covers. */
  json: string,
  checksum: number,
  /** The fields that are shown, if they are not all. */
  shown?: string,
];

const SQLITE_COLUMNS_MAX = 5;

type PostgresRow = readonly [
  id: string,
  timestampMs: number,
  asset: string,
  type: Transaction['type'],
  amount: Transaction['amount'],
  status: Transaction['status'],
  txid: string | null,
  address: string | null,
  feeCost: Transaction['feeCost'],
  feeCurrency: string | null,
];

/** The order of a listing. */
export const NEWEST_FIRST = raw('ORDER BY tx.time DESC, tx.id DESC');

/** The JSON of each field on SQLite. Types and statuses need no escaping. */
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

/** The origin of a row on SQLite. */
const ORIGIN = `'[', coalesce(tx.import_no, 'null'), ',', tx.adoptable, ']'`;

/** What the checksum of SQLite covers. */
const SEALED = `concat(${writeObject(TRANSACTION_FIELDS)}, ${ORIGIN})`;

/** The columns of a {@link PostgresRow}. */
const POSTGRES_COLUMNS =
  'tx.id, tx.time, tx.asset, tx.type, tx.amount, tx.status, tx.txid, tx.address, tx.fee_cost, tx.fee_currency';

/** The columns of a page with every field. */
const EVERY_FIELD = new EngineText({
  sqlite: `tx.id, tx.time, ${SEALED}, tx.checksum`,
  postgres: POSTGRES_COLUMNS,
});

/** Returns the columns of a {@link StoredPageRow} of `wallet_transaction AS tx`. */
export function selectPageRows(fields: readonly TransactionField[]): EngineText {
  if (isEveryField(fields)) return EVERY_FIELD;
  return new EngineText({
    sqlite: `${EVERY_FIELD.sqlite}, concat(${writeObject(fields)})`,
    postgres: POSTGRES_COLUMNS,
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
  wallet: WalletKey,
  fields: readonly TransactionField[],
): (row: StoredPageRow) => PageRow {
  const addWallet = walletAdder(wallet.id, fields);
  /** Not created for SQLite: it would take as long as to read a row. */
  let write: ReturnType<typeof transactionWriter> | undefined;
  return (row) => {
    if (!isOfSqlite(row)) {
      write ??= transactionWriter(wallet.id, fields);
      return { id: row[0], timestampMs: row[1], json: write(fromColumns(row)) };
    }
    const [id, timestampMs, json, checksum, shown] = row;
    if (checksum !== checksumOfJson(wallet.no, json)) {
      throw new StoreUnavailableError(CORRUPTED_TRANSACTION);
    }
    const withoutOrigin = shown ?? json.slice(0, json.lastIndexOf('['));
    return { id, timestampMs, json: addWallet(id, withoutOrigin) };
  };
}

/** Compares the number of columns, because a corrupted column may have any type. */
function isOfSqlite(row: StoredPageRow): row is SqliteRow {
  return row.length <= SQLITE_COLUMNS_MAX;
}

function fromColumns(row: PostgresRow): Transaction {
  const [id, timestampMs, asset, type, amount, status, txid, address, feeCost, feeCurrency] = row;
  return { id, asset, type, amount, timestampMs, status, txid, address, feeCost, feeCurrency };
}

/** Returns the function that adds the identifier of the wallet to the JSON of a row, behind the id. */
function walletAdder(
  walletId: string,
  fields: readonly TransactionField[],
): (id: string, json: string) => string {
  if (!fields.includes('walletId')) return (_id, json) => json;
  const member = `"walletId":${JSON.stringify(walletId)}`;
  if (fields.includes('id')) {
    return (id, json) => {
      const end = `{"id":${JSON.stringify(id)}`.length;
      return `${json.slice(0, end)},${member}${json.slice(end)}`;
    };
  }
  return (_id, json) => (json === '{}' ? `{${member}}` : `{${member},${json.slice(1)}`);
}
