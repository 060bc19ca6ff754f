/** Deposits and withdrawals of Bitget, mapped. Pure. */
import { isNegativeDecimal, subtractDecimals } from '../../domain/decimal.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { NO_FEE, readFeeIn } from '../mapping/fee.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireAmount,
  requireText,
  requireTimestampMs,
  UnreadableRowError,
} from '../mapping/raw-row.ts';
import { readStatus } from '../mapping/status-table.ts';
import { STATUSES } from './statuses.ts';

/**
 * Maps deposits of `wallet/deposit-records`. `fromAddress` is the sender's, or the UID, e-mail address or
 * telephone number of another customer; in a deposit from one, `tradeId` is no transaction on a chain, and
 * `toAddress` is such a name of the account itself.
 */
export function mapDeposits(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction => ({
    key: `deposit:${requireText(row, 'orderId')}`,
    type: 'deposit',
    asset: toSymbol(requireText(row, 'coin')),
    amount: requireAmount(row, 'size'),
    timestampMs: requireTimestampMs(row, 'cTime'),
    status: readStatus(row, 'status', STATUSES),
    txid: readTxid(row),
    address: readText(row, 'fromAddress') ?? (isInternal(row) ? null : readText(row, 'toAddress')),
    ...NO_FEE,
  });
  return mapRows('deposits', rows, map, (row) => keyById('deposit', 'orderId', row));
}

/**
 * Maps withdrawals of `wallet/withdrawal-records`. `size` is what leaves the account, and the receiver
 * gets it without `fee`, which is written as a negative number (ccxt 4.5.84, `parseTransaction`).
 */
export function mapWithdrawals(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction => {
    const asset = toSymbol(requireText(row, 'coin'));
    const gross = requireAmount(row, 'size');
    const fee = readFeeIn(asset, row, 'fee');
    const amount = fee.feeCost === null ? gross : subtractDecimals(gross, fee.feeCost);
    if (isNegativeDecimal(amount)) throw new UnreadableRowError(`fee is above size: ${gross}`);
    return {
      key: `withdrawal:${requireText(row, 'orderId')}`,
      type: 'withdrawal',
      asset,
      amount,
      timestampMs: requireTimestampMs(row, 'cTime'),
      status: readStatus(row, 'status', STATUSES),
      txid: readTxid(row),
      address: readText(row, 'toAddress'),
      ...fee,
    };
  };
  return mapRows('withdrawals', rows, map, (row) => keyById('withdrawal', 'orderId', row));
}

/** `dest` is `on_chain` or `internal_transfer`. */
function isInternal(row: RawRow): boolean {
  return readText(row, 'dest') === 'internal_transfer';
}

/** `tradeId` is the transaction on the chain, or the exchange's own number of an internal transfer. */
function readTxid(row: RawRow): string | null {
  return isInternal(row) ? null : readText(row, 'tradeId');
}
