import { DAY_MS } from '../../src/domain/duration.ts';
import { fromUnits, toUnits } from '../decimal-units.ts';
import type { JsonValue } from '../json-text.ts';
import { codeAt } from '../routed/account.ts';
import { type ReadRoute, RequestRefused } from '../routed/description.ts';
import { readNumber, writeTime } from '../routed/wire-values.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { addressesOf } from '../senders.ts';
import { stateAt } from '../truth.ts';
import { writeChain } from './coins.ts';

const SPAN_MAX_MS = 90 * DAY_MS;
const PAGE_SIZES = { max: 100, fallback: 20 };

/** `GET /api/v2/spot/wallet/deposit-records`. Source: Bitget v2, "Get Deposit Records". */
export const listDeposits: ReadRoute = (account, params, nowMs) => {
  const deposits = account.listRows(['deposit', 'internal-deposit'], nowMs);
  const rows = selectRows(deposits, params, PAGE_SIZES);
  return rows.map((row) => writeDeposit(row, nowMs));
};

/** `GET /api/v2/spot/wallet/withdrawal-records`. Source: Bitget v2, "Get Withdrawal Records". */
export const listWithdrawals: ReadRoute = (account, params, nowMs) => {
  const withdrawals = account.listRows(['withdrawal', 'internal-withdrawal'], nowMs);
  const rows = selectRows(withdrawals, params, PAGE_SIZES);
  return rows.map((row) => writeWithdrawal(row, nowMs));
};

/** Returns the newest records of a window of at most 90 days, after the record `idLessThan`. */
export function selectRows(
  rows: readonly RoutedTruthRow[],
  params: URLSearchParams,
  pageSizes: { readonly max: number; readonly fallback: number },
): readonly RoutedTruthRow[] {
  const startMs = readNumber(params, 'startTime');
  const endMs = readNumber(params, 'endTime');
  const limit = readNumber(params, 'limit') ?? pageSizes.fallback;
  const isWindow = startMs !== undefined && endMs !== undefined && endMs - startMs <= SPAN_MAX_MS;
  if (!isWindow || limit < 1 || limit > pageSizes.max) {
    throw new RequestRefused('invalid-parameter');
  }
  const idLessThan = readId(params.get('idLessThan'));
  return rows
    .filter(({ timestampMs }) => timestampMs >= startMs && timestampMs <= endMs)
    .map((row) => ({ row, id: BigInt(writeRecordId(row)) }))
    .filter(({ id }) => idLessThan === undefined || id < idLessThan)
    .sort((left, right) => (left.id < right.id ? 1 : -1))
    .slice(0, limit)
    .map(({ row }) => row);
}

function readId(text: string | null): bigint | undefined {
  if (text === null) return undefined;
  if (!/^\d{1,30}$/.test(text)) throw new RequestRefused('invalid-parameter');
  return BigInt(text);
}

/** Returns an identifier, which increases with time like Bitget's. */
export function writeRecordId({ timestampMs, recordId }: RoutedTruthRow): string {
  return `${timestampMs}${recordId ?? ''}`;
}

function writeDeposit(row: RoutedTruthRow, nowMs: number): JsonValue {
  const internal = row.source === 'internal-deposit';
  const { own, sender } = addressesOf(row);
  return {
    orderId: writeRecordId(row),
    tradeId: row.wire.txidText,
    coin: row.asset,
    type: 'deposit',
    size: row.wire.malformation === 'garbage-amount' ? 'abc' : row.amount,
    status: codeAt(row, nowMs),
    fromAddress: internal ? row.address : sender,
    toAddress: internal ? '7000002' : own,
    dest: internal ? 'internal_transfer' : 'on_chain',
    chain: writeChain(row.asset, row.wire.network),
    tag: row.tag,
    cTime: writeTime(row, String(row.timestampMs)),
    uTime: String(stateAt(row, nowMs)?.fromMs ?? row.timestampMs),
  };
}

function writeWithdrawal(row: RoutedTruthRow, nowMs: number): JsonValue {
  const internal = row.source === 'internal-withdrawal';
  const sent = row.txid !== null && nowMs >= row.txidFromMs;
  const fee = row.fee ?? '0';
  return {
    orderId: writeRecordId(row),
    tradeId: internal || sent ? row.wire.txidText : '',
    clientOid: '',
    coin: row.asset,
    type: 'withdraw',
    dest: internal ? 'internal_transfer' : 'on_chain',
    size: fromUnits(toUnits(row.amount) + toUnits(fee)),
    fee: fee === '0' ? '0' : `-${fee}`,
    status: codeAt(row, nowMs),
    fromAddress: internal ? '7000002' : null,
    toAddress: row.address,
    chain: writeChain(row.asset, row.wire.network),
    confirm: sent ? '20' : '0',
    tag: row.tag,
    cTime: String(row.timestampMs),
    uTime: String(stateAt(row, nowMs)?.fromMs ?? row.timestampMs),
  };
}
