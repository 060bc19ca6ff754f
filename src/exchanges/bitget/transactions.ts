/** Maps deposits and withdrawals of Bitget. Pure functions. */
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

/** `dest` of a movement on a chain. */
const ON_CHAIN = 'on_chain';

/**
 * Maps deposits of `wallet/deposit-records`. `fromAddress` is the sender's, or the UID, e-mail address or
 * telephone number of another customer; in a deposit from another customer, `tradeId` is not on a chain, and
 * `toAddress` is the UID, e-mail address or telephone number of the account itself.
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
 * Maps withdrawals of `wallet/withdrawal-records`. `size` is the amount that leaves the account. The receiver
 * gets it without `fee`, which is a negative number (ccxt 4.5.84, `parseTransaction`).
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

/**
 * Returns true for an internal transfer. Versions of the documentation list `internal_transfer`, `internal`, `fast` (Get
 * Deposit Records) and `inner_address_transfer` (Get Withdrawal Records) next to `on_chain`.
 */
function isInternal(row: RawRow): boolean {
  return (readText(row, 'dest') ?? ON_CHAIN) !== ON_CHAIN;
}

/** Returns the transaction on the chain. For an internal transfer, `tradeId` is the exchange's own number. */
function readTxid(row: RawRow): string | null {
  return isInternal(row) ? null : readText(row, 'tradeId');
}
