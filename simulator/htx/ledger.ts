import { DAY_MS } from '../../src/domain/duration.ts';
import { type JsonValue, JsonNumberText } from '../json-text.ts';
import { codeAt } from '../routed/account.ts';
import { type ReadRoute, RequestRefused } from '../routed/description.ts';
import type { LedgerKind } from '../routed/ledger.ts';
import { readNumber } from '../routed/wire-values.ts';
import type { RoutedTruthRow } from '../truth.ts';

const SPAN_MAX_MS = 10 * DAY_MS;
const REACH_MS = 180 * DAY_MS;
const PAGE_SIZE_MAX = 500;

const INTO = 'margin-transfer-out';
const OUT_OF = 'margin-transfer-in';

/** Incoming and outgoing transfers, with the names from the view of the other account. */
export const TRANSFER_KINDS: readonly LedgerKind[] = [
  { code: INTO, kind: 'transfer_in', listed: true },
  { code: OUT_OF, kind: 'transfer_out', listed: true },
];

/** The identifier of the account of all records. */
export const SPOT_ACCOUNT_ID = 1_000_001;

/**
 * `GET /v2/account/ledger`: transfers of a window of at most 10 days that ends within the last 180. If there
 * is a further page, `nextId` is its first record. Source: HTX Spot API, "Get Account Ledger".
 */
export const readLedger: ReadRoute = (account, params, nowMs) => {
  const endMs = readNumber(params, 'endTime') ?? nowMs;
  const startMs = readNumber(params, 'startTime') ?? endMs - SPAN_MAX_MS;
  const limit = readNumber(params, 'limit') ?? 100;
  const isReached = endMs >= nowMs - REACH_MS && endMs <= nowMs;
  const isSpan = startMs <= endMs && endMs - startMs <= SPAN_MAX_MS;
  const isPage = limit >= 1 && limit <= PAGE_SIZE_MAX;
  const ownAccount = params.get('accountId') === String(SPOT_ACCOUNT_ID);
  if (!isReached || !isSpan || !isPage || !ownAccount) {
    throw new RequestRefused('invalid-parameter');
  }
  const rows = account
    .listRows(['ledger'], nowMs)
    .map((row, index) => ({ row, id: index + 1 }))
    .filter(({ row }) => row.timestampMs >= startMs && row.timestampMs <= endMs);
  const sorted = params.get('sort') === 'asc' ? rows : rows.toReversed();
  const fromId = params.get('fromId');
  const begin = fromId === null ? 0 : sorted.findIndex(({ id }) => String(id) === fromId);
  if (begin < 0) throw new RequestRefused('invalid-parameter');
  return {
    code: 200,
    message: 'success',
    data: sorted.slice(begin, begin + limit).map(({ row }) => writeTransfer(row, nowMs)),
    nextId: sorted[begin + limit]?.id,
    ok: true,
  };
};

/** Returns a row. Amounts are JSON numbers, negative for outgoing transfers; transfers have no identifier. */
function writeTransfer(row: RoutedTruthRow, nowMs: number): JsonValue {
  const transferType = codeAt(row, nowMs);
  const leaves = transferType === OUT_OF;
  const garbage = row.wire.malformation === 'garbage-amount';
  return {
    accountId: SPOT_ACCOUNT_ID,
    currency: row.asset.toLowerCase(),
    transactAmt: garbage ? 'abc' : new JsonNumberText(leaves ? `-${row.amount}` : row.amount),
    transactType: 'transfer',
    transferType,
    transactId: 0,
    transactTime: row.timestampMs,
    transferer: SPOT_ACCOUNT_ID + (leaves ? 0 : 1),
    transferee: SPOT_ACCOUNT_ID + (leaves ? 1 : 0),
  };
}
