/**
 * Maps rows of any exchange from ccxt's unified form. Pure functions. A value that ccxt may have rounded,
 * invented or omitted is looked up in the row as the exchange sent it (`info`). If that row does not contain
 * it, the value is missing.
 */
import { type Decimal, isNegativeDecimal, subtractDecimals } from '../../domain/decimal.ts';
import { keyKindOf, RecordNumberer } from '../../domain/record-key.ts';
import type { TransactionStatus, TransactionType } from '../../domain/transaction.ts';
import type { ExchangeTransaction, UnreadableRow, WindowReading } from '../exchange.ts';
import { lookUp } from '../mapping/look-up.ts';
import { quarantineRow } from '../mapping/map-rows.ts';
import { type RawRow, readText, UnreadableRowError } from '../mapping/raw-row.ts';
import { readCounterparty, readReportedAddress } from './counterparty.ts';
import { readCreationTime } from './creation-time.ts';
import {
  findField,
  findHash,
  findNamed,
  listRawValues,
  type RawValue,
  restoreDigits,
  toDecimal,
} from './raw-values.ts';
import { readNamedFee, readOwnFee, readRowFee } from './row-fee.ts';
import { readStatusWord } from './statuses.ts';
import type { FieldNames, RowTraits } from './exchange-traits.ts';
import type { HistoryMethod } from './best-effort-exchange.ts';

/** A row of ccxt's unified form; `info` is the row as the exchange sent it. */
export type UnifiedRow = RawRow;

/** The field that is added to a row, with the name of the list that contained it. */
export const LIST_NAME = 'tellerList';

/** Options for the rows of a list. */
export interface RowOptions {
  readonly method: HistoryMethod['name'];
  /**
   * True if the exchange has one list for deposits and withdrawals, so that a row may be of the other kind.
   */
  readonly sharedList: boolean;
  /** The asset of rows that do not name it. */
  readonly onlyAsset: string | null;
  /** True if rows do not name their asset because their list has its name. */
  readonly listsByAsset: boolean;
  /** Corrections of ccxt's reading. */
  readonly traits?: RowTraits;
  /** Returns the asset of a coin by its identifier; `null` if the exchange does not list it. */
  readonly assetOf?: (coinId: string) => string | null;
}

const TYPE_OF_METHOD: Readonly<Record<HistoryMethod['name'], TransactionType | null>> = {
  fetchDeposits: 'deposit',
  fetchWithdrawals: 'withdrawal',
  fetchDepositsWithdrawals: null,
  fetchTransactions: null,
};

/** Maps rows. A row is identified by its identifier, or by its content and an ordinal among equal rows. */
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

/** Quarantines a row that ccxt or the mapping cannot read, as the exchange sent it. */
export function quarantineRaw(row: UnifiedRow, method: string, reason: string): UnreadableRow {
  return quarantineRow(method, row['info'] ?? row, reason, () => undefined);
}

interface Mapped {
  readonly id: string | null;
  /** The word for the row's type in keys; see `keyKindOf`. */
  readonly kind: string;
  readonly transaction: Omit<ExchangeTransaction, 'key'>;
  /** The content that identifies the row without an identifier: ccxt's reading, without corrections. */
  readonly content: Content;
}
type Content = Pick<ExchangeTransaction, 'asset' | 'amount' | 'timestampMs' | 'txid' | 'address'>;

/**
 * Returns the rows with keys. An identifier is only used if no two different rows have it, because some
 * classes of ccxt use another field as the identifier. A withdrawal gets its txid when it is sent, so its
 * content does not include the txid.
 */
function identify(rows: readonly Mapped[]): ExchangeTransaction[] {
  const contents = new Map<string, Set<string>>();
  for (const { id, kind, content } of rows) {
    if (id === null) continue;
    const key = `${kind}:${id}`;
    contents.set(key, (contents.get(key) ?? new Set()).add(writeContent(content)));
  }
  const numberer = new RecordNumberer();
  return rows.map(({ id, kind, transaction, content }) => {
    const key = id === null ? undefined : `${kind}:${id}`;
    if (key !== undefined && contents.get(key)?.size === 1) return { ...transaction, key };
    const txid = kind === 'deposit' ? content.txid : null;
    return { ...transaction, key: `${kind}:${numberer.keyOf({ ...content, type: kind, txid })}` };
  });
}

