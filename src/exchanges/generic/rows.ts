/**
 * Rows of any exchange, as ccxt reads them, mapped. Pure. ccxt's reading is a proposal: what it
 * rounds, makes up or leaves out is looked for in the row as the exchange sent it (`info`), and what
 * is not there either is not told.
 */
import {
  compareDecimals,
  type Decimal,
  isNegativeDecimal,
  isZeroDecimal,
  subtractDecimals,
} from '../../domain/decimal.ts';
import { RecordNumberer } from '../../domain/record-key.ts';
import type { TransactionType } from '../../domain/transaction.ts';
import type { ExchangeTransaction, UnreadableRow, WindowReading } from '../exchange.ts';
import { quarantineRow } from '../map-rows.ts';
import { type RawRow, readText, UnreadableRowError } from '../raw-row.ts';
import {
  findField,
  findHash,
  listLeaves,
  type RawLeaf,
  readAnyTime,
  restoreDigits,
  toDecimal,
} from './raw-leaves.ts';
import { readStatusWord } from './statuses.ts';
import type { VenueMethod } from './venue.ts';

/** A row of ccxt's unified form; `info` is the row as the exchange sent it. */
export type UnifiedRow = RawRow;

/** The field of a row for the name of the list that the exchange told it in. */
export const LIST_NAME = 'tellerList';

/** How the rows of a list are read. */
export interface RowOptions {
  readonly method: VenueMethod['name'];
  /** True where both lists are one at the exchange, so that a row may belong to the other. */
  readonly sharedList: boolean;
  /** The asset of rows that name none. */
  readonly onlyAsset: string | null;
  /** True where rows name none because the list that they are in is named for it. */
  readonly listsByAsset: boolean;
}

const TYPE_OF_METHOD: Readonly<Record<VenueMethod['name'], TransactionType | null>> = {
  fetchDeposits: 'deposit',
  fetchWithdrawals: 'withdrawal',
  fetchDepositsWithdrawals: null,
  fetchTransactions: null,
};

/** Rows with what identifies them: an identifier, or their content and an ordinal among equals. */
export function mapUnifiedRows(rows: readonly UnifiedRow[], options: RowOptions): WindowReading {
  const mapped: Mapped[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const row of rows) {
    try {
      const transaction = mapRow(row, options);
      if (transaction !== undefined) mapped.push(transaction);
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      unreadable.push(quarantineRaw(row, options.method, error.message));
    }
  }
  return { transactions: identify(mapped), unreadable };
}

/** A row that ccxt or the mapping cannot read, kept as the exchange sent it. */
export function quarantineRaw(row: UnifiedRow, method: string, reason: string): UnreadableRow {
  return quarantineRow(method, row['info'] ?? row, reason, () => undefined);
}

interface Mapped {
  readonly id: string | null;
  readonly transaction: Omit<ExchangeTransaction, 'key'>;
}

/**
 * An identifier identifies where no two different rows have it: some classes of ccxt take another
 * field for one. The transaction of a withdrawal comes when it is sent, and is no part of its content.
 */
function identify(rows: readonly Mapped[]): ExchangeTransaction[] {
  const contents = new Map<string, Set<string>>();
  for (const { id, transaction } of rows) {
    if (id === null) continue;
    const key = `${transaction.type}:${id}`;
    contents.set(key, (contents.get(key) ?? new Set()).add(contentOf(transaction)));
  }
  const numberer = new RecordNumberer();
  return rows.map(({ id, transaction }) => {
    const { type } = transaction;
    const key = id === null ? undefined : `${type}:${id}`;
    if (key !== undefined && contents.get(key)?.size === 1) return { ...transaction, key };
    const txid = type === 'deposit' ? transaction.txid : null;
    const content = numberer.keyOf({ ...transaction, txid });
    return { ...transaction, key: `${type}:${content}` };
  });
}

function contentOf({ asset, amount, timestampMs }: Mapped['transaction']): string {
  return JSON.stringify([asset, amount, timestampMs]);
}

