/**
 * The rows of a page as JSON. SQLite writes it: reading the columns of 1,000 rows as objects takes half as long again as
 * reading their JSON, and writing it here three times as long. PostgreSQL needs more time to write JSON than to return columns
 * (docs/performance.md).
 */
import { transactionWriter } from '../../domain/transaction-json.ts';
import {
  TRANSACTION_FIELDS,
  type Transaction,
  type TransactionField,
} from '../../domain/transaction.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { PageRow } from '../rules/walk.ts';
import type { WalletKey } from '../sql/database.ts';
import { EngineText } from '../sql/query.ts';
import { checksumOfJson, CORRUPTED_TRANSACTION, extendChecksumBy } from './transaction-rows.ts';

/** A row of {@link selectPageRows}: of SQLite its JSON, of PostgreSQL its columns. */
export type StoredPageRow = StoredJson | Transaction;

interface StoredJson {
  readonly id: string;
  readonly timestampMs: number;
  /** The fields that are shown, without the identifier of the wallet, which is the same in all rows. */
  readonly json: string;
  /** All fields, unless `json` has them. */
  readonly whole?: string;
  /** The origin of the row as JSON, which the checksum covers too. */
  readonly origin: string;
  readonly checksum: number;
}

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

/** The columns of a {@link Transaction}. */
const COLUMNS = `tx.id, tx.asset, tx.type, tx.amount, tx.time AS "timestampMs", tx.status, tx.txid, tx.address,
  tx.fee_cost AS "feeCost", tx.fee_currency AS "feeCurrency"`;

/** Returns the columns of a {@link StoredPageRow} of `wallet_transaction AS tx`. */
export function selectPageRows(fields: readonly TransactionField[]): EngineText {
  const isWhole = TRANSACTION_FIELDS.every(
    (field) => field === 'walletId' || fields.includes(field),
  );
  if (isWhole) return selectJson(`${WHOLE} AS json`);
  return selectJson(`${writeObject(fields)} AS json, ${WHOLE} AS whole`);
}

function selectJson(json: string): EngineText {
  return new EngineText({
    sqlite: `tx.id, tx.time AS "timestampMs", ${json},
      json_array(tx.import_no, tx.adoptable) AS origin, tx.checksum`,
    postgres: COLUMNS,
  });
}

/** The JSON of all fields. */
const WHOLE = writeObject(TRANSACTION_FIELDS);

/** `concat()` takes half of the time of as many `||`. */
function writeObject(fields: readonly TransactionField[]): string {
  const parts = fields
    .filter((field) => field !== 'walletId')
    .map((field, index) => `'${index === 0 ? '' : ','}"${field}":', ${VALUES[field]}`);
  return `concat('{', ${[...parts, `'}'`].join(', ')})`;
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
  const addWallet = walletAdder(walletId, fields);
  return (row) => {
    const { id, timestampMs } = row;
    if (!('json' in row)) return { id, timestampMs, json: write(row) };
    if (isCorrupted(walletNo, row)) throw new StoreUnavailableError(CORRUPTED_TRANSACTION);
    return { id, timestampMs, json: addWallet(row) };
  };
}

/** Returns the function that adds the identifier of the wallet, behind the one of the row, if both are shown. */
function walletAdder(
  walletId: string,
  fields: readonly TransactionField[],
): (row: StoredJson) => string {
  const member = `"walletId":${JSON.stringify(walletId)}`;
  if (!fields.includes('walletId')) return ({ json }) => json;
  if (!fields.includes('id')) {
    return ({ json }) => (json === '{}' ? `{${member}}` : `{${member},${json.slice(1)}`);
  }
  return ({ id, json }) => {
    const end = `{"id":${JSON.stringify(id)}`.length;
    return `${json.slice(0, end)},${member}${json.slice(end)}`;
  };
}

function isCorrupted(walletNo: number, { json, whole, origin, checksum }: StoredJson): boolean {
  return checksum !== extendChecksumBy(checksumOfJson(walletNo, whole ?? json), origin);
}
