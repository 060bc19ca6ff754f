import { expect, it } from 'vitest';

import { makeTransaction } from '../../../test/store/contract/fixtures.ts';
import { EVENT_CAUSES } from '../../domain/webhook.ts';
import type { WalletSyncState } from '../records.ts';
import type { StoredTransaction } from './import-rows.ts';
import { causeOf, listRowEvents, outcomeTime, reportOutcome } from './wallet-events.ts';

const AT_MS = Date.UTC(2026, 0, 1);
const IDLE: WalletSyncState = {
  state: 'synced',
  nextRunAtMs: AT_MS + 1000,
  lastSyncAtMs: AT_MS,
  historyComplete: true,
  failure: null,
  failureCount: 0,
  paused: false,
  hasImports: false,
};
const failing = (code: string, nextRunAtMs: number | null = AT_MS + 1000): WalletSyncState => ({
  ...IDLE,
  state: nextRunAtMs === null ? 'stopped' : 'failing',
  nextRunAtMs,
  failure: { code, message: 'm', atMs: AT_MS },
});
/** Returns the names of the events after a refresh, and what was reported by then. */
const report = (before: WalletSyncState, after: WalletSyncState, reported: number) => {
  const outcome = { nextRunAtMs: after.nextRunAtMs };
  const { events, reportedFailure } = reportOutcome(before, after, outcome, reported);
  return [events.map(({ name }) => name), reportedFailure];
};

it('a failure is reported when it begins, when it stops the wallet, and when it is over', () => {
  const retried = failing('exchange_unavailable');
  const stopped = failing('exchange_key_refused', null);
  expect(report(IDLE, retried, 0)).toEqual([['wallet.failing'], 1]);
  expect(report(retried, retried, 1)).toEqual([[], 1]);
  expect(report(retried, stopped, 1)).toEqual([['wallet.failing', 'wallet.stopped'], 2]);
  expect(report(stopped, IDLE, 2)).toEqual([['wallet.recovered', 'wallet.synced'], 0]);
  expect(report(IDLE, IDLE, 0)).toEqual([['wallet.synced'], 0]);
});

it('a failure of the database is no failure of the wallet, and leaves a reported one', () => {
  const unavailable = failing('store_unavailable');
  expect(report(IDLE, unavailable, 0)).toEqual([[], 0]);
  expect(report(failing('exchange_unavailable'), unavailable, 1)).toEqual([[], 1]);
});

it('a paused wallet has failed, and is not stopped', () => {
  const failed = failing('exchange_unavailable', null);
  const paused: WalletSyncState = { ...failed, state: 'paused', paused: true };
  expect(report(IDLE, paused, 0)).toEqual([['wallet.failing'], 1]);
});

it('the history is reported once as complete', () => {
  const incomplete = { ...IDLE, historyComplete: false };
  expect(report(incomplete, IDLE, 0)[0]).toEqual(['wallet.history_complete', 'wallet.synced']);
  expect(report(IDLE, incomplete, 0)[0]).toEqual(['wallet.synced']);
});

it('an unfinished run reports neither success nor recovery', () => {
  const outcome = { nextRunAtMs: AT_MS, unfinished: true };
  const { events, reportedFailure } = reportOutcome(IDLE, IDLE, outcome, 1);
  expect([events, reportedFailure]).toEqual([[], 1]);
});

it('the events of rows are those that callers can see', () => {
  const pending = makeTransaction('tx_1', { status: 'pending' });
  const row: StoredTransaction = { ...pending, importNo: null, adoptable: false };
  const names = (before: StoredTransaction | undefined, after: StoredTransaction | undefined) =>
    listRowEvents([{ before, after }]).map(({ name, transactionId }) => `${name} ${transactionId}`);
  expect(names(undefined, row)).toEqual(['transaction.created tx_1']);
  expect(names(row, { ...row, status: 'completed' })).toEqual(['transaction.updated tx_1']);
  expect(names(row, { ...row, importNo: 3 })).toEqual([]);
  expect(names(row, undefined)).toEqual(['transaction.updated tx_1']);
  expect(names(row, { ...row, id: 'tx_2' })).toEqual([
    'transaction.updated tx_1',
    'transaction.created tx_2',
  ]);
});

it('only the rows of a synchronisation before the end of the history have the cause backfill', () => {
  const causes = (['sync', 'import'] as const).flatMap((by) =>
    [false, true].map((historyComplete) => causeOf({ by, atMs: AT_MS }, historyComplete)),
  );
  const { backfill, sync, import: imported } = EVENT_CAUSES;
  expect(causes).toEqual([backfill, sync, imported, imported]);
});

it('the time of an outcome is its end, or else that of its failure or its start', () => {
  const failure = { code: 'c', message: 'm', atMs: 2 };
  expect(outcomeTime({ nextRunAtMs: null, endedAtMs: 1, failure, syncedAtMs: 3 })).toBe(1);
  expect(outcomeTime({ nextRunAtMs: null, failure, syncedAtMs: 3 })).toBe(2);
  expect(outcomeTime({ nextRunAtMs: null, syncedAtMs: 3 })).toBe(3);
});
