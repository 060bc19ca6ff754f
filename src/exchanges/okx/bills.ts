/** Bills of OKX's accounts, mapped. Pure. */
import { absoluteDecimal, isNegativeDecimal } from '../../domain/decimal.ts';
import type { TransactionType } from '../../domain/transaction.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { mapRows, keyById, type ToSymbol } from '../map-rows.ts';
import {
  type RawRow,
  readText,
  requireDecimal,
  requireText,
  requireTimestampMs,
} from '../raw-row.ts';
import { BILL_TYPES, LEFT_OUT_BILLS } from './bill-types.ts';

/** Bills of the funding account (`asset/bills-history`) that no other list tells. */
export function mapFundingBills(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction | undefined => {
    const code = requireText(row, 'type');
    if (LEFT_OUT_BILLS.has(code)) return undefined;
    return mapBill('bill', row, typeOf(code, row), toSymbol);
  };
  return mapRows('bills', rows, map, (row) => keyById('bill', 'billId', row));
}

const TRANSFER = '1';

/** Transfers between the funding and the trading account, as the trading account's bills tell them. */
export function mapTradingTransfers(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction | undefined =>
    readText(row, 'type') === TRANSFER
      ? mapBill('trading-bill', row, 'transfer', toSymbol)
      : undefined;
  return mapRows('bills', rows, map, (row) => keyById('trading-bill', 'billId', row));
}

/** A reward that is taken back is an adjustment. */
function typeOf(code: string, row: RawRow): TransactionType {
  const type = BILL_TYPES.get(code) ?? 'other';
  const leaves = isNegativeDecimal(requireDecimal(row, 'balChg'));
  return type === 'reward' && leaves ? 'adjustment' : type;
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
