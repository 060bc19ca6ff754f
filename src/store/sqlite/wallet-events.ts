/** The log of a wallet's events, as its writers append to it; see `webhooks.ts`. */
import type { Transaction } from '../../domain/transaction.ts';
import { WEBHOOK_EVENTS } from '../../domain/webhook.ts';
import {
  causeOf,
  chosenEvents,
  type ChangeOrigin,
  listOutcomeEvents,
  listRowEvents,
  type NewEvent,
  outcomeTime,
  type RecordedWallet,
} from '../rules/wallet-events.ts';
import type { RowChanges } from '../rules/row-changes.ts';
import type { WalletSyncState } from '../records.ts';
import type { RefreshOutcome } from '../sync.ts';
import type { SqliteConnection } from './connection.ts';
import { NEW_REVISION } from './revisions.ts';

const FIND_RECORDED =
  'SELECT webhook_events, history_complete FROM wallet_sync WHERE wallet_no = ?';
const FIND_NEWEST = 'SELECT coalesce(max(event_no), 0) FROM wallet_event WHERE wallet_no = ?';
const APPEND = `INSERT INTO wallet_event
    (wallet_no, event_no, event, cause, at_ms, seed, transaction_id, detail)
  VALUES (?, ?, ?, ?, ?, ${NEW_REVISION}, ?, ?)`;
const MAKE_DUE = `UPDATE webhook_delivery SET pending_no = max(pending_no, ?2),
    next_attempt_at_ms = coalesce(next_attempt_at_ms, ?3)
  WHERE wallet_no = ?1`;

/** Appends the events of changed rows, in the transaction that changes them. */
export function recordRowEvents(
  connection: SqliteConnection,
  walletNo: number,
  origin: ChangeOrigin,
  changes: Pick<RowChanges, 'counted' | 'removed'>,
  inserted: readonly Transaction[],
): void {
  const wallet = findRecorded(connection, walletNo);
  if (wallet.eventBits === 0) return;
  const events = chosenEvents(wallet, listRowEvents(changes, inserted));
  if (events.length > 0) append(connection, walletNo, events, causeOf(origin, wallet), origin.atMs);
}

/** Appends the event of a refresh. The deliveries become due also without one. */
export function recordOutcomeEvents(
  connection: SqliteConnection,
  walletNo: number,
  before: WalletSyncState,
  after: WalletSyncState,
  outcome: RefreshOutcome,
): void {
  const wallet = findRecorded(connection, walletNo);
  if (wallet.eventBits === 0) return;
  const atMs = outcomeTime(outcome);
  const events = chosenEvents(wallet, listOutcomeEvents(before, after, outcome));
  append(connection, walletNo, events, causeOf({ atMs, by: 'sync' }, wallet), atMs);
}

/** Returns the number of the newest event; 0 if the wallet never had one. */
export function findNewestEvent(connection: SqliteConnection, walletNo: number): number {
  return connection.readRow(FIND_NEWEST, walletNo)?.[0] as number;
}

function findRecorded(connection: SqliteConnection, walletNo: number): RecordedWallet {
  const [eventBits = 0, complete] = connection.readRow(FIND_RECORDED, walletNo) ?? [];
  return { eventBits: eventBits as number, historyComplete: complete === 1 };
}

function append(
  connection: SqliteConnection,
  walletNo: number,
  events: readonly NewEvent[],
  cause: number,
  atMs: number,
): void {
  let eventNo = findNewestEvent(connection, walletNo);
  for (const { name, transactionId, detail } of events) {
    eventNo += 1;
    const event = WEBHOOK_EVENTS[name];
    connection.change(APPEND, walletNo, eventNo, event, cause, atMs, transactionId, detail);
  }
  connection.change(MAKE_DUE, walletNo, eventNo, atMs);
}
