import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow } from '../truth.ts';
import { BYBIT_STATUSES } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'bybit',
  statuses: BYBIT_STATUSES,
  timeStepMs: {
    deposit: 1,
    // `createdTime` is in seconds.
    'internal-deposit': 1000,
    withdrawal: 1,
    'internal-withdrawal': 1,
  },
  depositsWithoutId: true,
  feeInAmount: false,
};

/** Makes the history of a Bybit account; see {@link generateRoutedHistory}. */
export function generateBybitHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  return generateRoutedHistory(DIALECT, options);
}