function writeContent({ asset, amount, timestampMs }: Content): string {
  return JSON.stringify([asset, amount, timestampMs]);
}

/** Returns the time of a row, Unix ms; `null` if it has none. */
export function timeOfRow(row: UnifiedRow, traits: RowTraits = {}): number | null {
  try {
    return readCreationTime(row, listRawValues(row['info']), traits.createdAt);
  } catch (error) {
    if (error instanceof UnreadableRowError) return null;
    throw error;
  }
}

/** Maps a row; returns `undefined` if another row or the exchange's other list reports the movement. */
function mapRow(row: UnifiedRow, options: RowOptions): Mapped | undefined {
  const { traits = {} } = options;
  const raw = row['info'];
  const rawValues = listRawValues(raw);
  if (isRow(raw) && traits.isRepeated?.(raw) === true) return undefined;
  const kind = readKind(row, options);
  if (kind === undefined) return undefined;
  const type = kind === TRANSFER ? readTransferType(row) : kind;
  const reportedTxid = readText(row, 'txid');
  const txid = readTxid(row, reportedTxid, rawValues);
  // Some classes use the exchange's own identifier as the txid.
  const id = readText(row, 'id') ?? (txid === reportedTxid ? null : reportedTxid);
  const corrected = isRow(raw) ? (traits.type?.(raw) ?? type) : type;
  const reported = findAsset(row, options);
  const asset = readAsset(row, options);
  if (asset === null) throw new UnreadableRowError('currency is missing');
  const timestampMs = readCreationTime(row, rawValues, traits.createdAt);
  const fee = readRowFee(row, rawValues);
  const named = readNamedAmount(rawValues, namesIn(raw, traits.amount));
  const amount = named ?? readAmount(row, rawValues, fee.feeCost);
  const feeOfRow =
    readOwnFee(isRow(raw) ? traits.feeOf?.(raw) : null, options.assetOf) ??
    readNamedFee(rawValues, namesIn(raw, traits.fee), asset) ??
    fee;
  const holdsFee = traits.withdrawalsHoldFee === true && corrected === 'withdrawal';
  const correctedTxid = readNamedTxid(raw, rawValues, traits.txid, txid);
  const transaction = {
    type: corrected,
    status: readStatus(row, rawValues, corrected, traits.status),
    asset,
    amount: holdsFee ? takeOffFee(amount, asset, feeOfRow) : amount,
    timestampMs,
    txid: correctedTxid,
    address: readCounterparty(row, rawValues, corrected, traits),
    ...feeOfRow,
  };
  const address = readReportedAddress(row, type);
  // The content has the time of creation, because a key with the time of an update would change with every
  // update.
  const content = { asset: reported ?? asset, amount, timestampMs, txid, address };
  // The txid does not distinguish two movements of one transaction.
  const identifier = id !== null && id === correctedTxid ? null : id;
  return { id: identifier, kind: keyKindOf(kind), transaction, content };
}

/** Returns the asset of a listed coin, else of the corrections, else the result of {@link findAsset}. */
function readAsset(row: UnifiedRow, options: RowOptions): string | null {
  const { traits = {}, assetOf } = options;
  const raw = row['info'];
  const coinId = traits.coin === undefined ? null : findField(raw, [traits.coin]);
  const listed = coinId === null ? null : assetOf?.(coinId);
  return listed ?? (isRow(raw) ? traits.asset?.(raw) : null) ?? findAsset(row, options);
}

/** Returns the txid from the corrections, else the txid that was found. */
function readNamedTxid(
  raw: unknown,
  rawValues: readonly RawValue[],
  named: RowTraits['txid'],
  found: string | null,
): string | null {
  if (typeof named === 'function') return isRow(raw) ? named(raw) : found;
  return named === undefined ? found : findNamed(rawValues, named);
}

/** Returns the names of the fields for this row. */
function namesIn(raw: unknown, names: FieldNames = []): readonly string[] {
  if (typeof names !== 'function') return names;
  return isRow(raw) ? names(raw) : [];
}

