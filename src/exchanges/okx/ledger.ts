/** Bills of OKX's accounts, mapped. Pure. */
import { absoluteDecimal } from '../../domain/decimal.ts';
import type { TransactionType } from '../../domain/transaction.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { type Direction, directionOf, typeOfBooking } from '../mapping/booking-types.ts';
import { mapRows, keyById, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireDecimal,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';
import { BILL_KINDS, LEFT_OUT_BILLS } from './bill-types.ts';

/**
 * Bills of the funding account (`asset/bills-history`) that no other list reports. `balChg` is negative
 * for what leaves the account.
 */
export function mapFundingBills(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction | undefined => {
    const code = requireText(row, 'type');
    if (LEFT_OUT_BILLS.has(code)) return undefined;
    const direction = directionOf(requireDecimal(row, 'balChg'));
    const type = typeOfBooking(BILL_KINDS.get(code) ?? 'booking', direction);
    return mapBill('bill', row, type, toSymbol);
  };
  return mapRows('bills', rows, map, (row) => keyById('bill', 'billId', row));
}

const TRANSFER = '1';

/**
 * Transfers between the funding and the trading account, as the trading account's bills report them:
 * the sign of a change is the trading account's, `from` and `to` name the accounts.
 */
export function mapTradingTransfers(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction | undefined =>
    readText(row, 'type') === TRANSFER
      ? mapBill('trading-bill', row, typeOfBooking('transfer', readDirection(row)), toSymbol)
      : undefined;
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
  kind: string,
  row: RawRow,
  type: TransactionType,
  toSymbol: ToSymbol,
): ExchangeTransaction {
  return {
    key: `${kind}:${requireText(row, 'billId')}`,
    type,
    status: 'completed',
    asset: toSymbol(requireText(row, 'ccy')),
    amount: absoluteDecimal(requireDecimal(row, 'balChg')),
    timestampMs: requireTimestampMs(row, 'ts'),
    txid: null,
    address: null,
    feeCost: null,
    feeCurrency: null,
  };
}
