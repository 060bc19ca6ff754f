import { HOUR_MS } from '../../src/domain/duration.ts';
import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import { addLedger } from '../routed/ledger.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow, TruthState } from '../truth.ts';
import { TRANSFER_KINDS } from './ledger.ts';
import { HTX_STATUSES } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'htx',
  statuses: HTX_STATUSES,
  depositsWithoutId: false,
  feeInAmount: false,
};

/** Maximum age of transfers at the end of a history, because the ledger drops old ones. */
const TRANSFER_AGE_MAX_MS = 100 * 24 * HOUR_MS;

/**
 * Generates the history of an HTX account; see {@link generateRoutedHistory}. Every deposit has a
 * fee of 0, and one that was pending is credited an hour before it is safe. Transfers between
 * accounts are among the records of the last days.
 */
export function generateHtxHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  const history = generateRoutedHistory(DIALECT, options);
  const reported = { ...history, rows: history.rows.map(asHtx) };
  const fromMs = options.toMs - TRANSFER_AGE_MAX_MS;
  // Three of two kinds: two of them are equal in every field.
  return addLedger(reported, { kinds: TRANSFER_KINDS, every: 3, count: 3, fee: null, fromMs });
}

function asHtx(row: RoutedTruthRow): RoutedTruthRow {
  return row.kind === 'deposit' ? { ...row, fee: '0', states: addCredit(row.states) } : row;
}

function addCredit(states: readonly TruthState[]): readonly TruthState[] {
  const [first, last] = states;
  if (first === undefined || last?.status !== 'completed') return states;
  return [first, { ...last, code: 'confirmed' }, { ...last, fromMs: last.fromMs + HOUR_MS }];
}
