/**
 * Maps deposits and withdrawals of Bitvavo. Pure functions. No row has an identifier: each is identified by
 * its content and by its ordinal among equal rows, which have the same time and are therefore always in one
 * response.
 */
import { RecordNumberer } from '../../domain/record-key.ts';
import type { TransactionStatus, TransactionType } from '../../domain/transaction.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { readFeeIn } from '../mapping/fee.ts';
import { mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireAmount,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';
import { readStatus } from '../mapping/status-table.ts';
import { STATUSES } from './statuses.ts';

/**
 * Maps deposits of `depositHistory`, on chains and of fiat. The `address` of a fiat deposit is a bank account. A
 * deposit on a chain has no `status` in the documentation (Get deposit history, Digital asset), and the list contains
 * "all past deposits", so a deposit without one is completed.
 */
export function mapDeposits(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const numberer = new RecordNumberer();
  const map = (row: RawRow): ExchangeTransaction => {
    const status =
      readText(row, 'status') === null ? 'completed' : readStatus(row, 'status', STATUSES);
    const transaction = mapRow('deposit', status, row, toSymbol);
    return { ...transaction, key: `deposit:${numberer.keyOf(transaction)}` };
  };
  return mapRows('deposits', rows, map, () => undefined);
}

/**
 * Maps withdrawals of `withdrawalHistory`. `amount` excludes the fee (the documentation's example has 0.99994
 * and 0.00006). A withdrawal gets its txid only when it is sent, so the txid is not part of the key.
 */
export function mapWithdrawals(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const numberer = new RecordNumberer();
  const map = (row: RawRow): ExchangeTransaction => {
    const transaction = mapRow('withdrawal', readStatus(row, 'status', STATUSES), row, toSymbol);
    const key = numberer.keyOf({ ...transaction, txid: null });
    return { ...transaction, key: `withdrawal:${key}` };
  };
  return mapRows('withdrawals', rows, map, () => undefined);
}

function mapRow(
  type: TransactionType,
  status: TransactionStatus,
  row: RawRow,
  toSymbol: ToSymbol,
): Omit<ExchangeTransaction, 'key'> {
  const asset = toSymbol(requireText(row, 'symbol'));
  return {
    type,
    asset,
    amount: requireAmount(row, 'amount'),
    timestampMs: requireTimestampMs(row, 'timestamp'),
    status,
    txid: readText(row, 'txId'),
    address: readText(row, 'address'),
    ...readFeeIn(asset, row, 'fee'),
  };
}
