import { DAY_MS } from '../../src/domain/duration.ts';
import type { JsonValue } from '../json-text.ts';
import { codeAt } from '../routed/account.ts';
import { type ReadRoute, RequestRefused } from '../routed/description.ts';
import { addLedger, type LedgerKind } from '../routed/ledger.ts';
import type { History, RoutedTruthRow, TruthKind } from '../truth.ts';
import { writeAmount, writePage } from './page.ts';

/** The period that the ledger contains. */
const REACH_MS = 365 * DAY_MS;
/** Entries are generated for deposits in this period before the newest row. */
const GENERATED_MS = 300 * DAY_MS;
/** The newest row may be old. The ledger still contains entries of this age a month later. */
const AGE_MS_MAX = 330 * DAY_MS;

/** A kind of entry: KuCoin's word for it, the account that books it and its side. */
interface EntryKind extends LedgerKind {
  readonly accountType: 'MAIN' | 'TRADE';
  readonly direction: 'in' | 'out';
}

function entryKind(
  code: string,
  kind: TruthKind,
  direction: EntryKind['direction'] = 'in',
  { accountType = 'MAIN', listed = true }: Partial<EntryKind> = {},
): EntryKind {
  return { code, accountType, direction, kind, listed };
}

/** The kinds, used in turn. The two sides of a transfer are adjacent. */
const KINDS: readonly EntryKind[] = [
  entryKind('Transfer', 'transfer_out', 'out'),
  entryKind('Transfer', 'transfer_in', 'in', { accountType: 'TRADE', listed: false }),
  entryKind('Trade_Exchange', 'other', 'out', { accountType: 'TRADE', listed: false }),
  entryKind('Deposit', 'deposit', 'in', { listed: false }),
  entryKind('Withdrawal', 'withdrawal', 'out', { listed: false }),
  entryKind('SUB_TRANSFER', 'transfer_in'),
  entryKind('KuCoin Bonus', 'reward'),
  entryKind('KCS Pay Fees', 'fee', 'out'),
  entryKind('Refunded Fees', 'credit'),
  entryKind('Loans Repaid', 'credit'),
];

/** Returns a history that ends at `toMs` (Unix ms) with ledger entries, in the period that the ledger contains. */
export function addKucoinLedger(
  history: History<RoutedTruthRow>,
  toMs: number,
): History<RoutedTruthRow> {
  const newestMs = history.rows.at(-1)?.timestampMs ?? 0;
  const fromMs = Math.max(newestMs - GENERATED_MS, toMs - AGE_MS_MAX);
  const isRecent = ({ timestampMs }: RoutedTruthRow): boolean => timestampMs > fromMs;
  const recent = { ...history, rows: history.rows.filter(isRecent) };
  const { rows } = addLedger(recent, { kinds: KINDS, every: 1, count: 2, fee: null });
  return { ...history, rows: [...history.rows.filter((row) => !isRecent(row)), ...rows] };
}

/**
 * `GET /api/v1/accounts/ledgers`: a window of 24 hours at most. Source: KuCoin, "Get Account
 * Ledgers - Spot/Margin".
 */
export const listLedger: ReadRoute = (account, params, nowMs) => {
  const startAt = Number(params.get('startAt') ?? Number.NaN);
  const endAt = Number(params.get('endAt') ?? Number.NaN);
  if (!(endAt - startAt <= DAY_MS)) throw new RequestRefused('invalid-parameter');
  const rows = account
    .listRows(['ledger'], nowMs)
    .filter(({ timestampMs }) => timestampMs > nowMs - REACH_MS);
  return writePage(rows, params, nowMs, writeEntry);
};

function writeEntry(row: RoutedTruthRow, nowMs: number): JsonValue {
  const kind = KINDS[Number(row.recordId) % KINDS.length];
  return {
    id: `6${(row.recordId ?? '').padStart(23, '0')}`,
    currency: row.asset,
    amount: writeAmount(row),
    fee: '0',
    balance: '0',
    accountType: kind?.accountType ?? 'MAIN',
    bizType: codeAt(row, nowMs),
    direction: kind?.direction ?? 'in',
    createdAt: row.timestampMs,
    context: '',
  };
}
