/**
 * Bitstamp's transactions (bitstamp.net, Transactions, Export). Two headers are in use, as in
 * BittyTax (`src/bittytax/conv/parsers/bitstamp.py`): "RFC 4180" with an id and the currencies in columns of
 * their own, and an older one with amounts such as `0.5 BTC` and times to the minute, in UTC.
 */
import { absoluteDecimal, type Decimal, isNegativeDecimal } from '../../../domain/decimal.ts';
import type { TransactionType } from '../../../domain/transaction.ts';
import { type BookingKind, typeOfBooking } from '../../../exchanges/mapping/booking-types.ts';
import { feeOf } from '../../../exchanges/mapping/fee.ts';
import { lookUp } from '../../../exchanges/mapping/look-up.ts';
import {
  type RawRow,
  readFee,
  readText,
  requireDecimal,
  requireInstant,
  requireText,
  UnreadableRowError,
} from '../../../exchanges/mapping/raw-row.ts';
import { parseDateFormat } from '../date-format.ts';
import { type ExportedRow, type ExportLayout, failUnknown } from './export-layout.ts';
import { readLocalTime } from './local-time-cell.ts';

/**
 * `Type` of a row, in lower case; the directions of transfers and rewards are those of the API
 * (`exchanges/bitstamp/statuses.ts`). Amounts have no sign, except those of reverted rows.
 */
const TYPES: Readonly<Record<string, 'deposit' | 'withdrawal' | 'trade' | BookingKind>> = {
  deposit: 'deposit',
  'crypto deposit': 'deposit',
  'card deposit': 'deposit',
  'ripple deposit': 'deposit',
  withdrawal: 'withdrawal',
  'crypto withdrawal': 'withdrawal',
  'ripple payment': 'withdrawal',
  market: 'trade',
  'staking reward': 'reward',
  'referral reward': 'reward',
  'sub account transfer': 'transfer',
  'inter account transfer': 'transfer',
  'settlement transfer': 'transfer',
  'deposit reverted': 'booking',
};

const readOldTime = parseDateFormat('MMM. DD, YYYY, hh:mm A', undefined);

/** An amount with its currency. */
interface Money {
  readonly amount: Decimal;
  readonly currency: string;
}

interface Cells {
  readonly money: Money;
  readonly fee: Money | null;
  readonly timestampMs: number;
}

function mapRow(
  row: RawRow,
  line: number,
  readCells: (row: RawRow) => Cells,
): readonly ExportedRow[] {
  const word = requireText(row, 'type');
  const kind = lookUp(TYPES, word.toLowerCase()) ?? failUnknown('type', word);
  if (kind === 'trade') return [{ line, skipped: `${word}: a trade` }];
  const { money, fee, timestampMs } = readCells(row);
  const transaction = {
    type: readType(kind, money.amount),
    asset: money.currency,
    amount: absoluteDecimal(money.amount),
    timestampMs,
    status: 'completed' as const,
    txid: null,
    address: null,
    ...feeOf(fee?.amount ?? null, fee?.currency ?? null),
  };
  const id = readText(row, 'id');
  return [{ line, transaction, ...(id === null ? {} : { key: `transaction:${id}` }) }];
}

function readType(kind: 'deposit' | 'withdrawal' | BookingKind, amount: Decimal): TransactionType {
  if (kind === 'deposit' || kind === 'withdrawal') return kind;
  if (isNegativeDecimal(amount)) return typeOfBooking(kind, 'out');
  // The direction of a transfer is not in the file.
  return typeOfBooking(kind, kind === 'reward' ? 'in' : undefined);
}

function readNewCells(row: RawRow): Cells {
  const cost = readFee(row, 'fee');
  return {
    money: {
      amount: requireDecimal(row, 'amount'),
      currency: requireText(row, 'amount currency'),
    },
    fee: cost === null ? null : { amount: cost, currency: requireText(row, 'fee currency') },
    timestampMs: requireInstant(row, 'datetime'),
  };
}

function readOldCells(row: RawRow): Cells {
  return {
    money: readMoney(row, 'amount'),
    fee: readText(row, 'fee') === null ? null : readMoney(row, 'fee'),
    timestampMs: readLocalTime(readOldTime, 'datetime', requireText(row, 'datetime')),
  };
}

/** Reads a cell such as `0.5 BTC`. */
function readMoney(row: RawRow, field: string): Money {
  const text = requireText(row, field);
  const [amount = '', currency = '', ...rest] = text.split(' ');
  if (currency === '' || rest.length > 0) {
    throw new UnreadableRowError(
      `${field} is not an amount with its currency: ${text.slice(0, 40)}`,
    );
  }
  return { amount: requireDecimal({ [field]: amount }, field), currency };
}

export const BITSTAMP_LAYOUTS: readonly ExportLayout[] = [
  {
    name: 'Bitstamp transactions',
    columns: ['id', 'type', 'datetime', 'amount', 'amount currency', 'fee', 'fee currency'],
    caution: 'withdrawals have neither a txid nor the id of the withdrawal request in this export',
    open: () => ({ map: (row, line) => mapRow(row, line, readNewCells) }),
  },
  {
    name: 'Bitstamp transactions (older layout)',
    columns: ['type', 'datetime', 'account', 'amount', 'fee', 'sub type'],
    caution: 'rows have neither an id nor a txid in this export, and times to the minute',
    open: () => ({ map: (row, line) => mapRow(row, line, readOldCells) }),
  },
];
