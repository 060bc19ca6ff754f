import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow } from '../truth.ts';
import { HTX_STATUSES } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'htx',
  statuses: HTX_STATUSES,
  timeStepMs: { deposit: 1, 'internal-deposit': 1, withdrawal: 1, 'internal-withdrawal': 1 },
  depositsWithoutId: false,
  feeInAmount: false,
};

/** Makes the history of an HTX account; see {@link generateRoutedHistory}. Every deposit has a fee of 0. */
export function generateHtxHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  const history = generateRoutedHistory(DIALECT, options);
  const rows = history.rows.map((row) => (row.kind === 'deposit' ? { ...row, fee: '0' } : row));
  return { ...history, rows };
}
