/** Rows of Gate, mapped. Pure. */
import { absoluteDecimal, isNegativeDecimal, subtractDecimals } from '../../domain/decimal.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import { findChain } from '../networks/chains.ts';
import {
  type RawRow,
  readFee,
  readText,
  requireAmount,
  requireDecimal,
  requireText,
  requireTimestampSeconds,
  UnreadableRowError,
} from '../mapping/raw-row.ts';
import { readStatus } from '../mapping/status-table.ts';
import { DEPOSIT_STATUSES, WITHDRAWAL_STATUSES } from './statuses.ts';

/** Deposits of `wallet/deposits`; times are whole seconds. */
export function mapDeposits(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction =>
    mapGateCode(row, toSymbol) ?? {
      ...mapCommon(row, toSymbol),
      key: `deposit:${requireText(row, 'id')}`,
      type: 'deposit',
      amount: requireAmount(row, 'amount'),
      status: readStatus(row, 'status', DEPOSIT_STATUSES),
      feeCost: null,
      feeCurrency: null,
    };
  return mapRows('deposits', rows, map, (row) => keyById('deposit', row));
}

/**
 * Withdrawals of `wallet/withdrawals`. `amount` is what leaves the account; the receiver gets it
 * without the fee (ccxt, pull request 17071).
 */
export function mapWithdrawals(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction => {
    const code = mapGateCode(row, toSymbol);
    if (code !== undefined) return code;
    const common = mapCommon(row, toSymbol);
    const gross = requireAmount(row, 'amount');
    const feeCost = readFee(row, 'fee');
    const amount = feeCost === null ? gross : subtractDecimals(gross, feeCost);
    if (isNegativeDecimal(amount)) throw new UnreadableRowError(`fee is above amount: ${gross}`);
    return {
      ...common,
      key: `withdrawal:${requireText(row, 'id')}`,
      type: 'withdrawal',
      amount,
      status: readStatus(row, 'status', WITHDRAWAL_STATUSES),
      feeCost,
      feeCurrency: feeCost === null ? null : common.asset,
    };
  };
  return mapRows('withdrawals', rows, map, (row) => keyById('withdrawal', row));
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

/** Older rows name the chain behind the currency (`USDT_TRX`); other suffixes are part of it. */
function readCurrency(row: RawRow): string {
  const id = requireText(row, 'currency');
  const underscore = id.lastIndexOf('_');
  const namesChain = underscore > 0 && findChain(id.slice(underscore + 1)) !== undefined;
  return namesChain ? id.slice(0, underscore) : id;
}

/**
 * A Gate code, a voucher that one customer gives another: its id begins with `b`, and its amount
 * has the sign of the account's change. It moves on no chain and has no fee. Whichever list tells
 * it, it is the same row.
 */
function mapGateCode(row: RawRow, toSymbol: ToSymbol): ExchangeTransaction | undefined {
  const id = requireText(row, 'id');
  if (!id.startsWith('b')) return undefined;
  const change = requireDecimal(row, 'amount');
  return {
    ...mapCommon(row, toSymbol),
    key: `gate-code:${id}`,
    type: isNegativeDecimal(change) ? 'withdrawal' : 'deposit',
    amount: absoluteDecimal(change),
    status: readStatus(row, 'status', WITHDRAWAL_STATUSES),
    txid: null,
    feeCost: null,
    feeCurrency: null,
  };
}

/** The key of a row that may be broken: its identifier is taken as it is. */
function keyById(kind: string, row: RawRow): string | undefined {
  const { id } = row;
  if (typeof id === 'number') return `${kind}:${id}`;
  if (typeof id !== 'string' || id === '') return undefined;
  return `${id.startsWith('b') ? 'gate-code' : kind}:${id}`;
}

/** A transfer between customers has a made-up text in place of a transaction. */
function readTxid(row: RawRow): string | null {
  const txid = readText(row, 'txid');
  return /^internal transaction\b/i.test(txid ?? '') ? null : txid;
}
