import type { BalanceChange, History, RoutedTruthRow, TruthStatus } from '../truth.ts';

/** The form of an exchange's bank transfers, which are deposits and withdrawals of one fiat currency. */
export interface BankTransfers {
  readonly asset: string;
  /** The exchange's code of each status. */
  readonly codes: Readonly<Record<TruthStatus, string>>;
  /** The customer's account at a bank; `null` if the exchange does not return it. */
  readonly account: string | null;
}

/** Number of deposits per bank transfer. */
const EVERY = 5;

/** Returns the history with bank transfers at the times of some deposits, which change the balance. */
export function addBankTransfers(
  history: History<RoutedTruthRow>,
  transfers: BankTransfers,
): History<RoutedTruthRow> {
  const added = history.rows
    .filter(({ source, malformed }) => source === 'deposit' && !malformed)
    .filter((_, index) => index % EVERY === 0)
    .flatMap((row) => drawTransfers(row, transfers));
  const changes = added.flatMap((row) => changeBalance(row));
  return {
    ...history,
    rows: [...history.rows, ...added].sort((left, right) => left.timestampMs - right.timestampMs),
    balanceChanges: [...history.balanceChanges, ...changes].sort(
      (left, right) => left.atMs - right.atMs,
    ),
  };
}

/** Returns a bank transfer with the statuses of a deposit, and one that withdraws a part of it. */
function drawTransfers(row: RoutedTruthRow, transfers: BankTransfers): RoutedTruthRow[] {
  const { asset, codes, account } = transfers;
  const deposit: RoutedTruthRow = {
    ...row,
    recordId: `f${row.recordId}`,
    asset,
    amount: '100.00',
    fee: '0.0',
    txid: null,
    address: account,
    tag: null,
    states: row.states.map((state) => ({ ...state, code: codes[state.status] })),
  };
  if (row.states[0]?.status !== 'completed') return [deposit];
  const withdrawal = {
    recordId: `w${row.recordId}`,
    source: 'withdrawal',
    kind: 'withdrawal',
    amount: '40.0',
    fee: '1.5',
  } as const;
  return [deposit, { ...deposit, ...withdrawal }];
}

function changeBalance({ kind, asset, timestampMs, states }: RoutedTruthRow): BalanceChange[] {
  if (kind === 'withdrawal') return [{ atMs: timestampMs, assetId: asset, delta: '-41.5' }];
  return states
    .filter(({ status }) => status === 'completed')
    .map(({ fromMs }) => ({ atMs: fromMs, assetId: asset, delta: '100' }));
}
