/**
 * The rows of a page as JSON that the database writes. Reading the columns of 1,000 rows as objects, and writing their JSON
 * here, takes five times the processor time.
 */
import { TRANSACTION_FIELDS, type TransactionField } from '../../domain/transaction.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { PageRow } from '../rules/walk.ts';
import type { WalletKey } from '../sql/database.ts';
import { EngineText, type Query, sql } from '../sql/query.ts';
import { checksumOfJson, CORRUPTED_TRANSACTION, extendChecksumBy } from './transaction-rows.ts';

/** A row of {@link selectPageRows}. */
export interface StoredPageRow {
  readonly id: string;
  readonly time: number;
  readonly json: string;
  /** In SQLite: the origin as JSON, which the checksum covers too, and the checksum. */
  readonly origin?: string;
  readonly checksum?: number;
  /** In SQLite: the JSON of all fields, unless `json` has them. */
  readonly whole?: string;
}

/** The identifier of the wallet is the same in all rows, so it is added afterwards. */
type StoredField = Exclude<TransactionField, 'walletId'>;

const STORED_FIELDS = TRANSACTION_FIELDS.filter((field) => field !== 'walletId');

const quoted = (column: string): EngineText =>
  new EngineText({
    sqlite: `json_quote(tx.${column})`,
    postgres: `coalesce(to_json(tx.${column})::text, 'null')`,
  });
const same = (text: string): EngineText => new EngineText({ sqlite: text, postgres: text });

/** The value of each field as JSON. Types and statuses need no escaping. */
const VALUES: Readonly<Record<StoredField, EngineText>> = {
  id: quoted('id'),
  asset: quoted('asset'),
  type: same(`'"', tx.type, '"'`),
  amount: same('tx.amount'),
  timestamp: new EngineText({
    sqlite: 'tx.time',
    postgres: `round(date_part('epoch', tx.time) * 1000)::bigint`,
  }),
  status: same(`'"', tx.status, '"'`),
  txid: quoted('txid'),
  address: quoted('address'),
  feeCost: same(`coalesce(CAST(tx.fee_cost AS text), 'null')`),
  feeCurrency: quoted('fee_currency'),
};

/** Returns the columns of a {@link StoredPageRow} of `wallet_transaction AS tx`. */
export function selectPageRows(fields: readonly TransactionField[]): Query {
  const shown = fields.filter((field) => field !== 'walletId');
  const isWhole = shown.length === STORED_FIELDS.length;
  const whole = isWhole ? '' : `, ${writeObject(STORED_FIELDS, 'sqlite')} AS whole`;
  return sql`tx.id, tx.time, ${objectOf(shown)} AS json${new EngineText({
    sqlite: `${whole}, json_array(tx.import_no, tx.adoptable) AS origin, tx.checksum`,
    postgres: '',
  })}`;
}

function objectOf(fields: readonly StoredField[]): EngineText {
  return new EngineText({
    sqlite: writeObject(fields, 'sqlite'),
    postgres: writeObject(fields, 'postgres'),
  });
}

function writeObject(fields: readonly StoredField[], engine: 'sqlite' | 'postgres'): string {
  const parts = fields.map(
    (field, index) => `'${index === 0 ? '' : ','}"${field}":', ${VALUES[field][engine]}`,
  );
  return `concat('{', ${[...parts, `'}'`].join(', ')})${engine === 'postgres' ? '::json' : ''}`;
}

/**
 * Returns the function that reads stored rows of {@link selectPageRows}. It throws {@link StoreUnavailableError} for a
 * corrupted row.
 */
export function pageRowReader(
  { id: walletId, no: walletNo }: WalletKey,
  fields: readonly TransactionField[],
): (row: StoredPageRow) => PageRow {
  const isNamed = fields.includes('walletId');
  const hasId = fields.includes('id');
  const member = `"walletId":${JSON.stringify(walletId)}`;
  return (row) => {
    const { id, time: timestampMs, json } = row;
    if (isCorrupted(walletNo, row)) throw new StoreUnavailableError(CORRUPTED_TRANSACTION);
    if (!isNamed) return { id, timestampMs, json };
    if (hasId) {
      const end = `{"id":${JSON.stringify(id)}`.length;
      return { id, timestampMs, json: `${json.slice(0, end)},${member}${json.slice(end)}` };
    }
    return { id, timestampMs, json: json === '{}' ? `{${member}}` : `{${member},${json.slice(1)}` };
  };
}

function isCorrupted(
  walletNo: number,
  { json, whole, origin = '', checksum }: StoredPageRow,
): boolean {
  if (checksum === undefined) return false;
  return checksum !== extendChecksumBy(checksumOfJson(walletNo, whole ?? json), origin);
}
