import { SECOND_MS } from '../../src/domain/duration.ts';
import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import { addLedger } from '../routed/ledger.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow } from '../truth.ts';
import { BOOK_KINDS } from './account-book.ts';
import { GATE_STATUSES } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'gate',
  statuses: GATE_STATUSES,
  timeStepMs: {
    deposit: SECOND_MS,
    'internal-deposit': SECOND_MS,
    withdrawal: SECOND_MS,
    'internal-withdrawal': SECOND_MS,
  },
  depositsWithoutId: false,
  feeInAmount: true,
};

/**
 * Generates the history of a Gate account with its account book; see {@link generateRoutedHistory}.
 */
export function generateGateHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  const history = generateRoutedHistory(DIALECT, options);
  return addLedger(history, { kinds: BOOK_KINDS, every: 1, count: 2, fee: null });
}
