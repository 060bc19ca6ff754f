/** The log of a wallet's events: how its writers append to it, and what is removed; see `webhooks.ts`. */
import { toEventBits, WEBHOOK_EVENTS } from '../../domain/webhook.ts';
import type { WalletSyncState } from '../records.ts';
import {
  causeOf,
  connectedEvent,
  type ChangeOrigin,
  listRowEvents,
  type NewEvent,
  outcomeTime,
  reportOutcome,
  rowEvent,
} from '../rules/wallet-events.ts';
import type { RowChange } from '../rules/row-changes.ts';
import type { Database, Session } from '../sql/database.ts';
import { GREATEST, insertInto, type Query, sql } from '../sql/query.ts';
import type { RefreshOutcome } from '../sync.ts';
import { readValue } from './read-value.ts';
import { randomNumber } from './random-number.ts';
import { readSyncState } from './sync-states.ts';
import type { WrittenWallet } from './written-wallet.ts';

/** Appends the events of changed rows, in the transaction that changes them. The wallet must be locked. */
export async function recordRowEvents(
  session: Session,
  wallet: WrittenWallet,
  changes: readonly RowChange[],
  origin: ChangeOrigin,
): Promise<void> {
  if (wallet.eventBits === 0) return;
  await append(session, wallet, listRowEvents(changes), origin);
}

/** Appends the events of new rows. @param ids their ids, in the order of the events. */
export async function recordCreated(
  session: Session,
  wallet: WrittenWallet,
  ids: Query,
  origin: ChangeOrigin,
): Promise<void> {
  if (wallet.eventBits === 0) return;
  const added = await session.rows<{ readonly id: string }>(ids);
  const events = added.map(({ id }) => rowEvent('created', id));
  await append(session, wallet, events, origin);
}

/**
 * Appends the events of a refresh. After a refresh that succeeded, the deliveries become due also without one: if the
 * coordinator of a cluster stops during a commit, a node may keep events of which the coordinator does not know. A failed
 * refresh that is retried needs no node: the node may be its cause.
 */
export async function recordOutcomeEvents(
  session: Session,
  wallet: WrittenWallet,
  [before, after, outcome]: readonly [WalletSyncState, WalletSyncState, RefreshOutcome],
): Promise<void> {
  const { walletNo, reportedFailure, eventBits } = wallet;
  const report = reportOutcome(before, after, outcome, reportedFailure);
  if (report.reportedFailure !== reportedFailure) {
    await session.change(sql`UPDATE wallet_sync SET reported_failure = ${report.reportedFailure}
      WHERE wallet_no = ${walletNo}`);
  }
  if (eventBits === 0) return;
  const origin = { atMs: outcomeTime(outcome), by: 'sync' } as const;
  await append(session, wallet, report.events, origin, after.failure === null);
}

/** Appends `wallet.connected` before the first data that the exchange returns for the key of the wallet. */
export async function recordConnection(
  session: Session,
  wallet: WrittenWallet,
  atMs: number,
): Promise<void> {
  const { walletNo, isConnected, eventBits } = wallet;
  if (isConnected) return;
  await session.change(sql`UPDATE wallet_sync SET connected = true WHERE wallet_no = ${walletNo}`);
  if (eventBits === 0) return;
  const state = await readSyncState(session, wallet.walletId);
  await append(session, wallet, [connectedEvent(state)], { atMs, by: 'sync' });
}

/** Returns the number of the newest event; 0 if the wallet never had one. */
export async function findNewestEvent(session: Session, walletNo: number): Promise<number> {
  const newest = sql`SELECT max(event_no) FROM wallet_event WHERE wallet_no = ${walletNo}`;
  return (await readValue<number | null>(session, newest)) ?? 0;
}

/** Appends the events that a webhook of the wallet receives. @param isAlwaysDue true if deliveries become due without one. */
async function append(
  session: Session,
  wallet: WrittenWallet,
  events: readonly NewEvent[],
  origin: ChangeOrigin,
  isAlwaysDue = false,
): Promise<void> {
  const { walletNo, eventBits } = wallet;
  const chosen = events.filter(({ name }) => (eventBits & WEBHOOK_EVENTS[name]) !== 0);
  if (chosen.length === 0 && !isAlwaysDue) return;
  const newestNo = await findNewestEvent(session, walletNo);
  const numbered = chosen.map((event, index) => ({ ...event, eventNo: newestNo + index + 1 }));
  const cause = causeOf(origin, wallet.historyComplete);
  const inserted = insertInto('wallet_event', numbered, {
    wallet_no: ['integer', () => walletNo],
    event_no: ['bigint', ({ eventNo }) => eventNo],
    event: ['integer', ({ name }) => WEBHOOK_EVENTS[name]],
    cause: ['integer', () => cause],
    at_ms: ['bigint', () => origin.atMs],
    seed: ['bigint', randomNumber],
    transaction_id: ['text', ({ transactionId }) => transactionId],
    detail: ['text', ({ detail }) => detail],
  });
  await session.change(inserted);
  const bits = toEventBits(chosen.map(({ name }) => name));
  // Endpoints that have chosen none of the events become due too: old events are removed up to the place of the last one.
  await session.change(sql`UPDATE webhook_delivery
    SET pending_no = CASE
        WHEN (SELECT events FROM webhook_endpoint WHERE id = endpoint_id) & ${bits} <> 0
          THEN ${GREATEST}(pending_no, ${newestNo + chosen.length})
        ELSE pending_no END,
      next_attempt_at_ms = coalesce(next_attempt_at_ms, ${origin.atMs})
    WHERE wallet_no = ${walletNo}`);
}

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
  const range = sql`SELECT min(event_no), max(event_no) FROM wallet_event
    WHERE wallet_no = ${walletNo}`;
  const stored = await database.row<readonly (number | null)[]>(range.arrays());
  const deliveredNo = await readValue<number | null>(
    database,
    sql`SELECT min(delivered_no) FROM webhook_delivery WHERE wallet_no = ${walletNo}`,
  );
  const [oldest = null, newest = null] = stored ?? [];
  if (oldest === null || newest === null) return false;
  const allNo = Math.min(deliveredNo ?? newest, newest - 1);
  const lastNo = Math.min(allNo, oldest + PRUNED_EVENTS_MAX - 1);
  if (lastNo >= oldest) {
    await database.change(sql`DELETE FROM wallet_event
      WHERE wallet_no = ${walletNo} AND event_no <= ${lastNo}`);
  }
  return lastNo < allNo;
}
