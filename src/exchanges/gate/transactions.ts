/** Maps deposits and withdrawals of Gate. Pure functions. */
import { absoluteDecimal, isNegativeDecimal, subtractDecimals } from '../../domain/decimal.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { NO_FEE, readFeeIn } from '../mapping/fee.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireAmount,
  requireDecimal,
  requireText,
  requireTimestampSeconds,
  UnreadableRowError,
} from '../mapping/raw-row.ts';
import { readStatus } from '../mapping/status-table.ts';
import { findChain } from '../networks/chains.ts';
import { DEPOSIT_STATUSES, WITHDRAWAL_STATUSES } from './statuses.ts';

/** Maps deposits of `wallet/deposits`; times are whole seconds. */
export function mapDeposits(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction =>
    mapGateCode(row, toSymbol) ?? {
      ...mapCommon(row, toSymbol),
      key: `deposit:${requireText(row, 'id')}`,
      type: 'deposit',
      amount: requireAmount(row, 'amount'),
      status: readStatus(row, 'status', DEPOSIT_STATUSES),
      ...NO_FEE,
    };
  return mapRows('deposits', rows, map, (row) => keyOf('deposit', row));
}

/**
 * Maps withdrawals of `wallet/withdrawals`. `amount` leaves the account; the receiver gets it without the fee
 * (ccxt, pull request 17071).
 */
export function mapWithdrawals(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction => {
    const code = mapGateCode(row, toSymbol);
    if (code !== undefined) return code;
    const common = mapCommon(row, toSymbol);
    const gross = requireAmount(row, 'amount');
    const fee = readFeeIn(common.asset, row, 'fee');
    const amount = fee.feeCost === null ? gross : subtractDecimals(gross, fee.feeCost);
    if (isNegativeDecimal(amount)) throw new UnreadableRowError(`fee is above amount: ${gross}`);
    return {
      ...common,
      key: `withdrawal:${requireText(row, 'id')}`,
      type: 'withdrawal',
      amount,
      status: readStatus(row, 'status', WITHDRAWAL_STATUSES),
      ...fee,
    };
  };
  return mapRows('withdrawals', rows, map, (row) => keyOf('withdrawal', row));
}

type CommonFields = Pick<ExchangeTransaction, 'asset' | 'timestampMs' | 'txid' | 'address'>;

function mapCommon(row: RawRow, toSymbol: ToSymbol): CommonFields {
  return {
    asset: toSymbol(readCurrency(row)),
    timestampMs: requireTimestampSeconds(row, 'timestamp'),
    txid: readTxid(row),
    address: readText(row, 'address'),
  };
}

/**
 * Returns the currency. Older rows append the chain to it (`USDT_TRX`); other suffixes are part of the
 * currency.
 */
function readCurrency(row: RawRow): string {
  const id = requireText(row, 'currency');
  const underscore = id.lastIndexOf('_');
  const namesChain = underscore > 0 && findChain(id.slice(underscore + 1)) !== undefined;
  return namesChain ? id.slice(0, underscore) : id;
}

/**
 * Maps a Gate code, which is a voucher from one customer to another. Its id begins with `b`, and the sign of
 * its amount is the direction. It is not on a chain, has no fee, and has the same key in both lists.
 */
function mapGateCode(row: RawRow, toSymbol: ToSymbol): ExchangeTransaction | undefined {
  if (!isGateCode(row)) return undefined;
  const change = requireDecimal(row, 'amount');
  return {
    ...mapCommon(row, toSymbol),
    key: `gate-code:${requireText(row, 'id')}`,
    type: isNegativeDecimal(change) ? 'withdrawal' : 'deposit',
    amount: absoluteDecimal(change),
    status: readStatus(row, 'status', WITHDRAWAL_STATUSES),
    txid: null,
    ...NO_FEE,
  };
}

function keyOf(kind: string, row: RawRow): string | undefined {
  return keyById(isGateCode(row) ? 'gate-code' : kind, 'id', row);
}

function isGateCode(row: RawRow): boolean {
  return readText(row, 'id')?.startsWith('b') === true;
}

/** Returns the txid. A transfer between customers has Gate's own text instead of a transaction. */
function readTxid(row: RawRow): string | null {
  const txid = readText(row, 'txid');
  return /^internal transaction\b/i.test(txid ?? '') ? null : txid;
}
