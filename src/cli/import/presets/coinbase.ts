/**
 * Coinbase's transaction history report (help.coinbase.com, Reports). Lines with a title and the name of the
 * customer come before the header. The headers of five versions are in BittyTax
 * (`src/bittytax/conv/parsers/coinbase.py`); this preset needs the columns that they share. Quantities have a
 * sign in newer reports only.
 */
import { absoluteDecimal, type Decimal, isNegativeDecimal } from '../../../domain/decimal.ts';
import { parseInstantFloor } from '../../../domain/instant.ts';
import type { TransactionType } from '../../../domain/transaction.ts';
import {
  type BookingKind,
  type Direction,
  typeOfBooking,
} from '../../../exchanges/mapping/booking-types.ts';
import { type Fee, feeOf, NO_FEE } from '../../../exchanges/mapping/fee.ts';
import { lookUp } from '../../../exchanges/mapping/look-up.ts';
import {
  type RawRow,
  readDecimal,
  readText,
  requireDecimal,
  requireText,
  UnreadableRowError,
} from '../../../exchanges/mapping/raw-row.ts';
import { subtractFee } from './export-fees.ts';
import type { ExportContext, ExportedRow, ExportLayout, RowMapper } from './export-layout.ts';
import { openZonedTimes, type ReadRowTime } from './export-times.ts';
import { requireWord, UnknownWordsError } from './export-words.ts';

const TRADE = 'trade';
const OWN_MOVE = 'own move';
const DEPOSIT: Meaning = { kind: 'deposit', direction: 'in' };
const WITHDRAWAL: Meaning = { kind: 'withdrawal', direction: 'out' };
const REWARD: Meaning = { kind: 'reward', direction: 'in' };
const CREDIT: Meaning = { kind: 'booking', direction: 'in' };
const DEBIT: Meaning = { kind: 'booking', direction: 'out' };
/** To and from Coinbase Pro or another account of the customer, from the view of Coinbase. */
const TRANSFER_OUT: Meaning = { kind: 'transfer', direction: 'out' };
const TRANSFER_IN: Meaning = { kind: 'transfer', direction: 'in' };

interface Meaning {
  readonly kind: 'deposit' | 'withdrawal' | BookingKind;
  /** The direction of a quantity without a sign. */
  readonly direction: 'in' | 'out';
}

/**
 * `Transaction Type`, in lower case, of the converters above and of others, which found the deprecation of ETH2,
 * wrapped assets, price improvements and payments of the card's balance.
 */
const TYPES: Readonly<Record<string, Meaning | typeof TRADE | typeof OWN_MOVE>> = {
  receive: DEPOSIT,
  deposit: DEPOSIT,
  send: WITHDRAWAL,
  withdrawal: WITHDRAWAL,
  'retail mgx dex send': WITHDRAWAL,
  'exchange deposit': TRANSFER_OUT,
  'pro deposit': TRANSFER_OUT,
  'prime deposit': TRANSFER_OUT,
  'exchange withdrawal': TRANSFER_IN,
  'pro withdrawal': TRANSFER_IN,
  'prime withdrawal': TRANSFER_IN,
  'coinbase earn': REWARD,
  'learning reward': REWARD,
  'reward income': REWARD,
  'rewards income': REWARD,
  'staking income': REWARD,
  'inflation reward': REWARD,
  'interest payout': REWARD,
  'incentives rewards payout': REWARD,
  'credit card reward': REWARD,
  'subscription rebate': REWARD,
  'subscription rebates (24 hours)': REWARD,
  subscription: { kind: 'fee', direction: 'out' },
  'retail simple price improvement': CREDIT,
  'admin debit': DEBIT,
  'card spend': DEBIT,
  'credit card balance payment': DEBIT,
  donation: DEBIT,
  buy: TRADE,
  sell: TRADE,
  convert: TRADE,
  'advanced trade buy': TRADE,
  'advanced trade sell': TRADE,
  'advance trade buy': TRADE,
  'advance trade sell': TRADE,
  // A purchase with a credit, whose notes are those of a purchase.
  credit: TRADE,
  'retail simple dust': TRADE,
  'retail mgx dex buy': TRADE,
  'wrap asset': TRADE,
  'unwrap asset': TRADE,
  // ETH2 becomes ETH, in two rows.
  'retail eth2 deprecation': TRADE,
  'retail eth deprecation': TRADE,
  'asset migration': TRADE,
  'vault withdrawal': OWN_MOVE,
  'cash to savings': OWN_MOVE,
  'savings to cash': OWN_MOVE,
  'portfolio transfer': OWN_MOVE,
  transfer: OWN_MOVE,
  'retail staking transfer': OWN_MOVE,
  'retail unstaking transfer': OWN_MOVE,
};

/** Headers of the fee; earlier reports have the currency in the header: `EUR Fees`. */
const FEE_HEADERS = ['fees and/or spread', 'fees'];
const FEE_IN_HEADER = /^([a-z]{3}) fees$/;
const CURRENCY_HEADERS = ['price currency', 'spot price currency'];

class HistoryMapper implements RowMapper {
  readonly #context: ExportContext;
  readonly #feeHeader: string | undefined;
  readonly #readFeeCurrency: (row: RawRow) => string | null;
  readonly #readTime: ReadRowTime;

