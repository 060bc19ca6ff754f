import { SECOND_MS } from '../../src/domain/duration.ts';
import { fromUnits, toUnits } from '../decimal-units.ts';
import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import { codeAt } from '../routed/account.ts';
import { type ReadRoute, RequestRefused } from '../routed/description.ts';
import { readNumber, writeTime } from '../routed/wire-values.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { stateAt } from '../truth.ts';
import { GATE_CHAINS } from './currencies.ts';

const DAY_SECONDS = 86_400;
const SPAN_MAX_SECONDS = 30 * DAY_SECONDS;
const SPAN_DEFAULT_SECONDS = 7 * DAY_SECONDS;
const PAGE_SIZES = { max: 500, fallback: 100 };

/** `GET /api/v4/wallet/deposits`. Source: Gate API v4, "Get deposit records". */
export const listDeposits: ReadRoute = (account, params, nowMs) => {
  const rows = selectRows(account, ['deposit', 'internal-deposit'], params, nowMs);
  return rows.map((row) => writeDeposit(row, nowMs));
};

/** `GET /api/v4/wallet/withdrawals`. Source: Gate API v4, "Get withdrawal records". */
export const listWithdrawals: ReadRoute = (account, params, nowMs) => {
  const rows = selectRows(account, ['withdrawal', 'internal-withdrawal'], params, nowMs);
  return rows.map((row) => writeWithdrawal(row, nowMs));
};

/** Returns a page of a window, by `offset`. */
function selectRows(
  account: RoutedAccount,
  sources: readonly RoutedTruthRow['source'][],
  params: URLSearchParams,
  nowMs: number,
): readonly RoutedTruthRow[] {
  const { rows, limit } = selectWindow(account, sources, params, nowMs, PAGE_SIZES);
  const offset = readNumber(params, 'offset') ?? 0;
  return rows.slice(offset, offset + limit);
}

/**
 * Returns the rows of a window of at most 30 days, newest first. Both bounds are whole seconds and inclusive.
 */
export function selectWindow(
  account: RoutedAccount,
  sources: readonly RoutedTruthRow['source'][],
  params: URLSearchParams,
  nowMs: number,
  pageSizes: { readonly max: number; readonly fallback: number },
): { readonly rows: readonly RoutedTruthRow[]; readonly limit: number } {
  const to = readNumber(params, 'to') ?? Math.floor(nowMs / SECOND_MS);
  const from = readNumber(params, 'from') ?? to - SPAN_DEFAULT_SECONDS;
  const limit = readNumber(params, 'limit') ?? pageSizes.fallback;
  if (to - from > SPAN_MAX_SECONDS || limit < 1 || limit > pageSizes.max) {
    throw new RequestRefused('invalid-parameter');
  }
  const rows = account
    .listRows(sources, nowMs)
    .filter(({ timestampMs }) => timestampMs >= from * SECOND_MS && timestampMs <= to * SECOND_MS)
    .toReversed();
  return { rows, limit };
}

function writeDeposit(row: RoutedTruthRow, nowMs: number): JsonValue {
  return {
    id: `d${row.recordId ?? ''}`,
    currency: row.asset,
    chain: GATE_CHAINS[row.wire.network] ?? '',
    address: row.address ?? '',
    memo: row.tag ?? '',
    amount: row.wire.malformation === 'garbage-amount' ? 'abc' : row.amount,
    txid: row.txid ?? `Internal transaction ${row.recordId ?? ''}`,
    timestamp: writeTime(row, String(row.timestampMs / SECOND_MS)),
    status: codeAt(row, nowMs),
  };
}

function writeWithdrawal(row: RoutedTruthRow, nowMs: number): JsonValue {
  const internal = row.source === 'internal-withdrawal';
  const sent = row.txid !== null && nowMs >= row.txidFromMs;
  const gross = fromUnits(toUnits(row.amount) + toUnits(row.fee ?? '0'));
  const changedMs = stateAt(row, nowMs)?.fromMs ?? row.timestampMs;
  return {
    id: `w${row.recordId ?? ''}`,
    currency: row.asset,
    chain: GATE_CHAINS[row.wire.network] ?? '',
    address: row.address,
    memo: row.tag ?? '',
    amount: gross,
    fee: row.fee,
    txid: internal ? `Internal transaction ${row.recordId ?? ''}` : sent ? row.wire.txidText : '',
    timestamp: String(row.timestampMs / SECOND_MS),
    timestamp2: String(Math.floor(changedMs / SECOND_MS)),
    status: codeAt(row, nowMs),
    withdraw_order_id: '',
    block_number: sent ? '1000' : '',
    fail_reason: '',
  };
}
