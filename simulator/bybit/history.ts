import { SECOND_MS } from '../../src/domain/duration.ts';
import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow } from '../truth.ts';
import { addLedger } from '../routed/ledger.ts';
import { addSenders } from '../senders.ts';
import { isFundingEntry } from './records.ts';
import { BYBIT_STATUSES, FUNDING_KINDS, TRANSFER_KINDS } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'bybit',
  statuses: BYBIT_STATUSES,
  // `createdTime` is in seconds.
  timeStepMs: { 'internal-deposit': 1000 },
  depositsWithoutId: true,
  feeInAmount: false,
};

/** Transfers exist from this time; before, there was only one account. */
const TRANSFERS_FROM_MS = Date.UTC(2021, 6, 1);

/**
 * Generates the history of a Bybit account with transfers and entries of its funding account; see
 * {@link generateRoutedHistory}.
 */
export function generateBybitHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  const history = addLedger(addSenders(generateRoutedHistory(DIALECT, options)), {
    kinds: [...TRANSFER_KINDS, ...FUNDING_KINDS],
    every: 4,
    count: 1,
    fee: null,
    fromMs: TRANSFERS_FROM_MS,
  });
  const rows = history.rows.map((row) => (isFundingEntry(row) ? atWholeSecond(row) : row));
  return { ...history, rows: rows.sort((left, right) => left.timestampMs - right.timestampMs) };
}

/** Returns an entry at the time that the funding account's history reports, in whole seconds. */
function atWholeSecond(row: RoutedTruthRow): RoutedTruthRow {
  const atMs = Math.floor(row.timestampMs / SECOND_MS) * SECOND_MS;
  const states = row.states.map((state) => ({ ...state, fromMs: atMs }));
  return { ...row, timestampMs: atMs, txidFromMs: atMs, states };
}