  constructor(header: readonly string[], context: ExportContext) {
    this.#context = context;
    const currencyHeader = CURRENCY_HEADERS.find((name) => header.includes(name));
    const dated = header.find((name) => FEE_IN_HEADER.test(name));
    this.#feeHeader = dated ?? FEE_HEADERS.find((name) => header.includes(name));
    const fixed = dated === undefined ? null : dated.slice(0, 3).toUpperCase();
    this.#readFeeCurrency = (row) =>
      fixed ?? (currencyHeader === undefined ? null : readText(row, currencyHeader));
    this.#readTime = openZonedTimes(context, 'timestamp', readTime);
  }

  map(row: RawRow, line: number): readonly ExportedRow[] {
    const type = this.#readType(row);
    if (typeof type !== 'string') return [{ line, ...type }];
    const asset = requireText(row, 'asset');
    const fee = this.#readFee(row, type, asset);
    const gross = absoluteDecimal(requireDecimal(row, 'quantity transacted'));
    const transaction = {
      type,
      asset,
      // The quantity of a withdrawal includes a fee in the same currency.
      amount: type === 'withdrawal' ? subtractFee(gross, asset, fee) : gross,
      timestampMs: this.#readTime(row),
      status: 'completed' as const,
      txid: null,
      address: readText(row, type === 'deposit' ? 'sender address' : 'recipient address'),
      ...fee,
    };
    return [{ line, transaction }];
  }

  /** Returns the type of a row, or why it is not a transaction of the wallet. */
  #readType(row: RawRow): TransactionType | { readonly skipped: string } {
    const word = requireWord(row, 'transaction type');
    const readSign = () => signOf(requireDecimal(row, 'quantity transacted'));
    const decided = this.#context.decisions.typeOfUnsigned(word, readSign);
    if (decided !== undefined) return decided;
    const meaning = lookUp(TYPES, word.toLowerCase());
    if (meaning === TRADE) return { skipped: `${word}: a trade` };
    if (meaning === OWN_MOVE) {
      return { skipped: `${word}: a move between accounts of the customer` };
    }
    const sign = readSign();
    if (meaning !== undefined) return typeOf(meaning, sign);
    throw new UnknownWordsError([
      { column: 'transaction type', word, decides: 'type', direction: sign },
    ]);
  }

  /**
   * Returns the fee of a deposit or withdrawal; other rows have a price, but no fee. A fee in the asset of a deposit has
   * been subtracted from its quantity, which is the amount that the API returns, without a fee.
   */
  #readFee(row: RawRow, type: TransactionType, asset: string): Fee {
    if (this.#feeHeader === undefined || (type !== 'deposit' && type !== 'withdrawal')) {
      return NO_FEE;
    }
    const cost = readMoney(row, this.#feeHeader);
    if (cost === null) return NO_FEE;
    const currency = this.#readFeeCurrency(row);
    return type === 'deposit' && currency === asset
      ? NO_FEE
      : feeOf(absoluteDecimal(cost), currency);
  }
}

/** Returns the direction of a negative quantity; positive ones have no sign in earlier reports. */
function signOf(quantity: Decimal): 'out' | undefined {
  return isNegativeDecimal(quantity) ? 'out' : undefined;
}

/** Returns the type of a row. A negative quantity always leaves the account. */
function typeOf({ kind, direction }: Meaning, sign: Direction | undefined): TransactionType {
  if (kind !== 'deposit' && kind !== 'withdrawal') return typeOfBooking(kind, sign ?? direction);
  return direction === 'in' && sign === 'out' ? 'debit' : kind;
}

const MONEY = /^-?(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
/** Thousands of a currency without decimals, or a decimal comma that a spreadsheet has written. */
const ONE_GROUP = /^-?[1-9]\d{0,2},\d{3}$/;

/**
 * Reads an amount with the sign of its currency: `€1,234.50`, `-$0.02`, `kr1`.
 *
 * @throws {UnreadableRowError} if the text is not an amount, or is ambiguous (`€1,234`).
 */
function readMoney(row: RawRow, field: string): Decimal | null {
  const text = readText(row, field);
  if (text === null) return null;
  const digits = text.replaceAll(/[^\d.,-]/g, '');
  if (!MONEY.test(digits)) {
    throw new UnreadableRowError(`${field} is not an amount: ${text.slice(0, 40)}`);
  }
  const whole = digits.replaceAll(',', '');
  if (ONE_GROUP.test(digits)) {
    throw new UnreadableRowError(
      `${field} "${text.slice(0, 40)}" is ambiguous: write ${whole}, or use --decimal-comma if it means ${digits.replace(',', '.')}`,
    );
  }
  return readDecimal({ [field]: whole }, field);
}

/** Reads `2024-03-01 10:00:00 UTC` or `2024-03-01T10:00:00Z`. */
function readTime(row: RawRow): number {
  const text = requireText(row, 'timestamp');
  const timestampMs = parseInstantFloor(text.replace(' UTC', 'Z').replace(' ', 'T'));
  if (timestampMs !== undefined) return timestampMs;
  throw new UnreadableRowError(`timestamp is not a time: ${text.slice(0, 40)}`);
}

export const COINBASE_LAYOUTS: readonly ExportLayout[] = [
  {
    name: 'Coinbase transaction history',
    columns: ['timestamp', 'transaction type', 'asset', 'quantity transacted'],
    caution:
      'deposits and withdrawals of crypto have no txid in this export, and fiat withdrawals with a fee have an amount ' +
      'that excludes it, unlike synchronised ones',
    words: ['transaction type'],
    symbols: { CGLD: 'CELO' },
    numbers: /^(?:quantity transacted|fees and\/or spread|(?:[a-z]{3} )?fees)$/,
    open: (header, context) => new HistoryMapper(header, context),
  },
];
