import { SECOND_MS } from '../../src/domain/duration.ts';
import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import { addLedger, type LedgerDialect } from '../routed/ledger.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow } from '../truth.ts';
import { COINBASE_STATUSES } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'coinbase',
  statuses: COINBASE_STATUSES,
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
 * Types of entries, and the accounts of transfers. The staked account also lists incoming transfers, which
 * the row of the other account represents. Source: Coinbase App, "Transactions".
 */
const LEDGER: LedgerDialect = {
  kinds: [
    { code: 'staking_transfer main', kind: 'transfer_out', listed: true },
    { code: 'staking_transfer staked', kind: 'transfer_in', listed: false },
    { code: 'subscription main', kind: 'fee', listed: true },
    { code: 'buy main', kind: 'other', listed: false },
    { code: 'interest main', kind: 'reward', listed: true },
  ],
  every: 6,
  count: 5,
  fee: null,
};

/** A trade follows each deposit whose index in the history is a multiple of this. */
const TRADE_EVERY = 9;

/**
 * Generates the history of a Coinbase account; see {@link generateRoutedHistory}. Half of the
 * internal deposits are rewards of staking, half of the other deposits have no counterparty, and
 * trades and further kinds are among the rows.
 */
export function generateCoinbaseHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  const history = generateRoutedHistory(DIALECT, options);
  const rows = history.rows.flatMap(addTrade).map(asCoinbase);
  return addLedger({ ...history, rows }, LEDGER);
}

function addTrade(row: RoutedTruthRow, index: number): RoutedTruthRow[] {
  if (row.source !== 'deposit' || row.malformed || index % TRADE_EVERY > 0) return [row];
  const recordId = `9${row.recordId ?? ''}`;
  const states = [{ fromMs: row.timestampMs, status: 'completed' as const, code: 'completed' }];
  return [row, { ...row, recordId, kind: 'other', listed: false, states }];
}

function asCoinbase(row: RoutedTruthRow): RoutedTruthRow {
  if (!row.listed || row.kind !== 'deposit' || !isEven(row)) return row;
  return row.source === 'internal-deposit'
    ? { ...row, kind: 'reward' }
    : { ...row, address: null, tag: null };
}

/** Divides records into halves, the same on every run. */
export function isEven({ recordId }: Pick<RoutedTruthRow, 'recordId'>): boolean {
  return Number(recordId?.at(-1) ?? 0) % 2 === 0;
}
