import type { WindowReading } from '../exchange.ts';

/** The rows of lists that have no filter by time. */
export interface ListScan {
  /** The reading contains everything from this time (Unix ms) to the exchange's current time. */
  readonly fromMs: number;
  readonly reading: WindowReading;
}

/**
 * Returns the part of a scan that lies in `[fromMs, toMs)`. Rows that cannot be mapped have no time and are
 * always included.
 */
export function selectWindow({ reading }: ListScan, fromMs: number, toMs: number): WindowReading {
  const transactions = reading.transactions.filter(
    ({ timestampMs }) => timestampMs >= fromMs && timestampMs < toMs,
  );
  return { transactions, unreadable: reading.unreadable };
}
