/** The log of a wallet's events, as its writers append to it; see `webhooks.ts`. */
import { WEBHOOK_EVENTS } from '../../domain/webhook.ts';
import type { WalletSyncState } from '../records.ts';
import type { RowChanges } from '../rules/row-changes.ts';
import {
  causeOf,
  type ChangeOrigin,
  chosenEvents,
  listOutcomeEvents,
  listRowEvents,
  type NewEvent,
  outcomeTime,
  type RecordedWallet,
} from '../rules/wallet-events.ts';
import type { RefreshOutcome } from '../sync.ts';
import type { PostgresConnection } from './connection.ts';
import { newRevision } from './revisions.ts';
import { lockShard } from './shard-revisions.ts';
import type { PostgresRow, Statement } from './statement.ts';
import { encodeTransactionId } from './transaction-id.ts';

/** The columns of `wallet_sync` for {@link toRecordedWallet}. */
export const RECORDED_COLUMNS = 'webhook_events, history_complete';

/** Selects the number of the newest event of a wallet. */
export const FIND_NEWEST_EVENT: Statement = {
  name: 'find_newest_event',
  text: 'SELECT coalesce(max(event_no), 0) FROM wallet_event WHERE wallet_id = $1',
};
const APPEND: Statement = {
  name: 'append_events',
  text: `INSERT INTO wallet_event
      (wallet_id, event_no, event, cause, at_ms, seed, transaction_id, detail)
    SELECT $1, $2::bigint + row_no, event, $3::smallint, $4::bigint, seed, transaction_id, detail
      FROM unnest($5::integer[], $6::smallint[], $7::bigint[], $8::bytea[], $9::text[])
        AS made (row_no, event, seed, transaction_id, detail)`,
};
const MAKE_DUE: Statement = {
  name: 'make_delivery_due',
  text: `UPDATE webhook_delivery SET pending_no = greatest(pending_no, $2),
      next_attempt_at_ms = coalesce(next_attempt_at_ms, $3)
    WHERE wallet_id = $1`,
};

/** When and by what a locked wallet changes, and what its log contains. */
export interface Recording {
  readonly wallet: RecordedWallet;
  readonly origin: ChangeOrigin;
}

/** Returns the wallet of a row of {@link RECORDED_COLUMNS}. */
export function toRecordedWallet([eventBits, historyComplete]: PostgresRow): RecordedWallet {
  return { eventBits: eventBits as number, historyComplete: historyComplete === true };
}

/** Appends the events of changed rows, in the transaction that changes them. The wallet must be locked. */
export async function recordRowEvents(
  connection: PostgresConnection,
  walletId: string,
  recording: Recording,
  changes: Pick<RowChanges, 'counted' | 'removed'>,
): Promise<void> {
  const { wallet } = recording;
  if (wallet.eventBits === 0) return;
  const events = chosenEvents(wallet, listRowEvents(changes, []));
  if (events.length > 0) await append(connection, walletId, recording, events);
}

/**
 * Appends the event of a refresh. The deliveries become due also without one: if a coordinator stopped after a
 * shard had committed events, the next refresh makes them due.
 */
export async function recordOutcomeEvents(
  connection: PostgresConnection,
  walletId: string,
  wallet: RecordedWallet,
  [before, after, outcome]: readonly [WalletSyncState, WalletSyncState, RefreshOutcome],
): Promise<void> {
  if (wallet.eventBits === 0) return;
  const origin: ChangeOrigin = { atMs: outcomeTime(outcome), by: 'sync' };
  const events = chosenEvents(wallet, listOutcomeEvents(before, after, outcome));
  if (events.length === 0) await connection.run(MAKE_DUE, walletId, 0, origin.atMs);
  else {
    await lockShard(connection, walletId);
    await append(connection, walletId, { wallet, origin }, events);
  }
}

async function append(
  connection: PostgresConnection,
  walletId: string,
  { wallet, origin }: Recording,
  events: readonly NewEvent[],
): Promise<void> {
  const { rows } = await connection.run(FIND_NEWEST_EVENT, walletId);
  const newestNo = rows[0]?.[0] as number;
  const { atMs } = origin;
  await connection.runAll([
    [
      APPEND,
      walletId,
      newestNo,
      causeOf(origin, wallet),
      atMs,
      events.map((_event, index) => index + 1),
      events.map(({ name }) => WEBHOOK_EVENTS[name]),
      events.map(newRevision),
      events.map(({ transactionId: id }) => (id === null ? null : encodeTransactionId(id))),
      events.map(({ detail }) => detail),
    ],
    [MAKE_DUE, walletId, newestNo + events.length, atMs],
  ]);
}
