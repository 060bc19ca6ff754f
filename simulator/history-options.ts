import { DAY_MS, HOUR_MS } from '../src/domain/duration.ts';
import type { Gap } from './timeline.ts';

/** The properties of every history. */
export interface HistoryOptions {
  /** The same seed and options generate the same history. */
  readonly seed: string | number;
  /** Unix milliseconds of the end of the history; records lie strictly before. */
  readonly toMs: number;
  /** Unix milliseconds of its beginning. Default: four years before the end. */
  readonly fromMs?: number;
  /** Deposits and withdrawals; at Kraken, also rewards, transfers and trades. Default 300. */
  readonly count?: number;
  /** Further ones inside one day. Default 0. */
  readonly burst?: number;
  /** Records in the same millisecond as the previous record. Default 6. */
  readonly equalTimes?: number;
  /** Records that are pending at the end and settle later. Default 4. */
  readonly pending?: number;
  /**
   * Milliseconds after the end at which the first pending record settles; the nth after n times
   * that. Default one hour.
   */
  readonly settleAfterMs?: number;
  /** Default: 100 days after 20 percent and 400 days after 45 percent, if the range has room. */
  readonly gaps?: readonly Gap[];
}

const DEFAULT_RANGE_MS = 4 * 365 * DAY_MS;

/** Fills in the defaults that all exchanges have in common. */
export function fillHistoryOptions<Options extends HistoryOptions>(
  options: Options,
): Options & Required<HistoryOptions> {
  const fromMs = options.fromMs ?? options.toMs - DEFAULT_RANGE_MS;
  return {
    count: 300,
    burst: 0,
    equalTimes: 6,
    pending: 4,
    settleAfterMs: HOUR_MS,
    gaps: defaultGaps(fromMs, options.toMs),
    ...options,
    fromMs,
  };
}

/** Returns a gap of 100 days and one of 400, if the range is long enough. */
function defaultGaps(fromMs: number, toMs: number): readonly Gap[] {
  const roomMs = 3 * 365 * DAY_MS;
  if (toMs - fromMs < roomMs) return [];
  return [
    { atShare: 0.2, days: 100 },
    { atShare: 0.45, days: 400 },
  ];
}
