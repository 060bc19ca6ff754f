import { SECOND_MS } from '../../domain/duration.ts';
import type { HistorySource, UnreadableRow, WindowReading } from '../exchange.ts';

/** The rows of lists that have no filter by time. */
export interface ListScan {
  /** The reading contains everything from this time (Unix ms) to the exchange's current time. */
  readonly fromMs: number;
  readonly reading: WindowReading;
}

/**
 * Returns the part of a scan that lies in `[fromMs, toMs)`. Rows that cannot be mapped are
 * always included, because the scan reads them although they may be older; see {@link rereadWindow}.
 */
export function selectWindow({ reading }: ListScan, fromMs: number, toMs: number): WindowReading {
  const transactions = reading.transactions.filter(
    ({ timestampMs }) => timestampMs >= fromMs && timestampMs < toMs,
  );
  return { transactions, unreadable: reading.unreadable };
}

/** The range (Unix ms) that is re-read for a row that cannot be mapped. */
export type RereadWindow = NonNullable<UnreadableRow['window']>;

/**
 * Returns the range that is re-read for a row that cannot be mapped: the second after its creation. If the time
 * of its creation is missing, invalid or outside of the source's history, it is the whole history. The window
 * that was read does not suffice: a page may begin with rows of that window and end with older rows, and a later
 * reading of the window ends at an earlier page once there are enough newer rows.
 *
 * @param createdAtMs `undefined` or `NaN` if the row has no readable time.
 */
export function rereadWindow(
  createdAtMs: number | undefined,
  { startMs }: HistorySource,
  nowMs: number,
): RereadWindow {
  const history = { fromMs: startMs, toMs: Math.max(nowMs, startMs + SECOND_MS) };
  const isKnown =
    createdAtMs !== undefined &&
    Number.isInteger(createdAtMs) &&
    createdAtMs >= history.fromMs &&
    createdAtMs < history.toMs;
  return isKnown ? { fromMs: createdAtMs, toMs: createdAtMs + SECOND_MS } : history;
}
