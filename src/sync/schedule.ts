/** When to read again. Pure. */
import { HOUR_MS, DAY_MS } from '../domain/duration.ts';
import type { TransactionStatus } from '../domain/transaction.ts';
import type { ExchangeError } from '../exchanges/exchange.ts';

const BACKOFF_MS = 15_000;
const BACKOFF_MS_MAX = HOUR_MS;
/** A row that failed may be revived by the exchange for some days. */
const REVIVAL_MS = 7 * DAY_MS;

/**
 * When a row has to be read again, or `undefined` for one that is final: soon while it is young,
 * and for as long as it is not final once a day.
 *
 * @param ageMs time since the row was created.
 */
export function recheckDueAt(
  status: TransactionStatus,
  ageMs: number,
  nowMs: number,
): number | undefined {
  switch (status) {
    case 'completed':
      return undefined;
    case 'pending':
    case 'unknown':
      return nowMs + Math.min(DAY_MS, Math.max(0, Math.floor(ageMs / 10)));
    case 'failed':
    case 'canceled':
      return ageMs < REVIVAL_MS ? nowMs + Math.max(HOUR_MS, Math.floor(ageMs / 4)) : undefined;
  }
}

/** When a row that the exchange no longer tells is looked for again. */
export function missingRecheckDueAt(nowMs: number): number {
  return nowMs + DAY_MS;
}

/** When the window of a row that could not be read is read again: a later program may read it. */
export function quarantineDueAt(nowMs: number): number {
  return nowMs + DAY_MS;
}

/** What decides when a wallet is refreshed again. */
export interface RefreshPlan {
  /** The longest time between two refreshes. */
  readonly intervalMs: number;
  /** Time since the wallet's latest transaction; absent where it has none. */
  readonly activityAgeMs: number | undefined;
  /** 0 to 1. */
  readonly random: number;
}

/**
 * When a wallet that was refreshed is due again: one that moved within the hour after a quarter of
 * the interval, within the day after half of it; spread over ±10 %.
 */
export function nextRefreshAt(nowMs: number, plan: RefreshPlan): number {
  const { intervalMs, activityAgeMs = Infinity, random } = plan;
  const share = activityAgeMs < HOUR_MS ? 0.25 : activityAgeMs < DAY_MS ? 0.5 : 1;
  return nowMs + Math.round(intervalMs * share * (0.9 + 0.2 * random));
}

/**
 * When a wallet whose refresh failed is tried again: `null` where only the operator can mend it,
 * else after a wait that doubles with every failure, with full jitter in its upper half.
 *
 * @param failureCount failures in a row before this one.
 */
export function nextAttemptAt(
  error: Pick<ExchangeError, 'permanent' | 'retryAfterMs'> | undefined,
  failureCount: number,
  nowMs: number,
  random: number,
): number | null {
  if (error?.permanent === true) return null;
  const backoffMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** Math.min(failureCount, 20));
  const spreadMs = Math.round(backoffMs * (0.5 + 0.5 * random));
  return nowMs + Math.max(spreadMs, Math.ceil(error?.retryAfterMs ?? 0));
}
