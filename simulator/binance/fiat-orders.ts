import { DAY_MS } from '../../src/domain/duration.ts';
import type { JsonValue } from '../json-text.ts';
import type { BinanceTruthRow } from '../truth.ts';
import { stateAt } from '../truth.ts';
import type { ReadRoute } from './account.ts';
import { BinanceError, invalidParameterError } from './errors.ts';
import { readInteger, TIME_BOUNDS } from './parameters.ts';
import { pageOf } from './window.ts';

const DEFAULT_RANGE_MS = 30 * DAY_MS;
const ROWS_DEFAULT = 100;
const ROWS_MAX = 500;

/**
 * `GET /sapi/v1/fiat/orders`: a page of fiat deposits (transactionType 0) or withdrawals (1),
 * newest first; without times the last 30 days.
 * Source: Binance Fiat API, "Get Fiat Deposit/Withdraw History".
 */
export const listFiatOrders: ReadRoute = (account, params, nowMs) => {
  const type = params.get('transactionType');
  if (type === null) {
    const message =
      "Mandatory parameter 'transactionType' was not sent, was empty/null, or malformed.";
    throw new BinanceError(400, -1102, message);
  }
  if (type !== '0' && type !== '1') throw invalidParameterError('transactionType');
  const rows = account.listRows(type === '0' ? 'fiat-deposit' : 'fiat-withdrawal', nowMs);
  const endMs = Math.min(readInteger(params, 'endTime', TIME_BOUNDS) ?? nowMs, nowMs);
  const beginMs = readInteger(params, 'beginTime', TIME_BOUNDS) ?? nowMs - DEFAULT_RANGE_MS;
  const limit = readInteger(params, 'rows', { min: 1, max: ROWS_MAX }) ?? ROWS_DEFAULT;
  const page = readInteger(params, 'page', { min: 1, max: 1_000_000 }) ?? 1;
  const offset = (page - 1) * limit;
  const { shown, total } = pageOf(rows, beginMs, endMs, { offset, limit });
  return {
    code: '000000',
    message: 'success',
    data: shown.map((row) => writeOrder(row, nowMs)),
    total,
    success: true,
  };
};

function writeOrder(row: BinanceTruthRow, nowMs: number): JsonValue {
  const state = stateAt(row, nowMs);
  return {
    orderNo: row.recordId,
    fiatCurrency: row.asset,
    indicatedAmount: row.wire.indicatedText,
    amount: row.wire.amountText,
    totalFee: row.wire.feeText,
    method: row.wire.method,
    status: state?.code,
    createTime: row.timestampMs,
    updateTime: Math.max(state?.fromMs ?? 0, row.timestampMs + 60_000),
  };
}
