/** Maps bills of OKX's funding account. Pure functions. */
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { directionOf, kindOfBooking } from '../mapping/booking-types.ts';
import { mapBooking } from '../mapping/booking.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  requireDecimal,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';
import { BILL_KINDS, SKIPPED_BILLS } from './bill-types.ts';

/**
 * Maps bills of the funding account (`asset/bills-history`) that no other list contains. `balChg` is negative
 * if the amount leaves the account.
 */
export function mapBills(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction | undefined => {
    const code = requireText(row, 'type');
    if (SKIPPED_BILLS.has(code)) return undefined;
    return mapBooking({
      kind: kindOfBooking(code, BILL_KINDS),
      direction: directionOf(requireDecimal(row, 'balChg')),
      key: `bill:${requireText(row, 'billId')}`,
      asset: toSymbol(requireText(row, 'ccy')),
      amount: requireDecimal(row, 'balChg'),
      timestampMs: requireTimestampMs(row, 'ts'),
    });
  };
  return mapRows('bills', rows, map, (row) => keyById('bill', 'billId', row));
}