/** A row, or `undefined` for one that belongs to the exchange's other list. */
function mapRow(row: UnifiedRow, options: RowOptions): Mapped | undefined {
  const raw = row['info'];
  const leaves = listLeaves(raw);
  const type = readType(row, options);
  if (type === undefined) return undefined;
  const told = readText(row, 'txid');
  const txid = readTxid(row, told, leaves);
  // Some classes take the exchange's own identifier for the transaction's.
  const id = readText(row, 'id') ?? (txid === told ? null : told);
  const fee = readFee(row, leaves);
  const transaction = {
    type,
    status: readStatus(row),
    asset: readAsset(row, options),
    amount: readAmount(row, leaves, fee.feeCost),
    timestampMs: readTimestamp(row),
    txid,
    address: readAddress(row, type),
    ...fee,
  };
  // What is the transaction's own identifier does not tell two movements in it apart.
  return { id: id !== null && id === txid ? null : id, transaction };
}

const DEPOSIT_WORDS = /^(deposit|receive|received|incoming|credit)/i;
const WITHDRAWAL_WORDS = /^(withdraw|send|sent|outgoing|payout)/i;
const TRANSFER_WORDS = /transfer|internal/i;
const TYPE_FIELDS = ['type', 'side', 'transfer_type', 'transferType', 'direction'];

function readType(
  row: UnifiedRow,
  { method, sharedList }: RowOptions,
): TransactionType | undefined {
  const asked = TYPE_OF_METHOD[method];
  const word = readText(row, 'type') ?? findField(row['info'], TYPE_FIELDS);
  const own = typeOfWord(word);
  if (asked === null) return kindOfList(row) ?? own ?? 'other';
  if (!sharedList || word === null || own === asked) return asked;
  // A row of neither kind is told once, with the deposits.
  const neither = own !== 'deposit' && own !== 'withdrawal';
  return neither && asked === 'deposit' ? (own ?? 'other') : undefined;
}

/** Lists of one kind beside each other say more than a class that guesses from a row's fields. */
function kindOfList(row: UnifiedRow): TransactionType | null {
  const kind = typeOfWord(readText(row, LIST_NAME));
  return kind === 'deposit' || kind === 'withdrawal' ? kind : null;
}

function typeOfWord(word: string | null): TransactionType | null {
  if (word === null) return null;
  if (DEPOSIT_WORDS.test(word)) return 'deposit';
  if (WITHDRAWAL_WORDS.test(word)) return 'withdrawal';
  return TRANSFER_WORDS.test(word) ? 'transfer' : null;
}

const STATUS_FIELDS = ['status', 'state', 'Status', 'TicketStatus', 'trans_status'];

function readStatus(row: UnifiedRow): Mapped['transaction']['status'] {
  // Toobit's numbers mean one thing for deposits and another for withdrawals; its words do not.
  const word = readStatusWord(findField(row['info'], ['statusCode']));
  if (word !== 'unknown') return word;
  return readStatusWord(readText(row, 'status') ?? findField(row['info'], STATUS_FIELDS));
}

const ASSET_FIELDS = [
  'currency',
  'coin',
  'asset',
  'ccy',
  'currencyCode',
  'currency_code',
  'coinId',
  'assetName',
];

function readAsset(row: UnifiedRow, { onlyAsset, listsByAsset }: RowOptions): string {
  const list = listsByAsset ? readText(row, LIST_NAME)?.toUpperCase() : undefined;
  const told = readText(row, 'currency') ?? onlyAsset ?? list;
  const asset = told ?? findField(row['info'], ASSET_FIELDS)?.toUpperCase() ?? null;
  if (asset === null) throw new UnreadableRowError('currency is missing');
  return asset;
}

const AMOUNT_FIELDS = ['amount', 'quantity', 'qty', 'size', 'volume'];

function readAmount(
  row: UnifiedRow,
  leaves: readonly RawLeaf[],
  fee: Decimal | null,
): Mapped['transaction']['amount'] {
  const told = row['amount'] ?? findField(row['info'], AMOUNT_FIELDS);
  if (told === undefined || told === null) throw new UnreadableRowError('amount is missing');
  const amount = restoreDigits(told, leaves) ?? subtractFee(row, Number(told), fee);
  if (amount !== null) return amount;
  throw new UnreadableRowError(
    `amount is not an exact decimal: ${JSON.stringify(told).slice(0, 40)}`,
  );
}

/** The difference, or `null` where it has more digits than a decimal may have. */
function trySubtract(whole: Decimal, fee: Decimal): Decimal | null {
  try {
    return subtractDecimals(whole, fee);
  } catch {
    return null;
  }
}

const ROUNDING = 1e-9;

