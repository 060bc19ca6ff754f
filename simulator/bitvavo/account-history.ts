import type { JsonValue } from '../json-text.ts';
import { codeAt } from '../routed/account.ts';
import { type ReadRoute, RequestRefused } from '../routed/description.ts';
import type { LedgerKind } from '../routed/ledger.ts';
import { readNumber } from '../routed/wire-values.ts';
import type { RoutedTruthRow } from '../truth.ts';

/** The kinds of entries of the history. Source: Bitvavo v2, "Get transaction history". */
export const HISTORY_KINDS: readonly LedgerKind[] = [
  { code: 'staking', kind: 'reward', listed: true },
  { code: 'internal_transfer', kind: 'transfer_out', listed: true },
  { code: 'manually_assigned', kind: 'credit', listed: true },
  { code: 'campaign_new_user_incentive', kind: 'reward', listed: true },
  { code: 'buy', kind: 'other', listed: false },
  { code: 'withdrawal_cancelled', kind: 'withdrawal', listed: false },
];

const PAGE_SIZE_MAX = 100;

/** `GET /v2/account/history`: newest first, page by page. */
export const listAccountHistory: ReadRoute = (account, params, nowMs) => {
  const fromMs = readNumber(params, 'fromDate') ?? 0;
  const toMs = readNumber(params, 'toDate') ?? nowMs;
  const maxItems = readNumber(params, 'maxItems') ?? PAGE_SIZE_MAX;
  const page = readNumber(params, 'page') ?? 1;
  if (page < 1 || maxItems < 1 || maxItems > PAGE_SIZE_MAX) {
    throw new RequestRefused('invalid-parameter');
  }
  const type = params.get('type');
  const rows = account
    .listRows(['ledger'], nowMs)
    .filter((row) => row.timestampMs >= fromMs && row.timestampMs <= toMs)
    .filter((row) => type === null || codeAt(row, nowMs) === type)
    .toReversed();
  return {
    items: rows.slice((page - 1) * maxItems, page * maxItems).map((row) => writeItem(row, nowMs)),
    currentPage: page,
    totalPages: Math.max(1, Math.ceil(rows.length / maxItems)),
    maxItems,
  };
};

/** Returns an entry: rewards are received, transfers are sent. */
function writeItem(row: RoutedTruthRow, nowMs: number): JsonValue {
  const type = codeAt(row, nowMs);
  const side = type === 'internal_transfer' ? 'sent' : 'received';
  return {
    transactionId: `history-${row.recordId ?? ''}`,
    executedAt: new Date(row.timestampMs).toISOString(),
    type,
    [`${side}Currency`]: row.asset,
    [`${side}Amount`]: row.malformed ? 'abc' : row.amount,
    feesCurrency: row.asset,
    feesAmount: row.fee,
  };
}
