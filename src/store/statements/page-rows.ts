/**
 * The rows of a page as JSON. Both engines write it in less time than this process would need to read the columns and to
 * write it (docs/performance.md).
 */
import { isEveryField } from '../../domain/transaction-json.ts';
import { TRANSACTION_FIELDS, type TransactionField } from '../../domain/transaction.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { PageRow } from '../rules/walk.ts';
import type { WalletKey } from '../sql/database.ts';
import { EngineText, type Query, raw, sql } from '../sql/query.ts';
import { checksumOfJson, CORRUPTED_TRANSACTION } from './transaction-rows.ts';

/** The columns of a row of {@link selectPageRows}, as an array. */
export type StoredPageRow = readonly [
  id: string,
  timestampMs: number,
  /** The fields that are shown, without the identifier of the wallet. On SQLite what the checksum covers. */
  json: string,
  /** Only on SQLite. */
  checksum?: number,
  /** Only on SQLite: the fields that are shown, if they are not all. */
  shown?: string,
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

/** The time of a row in Unix ms on PostgreSQL. A double has all digits of a time in milliseconds. */
const TIME_MS = `CAST(date_part('epoch', tx.time) * 1000 AS bigint)`;

/** The columns of PostgreSQL whose names or values differ from the fields of the response. */
const POSTGRES_COLUMNS: Partial<Record<TransactionField, string>> = {
  timestamp: `${TIME_MS} AS timestamp`,
  feeCost: 'tx.fee_cost AS "feeCost"',
  feeCurrency: 'tx.fee_currency AS "feeCurrency"',
};

/** Returns the columns of a {@link StoredPageRow} of `wallet_transaction AS tx`. */
export function selectPageRows(fields: readonly TransactionField[]): EngineText {
  const shown = isEveryField(fields) ? '' : `, concat(${writeObject(fields)})`;
  const columns = withoutWallet(fields).map((field) => POSTGRES_COLUMNS[field] ?? `tx.${field}`);
  const json =
    columns.length === 0
      ? `'{}'`
      : `(SELECT row_to_json(shown) FROM (SELECT ${columns.join(', ')}) AS shown)`;
  return new EngineText({
    sqlite: `tx.id, tx.time, ${SEALED}, tx.checksum${shown}`,
    postgres: `tx.id, ${TIME_MS}, ${json}`,
  });
}

/**
 * Returns the query of a page. PostgreSQL would also write the JSON of the rows that `OFFSET` skips, so it writes it around
 * the query of the rows.
 *
 * @param rows all that follows the columns.
 */
export function selectPage(columns: EngineText, rows: Query): Query {
  const begin = new EngineText({
    sqlite: `SELECT ${columns.sqlite}`,
    postgres: `SELECT ${columns.postgres} FROM (SELECT tx.*`,
  });
  const end = new EngineText({ sqlite: '', postgres: ') AS tx ORDER BY tx.time DESC, tx.id DESC' });
  return sql`${begin} ${rows}${end}`.arrays();
}

/** Returns the parts of an object, for `concat()`, which takes half of the time of as many `||`. */
function writeObject(fields: readonly TransactionField[]): string {
  const parts = withoutWallet(fields).map(
    (field, index) => `'${index === 0 ? '{' : ','}"${field}":', ${VALUES[field]}`,
  );
  return parts.length === 0 ? `'{}'` : [...parts, `'}'`].join(', ');
}

function withoutWallet(
  fields: readonly TransactionField[],
): readonly Exclude<TransactionField, 'walletId'>[] {
  return fields.filter((field) => field !== 'walletId');
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
  return ([id, timestampMs, json, checksum, shown]) => {
    if (checksum === undefined) return { id, timestampMs, json: addWallet(id, json) };
    if (checksum !== checksumOfJson(wallet.no, json)) {
      throw new StoreUnavailableError(CORRUPTED_TRANSACTION);
    }
    const withoutOrigin = shown ?? json.slice(0, json.lastIndexOf('['));
    return { id, timestampMs, json: addWallet(id, withoutOrigin) };
  };
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
