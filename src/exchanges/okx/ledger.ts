/** Maps bills of OKX's accounts. Pure functions. */
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import {
  type BookingKind,
  type Direction,
  directionOf,
  kindOfBooking,
} from '../mapping/booking-types.ts';
import { mapBooking } from '../mapping/booking.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireDecimal,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';
import { BILL_KINDS, SKIPPED_BILLS } from './bill-types.ts';

/**
 * Maps bills of the funding account (`asset/bills-history`) that no other list contains. `balChg` is negative
 * if the amount leaves the account.
 */
export function mapFundingBills(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction | undefined => {
    const code = requireText(row, 'type');
    if (SKIPPED_BILLS.has(code)) return undefined;
    const direction = directionOf(requireDecimal(row, 'balChg'));
    return mapBill('bill', row, { kind: kindOfBooking(code, BILL_KINDS), direction }, toSymbol);
  };
  return mapRows('bills', rows, map, (row) => keyById('bill', 'billId', row));
}

const TRANSFER = '1';

/**
 * Maps transfers between the funding and the trading account from the bills of the trading account. The sign
 * of a change is the trading account's; `from` and `to` name the accounts.
 */
export function mapTradingTransfers(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction | undefined => {
    if (readText(row, 'type') !== TRANSFER) return undefined;
    return mapBill(
      'trading-bill',
      row,
      { kind: 'transfer', direction: readDirection(row) },
      toSymbol,
    );
  };
  return mapRows('bills', rows, map, (row) => keyById('trading-bill', 'billId', row));
}

/** The funding account in `from` and `to` (www.okx.com/docs-v5, Funds transfer). */
const FUNDING = '6';

function readDirection(row: RawRow): Direction | undefined {
  const leaves = readText(row, 'from') === FUNDING;
  const arrives = readText(row, 'to') === FUNDING;
  if (leaves === arrives) return undefined;
  return leaves ? 'out' : 'in';
}

function mapBill(
  keyKind: string,
  row: RawRow,
  type: { readonly kind: BookingKind; readonly direction: Direction | undefined },
  toSymbol: ToSymbol,
): ExchangeTransaction {
  return mapBooking({
    ...type,
    key: `${keyKind}:${requireText(row, 'billId')}`,
    asset: toSymbol(requireText(row, 'ccy')),
    amount: requireDecimal(row, 'balChg'),
    timestampMs: requireTimestampMs(row, 'ts'),
  });
}
