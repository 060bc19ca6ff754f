/**
 * Maps deposits and withdrawals of KuCoin. Pure functions. The lists of the current platform and of the first
 * one (V1, until February 2019) have the same form of rows; older rows have fewer fields and `createAt` in
 * seconds.
 */
import { RecordNumberer } from '../../domain/record-key.ts';
import type { TransactionType } from '../../domain/transaction.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { readFeeIn } from '../mapping/fee.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireAmount,
  requireText,
  requireTimestampMs,
  requireTimestampSeconds,
} from '../mapping/raw-row.ts';
import { readStatus, type StatusTable } from '../mapping/status-table.ts';
import { DEPOSIT_STATUSES, WITHDRAWAL_STATUSES } from './statuses.ts';

/**
 * Maps deposits of `deposits` and `hist-deposits`, all pages of a window together, because no row has an
 * identifier.
 */
export function mapDeposits(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const numberer = new RecordNumberer();
  const map = (row: RawRow): ExchangeTransaction => {
    const transaction = mapRow('deposit', row, DEPOSIT_STATUSES, toSymbol);
    return { ...transaction, key: keyByContent(numberer, transaction) };
  };
  return mapRows('deposits', sortEquals(rows), map, () => undefined);
}

/**
 * Maps withdrawals of `withdrawals`, and of `hist-withdrawals`, which have no identifier. `amount` and `fee`
 * are mapped unchanged. By default the amount of a request excludes the fee, but a request may deduct the fee
 * from the amount, and a row does not report which was requested.
 */
export function mapWithdrawals(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const numberer = new RecordNumberer();
  const map = (row: RawRow): ExchangeTransaction => {
    const transaction = mapRow('withdrawal', row, WITHDRAWAL_STATUSES, toSymbol);
    const key = keyById('withdrawal', 'id', row) ?? keyByContent(numberer, transaction);
    return { ...transaction, key };
  };
  return mapRows('withdrawals', sortEquals(rows), map, (row) => keyById('withdrawal', 'id', row));
}

function mapRow(
  type: TransactionType,
  row: RawRow,
  statuses: StatusTable,
  toSymbol: ToSymbol,
): Omit<ExchangeTransaction, 'key'> {
  const asset = toSymbol(requireText(row, 'currency'));
  const [txid = '', ownAddress = ''] = readText(row, 'walletTxId')?.split('@') ?? [];
  return {
    type,
    asset,
    amount: requireAmount(row, 'amount'),
    timestampMs: readCreation(row),
    status: readStatus(row, 'status', statuses),
    // A transfer between customers is on no chain.
    txid: row['isInner'] === true || txid === '' ? null : txid,
    address: readText(row, 'address') ?? (isOfV1(row) && ownAddress !== '' ? ownAddress : null),
    ...readFeeIn(asset, row, 'fee'),
  };
}

/**
 * Returns true for a row of the first platform, which has `createAt`. Its deposits have the address after the
 * txid.
 */
function isOfV1(row: RawRow): boolean {
  return row['createdAt'] === undefined && row['createAt'] !== undefined;
}

function readCreation(row: RawRow): number {
  return isOfV1(row)
    ? requireTimestampSeconds(row, 'createAt')
    : requireTimestampMs(row, 'createdAt');
}

/**
 * Returns the key of a row without identifier. The txid is not part of it, because a row may be listed
 * before it has one.
 */
function keyByContent(
  numberer: RecordNumberer,
  transaction: Omit<ExchangeTransaction, 'key'>,
): string {
  return `${transaction.type}:${numberer.keyOf({ ...transaction, txid: null })}`;
}

/**
 * Returns the rows sorted by their txid, so that equal rows get the same ordinals in any order of the list.
 */
function sortEquals(rows: readonly unknown[]): readonly unknown[] {
  return rows.toSorted((left, right) => compareText(txidOf(left), txidOf(right)));
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function txidOf(row: unknown): string {
  const txid = (row as RawRow | null)?.['walletTxId'];
  return typeof txid === 'string' ? txid : '';
}
