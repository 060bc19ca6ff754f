import { SECOND_MS, DAY_MS } from '../../src/domain/duration.ts';
import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import { addLedger, type LedgerDialect } from '../routed/ledger.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { BalanceChange, History, RoutedTruthRow } from '../truth.ts';
import { LEDGER_KINDS, LEDGER_REACH_MS } from './ledger.ts';
import { CRYPTOCOM_STATUSES, FIAT_CODES } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'cryptocom',
  statuses: CRYPTOCOM_STATUSES,
  // Recorded times are whole seconds.
  timeStepMs: {
    deposit: SECOND_MS,
    'internal-deposit': SECOND_MS,
    withdrawal: SECOND_MS,
    'internal-withdrawal': SECOND_MS,
  },
  depositsWithoutId: false,
  feeInAmount: false,
};

/** The ledger has an entry of every kind with each deposit. */
const LEDGER: LedgerDialect = {
  kinds: LEDGER_KINDS,
  every: 1,
  count: LEDGER_KINDS.length,
  fee: null,
};
const LEDGER_MARGIN_MS = 40 * DAY_MS;

/** Number of deposits per bank transfer. */
const FIAT_EVERY = 5;
/** The currency of bank transfers. */
export const FIAT_ASSET = 'EUR';
const BANK_ACCOUNT = 'XX00123456789012345678';

/**
 * Generates the history of a Crypto.com account; see {@link generateRoutedHistory}. Deposits have a fee of
 * zero, internal transfers no address, and some deposits are accompanied by a bank transfer. The ledger has
 * entries in the part of the history that it still contains some weeks after the end.
 */
export function generateCryptoComHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  const history = generateRoutedHistory(DIALECT, options);
  const ledgerFromMs = options.toMs - LEDGER_REACH_MS + LEDGER_MARGIN_MS;
  const recent = history.rows.filter(({ timestampMs }) => timestampMs >= ledgerFromMs);
  const { rows: withLedger } = addLedger({ ...history, rows: recent }, LEDGER);
  const crypto = history.rows.map((row) => ({
    ...row,
    fee: row.kind === 'deposit' ? '0' : row.fee,
    address: row.source === 'internal-withdrawal' ? null : row.address,
  }));
  const fiat = crypto
    .filter(({ source, malformed }) => source === 'deposit' && !malformed)
    .filter((_, index) => index % FIAT_EVERY === 0)
    .flatMap((row) => drawFiat(row));
  return {
    ...history,
    rows: [...crypto, ...fiat, ...withLedger.filter(({ source }) => source === 'ledger')].sort(
      (left, right) => left.timestampMs - right.timestampMs,
    ),
    balanceChanges: [...history.balanceChanges, ...fiat.flatMap((row) => moveFiat(row))].sort(
      (left, right) => left.atMs - right.atMs,
    ),
  };
}

/** Returns a bank transfer with the statuses of a deposit, and one that withdraws a part of it. */
function drawFiat(row: RoutedTruthRow): RoutedTruthRow[] {
  const deposit: RoutedTruthRow = {
    ...row,
    recordId: `f${row.recordId}`,
    asset: FIAT_ASSET,
    amount: '100.00',
    fee: '0.0',
    txid: null,
    address: BANK_ACCOUNT,
    tag: null,
    states: row.states.map((state) => ({ ...state, code: FIAT_CODES[state.status] })),
  };
  if (row.states[0]?.status !== 'completed') return [deposit];
  const withdrawal = {
    source: 'withdrawal',
    kind: 'withdrawal',
    amount: '40.0',
    fee: '1.5',
  } as const;
  return [deposit, { ...deposit, ...withdrawal }];
}

function moveFiat({ kind, timestampMs, states }: RoutedTruthRow): BalanceChange[] {
  if (kind === 'withdrawal') return [{ atMs: timestampMs, assetId: FIAT_ASSET, delta: '-41.5' }];
  return states
    .filter(({ status }) => status === 'completed')
    .map(({ fromMs }) => ({ atMs: fromMs, assetId: FIAT_ASSET, delta: '100' }));
}
