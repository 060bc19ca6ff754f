/** Computes the webhook events of a change, for both engines. */
import { formatOptionalInstant } from '../../domain/instant.ts';
import { EVENT_CAUSES, type EventCause, type WebhookEventName } from '../../domain/webhook.ts';
import type { WalletSyncState } from '../records.ts';
import type { RefreshOutcome } from '../sync.ts';
import { isSameTransaction, type RowChange } from './row-changes.ts';

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

/** Returns the code of the cause of a change. */
export function causeOf({ by }: ChangeOrigin, historyComplete: boolean): number {
  const cause: EventCause = by === 'sync' && !historyComplete ? 'backfill' : by;
  return EVENT_CAUSES[cause];
}

/**
 * Returns the events of rows that are written or removed. A removed row is an updated one, whose event has no row.
 */
export function listRowEvents(changes: readonly RowChange[]): readonly NewEvent[] {
  const removed = changes.flatMap(({ before, after }) =>
    before === undefined || before.id === after?.id ? [] : [rowEvent('updated', before.id)],
  );
  const written = changes.flatMap(({ before, after }) => {
    if (after === undefined) return [];
    if (before?.id !== after.id) return [rowEvent('created', after.id)];
    return isSameTransaction(before, after) ? [] : [rowEvent('updated', after.id)];
  });
  return [...removed, ...written];
}

/** Returns the event of a row. */
export function rowEvent(what: 'created' | 'updated', transactionId: string): NewEvent {
  return { name: `transaction.${what}`, transactionId, detail: null };
}

/** The events of a refresh, and the failure that was reported by then; see `wallet_sync.reported_failure`. */
export interface OutcomeReport {
  readonly events: readonly NewEvent[];
  readonly reportedFailure: number;
}

const NO_FAILURE = 0;
const RETRIED_FAILURE = 1;
const STOPPING_FAILURE = 2;

/**
 * Returns the events of a refresh. A failure is reported when it begins and when it stops the wallet, a recovery once after
 * it; attempts in between have no event.
 */
export function reportOutcome(
  before: WalletSyncState,
  after: WalletSyncState,
  { unfinished = false }: RefreshOutcome,
  reportedFailure: number,
): OutcomeReport {
  const { failure, historyComplete } = after;
  const level = levelOf(after);
  const isOver = failure === null && !unfinished;
  const names: WebhookEventName[] = [];
  if (isOver && reportedFailure > NO_FAILURE) names.push('wallet.recovered');
  if (historyComplete && !before.historyComplete) names.push('wallet.history_complete');
  if (level > reportedFailure) names.push('wallet.failing');
  if (after.state === 'stopped' && before.state !== 'stopped') names.push('wallet.stopped');
  if (isOver) names.push('wallet.synced');
  const detail = describeState(after);
  const events = names.map((name) => ({ name, transactionId: null, detail }));
  return { events, reportedFailure: isOver ? NO_FAILURE : Math.max(level, reportedFailure) };
}

function levelOf({ failure, state }: WalletSyncState): number {
  // A failure of the database is no state of the wallet, and its event could not be written.
  if (failure === null || failure.code === 'store_unavailable') return NO_FAILURE;
  return state === 'stopped' ? STOPPING_FAILURE : RETRIED_FAILURE;
}

/** Returns the event of a wallet whose key the exchange has accepted for the first time. */
export function connectedEvent(state: WalletSyncState): NewEvent {
  return { name: 'wallet.connected', transactionId: null, detail: describeState(state) };
}

/** Returns the state of a wallet as JSON. */
function describeState(state: WalletSyncState): string {
  const { failure, lastSyncAtMs, historyComplete } = state;
  return JSON.stringify({
    syncState: state.state,
    lastSyncAt: formatOptionalInstant(lastSyncAtMs),
    historyComplete,
    failure: failure === null ? null : { code: failure.code, message: failure.message },
  });
}

/** Returns the time of the event of a refresh. */
export function outcomeTime({ endedAtMs, failure, syncedAtMs }: RefreshOutcome): number {
  return endedAtMs ?? failure?.atMs ?? syncedAtMs ?? 0;
}
