/** Computes when rows and wallets are read next. Pure functions. */
import { HOUR_MS, DAY_MS } from '../domain/duration.ts';
import type { TransactionStatus } from '../domain/transaction.ts';
import type { ExchangeError } from '../exchanges/exchange.ts';

const BACKOFF_MS = 15_000;
const BACKOFF_MS_MAX = HOUR_MS;
/** Maximum doublings of the wait, to a minute, while the store cannot read a wallet's rows. */
const STORE_DOUBLINGS_MAX = 2;
/** How long failed rows are rechecked: exchanges may still complete them for some days. */
const REVIVAL_MS = 7 * DAY_MS;

/**
 * Returns when a row is rechecked, or `undefined` if it is final: soon while it is young, later once a
 * day.
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

/** Returns when a row that the exchange no longer lists is rechecked. */
export function missingRecheckDueAt(nowMs: number): number {
  return nowMs + DAY_MS;
}

/** Returns when the window of an unreadable row is re-read: a later version may be able to map it. */
export function quarantineDueAt(nowMs: number): number {
  return nowMs + DAY_MS;
}

/** The inputs of `nextRefreshAt`. */
export interface RefreshPlan {
  /** Maximum time between two refreshes. */
  readonly intervalMs: number;
  /** Time since the wallet's latest transaction; `undefined` if it has none. */
  readonly activityAgeMs: number | undefined;
  /** 0 to 1. */
  readonly random: number;
}

/** The jitter of a refresh, as a share of its wait. */
const JITTER = 0.1;

/** Returns the maximum wait (ms) for a refreshed wallet. */
export function longestRefreshWait(intervalMs: number): number {
  return Math.ceil(intervalMs * (1 + JITTER));
}

/**
 * Returns when a refreshed wallet is due next: after a quarter of the interval if it has a transaction of
 * the last hour, after half of it if it has one of the last day; spread over ±10 %.
 */
export function nextRefreshAt(nowMs: number, plan: RefreshPlan): number {
  const { intervalMs, activityAgeMs = Infinity, random } = plan;
  const share = activityAgeMs < HOUR_MS ? 0.25 : activityAgeMs < DAY_MS ? 0.5 : 1;
  return nowMs + Math.round(intervalMs * share * (1 - JITTER + 2 * JITTER * random));
}

/**
 * Returns when a failed wallet is retried, or `null` if only the operator can repair it. The wait doubles
 * with every failure; its upper half is random.
 *
 * @param failureCount consecutive failures before this one.
 */
export function nextAttemptAt(
  error: Pick<ExchangeError, 'permanent' | 'retryAfterMs'> | undefined,
  failureCount: number,
  nowMs: number,
  random: number,
): number | null {
  if (error?.permanent === true) return null;
  const backoffMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** failureCount);
  const spreadMs = Math.round(backoffMs * (0.5 + 0.5 * random));
  return nowMs + Math.max(spreadMs, Math.ceil(error?.retryAfterMs ?? 0));
}

/**
 * Returns the number of failures that determines the next wait if the store failed. It is limited, because a
 * query costs little: so the wallets continue within a minute after the store has recovered.
 *
 * @param failureCount consecutive failures before this one.
 */
export function storeFailureCount(failureCount: number): number {
  return Math.min(failureCount, STORE_DOUBLINGS_MAX);
}
