/** Maps deposits and withdrawals of Crypto.com. Pure functions. */
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { feeOf, readFeeIn } from '../mapping/fee.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readFee,
  readObject,
  readText,
  requireAmount,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';
import { readStatus, type StatusTable } from '../mapping/status-table.ts';
import { DEPOSIT_STATUSES, FIAT_STATUSES, WITHDRAWAL_STATUSES } from './statuses.ts';

type Kind = 'deposit' | 'withdrawal';

/** Maps deposits of `private/get-deposit-history`. */
export function mapDeposits(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction =>
    mapCrypto('deposit', row, DEPOSIT_STATUSES, toSymbol);
  return mapRows('deposits', rows, map, (row) => keyById('deposit', 'id', row));
}

/**
 * Maps withdrawals of `private/get-withdrawal-history`. `amount` is the amount that the receiver gets,
 * without the fee (recorded rows have 24.2 and 0.8 USDT, 0.0005 and 0.0005 BTC).
 */
export function mapWithdrawals(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction =>
    mapCrypto('withdrawal', row, WITHDRAWAL_STATUSES, toSymbol);
  return mapRows('withdrawals', rows, map, (row) => keyById('withdrawal', 'id', row));
}

function mapCrypto(
  kind: Kind,
  row: RawRow,
  statuses: StatusTable,
  toSymbol: ToSymbol,
): ExchangeTransaction {
  const asset = toSymbol(requireText(row, 'currency'));
  const address = readAddress(row);
  return {
    key: `${kind}:${requireText(row, 'id')}`,
    type: kind,
    asset,
    amount: requireAmount(row, 'amount'),
    timestampMs: requireTimestampMs(row, 'create_time'),
    status: readStatus(row, 'status', statuses),
    txid: address === INTERNAL ? null : readTxid(row),
    address: address === INTERNAL ? null : address,
    ...readFeeIn(asset, row, 'fee'),
  };
}

const INTERNAL = Symbol('a transfer inside of the exchange');

/**
 * Returns the address without its tag: `address` is "Address with Address Tag (if any)", as `address?tag`. A
 * transfer from the Crypto.com App has the word `INTERNAL_DEPOSIT` instead, and is not on a chain.
 */
function readAddress(row: RawRow): string | typeof INTERNAL | null {
  const [address = ''] = (readText(row, 'address') ?? '').split('?');
  if (address.startsWith('INTERNAL_')) return INTERNAL;
  return address === '' ? null : address;
}

/**
 * Returns the transaction on the chain without the number of the output, with which the txid of a deposit
 * ends (`f0ae…6065/2`).
 */
function readTxid(row: RawRow): string | null {
  return readText(row, 'txid')?.replace(/\/\d+$/, '') ?? null;
}

/**
 * Maps bank transfers of `private/fiat/fiat-deposit-history` and `fiat-withdraw-history`. The documentation
 * does not say if the amount of a withdrawal includes its fee; it is mapped unchanged.
 */
export function mapFiat(kind: Kind, rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction => {
    const feeCost = readFee(row, 'fee_amount');
    const feeAsset = readText(row, 'fee_currency');
    return {
      key: `fiat-${kind}:${requireText(row, 'id')}`,
      type: kind,
      asset: toSymbol(requireText(row, 'currency')),
      amount: requireAmount(row, 'amount'),
      timestampMs: requireTimestampMs(row, 'created_at'),
      status: readStatus(row, 'status', FIAT_STATUSES),
      txid: null,
      address: readBankAccount(row, kind === 'deposit' ? 'sender' : 'beneficiary'),
      ...feeOf(feeCost, feeAsset === null ? null : toSymbol(feeAsset)),
    };
  };
  return mapRows(`fiat-${kind}s`, rows, map, (row) => keyById(`fiat-${kind}`, 'id', row));
}

function readBankAccount(row: RawRow, party: 'sender' | 'beneficiary'): string | null {
  return readText(readObject(row, party), 'account_identifier_value');
}
