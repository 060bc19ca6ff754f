import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow } from '../truth.ts';
import { BITGET_STATUSES } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'bitget',
  statuses: BITGET_STATUSES,
  timeStepMs: { deposit: 1, 'internal-deposit': 1, withdrawal: 1, 'internal-withdrawal': 1 },
  depositsWithoutId: false,
  feeInAmount: true,
};

/** Makes the history of a Bitget account; see {@link generateRoutedHistory}. */
export function generateBitgetHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  return generateRoutedHistory(DIALECT, options);
}