function isRow(raw: unknown): raw is RawRow {
  return typeof raw === 'object' && raw !== null;
}

const DEPOSIT_WORDS = /^(deposit|receive|received|incoming|credit)/i;
const WITHDRAWAL_WORDS = /^(withdraw|send|sent|outgoing|payout)/i;
const TRANSFER_WORDS = /transfer|internal/i;
const TYPE_FIELDS = ['type', 'side', 'transfer_type', 'transferType', 'direction'];

/** A transfer, in either direction. */
const TRANSFER = 'transfer';
type Kind = TransactionType | typeof TRANSFER;

function readKind(row: UnifiedRow, options: RowOptions): Kind | undefined {
  const { method, sharedList } = options;
  const requested = TYPE_OF_METHOD[method];
  const word = readText(row, 'type') ?? findField(row['info'], TYPE_FIELDS);
  const own = typeOfWord(word);
  if (requested === null) return kindOfList(row, options) ?? own ?? 'other';
  if (!sharedList || word === null || own === requested) return requested;
  // A row of neither kind is mapped once, in the list of deposits.
  const neither = own !== 'deposit' && own !== 'withdrawal';
  return neither && requested === 'deposit' ? (own ?? 'other') : undefined;
}

/**
 * Returns the kind of a separate list, which is better evidence than the guess of a class from a row's
 * fields. The name of a list is no kind if it is that of an asset.
 */
function kindOfList(row: UnifiedRow, { listsByAsset }: RowOptions): TransactionType | null {
  if (listsByAsset) return null;
  const kind = typeOfWord(readText(row, LIST_NAME));
  return kind === 'deposit' || kind === 'withdrawal' ? kind : null;
}

const IN_WORD = /(^|[^a-z])(in|into|incoming|received)([^a-z]|$)/;
const OUT_WORD = /(^|[^a-z])(out|outgoing|sent)([^a-z]|$)/;

/** Returns the type of a transfer, with the direction from a word of the row or a negative amount. */
function readTransferType(row: UnifiedRow): TransactionType {
  const words = [
    readText(row, 'type'),
    ...TYPE_FIELDS.map((field) => findField(row['info'], [field])),
  ]
    .map((word) => word?.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase() ?? '')
    .join(' ');
  const isNegative = findField(row['info'], AMOUNT_FIELDS)?.startsWith('-') === true;
  const [isIn, isOut] = [IN_WORD.test(words), OUT_WORD.test(words) || isNegative];
  if (isIn === isOut) return 'other';
  return isIn ? 'transfer_in' : 'transfer_out';
}

function typeOfWord(word: string | null): Kind | null {
  if (word === null) return null;
  if (DEPOSIT_WORDS.test(word)) return 'deposit';
  if (WITHDRAWAL_WORDS.test(word)) return 'withdrawal';
  return TRANSFER_WORDS.test(word) ? TRANSFER : null;
}

const STATUS_FIELDS = ['status', 'state', 'Status', 'TicketStatus', 'trans_status'];

function readStatus(
  row: UnifiedRow,
  rawValues: readonly RawValue[],
  type: TransactionType,
  traits: RowTraits['status'],
): Mapped['transaction']['status'] {
  if (traits !== undefined) {
    const table = type === 'withdrawal' ? traits.withdrawals : traits.deposits;
    return lookUp(table, readCode(row['info'], rawValues, traits.field)) ?? 'unknown';
  }
  // Toobit's numbers have different meanings for deposits and withdrawals; its words do not.
  const word = readStatusWord(findField(row['info'], ['statusCode']));
  if (word !== 'unknown') return word;
  const raw = findField(row['info'], STATUS_FIELDS);
  const own = readStatusWord(raw);
  const reported = readStatusWord(readText(row, 'status') ?? raw);
  // Classes confuse failed, rejected and canceled; the exchange's own word is exact.
  return isUndone(own) && isUndone(reported) ? own : reported;
}

function readCode(
  raw: unknown,
  rawValues: readonly RawValue[],
  field: string | ((row: RawRow) => string | null),
): string | null {
  if (typeof field === 'string') return findNamed(rawValues, [field]);
  return isRow(raw) ? field(raw) : null;
}

