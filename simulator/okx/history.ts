import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow } from '../truth.ts';
import { OKX_STATUSES } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'okx',
  statuses: OKX_STATUSES,
  timeStepMs: { deposit: 1, 'internal-deposit': 1, withdrawal: 1, 'internal-withdrawal': 1 },
  depositsWithoutId: false,
  feeInAmount: false,
};

/** Makes the history of an OKX account; see {@link generateRoutedHistory}. */
export function generateOkxHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  return generateRoutedHistory(DIALECT, options);
}
