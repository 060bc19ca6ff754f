/** Maps deposits and withdrawals of OKX. Pure functions. */
import type { Decimal } from '../../domain/decimal.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { feeOf, NO_FEE, readFeeIn, withoutCurrency } from '../mapping/fee.ts';
import type { HeldDeposit } from '../mapping/held-deposits.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readFee,
  readText,
  requireAmount,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';
import { readStatus } from '../mapping/status-table.ts';
import { CREDITED, DEPOSIT_STATUSES, FIAT_STATUSES, WITHDRAWAL_STATUSES } from './statuses.ts';

/** Maps deposits of `asset/deposit-history`. A deposit from another customer has no address. */
export function mapDeposits(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction => ({
    key: `deposit:${requireText(row, 'depId')}`,
    type: 'deposit',
    asset: toSymbol(requireText(row, 'ccy')),
    amount: requireAmount(row, 'amt'),
    timestampMs: requireTimestampMs(row, 'ts'),
    status: readStatus(row, 'state', DEPOSIT_STATUSES),
    txid: readDepositTxid(row),
    address: readText(row, 'to'),
    ...NO_FEE,
  });
  return mapRows('deposits', rows, map, (row) => keyById('deposit', 'depId', row));
}

/**
 * Returns the transaction on the chain; null for a deposit from another customer. Such a deposit has that customer's
 * account (`from`) and withdrawal id (`fromWdId`), which are empty "in other cases" (www.okx.com/docs-v5, Get deposit
 * history). Older rows have neither of them; their `txId` is `1744594_3_184_0_asset`.
 */
function readDepositTxid(row: RawRow): string | null {
  const txid = readText(row, 'txId');
  const sender = readText(row, 'from') ?? readText(row, 'fromWdId');
  return sender !== null || txid?.endsWith('_asset') === true ? null : txid;
}

/**
 * Returns a credited deposit of `asset/deposit-history` that cannot be withdrawn yet; `undefined` for any
 * other row.
 */
export function mapHeldDeposit(row: RawRow, toSymbol: ToSymbol): HeldDeposit | undefined {
  if (readText(row, 'state') !== CREDITED) return undefined;
  return { asset: toSymbol(requireText(row, 'ccy')), amount: requireAmount(row, 'amt') };
}

/** Maps withdrawals of `asset/withdrawal-history`; `amt` excludes the fee. */
export function mapWithdrawals(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction => {
    const assetId = requireText(row, 'ccy');
    const feeCost = readWithdrawalFee(row, assetId);
    return {
      key: `withdrawal:${requireText(row, 'wdId')}`,
      type: 'withdrawal',
      asset: toSymbol(assetId),
      amount: requireAmount(row, 'amt'),
      timestampMs: requireTimestampMs(row, 'ts'),
      status: readStatus(row, 'state', WITHDRAWAL_STATUSES),
      txid: readText(row, 'txId'),
      address: readText(row, 'to'),
      ...feeOf(feeCost, feeCost === null ? null : toSymbol(readText(row, 'feeCcy') ?? assetId)),
    };
  };
  return mapRows('withdrawals', rows, map, (row) => keyById('withdrawal', 'wdId', row));
}

/** Returns the fee. Older rows have the currency after the fee (`0.01000000eth`) and no `feeCcy`. */
function readWithdrawalFee(row: RawRow, assetId: string): Decimal | null {
  const text = readText(row, 'fee');
  const cost = text === null ? null : withoutCurrency(text, assetId);
  return readFee(cost === text ? row : { fee: cost }, 'fee');
}

/**
 * Maps bank transfers of `fiat/deposit-order-history` and `fiat/withdrawal-order-history`. `amt` is the "final
 * amount of the transaction"; the documentation does not say if it includes the fee, so it is mapped unchanged.
 */
export function mapFiatOrders(
  kind: 'deposit' | 'withdrawal',
  rows: readonly unknown[],
  toSymbol: ToSymbol,
): WindowReading {
  const map = (row: RawRow): ExchangeTransaction => {
    const asset = toSymbol(requireText(row, 'ccy'));
    return {
      key: `fiat-${kind}:${requireText(row, 'ordId')}`,
      type: kind,
      asset,
      amount: requireAmount(row, 'amt'),
      timestampMs: requireTimestampMs(row, 'cTime'),
      status: readStatus(row, 'state', FIAT_STATUSES),
      txid: null,
      address: null,
      ...readFeeIn(asset, row, 'fee'),
    };
  };
  return mapRows(`fiat-${kind}s`, rows, map, (row) => keyById(`fiat-${kind}`, 'ordId', row));
}
