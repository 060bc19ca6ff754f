import { type JsonValue, JsonNumberText } from '../json-text.ts';
import { codeAt } from '../routed/account.ts';
import { type ReadRoute, RequestRefused } from '../routed/description.ts';
import { writeTime } from '../routed/wire-values.ts';
import type { RoutedSource, RoutedTruthRow } from '../truth.ts';
import { stateAt } from '../truth.ts';
import { writeChainId } from './currencies.ts';

const PAGE_SIZE_MAX = 500;
const PAGE_SIZE_DEFAULT = 100;
const OPENED_MS = Date.UTC(2013, 8, 1);
const ID_DIGITS = 7;

const SOURCES: Readonly<Record<string, readonly RoutedSource[]>> = {
  deposit: ['deposit', 'internal-deposit'],
  withdraw: ['withdrawal', 'internal-withdrawal'],
};

/**
 * `GET /v1/query/deposit-withdraw`: a page from the record with an identifier, inclusive, upwards (`prev`) or
 * downwards (`next`). Source: HTX Spot API, "Search for Existed Withdraws and Deposits".
 */
export const listRecords: ReadRoute = (account, params, nowMs) => {
  const type = params.get('type') ?? '';
  const sources = Object.hasOwn(SOURCES, type) ? SOURCES[type] : undefined;
  const direct = params.get('direct') ?? 'prev';
  const size = readNumber(params.get('size') ?? String(PAGE_SIZE_DEFAULT));
  const from = params.get('from') === null ? undefined : readNumber(params.get('from'));
  if (sources === undefined || !['prev', 'next'].includes(direct)) throw refuseParameter();
  if (size < 1n || size > PAGE_SIZE_MAX) throw refuseParameter();
  const up = direct === 'prev';
  return account
    .listRows(sources, nowMs)
    .map((row) => ({ row, id: idOf(row) }))
    .filter(({ id }) => from === undefined || (up ? id >= from : id <= from))
    .sort((left, right) => (left.id < right.id === up ? -1 : 1))
    .slice(0, Number(size))
    .map(({ row, id }) => writeRecord(row, type, id, nowMs));
};

function refuseParameter(): RequestRefused {
  return new RequestRefused('invalid-parameter');
}

function readNumber(text: string | null): bigint {
  if (text === null || !/^\d{1,19}$/.test(text)) throw refuseParameter();
  return BigInt(text);
}

/**
 * Returns an identifier, which increases with time like HTX's and is as long as its data type `long` allows.
 */
function idOf({ timestampMs, recordId = '' }: RoutedTruthRow): bigint {
  return BigInt(`${timestampMs - OPENED_MS}${recordId.slice(-ID_DIGITS)}`);
}

/**
 * Returns a row. Amounts are JSON numbers with all of their digits. An internal transfer has a number as its
 * hash.
 */
function writeRecord(row: RoutedTruthRow, type: string, id: bigint, nowMs: number): JsonValue {
  const internal = row.wire.network === '';
  const number = new JsonNumberText(id.toString());
  const { malformation } = row.wire;
  return {
    id: number,
    type,
    'sub-type': internal ? 'FAST' : 'NORMAL',
    currency: row.asset.toLowerCase(),
    chain: writeChainId(row.asset, row.wire.network),
    'tx-hash': internal ? id.toString().slice(0, 8) : writeHash(row, nowMs),
    amount: malformation === 'garbage-amount' ? 'abc' : new JsonNumberText(row.amount),
    'from-addr-tag': '',
    'address-id': 0,
    address: row.address ?? '',
    'address-tag': row.tag ?? '',
    fee: new JsonNumberText(row.fee ?? '0'),
    state: codeAt(row, nowMs),
    'created-at': writeTime(row, row.timestampMs),
    'updated-at': stateAt(row, nowMs)?.fromMs ?? row.timestampMs,
  };
}

/** Returns the hash. A withdrawal that is not sent has an empty one, or none. */
function writeHash(row: RoutedTruthRow, nowMs: number): string | undefined {
  if (row.txid !== null && nowMs >= row.txidFromMs) return row.txid;
  return Number(row.recordId?.at(-1) ?? 0) % 2 === 0 ? '' : undefined;
}