/** Where a class takes the fee off in binary floats, the same in decimals. */
function subtractFee(row: UnifiedRow, rounded: number, fee: Decimal | null): Decimal | null {
  const whole = toDecimal(findField(row['info'], AMOUNT_FIELDS));
  if (whole === null || fee === null) return null;
  const amount = trySubtract(whole, fee);
  if (amount === null) return null;
  const near = Math.abs(Number(amount) - rounded) <= ROUNDING * Math.max(1, rounded);
  return near && !isNegativeDecimal(amount) ? amount : null;
}

const TIME_FIELDS = [
  'createTime',
  'create_time',
  'createdAt',
  'created_at',
  'createdTime',
  'created_time',
  'insertTime',
  'applyTime',
  'timestamp',
  'time',
  'date',
];
/** The last millisecond of the year 9999. */
const TIMESTAMP_MS_MAX = 253_402_300_799_999;

function readTimestamp(row: UnifiedRow): number {
  const told = row['timestamp'];
  const text = typeof told === 'number' || typeof told === 'string' ? told : null;
  const timestampMs = readAnyTime(text) ?? readAnyTime(findField(row['info'], TIME_FIELDS));
  if (timestampMs === null) throw new UnreadableRowError('timestamp is missing');
  if (Number.isInteger(timestampMs) && timestampMs > 0 && timestampMs <= TIMESTAMP_MS_MAX) {
    return timestampMs;
  }
  throw new UnreadableRowError(`timestamp is not a time: ${timestampMs}`);
}

const TXID_FIELD = /tx|hash|transaction/i;

/**
 * ccxt falls back to the exchange's own identifier, and exchanges write words for what moved within
 * them (`Internal transfer 123`): neither is a transaction on a chain.
 */
function readTxid(row: UnifiedRow, told: string | null, leaves: readonly RawLeaf[]): string | null {
  const hash = findHash(row['info']);
  const txid = hash === undefined ? (told ?? findField(row['info'], ['txId'])) : hash;
  if (txid === null || /\s/.test(txid) || isInternal(txid, leaves)) return null;
  const named = leaves.some(({ name, text }) => text === txid && TXID_FIELD.test(name));
  return named || txid !== readText(row, 'id') ? txid : null;
}

/** True for the number of a movement that a row tells as `Internal transfer 123`, which ccxt cuts. */
function isInternal(txid: string, leaves: readonly RawLeaf[]): boolean {
  return leaves.some(({ text }) => /^internal\s/i.test(text) && text.endsWith(txid));
}

/** What the exchange calls the address; ccxt has three fields for it. */
function readAddress(row: UnifiedRow, type: TransactionType): string | null {
  const address = readText(row, 'address') ?? readText(row, 'addressTo');
  return address ?? (type === 'deposit' ? readText(row, 'addressFrom') : null);
}

const FEE_FIELD = /fee|commission/i;
const NO_FEE_FIELD = /rate|asset|coin|ccy|currency|symbol|percent|level|precision/i;
const NO_FEE = { feeCost: null, feeCurrency: null };

/**
 * A fee that the row tells. Classes of ccxt write a zero of their own where the exchange told none,
 * and one rounds: a zero or a JavaScript number is believed only where the row has a fee.
 */
function readFee(
  row: UnifiedRow,
  leaves: readonly RawLeaf[],
): Pick<Mapped['transaction'], 'feeCost' | 'feeCurrency'> {
  const { fee } = row;
  if (typeof fee !== 'object' || fee === null) return NO_FEE;
  const { cost } = fee as RawRow;
  // A row without names of fields (Bitfinex) has the fee among its values.
  const told = Array.isArray(row['info'])
    ? leaves
    : leaves.filter(({ name }) => FEE_FIELD.test(name) && !NO_FEE_FIELD.test(name));
  const found = told.map(({ text }) => toDecimal(text)).filter((each) => each !== null);
  const wanted = toDecimal(cost);
  if (wanted === null) return NO_FEE;
  const believed = typeof cost === 'string' && !isZeroDecimal(wanted);
  const equal = found.find((each) => compareDecimals(each, wanted) === 0);
  const feeCost =
    equal ?? (believed ? restoreDigits(cost, leaves) : typeof cost === 'number' ? found[0] : null);
  if (feeCost === null || feeCost === undefined) return NO_FEE;
  return { feeCost, feeCurrency: readText(fee as RawRow, 'currency') };
}
