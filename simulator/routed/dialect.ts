import type { RoutedSource, TruthStatus } from '../truth.ts';

/** How the records of an exchange differ: what they lack, and its words for statuses. */
export interface Dialect {
  readonly exchange: string;
  /** Every documented status code of a source, and what it means. */
  readonly statuses: Readonly<Record<RoutedSource, Readonly<Record<string, TruthStatus>>>>;
  /** The resolution of times of a source, in milliseconds. */
  readonly timeStepMs: Readonly<Record<RoutedSource, number>>;
  /** Whether there are deposits without an identifier. */
  readonly depositsWithoutId: boolean;
  /** Whether the amount of a withdrawal on the wire includes its fee. */
  readonly feeInAmount: boolean;
}

/** A code that no documentation lists; it should be reported as unknown. */
export const UNDOCUMENTED_CODE = '987';

/** The first code of a source that means this status, or undefined if there is none. */
export function findCode(
  dialect: Dialect,
  source: RoutedSource,
  status: TruthStatus,
): string | undefined {
  const codes = Object.entries(dialect.statuses[source]);
  return codes.find(([, meaning]) => meaning === status)?.[0];
}

/** As {@link findCode}; throws a RangeError if there is none. */
export function codeOf(dialect: Dialect, source: RoutedSource, status: TruthStatus): string {
  const code = findCode(dialect, source, status);
  if (code === undefined) throw new RangeError(`${dialect.exchange} has no ${status} ${source}`);
  return code;
}
