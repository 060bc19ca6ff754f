import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import { codeAt } from '../routed/account.ts';
import { type ReadRoute, RequestRefused } from '../routed/description.ts';
import { readNumber, writeTime } from '../routed/wire-values.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { stateAt } from '../truth.ts';
import { writeChain } from './currencies.ts';

const PAGE_SIZE_MAX = 100;
/** The currency of fiat orders. */
export const FIAT_ASSET = 'EUR';

/**
 * `GET /api/v5/asset/deposit-history`. Source: OKX v5, "Get deposit history".
 */
export const listDeposits: ReadRoute = (account, params, nowMs) => {
  const state = params.get('state');
  const rows = selectRows(
    account,
    ['deposit', 'internal-deposit'],
    params,
    nowMs,
    (row) => state === null || codeAt(row, nowMs) === state,
  );
  return rows.map((row) => writeDeposit(row, nowMs));
};

/** `GET /api/v5/asset/withdrawal-history`. Source: OKX v5, "Get withdrawal history". */
export const listWithdrawals: ReadRoute = (account, params, nowMs) => {
  const rows = selectRows(account, ['withdrawal', 'internal-withdrawal'], params, nowMs);
  return rows.map((row) => writeWithdrawal(row, nowMs));
};

/** Returns the newest records that are earlier than `after` and later than `before`, at most 100. */
export function selectRows(
  account: RoutedAccount,
  sources: readonly RoutedTruthRow['source'][],
  params: URLSearchParams,
  nowMs: number,
  isWanted: (row: RoutedTruthRow) => boolean = () => true,
): readonly RoutedTruthRow[] {
  const afterMs = readNumber(params, 'after') ?? Number.POSITIVE_INFINITY;
  const beforeMs = readNumber(params, 'before') ?? -1;
  const limit = readNumber(params, 'limit') ?? PAGE_SIZE_MAX;
  if (limit < 1 || limit > PAGE_SIZE_MAX) throw new RequestRefused('invalid-parameter');
  return account
    .listRows(sources, nowMs)
    .filter(({ asset }) => asset !== FIAT_ASSET)
    .filter(({ timestampMs }) => timestampMs > beforeMs && timestampMs < afterMs)
    .filter(isWanted)
    .toReversed()
    .slice(0, limit);
}

function writeDeposit(row: RoutedTruthRow, nowMs: number): JsonValue {
  const internal = row.source === 'internal-deposit';
  return {
    actualDepBlkConfirm: internal ? '' : '12',
    amt: row.wire.malformation === 'garbage-amount' ? 'abc' : row.amount,
    areaCodeFrom: '',
    ccy: row.asset,
    chain: writeChain(row.asset, row.wire.network),
    depId: row.recordId,
    from: internal ? 'so****@example.org' : '',
    fromWdId: internal ? '1000001' : '',
    state: codeAt(row, nowMs),
    to: row.address ?? '',
    ts: writeTime(row, String(row.timestampMs)),
    txId: row.wire.txidText,
  };
}

function writeWithdrawal(row: RoutedTruthRow, nowMs: number): JsonValue {
  const internal = row.source === 'internal-withdrawal';
  const sent = row.txid !== null && nowMs >= row.txidFromMs;
  return {
    note: '',
    chain: writeChain(row.asset, row.wire.network),
    fee: row.fee,
    feeCcy: row.asset,
    ccy: row.asset,
    clientId: '',
    toAddrType: internal ? '2' : '1',
    amt: row.amount,
    txId: sent ? row.wire.txidText : '',
    from: 'so****@example.org',
    areaCodeFrom: '',
    to: row.address,
    areaCodeTo: '',
    tag: row.tag ?? undefined,
    state: codeAt(row, nowMs),
    ts: String(row.timestampMs),
    nonTradableAsset: false,
    wdId: row.recordId,
  };
}

/** `GET /api/v5/fiat/deposit-order-history`. Source: OKX v5, "Get deposit order history". */
export const listFiatDeposits: ReadRoute = (account, params, nowMs) =>
  listFiatOrders('deposit', account, params, nowMs);

/** `GET /api/v5/fiat/withdrawal-order-history`. Source: OKX v5, "Get withdrawal order history". */
export const listFiatWithdrawals: ReadRoute = (account, params, nowMs) =>
  listFiatOrders('withdrawal', account, params, nowMs);

/** Returns the newest orders from `after` to `before`, both inclusive, at most 100. */
function listFiatOrders(
  source: 'deposit' | 'withdrawal',
  account: RoutedAccount,
  params: URLSearchParams,
  nowMs: number,
): JsonValue {
  const fromMs = readNumber(params, 'after') ?? 0;
  const toMs = readNumber(params, 'before') ?? nowMs;
  const limit = readNumber(params, 'limit') ?? PAGE_SIZE_MAX;
  if (limit < 1 || limit > PAGE_SIZE_MAX) throw new RequestRefused('invalid-parameter');
  return account
    .listRows([source], nowMs)
    .filter(({ asset }) => asset === FIAT_ASSET)
    .filter(({ timestampMs }) => timestampMs >= fromMs && timestampMs <= toMs)
    .toReversed()
    .slice(0, limit)
    .map((row) => writeFiatOrder(row, nowMs));
}

function writeFiatOrder(row: RoutedTruthRow, nowMs: number): JsonValue {
  return {
    cTime: String(row.timestampMs),
    uTime: String(stateAt(row, nowMs)?.fromMs ?? row.timestampMs),
    ordId: row.recordId,
    paymentMethod: 'SEPA',
    paymentAcctId: '20',
    amt: row.amount,
    fee: row.fee,
    ccy: row.asset,
    state: codeAt(row, nowMs),
    clientId: '',
  };
}
