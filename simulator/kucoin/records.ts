import type { JsonValue } from '../json-text.ts';
import { codeAt } from '../routed/account.ts';
import type { ReadRoute } from '../routed/description.ts';
import { writeTime } from '../routed/wire-values.ts';
import type { RoutedSource, RoutedTruthRow } from '../truth.ts';
import { stateAt } from '../truth.ts';
import { writeChainId } from './currencies.ts';
import { writeAmount, writePage } from './page.ts';

/** The time when the second platform replaced the first one (V1). */
const V2_START_MS = Date.UTC(2019, 1, 18);

const DEPOSITS: readonly RoutedSource[] = ['deposit', 'internal-deposit'];
const WITHDRAWALS: readonly RoutedSource[] = ['withdrawal', 'internal-withdrawal'];

/** Returns true if a record was created on the first platform. */
export function isOfV1({ timestampMs }: RoutedTruthRow): boolean {
  return timestampMs < V2_START_MS;
}

/** `GET /api/v1/deposits`. Source: KuCoin, "Get Deposit History". */
export const listDeposits: ReadRoute = (account, params, nowMs) => {
  const rows = account.listRows(DEPOSITS, nowMs).filter((row) => !isOfV1(row));
  return writePage(rows, params, nowMs, writeDeposit);
};

/** `GET /api/v1/withdrawals`. Source: KuCoin, "Get Withdrawal History". */
export const listWithdrawals: ReadRoute = (account, params, nowMs) => {
  const rows = account.listRows(WITHDRAWALS, nowMs).filter((row) => !isOfV1(row));
  return writePage(rows, params, nowMs, writeWithdrawal);
};

/** `GET /api/v1/hist-deposits`. Source: KuCoin, "Get V1 Historical Deposits List". */
export const listV1Deposits: ReadRoute = (account, params, nowMs) =>
  writePage(account.listRows(DEPOSITS, nowMs).filter(isOfV1), params, nowMs, writeV1Deposit);

/** `GET /api/v1/hist-withdrawals`. Source: KuCoin, "Get V1 Historical Withdrawals List". */
export const listV1Withdrawals: ReadRoute = (account, params, nowMs) =>
  writePage(account.listRows(WITHDRAWALS, nowMs).filter(isOfV1), params, nowMs, writeV1Withdrawal);

function writeDeposit(row: RoutedTruthRow, nowMs: number): JsonValue {
  const internal = row.source === 'internal-deposit';
  return {
    currency: row.asset,
    chain: writeChainId(row.wire.network),
    status: codeAt(row, nowMs),
    address: row.address,
    memo: row.tag ?? '',
    isInner: internal,
    amount: writeAmount(row),
    fee: row.fee,
    walletTxId: internal ? null : `${row.wire.txidText}@${row.tag ?? 'default'}@0`,
    createdAt: writeTime(row, row.timestampMs),
    updatedAt: stateAt(row, nowMs)?.fromMs ?? row.timestampMs,
    remark: internal ? '' : 'Deposit',
    arrears: false,
  };
}

function writeWithdrawal(row: RoutedTruthRow, nowMs: number): JsonValue {
  const internal = row.source === 'internal-withdrawal';
  const sent = row.txid !== null && nowMs >= row.txidFromMs;
  return {
    id: row.recordId,
    currency: row.asset,
    chain: writeChainId(row.wire.network),
    status: codeAt(row, nowMs),
    address: row.address,
    memo: row.tag ?? '',
    isInner: internal,
    amount: row.amount,
    fee: row.fee,
    // The identifier of an internal transfer is not on a chain.
    walletTxId: internal || sent ? row.wire.txidText : null,
    createdAt: row.timestampMs,
    updatedAt: stateAt(row, nowMs)?.fromMs ?? row.timestampMs,
    remark: '',
  };
}

function writeV1Deposit(row: RoutedTruthRow, nowMs: number): JsonValue {
  const internal = row.source === 'internal-deposit';
  return {
    currency: row.asset,
    createAt: writeTime(row, row.timestampMs / 1000),
    amount: writeAmount(row),
    walletTxId: internal ? null : `${row.wire.txidText}@${row.address}@${row.tag ?? ''}`,
    isInner: internal,
    status: codeAt(row, nowMs),
  };
}

function writeV1Withdrawal(row: RoutedTruthRow, nowMs: number): JsonValue {
  return {
    currency: row.asset,
    createAt: row.timestampMs / 1000,
    amount: row.amount,
    address: row.address,
    walletTxId: row.txid,
    isInner: row.source === 'internal-withdrawal',
    status: codeAt(row, nowMs),
  };
}
