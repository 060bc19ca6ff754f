import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import { addLedger } from '../routed/ledger.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow } from '../truth.ts';
import { LEDGER_KINDS } from './ledger-kinds.ts';
import { BITSTAMP_STATUSES } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'bitstamp',
  statuses: BITSTAMP_STATUSES,
  timeStepMs: { withdrawal: 1000, 'internal-withdrawal': 1000 },
  depositsWithoutId: false,
  feeInAmount: false,
};

/**
 * Generates the history of a Bitstamp account, with transfers, rewards and trades; see
 * {@link generateRoutedHistory}.
 */
export function generateBitstampHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  const traps = { ...options.traps, unknownStatuses: 0 };
  const history = generateRoutedHistory(DIALECT, { ...options, traps });
  const rows = history.rows
    .flatMap((row) => (row.kind === 'deposit' ? settleDeposit(row) : [settleFee(row)]))
    .toSorted((left, right) => left.timestampMs - right.timestampMs);
  const ledger = { kinds: LEDGER_KINDS, every: 1, count: 1, fee: '0.00000000' };
  return addLedger({ ...history, rows }, ledger);
}

/**
 * Returns a deposit as Bitstamp lists it: after it is credited, with the time of the credit and a fee of
 * zero.
 */
function settleDeposit(row: RoutedTruthRow): RoutedTruthRow[] {
  const settled = row.states.find(({ status }) => status === 'completed');
  if (settled === undefined) return [];
  const { fromMs } = settled;
  return [
    { ...row, fee: '0.00000000', timestampMs: fromMs, txidFromMs: fromMs, states: [settled] },
  ];
}

/** Returns a withdrawal with a fee that is reported when the withdrawal is finished. */
function settleFee(row: RoutedTruthRow): RoutedTruthRow {
  const finished = row.states.find(({ status }) => status === 'completed');
  return finished === undefined ? { ...row, fee: null } : { ...row, feeFromMs: finished.fromMs };
}