function isUndone(status: TransactionStatus): boolean {
  return status === 'failed' || status === 'canceled';
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

/** Returns the asset that ccxt, the list or a field with a usual name contains. */
function findAsset(row: UnifiedRow, { onlyAsset, listsByAsset }: RowOptions): string | null {
  const list = listsByAsset ? readText(row, LIST_NAME)?.toUpperCase() : undefined;
  const reported = readText(row, 'currency') ?? onlyAsset ?? list;
  return reported ?? findField(row['info'], ASSET_FIELDS)?.toUpperCase() ?? null;
}

const AMOUNT_FIELDS = ['amount', 'quantity', 'qty', 'size', 'volume'];

function readAmount(
  row: UnifiedRow,
  rawValues: readonly RawValue[],
  fee: Decimal | null,
): Mapped['transaction']['amount'] {
  const reported = row['amount'] ?? findField(row['info'], AMOUNT_FIELDS);
  if (reported === undefined || reported === null) {
    throw new UnreadableRowError('amount is missing');
  }
  const amount = restoreDigits(reported, rawValues) ?? subtractFee(row, Number(reported), fee);
  if (amount !== null) return amount;
  throw new UnreadableRowError(
    `amount is not an exact decimal: ${JSON.stringify(reported).slice(0, 40)}`,
  );
}

/** Returns the first of these fields that is an amount, without its sign. */
function readNamedAmount(rawValues: readonly RawValue[], names: readonly string[]): Decimal | null {
  return toDecimal(findNamed(rawValues, names));
}

/** Returns the difference; `null` if it has too many digits. */
function trySubtract(whole: Decimal, fee: Decimal): Decimal | null {
  try {
    return subtractDecimals(whole, fee);
  } catch {
    return null;
  }
}

/**
 * Returns the amount without the fee that it includes.
 *
 * @throws {UnreadableRowError} if the fee is above the amount.
 */
function takeOffFee(
  whole: Decimal,
  asset: string,
  { feeCost, feeCurrency }: Pick<ExchangeTransaction, 'feeCost' | 'feeCurrency'>,
): Decimal {
  if (feeCost === null || feeCurrency !== asset) return whole;
  const amount = subtractDecimals(whole, feeCost);
  if (isNegativeDecimal(amount)) throw new UnreadableRowError(`fee is above amount: ${whole}`);
  return amount;
}

const ROUNDING = 1e-9;

/** Subtracts the fee exactly if the class subtracted it in binary floats; returns `null` if it did not. */
function subtractFee(row: UnifiedRow, rounded: number, fee: Decimal | null): Decimal | null {
  const whole = toDecimal(findField(row['info'], AMOUNT_FIELDS));
  if (whole === null || fee === null) return null;
  const amount = trySubtract(whole, fee);
  if (amount === null) return null;
  const near = Math.abs(Number(amount) - rounded) <= ROUNDING * Math.max(1, rounded);
  return near && !isNegativeDecimal(amount) ? amount : null;
}

const TXID_FIELD = /tx|hash|transaction/i;

/**
 * Returns the transaction on the chain. ccxt may return the exchange's own identifier instead, and exchanges
 * write words for internal transfers (`Internal transfer 123`): neither is a txid.
 */
function readTxid(
  row: UnifiedRow,
  reported: string | null,
  rawValues: readonly RawValue[],
): string | null {
  const hash = findHash(row['info']);
  const txid = hash === undefined ? (reported ?? findField(row['info'], ['txId'])) : hash;
  if (txid === null || /\s/.test(txid) || isInternal(txid, rawValues)) return null;
  const named = rawValues.some(({ name, text }) => text === txid && TXID_FIELD.test(name));
  return named || txid !== readText(row, 'id') ? txid : null;
}

/**
 * Returns true for the number in a text such as `Internal transfer 123`, from which ccxt removes the words.
 */
function isInternal(txid: string, rawValues: readonly RawValue[]): boolean {
  return rawValues.some(({ text }) => /^internal\s/i.test(text) && text.endsWith(txid));
}
