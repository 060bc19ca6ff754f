import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow, TruthState } from '../truth.ts';
import { HTX_STATUSES } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'htx',
  statuses: HTX_STATUSES,
  timeStepMs: { deposit: 1, 'internal-deposit': 1, withdrawal: 1, 'internal-withdrawal': 1 },
  depositsWithoutId: false,
  feeInAmount: false,
};

const HOUR_MS = 3_600_000;

/**
 * Makes the history of an HTX account; see {@link generateRoutedHistory}. Every deposit has a fee
 * of 0, and one that was pending is credited an hour before it is safe.
 */
export function generateHtxHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  const history = generateRoutedHistory(DIALECT, options);
  return { ...history, rows: history.rows.map(tellAsHtx) };
}

function tellAsHtx(row: RoutedTruthRow): RoutedTruthRow {
  return row.kind === 'deposit' ? { ...row, fee: '0', states: addCredit(row.states) } : row;
}

function addCredit(states: readonly TruthState[]): readonly TruthState[] {
  const [first, last] = states;
  if (first === undefined || last?.status !== 'completed') return states;
  return [first, { ...last, code: 'confirmed' }, { ...last, fromMs: last.fromMs + HOUR_MS }];
}
