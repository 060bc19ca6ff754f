import { DAY_MS } from '../../src/domain/duration.ts';
import type { BinanceTruthRow, History, TruthKind, TruthStatus } from '../truth.ts';
import { stateAt } from '../truth.ts';
import type { ReadRoute } from './account.ts';
import { BinanceError } from './errors.ts';
import { readInteger, TIME_BOUNDS } from './parameters.ts';
import { pageOf } from './window.ts';

/**
 * "Within the last 6 months only". Source: Binance Wallet API, "Query User Universal Transfer
 * History".
 */
const TRANSFERS_REACH_MS = 180 * DAY_MS;
const DEFAULT_RANGE_MS = 7 * DAY_MS;
const DIVIDENDS_SPAN_MAX_MS = 180 * DAY_MS;
const EVERY = 10;
const MALFORMED_EVERY = 40;

/** A kind of record of the spot account, other than deposits and withdrawals. */
interface MovementKind {
  readonly source: 'dividend' | 'transfer';
  readonly kind: TruthKind;
  /** The direction of a dividend, the type of a transfer. */
  readonly method: string;
  readonly status: TruthStatus;
  readonly code: string;
}

function dividend(kind: TruthKind, direction: string): MovementKind {
  return { source: 'dividend', kind, method: direction, status: 'completed', code: '' };
}

function transfer(type: string, status: TruthStatus, code: string): MovementKind {
  const kind = type.startsWith('MAIN_') ? 'transfer_out' : 'transfer_in';
  return { source: 'transfer', kind, method: type, status, code };
}

const REWARD = dividend('reward', '1');
/** The kinds, used in turn. */
const KINDS: readonly MovementKind[] = [
  REWARD,
  transfer('MAIN_FUNDING', 'completed', 'CONFIRMED'),
  dividend('debit', '-1'),
  transfer('UMFUTURE_MAIN', 'failed', 'FAILED'),
  transfer('ISOLATED_MARGIN_MAIN', 'pending', 'PENDING'),
];

/**
 * Returns the history with dividends at the times of its deposits, and transfers at the times of its deposits
 * of the last hundred days. Some of them are malformed. They do not change the balances.
 */
export function addMovements(
  history: History<BinanceTruthRow>,
  toMs: number,
): History<BinanceTruthRow> {
  const deposits = history.rows.filter(({ source }) => source === 'deposit');
  const recent = deposits.filter(({ timestampMs }) => timestampMs > toMs - 100 * DAY_MS);
  const times = [...deposits.filter((_, index) => index % EVERY === 0), ...recent];
  const rows = times
    .map((deposit, index) => makeMovement(deposit, index))
    .filter(
      ({ source, timestampMs }) => source === 'dividend' || timestampMs > toMs - 100 * DAY_MS,
    );
  return {
    ...history,
    rows: [...history.rows, ...rows].sort((left, right) => left.timestampMs - right.timestampMs),
  };
}

function makeMovement(
  { asset, amount, timestampMs }: BinanceTruthRow,
  number: number,
): BinanceTruthRow {
  const { source, kind, method, status, code } = KINDS[number % KINDS.length] ?? REWARD;
  const malformed = number % MALFORMED_EVERY === MALFORMED_EVERY - 1;
  return {
    exchange: 'binance',
    source,
    recordId: String(1_000_000_000 + number),
    kind,
    listed: true,
    asset,
    amount,
    fee: null,
    timestampMs,
    txid: null,
    txidFromMs: timestampMs,
    address: null,
    tag: null,
    malformed,
    states: [{ fromMs: timestampMs, status, code }],
    wire: {
      network: '',
      amountText: malformed ? 'abc' : amount,
      feeText: null,
      txidText: '',
      amountForm: 'text',
      malformation: malformed ? 'garbage-amount' : null,
      internal: false,
      method,
    },
  };
}

/**
 * `GET /sapi/v1/asset/assetDividend`: the newest rows of a window. Source: Binance Wallet API, "Asset
 * Dividend Record".
 */
export const listDividends: ReadRoute = (account, params, nowMs) => {
  const endMs = readInteger(params, 'endTime', TIME_BOUNDS) ?? nowMs;
  const startMs = readInteger(params, 'startTime', TIME_BOUNDS) ?? endMs - DIVIDENDS_SPAN_MAX_MS;
  if (endMs - startMs > DIVIDENDS_SPAN_MAX_MS) {
    throw new BinanceError(400, -1127, 'More than 180 days between startTime and endTime.');
  }
  const limit = readInteger(params, 'limit', { min: 1, max: 500 }) ?? 20;
  const { shown, total } = pageOf(
    account.listRows('dividend', nowMs),
    startMs,
    Math.min(endMs, nowMs),
    {
      offset: 0,
      limit,
    },
  );
  const rows = shown.map((row) => ({
    id: Number(row.recordId),
    amount: row.wire.amountText,
    asset: row.asset,
    divTime: row.timestampMs,
    enInfo: 'Simple Earn Flexible Interest',
    tranId: Number(row.recordId),
    direction: Number(row.wire.method),
  }));
  return { rows, total };
};

/**
 * `GET /sapi/v1/asset/transfer`: a page of the transfers of one type. Source: Binance Wallet API,
 * "Query User Universal Transfer History".
 */
export const listTransfers: ReadRoute = (account, params, nowMs) => {
  const type = params.get('type');
  if (type === null) throw new BinanceError(400, -1102, "Mandatory parameter 'type' was not sent.");
  const endMs = Math.min(readInteger(params, 'endTime', TIME_BOUNDS) ?? nowMs, nowMs);
  const startMs = readInteger(params, 'startTime', TIME_BOUNDS) ?? endMs - DEFAULT_RANGE_MS;
  const limit = readInteger(params, 'size', { min: 1, max: 100 }) ?? 10;
  const page = readInteger(params, 'current', { min: 1, max: 1_000_000 }) ?? 1;
  const ofType = account.listRows('transfer', nowMs).filter(({ wire }) => wire.method === type);
  const { shown, total } = pageOf(ofType, Math.max(startMs, nowMs - TRANSFERS_REACH_MS), endMs, {
    offset: (page - 1) * limit,
    limit,
  });
  if (total === 0) return { total };
  const rows = shown.map((row) => ({
    asset: row.asset,
    amount: row.wire.amountText,
    type,
    status: stateAt(row, nowMs)?.code,
    tranId: Number(row.recordId),
    timestamp: row.timestampMs,
  }));
  return { total, rows };
};
