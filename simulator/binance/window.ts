import { DAY_MS } from '../../src/domain/duration.ts';
import { lowerBound, pageBackwards } from '../sorted-lists.ts';
import type { BinanceTruthRow } from '../truth.ts';
import { stateAt } from '../truth.ts';
import { BinanceError } from './errors.ts';
import { readInteger, TIME_BOUNDS } from './parameters.ts';

const WINDOW_MAX_DAYS = 90;
const PAGE_SIZE_MAX = 1_000;

/**
 * Returns a page of deposits or withdrawals, newest first. Both bounds of the window are inclusive and at
 * most 90 days apart (-1127). Without bounds, the window is the last 90 days. Source: Binance Wallet API,
 * "Deposit History", "Withdraw History".
 */
export function pageOfWindow(
  rows: readonly BinanceTruthRow[],
  params: URLSearchParams,
  nowMs: number,
): BinanceTruthRow[] {
  const endMs = readInteger(params, 'endTime', TIME_BOUNDS) ?? nowMs;
  const startMs = readInteger(params, 'startTime', TIME_BOUNDS) ?? nowMs - WINDOW_MAX_DAYS * DAY_MS;
  if (endMs - startMs > WINDOW_MAX_DAYS * DAY_MS) {
    const message = 'More than 90 days between startTime and endTime.';
    throw new BinanceError(400, -1127, message);
  }
  const limit = readInteger(params, 'limit', { min: 1, max: PAGE_SIZE_MAX }) ?? PAGE_SIZE_MAX;
  const offset = readInteger(params, 'offset', TIME_BOUNDS) ?? 0;
  const lastMs = Math.min(endMs, nowMs);
  const from = lowerBound(rows, (row) => row.timestampMs < startMs);
  const to = lowerBound(rows, (row) => row.timestampMs <= lastMs);
  const filter = readFilter(params, nowMs);
  if (filter === undefined) return pageBackwards(rows, { from, to }, { offset, limit });
  const matching = rows.slice(from, to).filter(filter);
  return pageBackwards(matching, { from: 0, to: matching.length }, { offset, limit });
}

function readFilter(
  params: URLSearchParams,
  nowMs: number,
): ((row: BinanceTruthRow) => boolean) | undefined {
  const coin = params.get('coin');
  const status = params.get('status');
  const txid = params.get('txId');
  if (coin === null && status === null && txid === null) return undefined;
  return (row) =>
    (coin === null || row.asset === coin) &&
    (status === null || stateAt(row, nowMs)?.code === status) &&
    (txid === null || row.wire.txidText === txid);
}

/**
 * Returns a page of the rows of a window, newest first, and the number of rows. Both bounds are inclusive.
 */
export function pageOf(
  rows: readonly BinanceTruthRow[],
  startMs: number,
  endMs: number,
  page: { readonly offset: number; readonly limit: number },
): { readonly shown: readonly BinanceTruthRow[]; readonly total: number } {
  const from = lowerBound(rows, (row) => row.timestampMs < startMs);
  const to = Math.max(
    from,
    lowerBound(rows, (row) => row.timestampMs <= endMs),
  );
  return { shown: pageBackwards(rows, { from, to }, page), total: to - from };
}
