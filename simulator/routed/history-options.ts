import { fillHistoryOptions, type HistoryOptions } from '../history-options.ts';

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
export interface RoutedHistoryOptions extends HistoryOptions {
  /** Further deposits that share one millisecond. Default 0. */
  readonly crowd?: number;
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
  return {
    crowd: 0,
    ...fillHistoryOptions(options),
    traps: { ...DEFAULT_TRAPS, ...options.traps },
  };
}
