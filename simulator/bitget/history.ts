import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import { addLedger } from '../routed/ledger.ts';
import { addSenders } from '../senders.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow } from '../truth.ts';
import { BILL_KINDS } from './bills.ts';
import { BITGET_STATUSES } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'bitget',
  statuses: BITGET_STATUSES,
  depositsWithoutId: false,
  feeInAmount: true,
};

/** Generates the history of a Bitget account with bills; see {@link generateRoutedHistory}. */
export function generateBitgetHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  const made = addSenders(generateRoutedHistory(DIALECT, options));
  const history = { ...made, rows: made.rows.map(namePayer) };
  return addLedger(history, { kinds: BILL_KINDS, every: 1, count: 2, fee: '0.00000000' });
}

/** Replaces the sender of an internal transfer by the number of a customer. */
function namePayer(row: RoutedTruthRow): RoutedTruthRow {
  return row.source === 'internal-deposit' ? { ...row, address: '7000001' } : row;
}
