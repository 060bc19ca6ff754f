import { SECOND_MS, DAY_MS } from '../../src/domain/duration.ts';
import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import { codeAt } from '../routed/account.ts';
import { RequestRefused } from '../routed/description.ts';
import { readNumber, writeTime } from '../routed/wire-values.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { addressesOf } from '../senders.ts';
import { stateAt } from '../truth.ts';
import { BYBIT_CHAINS } from './coins.ts';
import { FUNDING_CODE } from './statuses.ts';

/** The number of rows of a page. */
interface PageSize {
  readonly standard: number;
  readonly max: number;
}

const UP_TO_50: PageSize = { standard: 50, max: 50 };
const UP_TO_100: PageSize = { standard: 10, max: 100 };

/** The maximum window. */
interface Span {
  readonly maxMs: number;
  /** True if a window may have exactly this length. */
  readonly inclusive: boolean;
}

const LESS_THAN_30_DAYS: Span = { maxMs: 30 * DAY_MS, inclusive: false };
const UP_TO_7_DAYS: Span = { maxMs: 7 * DAY_MS, inclusive: true };

/** One of Bybit's lists of records. */
interface RecordList {
  readonly sources: readonly RoutedTruthRow['source'][];
  /** The name of the list in the response. */
  readonly field: 'rows' | 'list';
  readonly span: Span;
  /** The rows of the sources that the list contains. Default: all. */
  readonly includes?: (row: RoutedTruthRow) => boolean;
  /** True if the bounds are `createTimeFrom` and `createTimeTo`, in seconds. */
  readonly boundsInSeconds?: true;
  readonly pageSize: PageSize;
  /** Returns the time by which windows select. For a deposit, it changes with the status. */
  readonly timeOf: (row: RoutedTruthRow, nowMs: number) => number;
  readonly write: (row: RoutedTruthRow, nowMs: number) => JsonValue;
}

const successTime = (row: RoutedTruthRow, nowMs: number): number =>
  stateAt(row, nowMs)?.fromMs ?? row.timestampMs;
const creationTime = (row: RoutedTruthRow): number => row.timestampMs;

/** `GET /v5/asset/deposit/query-record`. */
export const DEPOSITS: RecordList = {
  field: 'rows',
  span: LESS_THAN_30_DAYS,
  pageSize: UP_TO_50,
  sources: ['deposit'],
  timeOf: successTime,
  write: writeDeposit,
};
/** `GET /v5/asset/deposit/query-internal-record`. */
export const INTERNAL_DEPOSITS: RecordList = {
  field: 'rows',
  span: LESS_THAN_30_DAYS,
  pageSize: UP_TO_50,
  sources: ['internal-deposit'],
  timeOf: creationTime,
  write: writeInternalDeposit,
};
/** `GET /v5/asset/withdraw/query-record` with `withdrawType=2`. */
export const WITHDRAWALS: RecordList = {
  field: 'rows',
  span: LESS_THAN_30_DAYS,
  pageSize: UP_TO_50,
  sources: ['withdrawal', 'internal-withdrawal'],
  timeOf: creationTime,
  write: writeWithdrawal,
};

/** `GET /v5/asset/transfer/query-inter-transfer-list`. */
export const TRANSFERS: RecordList = {
  field: 'list',
  span: UP_TO_7_DAYS,
  pageSize: UP_TO_50,
  sources: ['ledger'],
  includes: (row) => !isFundingEntry(row),
  timeOf: creationTime,
  write: writeTransfer,
};

/** `GET /v5/asset/fundinghistory`. */
export const FUNDING_HISTORY: RecordList = {
  field: 'list',
  span: UP_TO_7_DAYS,
  pageSize: UP_TO_100,
  boundsInSeconds: true,
  sources: ['ledger'],
  includes: isFundingEntry,
  timeOf: creationTime,
  write: writeFundingEntry,
};

/** Returns true for an entry that only the funding account's history contains. */
export function isFundingEntry(row: RoutedTruthRow): boolean {
  return row.source === 'ledger' && row.states[0]?.code.startsWith(FUNDING_CODE) === true;
}

/**
 * Returns a page of a list, newest first: records of a window with bounds in whole seconds. Every
 * page with records has a cursor. Source: Bybit v5, "Get Deposit Records", "Get Withdrawal Records", "Get
 * Internal Transfer Records", "Funding Account Transaction History".
 */
