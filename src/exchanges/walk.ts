import type { WindowReading } from './exchange.ts';

/** What one walk brought over lists that know no filter of time. */
export interface Walk {
  /** Everything from here (Unix ms) up to the exchange's now is in the reading. */
  readonly fromMs: number;
  readonly reading: WindowReading;
}

/** What of a walk lies in `[fromMs, toMs)`; rows that do not map have no time and are told with it. */
export function cutWalk({ reading }: Walk, fromMs: number, toMs: number): WindowReading {
  const transactions = reading.transactions.filter(
    ({ timestampMs }) => timestampMs >= fromMs && timestampMs < toMs,
  );
  return { transactions, unreadable: reading.unreadable };
}
