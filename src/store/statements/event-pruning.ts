/** Removes events that every endpoint of their wallet has received. */
import type { Database } from '../sql/database.ts';
import { sql } from '../sql/query.ts';

/** Maximum events that one statement removes, so that other writers do not wait. */
const PRUNED_EVENTS_MAX = 10_000;

/**
 * Removes at most {@link PRUNED_EVENTS_MAX} events. Keeps the newest, whose number is needed. An endpoint that is added
 * meanwhile starts after the newest, so it needs none of them.
 *
 * @returns true if there may be more.
 */
export async function pruneEvents(database: Database, walletNo: number): Promise<boolean> {
  // The events are read first: an endpoint that is added after the second statement starts after the newest of them.
  const stored =
    await database.row<Range>(sql`SELECT min(event_no) AS oldest, max(event_no) AS newest
    FROM wallet_event WHERE wallet_no = ${walletNo}`);
  const delivered = await database.row<{ readonly no: number | null }>(sql`SELECT
      min(delivered_no) AS no FROM webhook_delivery WHERE wallet_no = ${walletNo}`);
  const { oldest = null, newest = null } = stored ?? {};
  if (oldest === null || newest === null) return false;
  const allNo = Math.min(delivered?.no ?? newest, newest - 1);
  const lastNo = Math.min(allNo, oldest + PRUNED_EVENTS_MAX - 1);
  if (lastNo >= oldest) {
    await database.change(sql`DELETE FROM wallet_event
      WHERE wallet_no = ${walletNo} AND event_no <= ${lastNo}`);
  }
  return lastNo < allNo;
}

interface Range {
  readonly oldest: number | null;
  readonly newest: number | null;
}

/** Removes all events that no endpoint of the wallet needs. */
export async function pruneAllEvents(database: Database, walletNo: number): Promise<void> {
  while (await pruneEvents(database, walletNo));
}