export function listRecords(
  { sources, includes, timeOf, write, field, span, pageSize, boundsInSeconds }: RecordList,
  account: RoutedAccount,
  params: URLSearchParams,
  nowMs: number,
): JsonValue {
  const [from, to] = boundsInSeconds
    ? ['createTimeFrom', 'createTimeTo']
    : ['startTime', 'endTime'];
  const unitMs = boundsInSeconds ? SECOND_MS : 1;
  const endMs = (readNumber(params, to) ?? nowMs / unitMs) * unitMs;
  const startMs = (readNumber(params, from) ?? (endMs - span.maxMs + SECOND_MS) / unitMs) * unitMs;
  const beyondMs = span.inclusive ? 1 : 0;
  if (endMs - startMs >= span.maxMs + beyondMs) throw new RequestRefused('invalid-parameter');
  const limit = readNumber(params, 'limit') ?? pageSize.standard;
  if (limit < 1 || limit > pageSize.max) throw new RequestRefused('invalid-parameter');
  const seconds = (ms: number): number => Math.floor(ms / SECOND_MS);
  const rows = account.listRows(sources, nowMs).filter((row) => {
    if (includes?.(row) === false) return false;
    const second = seconds(timeOf(row, nowMs));
    return second >= seconds(startMs) && second <= seconds(endMs);
  });
  const end = Math.min(rows.length, readCursor(params.get('cursor')));
  const start = Math.max(0, end - limit);
  const page = rows.slice(start, end).toReversed();
  return {
    [field]: page.map((row) => write(row, nowMs)),
    nextPageCursor: page.length === 0 ? '' : writeCursor(start),
  };
}

/**
 * Returns a cursor that identifies the oldest returned record by the number of older records, which does not
 * change when new records arrive.
 */
function writeCursor(olderCount: number): string {
  return Buffer.from(JSON.stringify({ minID: olderCount })).toString('base64url');
}

function readCursor(cursor: string | null): number {
  if (cursor === null) return Number.POSITIVE_INFINITY;
  const match = /^\{"minID":(\d+)\}$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (match === null) throw new RequestRefused('invalid-parameter');
  return Number(match[1]);
}

function writeDeposit(row: RoutedTruthRow, nowMs: number): JsonValue {
  const { own, sender } = addressesOf(row);
  const { txidText, network, malformation } = row.wire;
  return {
    id: row.recordId,
    coin: row.asset,
    chain: BYBIT_CHAINS[network]?.chain ?? '',
    amount: malformation === 'garbage-amount' ? 'abc' : row.amount,
    txID: txidText,
    status: Number(codeAt(row, nowMs)),
    toAddress: own ?? '',
    tag: row.tag ?? '',
    depositFee: '',
    successAt: writeTime(row, String(successTime(row, nowMs))),
    confirmations: '12',
    txIndex: '0',
    blockHash: '',
    batchReleaseLimit: '-1',
    depositType: '0',
    fromAddress: sender ?? '',
    taxDepositRecordsId: '0',
    taxStatus: 0,
  };
}

function writeInternalDeposit(row: RoutedTruthRow, nowMs: number): JsonValue {
  return {
    id: row.recordId,
    amount: row.amount,
    type: 1,
    coin: row.asset,
    address: 'some***@example.org',
    status: Number(codeAt(row, nowMs)),
    createdTime: String(row.timestampMs / SECOND_MS),
    txID: row.wire.txidText,
    taxDepositRecordsId: '0',
    taxStatus: 0,
  };
}

function writeTransfer(row: RoutedTruthRow, nowMs: number): JsonValue {
  const [fromAccountType, toAccountType, status] = codeAt(row, nowMs).split(' ');
  return {
    transferId: `selfTransfer_${row.recordId}`,
    coin: row.asset,
    amount: row.malformed ? 'abc' : row.amount,
    fromAccountType,
    toAccountType,
    timestamp: String(row.timestampMs),
    status,
  };
}

function writeFundingEntry(row: RoutedTruthRow, nowMs: number): JsonValue {
  const [prefix = '', type = '', description = '', ioDirection = ''] = codeAt(row, nowMs).split(
    ' ',
  );
  return {
    memberId: '1000001',
    currency: row.asset,
    ioDirection,
    txnAmt: row.malformed ? 'abc' : row.amount,
    afterAmt: row.amount,
    createTime: String(row.timestampMs / SECOND_MS),
    showBusiType: prefix + type,
    showBusiTypeEn: type,
    description: prefix + description,
    descriptionEn: `${description} \n`,
    currcCursor: Buffer.from(String(row.recordId)).toString('base64'),
  };
}

function writeWithdrawal(row: RoutedTruthRow, nowMs: number): JsonValue {
  const internal = row.source === 'internal-withdrawal';
  const sent = nowMs >= row.txidFromMs && row.txid !== null;
  return {
    withdrawId: row.recordId,
    coin: row.asset,
    chain: BYBIT_CHAINS[row.wire.network]?.chain ?? '',
    amount: row.amount,
    txID: internal || sent ? row.wire.txidText : '',
    status: codeAt(row, nowMs),
    toAddress: row.address,
    tag: row.tag ?? '',
    withdrawFee: row.fee,
    createTime: String(row.timestampMs),
    updateTime: String(stateAt(row, nowMs)?.fromMs ?? row.timestampMs),
    withdrawType: internal ? 1 : 0,
    fee: '',
    tax: '',
    taxRate: '',
    taxType: '',
  };
}
