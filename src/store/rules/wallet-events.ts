/** Computes the webhook events of a change, for both engines. */
import type { Transaction } from '../../domain/transaction.ts';
import {
  EVENT_CAUSES,
  type EventCause,
  WEBHOOK_EVENTS,
  type WebhookEventName,
} from '../../domain/webhook.ts';
import type { WalletSyncState } from '../records.ts';
import type { RefreshOutcome } from '../sync.ts';
import { isStopped, nameSyncState } from '../sync-state.ts';

/** An event to append to a wallet's log. */
export interface NewEvent {
  readonly name: WebhookEventName;
  readonly transactionId: string | null;
  /** JSON; `null` for events of transactions. */
  readonly detail: string | null;
}

/** When and by what a wallet changes. */
export interface ChangeOrigin {
  /** Unix time in milliseconds. */
  readonly atMs: number;
  readonly by: 'sync' | 'import';
}

/** The columns of a wallet that decide about its events. */
export interface RecordedWallet {
  /** The events that an endpoint of the wallet receives; 0 without an endpoint. */
  readonly eventBits: number;
  readonly historyComplete: boolean;
}

/** Returns the code of the cause of a change. */
export function causeOf({ by }: ChangeOrigin, { historyComplete }: RecordedWallet): number {
  const cause: EventCause = by === 'sync' && !historyComplete ? 'backfill' : by;
  return EVENT_CAUSES[cause];
}

type Named = Pick<Transaction, 'id'>;

/** The rows of a change that have events; see `RowChanges`. */
export interface EventRows {
  readonly counted: { readonly removed: readonly Named[]; readonly added: readonly Named[] };
  readonly removed: readonly Named[];
}

/**
 * Returns the events of rows that are written or removed. A removed row is an updated one, whose event has no row.
 */
export function listRowEvents({ counted, removed }: EventRows): readonly NewEvent[] {
  const before = new Set(counted.removed.map(({ id }) => id));
  const event = (name: WebhookEventName, { id }: Named): NewEvent => ({
    name,
    transactionId: id,
    detail: null,
  });
  return [
    ...removed.map((row) => event('transaction.updated', row)),
    ...counted.added.map((row) =>
      event(before.has(row.id) ? 'transaction.updated' : 'transaction.created', row),
    ),
  ];
}

/** Returns the event of a refresh: none if it is unfinished, or failed and is retried. */
export function listOutcomeEvents(
  before: WalletSyncState,
  after: WalletSyncState,
  { unfinished = false }: RefreshOutcome,
): readonly NewEvent[] {
  const { failure, lastSyncAtMs, historyComplete } = after;
  if (unfinished || (failure !== null && (!isStopped(after) || isStopped(before)))) return [];
  const detail = JSON.stringify({
    syncState: nameSyncState(after),
    lastSyncAt: lastSyncAtMs === null ? null : new Date(lastSyncAtMs).toISOString(),
    historyComplete,
    failure: failure === null ? null : { code: failure.code, message: failure.message },
  });
  return [
    { name: failure === null ? 'wallet.synced' : 'wallet.stopped', transactionId: null, detail },
  ];
}

/** Returns the time of the event of a refresh. */
export function outcomeTime({ endedAtMs, failure, syncedAtMs }: RefreshOutcome): number {
  return endedAtMs ?? failure?.atMs ?? syncedAtMs ?? 0;
}

/** Returns the events that an endpoint of the wallet receives. */
export function chosenEvents(
  { eventBits }: RecordedWallet,
  events: readonly NewEvent[],
): readonly NewEvent[] {
  return events.filter(({ name }) => (eventBits & WEBHOOK_EVENTS[name]) !== 0);
}
