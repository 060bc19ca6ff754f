import { DAY_MS } from '../../src/domain/duration.ts';
import type { JsonValue } from '../json-text.ts';
import { JsonNumberText } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import { codeAt } from '../routed/account.ts';
import { type ReadRoute, RequestRefused } from '../routed/description.ts';
import { readNumber, writeTime } from '../routed/wire-values.ts';
import type { RoutedSource, RoutedTruthRow } from '../truth.ts';
import { stateAt } from '../truth.ts';
import { writeNetworkId } from './currencies.ts';
import { FIAT_ASSET } from './history.ts';

const SPAN_MAX_MS = 90 * DAY_MS;
const PAGE_SIZE_MAX = 200;
const PAGE_SIZE_DEFAULT = 20;

const DEPOSITS: readonly RoutedSource[] = ['deposit', 'internal-deposit'];
const WITHDRAWALS: readonly RoutedSource[] = ['withdrawal', 'internal-withdrawal'];

/** `private/get-deposit-history`. Source: "private/get-deposit-history". */
export const listDeposits: ReadRoute = (account, params, nowMs) => {
  const rows = selectCrypto(account, DEPOSITS, params, nowMs);
  return { deposit_list: rows.map((row) => writeDeposit(row, nowMs)) };
};

/** `private/get-withdrawal-history`. Source: "private/get-withdrawal-history". */
export const listWithdrawals: ReadRoute = (account, params, nowMs) => {
  const rows = selectCrypto(account, WITHDRAWALS, params, nowMs);
  return { withdrawal_list: rows.map((row) => writeWithdrawal(row, nowMs)) };
};

/** Returns a page of a window of at most 90 days, newest first. */
function selectCrypto(
  account: RoutedAccount,
  sources: readonly RoutedSource[],
  params: URLSearchParams,
  nowMs: number,
): readonly RoutedTruthRow[] {
  const pageSize = readNumber(params, 'page_size') ?? PAGE_SIZE_DEFAULT;
  const endMs = readNumber(params, 'end_ts') ?? nowMs;
  const startMs = readNumber(params, 'start_ts') ?? endMs - SPAN_MAX_MS;
  if (pageSize < 1 || pageSize > PAGE_SIZE_MAX || endMs - startMs > SPAN_MAX_MS) {
    throw new RequestRefused('invalid-parameter');
  }
  const from = (readNumber(params, 'page') ?? 0) * pageSize;
  return account
    .listRows(sources, nowMs)
    .filter(({ asset }) => asset !== FIAT_ASSET)
    .filter(({ timestampMs }) => timestampMs >= startMs && timestampMs <= endMs)
    .toReversed()
    .slice(from, from + pageSize);
}

/** Returns a row. Amounts and fees are JSON numbers with every digit. */
function writeDeposit(row: RoutedTruthRow, nowMs: number): JsonValue {
  const garbage = row.wire.malformation === 'garbage-amount';
  // A deposit on the chain appends its output to the txid.
  const output = row.source === 'deposit' ? `/${row.amount.length}` : '';
  return {
    currency: row.asset,
    fee: 0,
    create_time: writeTime(row, row.timestampMs),
    id: row.recordId,
    update_time: stateAt(row, nowMs)?.fromMs,
    amount: garbage ? 'abc' : new JsonNumberText(row.amount),
    address: row.source === 'deposit' ? writeAddress(row) : 'INTERNAL_DEPOSIT',
    status: codeAt(row, nowMs),
    txid: `${row.wire.txidText}${output}`,
  };
}

function writeAddress({ address, tag }: RoutedTruthRow): string {
  return tag === null ? `${address}` : `${address}?${tag}`;
}

function writeWithdrawal(row: RoutedTruthRow, nowMs: number): JsonValue {
  const internal = row.source === 'internal-withdrawal';
  const sent = row.txid !== null && nowMs >= row.txidFromMs;
  return {
    currency: row.asset,
    client_wid: '',
    fee: new JsonNumberText(row.fee ?? '0'),
    create_time: row.timestampMs,
    id: row.recordId,
    update_time: stateAt(row, nowMs)?.fromMs,
    amount: new JsonNumberText(row.amount),
    address: internal ? 'INTERNAL_WITHDRAWAL' : writeAddress(row),
    status: codeAt(row, nowMs),
    txid: internal || sent ? row.wire.txidText : '',
    network_id: writeNetworkId(row.wire.network),
  };
}

/** `private/fiat/fiat-deposit-history`. Source: "private/fiat/fiat-deposit-history". */
export const listFiatDeposits: ReadRoute = (account, params, nowMs) =>
  listFiat('deposit', account, params, nowMs);

/** `private/fiat/fiat-withdraw-history`. Source: "private/fiat/fiat-withdraw-history". */
export const listFiatWithdrawals: ReadRoute = (account, params, nowMs) =>
  listFiat('withdrawal', account, params, nowMs);

/** Maximum rows of a response, which reports their number. The documentation has no maximum. */
const FIAT_PAGE_SIZE_MAX = 20;

function listFiat(
  source: 'deposit' | 'withdrawal',
  account: RoutedAccount,
  params: URLSearchParams,
  nowMs: number,
): JsonValue {
  const page = readNumber(params, 'page');
  const requested = readNumber(params, 'page_size');
  if (page === undefined || requested === undefined) throw new RequestRefused('invalid-parameter');
  const pageSize = Math.min(requested, FIAT_PAGE_SIZE_MAX);
  const startMs = readNumber(params, 'start_time') ?? 0;
  const endMs = readNumber(params, 'end_time') ?? nowMs;
  const rows = account
    .listRows([source], nowMs)
    .filter(({ asset }) => asset === FIAT_ASSET)
    .filter(({ timestampMs }) => timestampMs >= startMs && timestampMs <= endMs)
    .toReversed()
    .slice(page * pageSize, (page + 1) * pageSize);
  return {
    transaction_history_list: rows.map((row) => writeFiat(row, nowMs)),
    page,
    page_size: pageSize,
  };
}

function writeFiat(row: RoutedTruthRow, nowMs: number): JsonValue {
  const party = { account_identifier_value: row.address };
  return {
    id: row.recordId,
    currency: row.asset,
    amount: row.amount,
    amount_in_usd: null,
    fee_currency: row.asset,
    fee_amount: row.fee,
    payment_network: 'eur_sepa',
    status: codeAt(row, nowMs),
    created_at: String(row.timestampMs),
    updated_at: String(stateAt(row, nowMs)?.fromMs ?? row.timestampMs),
    completed_at: null,
    sender: row.kind === 'deposit' ? party : null,
    beneficiary: row.kind === 'deposit' ? null : party,
  };
}
