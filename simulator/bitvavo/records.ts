import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import { codeAt } from '../routed/account.ts';
import { type ReadRoute, RequestRefused } from '../routed/description.ts';
import { readNumber, writeTime } from '../routed/wire-values.ts';
import type { RoutedSource, RoutedTruthRow } from '../truth.ts';

const PAGE_SIZE_MAX = 1000;
const PAGE_SIZE_DEFAULT = 500;

/** `GET /v2/depositHistory`. Source: Bitvavo v2, "Get deposit history". */
export const listDeposits: ReadRoute = (account, params, nowMs) => {
  const rows = selectRows(account, ['deposit', 'internal-deposit'], params, nowMs);
  return rows.map((row) => writeDeposit(row, nowMs));
};

/** `GET /v2/withdrawalHistory`. Source: Bitvavo v2, "Get withdrawal history". */
export const listWithdrawals: ReadRoute = (account, params, nowMs) => {
  const rows = selectRows(account, ['withdrawal', 'internal-withdrawal'], params, nowMs);
  return rows.map((row) => writeWithdrawal(row, nowMs));
};

/** Returns the newest records from `start` to `end`, both inclusive. */
function selectRows(
  account: RoutedAccount,
  sources: readonly RoutedSource[],
  params: URLSearchParams,
  nowMs: number,
): readonly RoutedTruthRow[] {
  const startMs = readNumber(params, 'start') ?? 0;
  const endMs = readNumber(params, 'end') ?? nowMs;
  const limit = readNumber(params, 'limit') ?? PAGE_SIZE_DEFAULT;
  if (limit < 1 || limit > PAGE_SIZE_MAX) throw new RequestRefused('invalid-parameter');
  return account
    .listRows(sources, nowMs)
    .filter(({ timestampMs }) => timestampMs >= startMs && timestampMs <= endMs)
    .toReversed()
    .slice(0, limit);
}

function writeDeposit(row: RoutedTruthRow, nowMs: number): JsonValue {
  return {
    timestamp: writeTime(row, row.timestampMs),
    symbol: row.asset,
    amount: row.wire.malformation === 'garbage-amount' ? 'abc' : row.amount,
    fee: '0',
    status: codeAt(row, nowMs),
    txId: row.txid ?? undefined,
    address: row.address ?? undefined,
    paymentId: row.tag ?? undefined,
  };
}

function writeWithdrawal(row: RoutedTruthRow, nowMs: number): JsonValue {
  const sent = row.txid !== null && nowMs >= row.txidFromMs;
  return {
    timestamp: row.timestampMs,
    symbol: row.asset,
    amount: row.amount,
    fee: row.fee ?? undefined,
    status: codeAt(row, nowMs),
    address: row.address ?? undefined,
    paymentId: row.tag ?? undefined,
    txId: sent ? row.wire.txidText : undefined,
  };
}
