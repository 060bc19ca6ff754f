/** Times that were stored under a wrong clock. Both engines decide by these rules. Pure. */
import { DAY_MS } from '../../domain/duration.ts';
import type { StoreCheck } from '../admin.ts';
import type { WalletClaim } from '../sync.ts';

/** Longer than any wait: an interval of a day with its jitter, a `retry-after` of a day. */
const WAIT_MS_MAX = 2 * DAY_MS;

/**
 * Returns the time beyond which a lease was taken under a wrong clock: no lease ends later than
 * its length from now. Workers' clocks may differ by as much again.
 */
export function misdatedLeaseMs({
  nowMs,
  untilMs,
}: Pick<WalletClaim, 'nowMs' | 'untilMs'>): number {
  return untilMs + (untilMs - nowMs);
}

/** Returns the time beyond which a wait was planned under a wrong clock. */
export function misdatedWaitMs(nowMs: number): number {
  return nowMs + WAIT_MS_MAX;
}

/** Clocks of machines, exchanges and the one that checks may differ by so much. */
const CLOCK_DIFFERENCE_MS_MAX = 600_000;

/** A stored time that no right clock puts further ahead than this. */
export interface BoundedTime {
  readonly table: string;
  readonly column: string;
  readonly aheadMsMax: number;
  /** What has the time, for people. */
  readonly what: string;
}

/** The times of synchronisation that decide when something is done. */
export const BOUNDED_TIMES: readonly BoundedTime[] = [
  {
    table: 'wallet_coverage',
    column: 'to_ms',
    aheadMsMax: CLOCK_DIFFERENCE_MS_MAX,
    what: 'ranges of coverage',
  },
  {
    table: 'wallet_sync',
    column: 'lease_until_ms',
    aheadMsMax: CLOCK_DIFFERENCE_MS_MAX,
    what: 'leases',
  },
  { table: 'wallet_sync', column: 'next_run_at_ms', aheadMsMax: WAIT_MS_MAX, what: 'planned runs' },
  { table: 'wallet_recheck', column: 'due_at_ms', aheadMsMax: WAIT_MS_MAX, what: 'rechecks' },
  {
    table: 'wallet_quarantine',
    column: 'due_at_ms',
    aheadMsMax: WAIT_MS_MAX,
    what: 'rereadings of quarantined rows',
  },
];

/** The finding of `teller doctor`, of how many rows have each time of {@link BOUNDED_TIMES} too far ahead. */
export function reportMisdatedTimes(counts: readonly number[]): StoreCheck {
  const name = 'times';
  const found = BOUNDED_TIMES.flatMap(({ what }, index) => {
    const count = counts[index] ?? 0;
    return count === 0 ? [] : [`${count} ${what}`];
  });
  if (found.length === 0) return { name, ok: true, detail: 'none lies too far ahead' };
  return {
    name,
    ok: false,
    detail:
      `written or read under a wrong clock: ${found.join(', ')} too far ahead of now; set the clocks ` +
      'of all machines right (NTP), then each synchronisation corrects its wallet (`teller sync --once`)',
  };
}
