import { DAY_MS } from '../../src/domain/duration.ts';
import { fromUnits, toUnits } from '../decimal-units.ts';
import type { JsonValue } from '../json-text.ts';
import { codeAt } from '../routed/account.ts';
import { type ReadRoute, RequestRefused } from '../routed/description.ts';
import { readNumber, writeTime } from '../routed/wire-values.ts';
import type { RoutedSource, RoutedTruthRow } from '../truth.ts';
import { OUTGOING_KINDS, stateAt } from '../truth.ts';
import { TRADE_CODES } from './ledger-kinds.ts';

const PAGE_SIZE_MAX = 1000;
const PAGE_SIZE_DEFAULT = 100;
const OFFSET_MAX = 200_000;
/** The maximum of `timedelta`, in seconds. */
const TIMEDELTA_MAX = 50_000_000;
const TIME_REACH_MS = 30 * DAY_MS;
/** The time until a booked request is in the list of the chain. */
const CHAIN_DELAY_MS = 600_000;
const LEDGER_TYPES: Readonly<Record<RoutedSource, string>> = {
  deposit: '0',
  'internal-deposit': '0',
  withdrawal: '1',
  'internal-withdrawal': '1',
};
const BOOKED = [
  'deposit',
  'internal-deposit',
  'withdrawal',
  'internal-withdrawal',
  'ledger',
] as const;

/** A user transaction of a row, whose state has this code. */
interface Booking {
  readonly id: number;
  readonly atMs: number;
  readonly row: RoutedTruthRow;
  readonly code: string;
}

/**
 * `POST /api/v2/user_transactions/`: settled records, and trades. Source: Bitstamp v2, "User transactions".
 */
export const listUserTransactions: ReadRoute = (account, params, nowMs) => {
  const sinceId = readNumber(params, 'since_id') ?? 0;
  const sinceMs = (readNumber(params, 'since_timestamp') ?? 0) * 1000;
  if (params.has('since_timestamp') && sinceMs < nowMs - TIME_REACH_MS) {
    throw new RequestRefused('invalid-parameter');
  }
  const bookings = account
    .listRows(BOOKED, nowMs)
    .flatMap((row) => listBookings(row, nowMs))
    .filter(({ id, atMs }) => id >= sinceId && atMs >= sinceMs)
    .toSorted((left, right) => left.atMs - right.atMs);
  const sorted = params.get('sort') === 'asc' ? bookings : bookings.toReversed();
  return cutPage(sorted, params).map(writeBooking);
};

function listBookings(row: RoutedTruthRow, nowMs: number): Booking[] {
  const state = stateAt(row, nowMs);
  if (state?.status !== 'completed') return [];
  const atMs = row.kind === 'withdrawal' ? bookedAtMs(row) : row.timestampMs;
  return [{ id: userTransactionId(row), atMs, row, code: state.code }];
}

function writeBooking({ id, atMs, row, code }: Booking): JsonValue {
  return {
    id,
    datetime: writeTime(row, writeMicroseconds(atMs)),
    type: row.source === 'ledger' ? code : LEDGER_TYPES[row.source],
    fee: row.fee ?? '0.00000000',
    ...writeAmounts(row, code),
  };
}

/** Returns the amounts of a row: also of other currencies, as zeros. An outgoing amount is negative. */
function writeAmounts(row: RoutedTruthRow, code: string): Record<string, JsonValue> {
  const zeros = { usd: 0, btc: 0, btc_usd: '0.00', eur: 0 };
  const leaves = OUTGOING_KINDS.has(row.kind);
  const garbled = row.wire.malformation === 'garbage-amount';
  const amount = garbled ? 'abc' : `${leaves ? '-' : ''}${row.amount}`;
  const traded = row.source === 'ledger' && TRADE_CODES.has(code);
  return {
    ...zeros,
    [row.asset.toLowerCase()]: amount,
    ...(traded ? { gbp: '-50.00', order_id: 1 } : {}),
  };
}

/** Returns Bitstamp's identifier of a booking; the request has another one. */
function userTransactionId(row: RoutedTruthRow): number {
  return Number(row.recordId) * 10 + (row.source === 'ledger' ? 2 : 1);
}

