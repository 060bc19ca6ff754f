import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow, TruthState } from '../truth.ts';
import { HTX_STATUSES } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'htx',
  statuses: HTX_STATUSES,
  timeStepMs: { deposit: 1, 'internal-deposit': 1, withdrawal: 1, 'internal-withdrawal': 1 },
  depositsWithoutId: false,
  feeInAmount: false,
};

const HOUR_MS = 3_600_000;
/** The ledger forgets transfers; none is older than this at the end of a history. */
const TRANSFER_AGE_MAX_MS = 100 * 24 * HOUR_MS;
/** Every nth record of these last days stands beside a transfer, and some beside two equal ones. */
const TRANSFER_EVERY = 4;
const TWIN_EVERY = 12;

/**
 * Makes the history of an HTX account; see {@link generateRoutedHistory}. Every deposit has a fee
 * of 0, and one that was pending is credited an hour before it is safe. Transfers between accounts
 * stand among the records of the last days.
 */
export function generateHtxHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  const history = generateRoutedHistory(DIALECT, options);
  return { ...history, rows: history.rows.map(tellAsHtx).flatMap(addTransfers(options.toMs)) };
}

function tellAsHtx(row: RoutedTruthRow): RoutedTruthRow {
  return row.kind === 'deposit' ? { ...row, fee: '0', states: addCredit(row.states) } : row;
}

function addCredit(states: readonly TruthState[]): readonly TruthState[] {
  const [first, last] = states;
  if (first === undefined || last?.status !== 'completed') return states;
  return [first, { ...last, code: 'confirmed' }, { ...last, fromMs: last.fromMs + HOUR_MS }];
}

function addTransfers(
  endMs: number,
): (row: RoutedTruthRow, index: number) => readonly RoutedTruthRow[] {
  return (row, index) => {
    const recent = row.timestampMs > endMs - TRANSFER_AGE_MAX_MS;
    if (!recent || row.malformed || index % TRANSFER_EVERY > 0) return [row];
    const transfer = makeTransfer(row, index % (2 * TRANSFER_EVERY) > 0);
    return index % TWIN_EVERY > 0 ? [row, transfer] : [row, transfer, transfer];
  };
}

function makeTransfer(row: RoutedTruthRow, leaves: boolean): RoutedTruthRow {
  return {
    ...row,
    source: leaves ? 'internal-withdrawal' : 'internal-deposit',
    recordId: undefined,
    kind: 'transfer',
    fee: null,
    txid: null,
    address: null,
    tag: null,
    states: [{ fromMs: row.timestampMs, status: 'completed', code: 'transfer' }],
    wire: { ...row.wire, network: '' },
  };
}
