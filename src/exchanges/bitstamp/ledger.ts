/** Reads rows of Bitstamp's `user_transactions`. Pure functions. */
import { absoluteDecimal, type Decimal, isZeroDecimal } from '../../domain/decimal.ts';
import type { TransactionType } from '../../domain/transaction.ts';
import { directionOf, typeOfBooking } from '../mapping/booking-types.ts';
import { lookUp } from '../mapping/look-up.ts';
import type { ToSymbol } from '../mapping/map-rows.ts';
import type { BookedMovement } from '../mapping/pair-movements.ts';
import {
  type RawRow,
  readDecimal,
  readFee,
  requireText,
  requireUtcText,
  UnreadableRowError,
} from '../mapping/raw-row.ts';
import { TRADE_TYPES, TRANSACTION_TYPES } from './statuses.ts';

/** A user transaction other than a trade. The list only contains settled rows. */
export interface LedgerEntry extends BookedMovement {
  readonly id: string;
  readonly type: TransactionType;
}

/** Fields without an underscore that do not name a currency. */
const OTHER_FIELDS = new Set(['id', 'datetime', 'type', 'fee', 'market', 'price', 'status', 'tid']);

/**
 * Parses a user transaction; returns `undefined` for a trade.
 *
 * @throws {UnreadableRowError} if a field cannot be read.
 */
export function readLedgerEntry(row: RawRow, toSymbol: ToSymbol): LedgerEntry | undefined {
  const code = requireText(row, 'type');
  if (TRADE_TYPES.has(code)) return undefined;
  const kind = lookUp(TRANSACTION_TYPES, code);
  const amounts = listAmounts(row);
  // A row of an undocumented type that changes two balances is a trade.
  if (kind === undefined && amounts.length === 2) return undefined;
  const [first] = amounts;
  if (first === undefined || amounts.length > 1) {
    throw new UnreadableRowError(`the row has ${amounts.length} amounts`);
  }
  return {
    id: requireText(row, 'id'),
    type:
      kind === 'deposit' || kind === 'withdrawal'
        ? kind
        : typeOfBooking(kind ?? 'booking', directionOf(first.amount)),
    asset: toSymbol(first.assetId),
    amount: absoluteDecimal(first.amount),
    fee: readFee(row, 'fee'),
    timestampMs: requireUtcText(row, 'datetime'),
  };
}

/** Returns false for a row that is certainly a trade. */
export function mayBeEntry(row: unknown): boolean {
  const code = typeof row === 'object' && row !== null ? (row as RawRow)['type'] : undefined;
  return !TRADE_TYPES.has(String(code));
}

/**
 * Returns the amounts by which a row changes balances. The field of an amount has the name of the currency;
 * other currencies have zero. Fields such as `btc_usd` contain rates.
 */
function listAmounts(row: RawRow): { assetId: string; amount: Decimal }[] {
  return Object.keys(row)
    .filter((field) => !field.includes('_') && !OTHER_FIELDS.has(field))
    .flatMap((assetId) => {
      const amount = readDecimal(row, assetId);
      return amount === null || isZeroDecimal(amount) ? [] : [{ assetId, amount }];
    });
}
