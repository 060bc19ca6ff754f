import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import { addLedger } from '../routed/ledger.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow } from '../truth.ts';
import { HISTORY_KINDS } from './account-history.ts';
import { BITVAVO_STATUSES } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'bitvavo',
  statuses: BITVAVO_STATUSES,
  depositsWithoutId: true,
  feeInAmount: false,
};

/**
 * Generates the history of a Bitvavo account, whose deposits have a fee of zero, with transactions
 * of other kinds; see {@link generateRoutedHistory}.
 */
export function generateBitvavoHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  const history = generateRoutedHistory(DIALECT, options);
  const rows = history.rows.map((row) => (row.kind === 'deposit' ? { ...row, fee: '0' } : row));
  const kinds = HISTORY_KINDS;
  return addLedger({ ...history, rows }, { kinds, every: 4, count: 2, fee: '0' });
}
