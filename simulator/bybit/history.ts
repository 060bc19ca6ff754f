import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow } from '../truth.ts';
import { addLedger } from '../routed/ledger.ts';
import { addSenders } from '../senders.ts';
import { BYBIT_STATUSES, TRANSFER_KINDS } from './statuses.ts';

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

/** Transfers exist from this time; before, there was only one account. */
const TRANSFERS_FROM_MS = Date.UTC(2021, 6, 1);

/** Generates the history of a Bybit account with transfers; see {@link generateRoutedHistory}. */
export function generateBybitHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  const history = addSenders(generateRoutedHistory(DIALECT, options));
  return addLedger(history, {
    kinds: TRANSFER_KINDS,
    every: 10,
    count: 1,
    fee: null,
    fromMs: TRANSFERS_FROM_MS,
  });
}
