import type { RoutedSource, TruthStatus } from '../truth.ts';

/** The differences between exchanges: missing fields of records, and words for statuses. */
export interface Dialect {
  readonly exchange: string;
  /** The meanings of every documented status code, by source. */
  readonly statuses: Readonly<Record<RoutedSource, Readonly<Record<string, TruthStatus>>>>;
  /** The resolution of times of a source, in milliseconds. Default: 1. */
  readonly timeStepMs?: Readonly<Partial<Record<RoutedSource, number>>>;
  /** True if there are deposits without an identifier. */
  readonly depositsWithoutId: boolean;
  /** True if the exchange includes the fee in the amount of a withdrawal. */
  readonly feeInAmount: boolean;
}

/** A code that no documentation lists; it should be reported as unknown. */
export const UNDOCUMENTED_CODE = '987';

/** Returns the first code of a source for this status; `undefined` if there is none. */
export function findCode(
  dialect: Dialect,
  source: RoutedSource,
  status: TruthStatus,
): string | undefined {
  const codes = Object.entries(dialect.statuses[source]);
  return codes.find(([, meaning]) => meaning === status)?.[0];
}

/** Returns the first code of a source for this status. @throws {RangeError} if there is none. */
export function codeOf(dialect: Dialect, source: RoutedSource, status: TruthStatus): string {
  const code = findCode(dialect, source, status);
  if (code === undefined) throw new RangeError(`${dialect.exchange} has no ${status} ${source}`);
  return code;
}