/** Returns when a withdrawal was booked: at its end. */
function bookedAtMs(row: RoutedTruthRow): number {
  const finished = row.states.find(({ status }) => status === 'completed');
  return (finished?.fromMs ?? row.timestampMs) + 321;
}

/** The last three digits differ from row to row. */
function writeMicroseconds(atMs: number): string {
  const microseconds = String(atMs % 1000).padStart(3, '0');
  return `${new Date(atMs).toISOString().slice(0, 23).replace('T', ' ')}${microseconds}`;
}

/**
 * `POST /api/v2/withdrawal-requests/`, newest first: all requests, or those of the last `timedelta` seconds.
 * Source: Bitstamp v2, "Withdrawal requests".
 */
export const listWithdrawalRequests: ReadRoute = (account, params, nowMs) => {
  if (params.has('limit') !== params.has('offset')) throw new RequestRefused('invalid-parameter');
  const timedelta = readNumber(params, 'timedelta');
  if (timedelta !== undefined && timedelta > TIMEDELTA_MAX) {
    throw new RequestRefused('invalid-parameter');
  }
  const sinceMs = timedelta === undefined ? 0 : nowMs - timedelta * 1000;
  const rows = account
    .listRows(['withdrawal', 'internal-withdrawal'], nowMs)
    .filter(({ timestampMs }) => timestampMs >= sinceMs)
    .toReversed();
  return cutPage(rows, params).map((row) => writeRequest(row, nowMs));
};

function writeRequest(row: RoutedTruthRow, nowMs: number): JsonValue {
  const isBooked = stateAt(row, nowMs)?.status === 'completed';
  const isSent = row.txid !== null && nowMs >= row.txidFromMs;
  return {
    id: Number(row.recordId),
    datetime: new Date(row.timestampMs).toISOString().slice(0, 19).replace('T', ' '),
    type: 16,
    currency: row.asset,
    network: row.wire.network,
    amount: row.amount,
    status: Number(codeAt(row, nowMs)),
    txid: isBooked ? userTransactionId(row) : null,
    address: row.tag === null ? row.address : `${row.address ?? ''}?dt=${row.tag}`,
    transaction_id: isSent ? row.wire.txidText : null,
  };
}

/**
 * `POST /api/v2/crypto-transactions/`, newest first: one page of all records, in two lists. The amount of a
 * withdrawal includes its fee. Source: Bitstamp v2, "Crypto transactions".
 */
export const listCryptoTransactions: ReadRoute = (account, params, nowMs) => {
  const sent = account
    .listRows(['deposit', 'withdrawal'], nowMs)
    .filter((row) => stateAt(row, nowMs)?.status === 'completed')
    .toReversed();
  const page = cutPage(sent, params);
  const ofKind = (kind: string): JsonValue =>
    page.filter((row) => row.kind === kind).map(writeChainRow);
  return {
    deposits: ofKind('deposit'),
    withdrawals: ofKind('withdrawal'),
    ripple_iou_transactions: [],
  };
};

function writeChainRow(row: RoutedTruthRow): JsonValue {
  const leaves = row.kind === 'withdrawal';
  const atMs = leaves ? bookedAtMs(row) + CHAIN_DELAY_MS : row.timestampMs;
  const amount = leaves ? fromUnits(toUnits(row.amount) + toUnits(row.fee ?? '0')) : row.amount;
  const reported = {
    currency: row.asset,
    network: row.wire.network,
    destinationAddress: row.address,
    txid: row.wire.txidText,
    amount,
    datetime: Math.floor(atMs / 1000),
  };
  return leaves ? reported : { id: Number(row.recordId), status: 'COMPLETED', ...reported };
}

function cutPage<Row>(rows: readonly Row[], params: URLSearchParams): readonly Row[] {
  const limit = readNumber(params, 'limit') ?? PAGE_SIZE_DEFAULT;
  const offset = readNumber(params, 'offset') ?? 0;
  if (limit < 1 || limit > PAGE_SIZE_MAX || offset > OFFSET_MAX) {
    throw new RequestRefused('invalid-parameter');
  }
  return rows.slice(offset, offset + limit);
}
