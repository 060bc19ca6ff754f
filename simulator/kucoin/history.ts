import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow } from '../truth.ts';
import { addKucoinLedger } from './ledger.ts';
import { isOfV1 } from './records.ts';
import { KUCOIN_STATUSES } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'kucoin',
  statuses: KUCOIN_STATUSES,
  depositsWithoutId: true,
  feeInAmount: false,
};

/**
 * Generates the history of a KuCoin account with a ledger; see {@link generateRoutedHistory}. No deposit has
 * an identifier. Rows from before the second platform have times in whole seconds, no fee and no identifier.
 */
export function generateKucoinHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  const history = generateRoutedHistory(DIALECT, options);
  const rows = history.rows.map((row) => (isOfV1(row) ? asV1(row) : asV2(row)));
  return addKucoinLedger({ ...history, rows }, options.toMs);
}

function asV2(row: RoutedTruthRow): RoutedTruthRow {
  if (row.kind !== 'deposit') return row;
  // The sender of an internal transfer, masked.
  const address = row.source === 'internal-deposit' ? 'abc4*****@mail.example' : row.address;
  return { ...row, recordId: undefined, fee: '0', address };
}

function asV1(row: RoutedTruthRow): RoutedTruthRow {
  const timestampMs = Math.floor(row.timestampMs / 1000) * 1000;
  return { ...row, recordId: undefined, fee: null, timestampMs };
}
