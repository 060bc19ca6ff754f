import { HOUR_MS } from '../../src/domain/duration.ts';
import type { Gap } from '../timeline.ts';
import { DEFAULT_RANGE_MS, defaultGaps } from '../timeline.ts';

/** The number of records of each unusual kind in a history. */
export interface RoutedTraps {
  /** Transfers from other customers of the exchange; the same number to other customers. */
  readonly internal: number;
  /** Deposits without an identifier, if the exchange has them. */
  readonly withoutId: number;
  /** Such deposits that occur twice, equal in every field. */
  readonly identicalPairs: number;
  /** Records that do not parse: no time, a garbage time, a garbage amount, in turn. */
  readonly malformed: number;
  /** Records with a status that no documentation lists. */
  readonly unknownStatuses: number;
}

/** The properties of a history of an exchange that is described by a table of routes. */
export interface RoutedHistoryOptions {
  /** The same seed and options generate the same history. */
  readonly seed: string | number;
  /** Unix milliseconds of the end of the history; records lie strictly before. */
  readonly toMs: number;
  /** Unix milliseconds of its beginning. Default: four years before the end. */
  readonly fromMs?: number;
  /** Deposits and withdrawals. Default 300. */
  readonly count?: number;
  /** Further ones inside one day. Default 0. */
  readonly burst?: number;
  /** Further deposits that share one millisecond. Default 0. */
  readonly crowd?: number;
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
  readonly traps?: Partial<RoutedTraps>;
}

/** The options with every default filled in. */
export type FilledRoutedOptions = Required<Omit<RoutedHistoryOptions, 'traps'>> & {
  readonly traps: RoutedTraps;
};

const DEFAULT_TRAPS: RoutedTraps = {
  internal: 4,
  withoutId: 3,
  identicalPairs: 1,
  malformed: 3,
  unknownStatuses: 1,
};

/** Fills in the defaults. */
export function fillRoutedOptions(options: RoutedHistoryOptions): FilledRoutedOptions {
  const fromMs = options.fromMs ?? options.toMs - DEFAULT_RANGE_MS;
  return {
    count: 300,
    burst: 0,
    crowd: 0,
    equalTimes: 6,
    pending: 4,
    settleAfterMs: HOUR_MS,
    gaps: defaultGaps(fromMs, options.toMs),
    ...options,
    fromMs,
    traps: { ...DEFAULT_TRAPS, ...options.traps },
  };
}
