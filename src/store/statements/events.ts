/** The log of a wallet's events, as its writers append to it; see `webhooks.ts`. */
import { WEBHOOK_EVENTS } from '../../domain/webhook.ts';
import type { WalletSyncState } from '../records.ts';
import {
  causeOf,
  connectedEvent,
  type ChangeOrigin,
  chosenEvents,
  listRowEvents,
  type NewEvent,
  outcomeTime,
  reportOutcome,
  rowEvent,
} from '../rules/wallet-events.ts';
import type { RowChange } from '../rules/row-changes.ts';
import type { Session } from '../sql/database.ts';
import { GREATEST, insertInto, type Query, sql } from '../sql/query.ts';
import type { RefreshOutcome } from '../sync.ts';
import type { HeldWallet } from './leases.ts';
import { newRevision } from './revision.ts';
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
  await appendChosen(session, wallet, listRowEvents(changes), origin);
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
  await appendChosen(session, wallet, events, origin);
}

/**
 * Appends the events of a refresh. After a refresh that succeeded, the deliveries become due also without one. A failed one
 * that is retried needs no node of a cluster: the node may be its cause.
 */
export async function recordOutcomeEvents(
  session: Session,
  wallet: HeldWallet,
  [before, after, outcome]: readonly [WalletSyncState, WalletSyncState, RefreshOutcome],
): Promise<void> {
  const { walletNo, reportedFailure, eventBits } = wallet;
  const report = reportOutcome(before, after, outcome, reportedFailure);
  if (report.reportedFailure !== reportedFailure) {
    await session.change(sql`UPDATE wallet_sync SET reported_failure = ${report.reportedFailure}
      WHERE wallet_no = ${walletNo}`);
  }
  if (eventBits === 0) return;
  const events = chosenEvents(wallet, report.events);
  if (events.length === 0 && after.failure !== null) return;
  await append(session, wallet, events, { atMs: outcomeTime(outcome), by: 'sync' });
}

/** Appends `wallet.connected` before the first data that the exchange returns for the key of the wallet. */
export async function recordConnection(
  session: Session,
  wallet: HeldWallet,
  atMs: number,
): Promise<void> {
  const { walletNo, isConnected, eventBits } = wallet;
  if (isConnected) return;
  await session.change(sql`UPDATE wallet_sync SET connected = true WHERE wallet_no = ${walletNo}`);
  if (eventBits === 0) return;
  const state = await readSyncState(session, wallet.walletId);
  await appendChosen(session, wallet, [connectedEvent(state)], { atMs, by: 'sync' });
}

async function appendChosen(
  session: Session,
  wallet: WrittenWallet,
  events: readonly NewEvent[],
  origin: ChangeOrigin,
): Promise<void> {
  const chosen = chosenEvents(wallet, events);
  if (chosen.length > 0) await append(session, wallet, chosen, origin);
}

/** Returns the number of the newest event; 0 if the wallet never had one. */
export async function findNewestEvent(session: Session, walletNo: number): Promise<number> {
  const row = await session.row<{ readonly no: number }>(sql`SELECT coalesce(max(event_no), 0) AS no
    FROM wallet_event WHERE wallet_no = ${walletNo}`);
  return row?.no ?? 0;
}

async function append(
  session: Session,
  wallet: WrittenWallet,
  events: readonly NewEvent[],
  origin: ChangeOrigin,
): Promise<void> {
  const { walletNo } = wallet;
  const newestNo = await findNewestEvent(session, walletNo);
  const numbered = events.map((event, index) => ({ ...event, eventNo: newestNo + index + 1 }));
  const cause = causeOf(origin, wallet);
  const inserted = insertInto('wallet_event', numbered, {
    wallet_no: ['integer', () => walletNo],
    event_no: ['bigint', ({ eventNo }) => eventNo],
    event: ['integer', ({ name }) => WEBHOOK_EVENTS[name]],
    cause: ['integer', () => cause],
    at_ms: ['bigint', () => origin.atMs],
    seed: ['bigint', newRevision],
    transaction_id: ['text', ({ transactionId }) => transactionId],
    detail: ['text', ({ detail }) => detail],
  });
  await session.change(inserted);
  await session.change(sql`UPDATE webhook_delivery
    SET pending_no = ${GREATEST}(pending_no, ${newestNo + events.length}),
      next_attempt_at_ms = coalesce(next_attempt_at_ms, ${origin.atMs})
    WHERE wallet_no = ${walletNo}`);
}
