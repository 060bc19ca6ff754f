import type { History, RoutedTruthRow, TruthKind, TruthStatus } from '../truth.ts';

/** One kind of entry of an exchange's ledger. */
export interface LedgerKind {
  /** The exchange's own words for it. */
  readonly code: string;
  readonly kind: TruthKind;
  /** False for entries that must not become a transaction: trades, and records of other lists. */
  readonly listed: boolean;
  /** Default: `completed`. */
  readonly status?: TruthStatus;
}

/** The properties of an exchange's ledger. */
export interface LedgerDialect {
  /** The kinds, used in turn. */
  readonly kinds: readonly LedgerKind[];
  /** Every n-th deposit has entries. */
  readonly every: number;
  /** Number of entries of such a deposit. */
  readonly count: number;
  /** The fee that is reported; null if there is none. */
  readonly fee: string | null;
  /** Unix milliseconds of the first possible entry. Default: no limit. */
  readonly fromMs?: number;
}

const MALFORMED_EVERY = 50;

/**
 * Returns the history with ledger entries at the times of its deposits. Some entries are malformed. The entries
 * do not change the balances.
 */
export function addLedger(
  history: History<RoutedTruthRow>,
  dialect: LedgerDialect,
): History<RoutedTruthRow> {
  const { fromMs = 0 } = dialect;
  const deposits = history.rows.filter(
    ({ source, timestampMs }) => source === 'deposit' && timestampMs >= fromMs,
  );
  let number = 0;
  const entries = deposits
    .filter((_, index) => index % dialect.every === 0)
    .flatMap((deposit) =>
      Array.from({ length: dialect.count }, () => makeEntry(deposit, number++, dialect)),
    );
  return {
    ...history,
    rows: [...history.rows, ...entries].sort((left, right) => left.timestampMs - right.timestampMs),
  };
}

function makeEntry(
  { exchange, asset, amount, timestampMs }: RoutedTruthRow,
  number: number,
  { kinds, fee }: LedgerDialect,
): RoutedTruthRow {
  const { code, kind, listed, status = 'completed' } = kinds[number % kinds.length] ?? UNKNOWN;
  const malformed = listed && number % MALFORMED_EVERY === MALFORMED_EVERY - 1;
  return {
    exchange,
    source: 'ledger',
    recordId: String(number).padStart(10, '0'),
    kind,
    listed,
    asset,
    amount,
    fee,
    timestampMs,
    txid: null,
    txidFromMs: timestampMs,
    address: null,
    tag: null,
    malformed,
    states: [{ fromMs: timestampMs, status, code }],
    wire: { network: '', txidText: '', malformation: malformed ? 'garbage-amount' : null },
  };
}

const UNKNOWN: LedgerKind = { code: 'unknown', kind: 'other', listed: true };
