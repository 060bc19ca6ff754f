/**
 * Rows of Bitvavo, mapped. Pure. No row has an identifier: each is known by its content and by its
 * ordinal among equals, which have the same time and are therefore always in one response.
 */
import { RecordNumberer } from '../../domain/record-key.ts';
import type { TransactionType } from '../../domain/transaction.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readFee,
  readText,
  requireAmount,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';
import { readStatus } from '../mapping/status-table.ts';
import { STATUSES } from './statuses.ts';

/** Deposits of `depositHistory`, on chains and of fiat, whose `address` is a bank account. */
export function mapDeposits(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const numberer = new RecordNumberer();
  const map = (row: RawRow): ExchangeTransaction => {
    const transaction = mapRow('deposit', row, toSymbol);
    return { ...transaction, key: `deposit:${numberer.keyOf(transaction)}` };
  };
  return mapRows('deposits', rows, map, () => undefined);
}

/**
 * Withdrawals of `withdrawalHistory`. `amount` is without the fee (the documentation's example has
 * 0.99994 and 0.00006). A withdrawal gets its transaction only when it is sent, so that this is no
 * part of what it is known by.
 */
export function mapWithdrawals(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const numberer = new RecordNumberer();
  const map = (row: RawRow): ExchangeTransaction => {
    const transaction = mapRow('withdrawal', row, toSymbol);
    const key = numberer.keyOf({ ...transaction, txid: null });
    return { ...transaction, key: `withdrawal:${key}` };
  };
  return mapRows('withdrawals', rows, map, () => undefined);
}

function mapRow(
  type: TransactionType,
  row: RawRow,
  toSymbol: ToSymbol,
): Omit<ExchangeTransaction, 'key'> {
  const asset = toSymbol(requireText(row, 'symbol'));
  const feeCost = readFee(row, 'fee');
  return {
    type,
    asset,
    amount: requireAmount(row, 'amount'),
    timestampMs: requireTimestampMs(row, 'timestamp'),
    status: readStatus(row, 'status', STATUSES),
    txid: readText(row, 'txId'),
    address: readText(row, 'address'),
    feeCost,
    feeCurrency: feeCost === null ? null : asset,
  };
}
