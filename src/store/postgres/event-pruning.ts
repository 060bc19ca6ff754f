/** Removes events that every endpoint of their wallet has received. */
import type { PostgresDatabase } from './database.ts';
import type { Statement } from './statement.ts';

/** Maximum events that one statement removes. */
const PRUNED_EVENTS_MAX = 10_000;

const FIND_DELIVERED: Statement = {
  name: 'find_delivered_events',
  text: 'SELECT min(delivered_no) FROM webhook_delivery WHERE wallet_id = $1',
};
const FIND_STORED: Statement = {
  name: 'find_stored_events',
  text: 'SELECT min(event_no), max(event_no) FROM wallet_event WHERE wallet_id = $1',
};
const REMOVE: Statement = {
  name: 'remove_events',
  text: 'DELETE FROM wallet_event WHERE wallet_id = $1 AND event_no <= $2',
};

/**
 * Removes at most {@link PRUNED_EVENTS_MAX} events. Keeps the newest, whose number is needed. An endpoint that is
 * added meanwhile starts after the newest, so it needs none of them.
 *
 * @returns true if there may be more.
 */
export async function pruneEvents(database: PostgresDatabase, walletId: string): Promise<boolean> {
  // The events are read first: an endpoint that is added after the second statement starts after the newest of them.
  const [stored] = (await database.runOfWallet(FIND_STORED, walletId)).rows;
  const [[deliveredNo = null] = []] = await database.read(FIND_DELIVERED, walletId);
  const [oldestNo = null, newestNo = null] = (stored ?? []) as readonly (number | null)[];
  if (oldestNo === null || newestNo === null) return false;
  const allNo = Math.min((deliveredNo as number | null) ?? newestNo, newestNo - 1);
  const lastNo = Math.min(allNo, oldestNo + PRUNED_EVENTS_MAX - 1);
  if (lastNo >= oldestNo) await database.runOfWallet(REMOVE, walletId, lastNo);
  return lastNo < allNo;
}

/** Removes all events that no endpoint of the wallet needs. */
export async function pruneAllEvents(database: PostgresDatabase, walletId: string): Promise<void> {
  while (await pruneEvents(database, walletId));
}
