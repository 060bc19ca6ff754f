/** Maps deposits and withdrawals of Binance. Pure functions. */
import { compareDecimals, type Decimal, subtractDecimals } from '../../domain/decimal.ts';
import { RecordNumberer, type UnidentifiedRecord } from '../../domain/record-key.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { type Fee, NO_FEE, readFeeIn } from '../mapping/fee.ts';
import type { HeldDeposit } from '../mapping/held-deposits.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readDecimal,
  readText,
  requireAmount,
  requireText,
  requireTimestampMs,
  requireUtcText,
} from '../mapping/raw-row.ts';
import { readStatus } from '../mapping/status-table.ts';
import { CREDITED, DEPOSIT_STATUSES, FIAT_STATUSES, WITHDRAWAL_STATUSES } from './statuses.ts';

/**
 * Maps deposits of `capital/deposit/hisrec`. Older rows have no `id` and are identified by content. An
 * internal transfer is not on a chain, and its `txId` is Binance's own text. The counterparty is
 * `sourceAddress` if Binance reports it; `address` is the account's own.
 */
export function mapDeposits(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const numberer = new RecordNumberer();
  const map = (row: RawRow): ExchangeTransaction => {
    const record = {
      type: 'deposit',
      asset: toSymbol(requireText(row, 'coin')),
      amount: requireAmount(row, 'amount'),
      timestampMs: requireTimestampMs(row, 'insertTime'),
      txid: readTxid(row),
      address: readText(row, 'address'),
    } as const;
    return {
      ...record,
      address: readText(row, 'sourceAddress') ?? record.address,
      key: keyById('deposit', 'id', row) ?? keyByContent(numberer, row, record),
      status: readStatus(row, 'status', DEPOSIT_STATUSES),
      ...NO_FEE,
    };
  };
  return mapRows('deposits', rows, map, (row) => keyById('deposit', 'id', row));
}

const FUNDING_WALLET = '1';

/**
 * Returns a credited deposit to the spot account that cannot be withdrawn yet; `undefined` for any other row.
 */
export function mapHeldDeposit(row: RawRow, toSymbol: ToSymbol): HeldDeposit | undefined {
  if (readText(row, 'status') !== CREDITED) return undefined;
  if (readText(row, 'walletType') === FUNDING_WALLET) return undefined;
  return { asset: toSymbol(requireText(row, 'coin')), amount: requireAmount(row, 'amount') };
}

/** Maps withdrawals of `capital/withdraw/history`; `applyTime` is UTC text without a zone. */
export function mapWithdrawals(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction => {
    const asset = toSymbol(requireText(row, 'coin'));
    return {
      key: `withdrawal:${requireText(row, 'id')}`,
      type: 'withdrawal',
      asset,
      amount: requireAmount(row, 'amount'),
      timestampMs: requireUtcText(row, 'applyTime'),
      status: readStatus(row, 'status', WITHDRAWAL_STATUSES),
      txid: readTxid(row),
      address: readText(row, 'address'),
      ...readFeeIn(asset, row, 'transactionFee'),
    };
  };
  return mapRows('withdrawals', rows, map, (row) => keyById('withdrawal', 'id', row));
}

/** Maps orders of `fiat/orders`: deposits and withdrawals of fiat, which are not on a chain. */
export function mapFiatOrders(
  rows: readonly unknown[],
  type: 'deposit' | 'withdrawal',
  toSymbol: ToSymbol,
): WindowReading {
  const map = (row: RawRow): ExchangeTransaction => {
    const asset = toSymbol(requireText(row, 'fiatCurrency'));
    const fee = readFeeIn(asset, row, 'totalFee');
    return {
      key: `fiat:${requireText(row, 'orderNo')}`,
      type,
      asset,
      amount: readFiatAmount(row, type, 'indicatedAmount', fee),
      timestampMs: requireTimestampMs(row, 'createTime'),
      status: readStatus(row, 'status', FIAT_STATUSES),
      txid: null,
      address: null,
      ...fee,
    };
  };
  return mapRows('fiat', rows, map, (row) => keyById('fiat', 'orderNo', row));
}

/**
 * Returns the amount of a fiat order, which excludes the fee of a withdrawal and includes that of a deposit. Binance
 * writes the amount that arrives; the indicated amount of a deposit is the one before the fee is subtracted.
 */
export function readFiatAmount(
  row: RawRow,
  type: 'deposit' | 'withdrawal',
  indicatedField: string,
  { feeCost }: Fee,
): Decimal {
  const amount = requireAmount(row, 'amount');
  const indicated = type === 'deposit' ? readDecimal(row, indicatedField) : null;
  if (indicated === null || feeCost === null) return amount;
  return compareDecimals(subtractDecimals(indicated, amount), feeCost) === 0 ? indicated : amount;
}

/** Returns the key of a row without `id`: its content, including `txId`, even if it is Binance's own text. */
function keyByContent(numberer: RecordNumberer, row: RawRow, record: UnidentifiedRecord): string {
  return `deposit:${numberer.keyOf({ ...record, txid: readText(row, 'txId') })}`;
}

/** Returns `txId`; `null` for an internal transfer, whose `txId` is Binance's own text. */
export function readTxid(row: RawRow): string | null {
  const txid = readText(row, 'txId');
  const internal =
    readText(row, 'transferType') === '1' || /^(internal|off-chain) transfer\b/i.test(txid ?? '');
  return internal ? null : txid;
}
