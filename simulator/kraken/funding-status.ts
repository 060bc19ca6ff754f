import { fromUnits, toUnits } from '../decimal-units.ts';
import type { JsonValue } from '../json-text.ts';
import { lowerBound, pageBackwards } from '../sorted-lists.ts';
import type { KrakenTruthRow } from '../truth.ts';
import { isHidden, stateAt } from '../truth.ts';
import type { KrakenAccount } from './account.ts';
import { resolveAssets } from './asset-names.ts';
import { KrakenError } from './errors.ts';
import { readTicks } from './seconds.ts';

const TICKS_PER_MS = 10;
const PAGE_SIZE_MAX = 500;

/** The documented page sizes if the request gives none. */
const PAGE_SIZE_DEFAULT = { deposit: 25, withdrawal: 500 } as const;

/** The name of the list in a paginated response. */
const LIST_NAME = { deposit: 'deposits', withdrawal: 'withdrawals' } as const;

/** The current time, and the period that the status endpoints contain. */
export interface StatusReach {
  readonly nowMs: number;
  readonly reachMs: number;
}

/**
 * `POST /0/private/DepositStatus` and `WithdrawStatus`: the latest transfers, newest first. With
 * `cursor` true or a cursor the response is an object with `next_cursor`, otherwise the first page
 * as a plain array. `start` and `end` are both inclusive. Source: Kraken REST API, "Get Status of
 * Recent Deposits", "Get Status of Recent Withdrawals".
 */
export function listFunding(
  account: KrakenAccount,
  source: 'deposit' | 'withdrawal',
  params: URLSearchParams,
  reach: StatusReach,
): JsonValue {
  const rows = selectRows(account.funding[source], params, reach);
  const cursor = params.get('cursor') ?? 'false';
  const limit = readLimit(params) ?? PAGE_SIZE_DEFAULT[source];
  const offset = cursor === 'true' || cursor === 'false' ? 0 : readCursor(cursor);
  const page = pageBackwards(rows, { from: 0, to: rows.length }, { offset, limit });
  const written = page.map((row) => writeStatus(row, source, reach.nowMs));
  if (cursor === 'false') return written;
  const next = offset + page.length;
  return {
    [LIST_NAME[source]]: written,
    next_cursor: next < rows.length ? writeCursor(next) : undefined,
  };
}

function selectRows(
  rows: readonly KrakenTruthRow[],
  params: URLSearchParams,
  { nowMs, reachMs }: StatusReach,
): readonly KrakenTruthRow[] {
  const start = params.get('start');
  const end = params.get('end');
  const startTicks = start === null || start === '' ? 0 : readTicks(start);
  const endTicks = end === null || end === '' ? Number.POSITIVE_INFINITY : readTicks(end);
  const fromTicks = Math.max(startTicks, (nowMs - reachMs) * TICKS_PER_MS);
  const toTicks = Math.min(endTicks, nowMs * TICKS_PER_MS);
  const from = lowerBound(rows, (row) => row.wire.requestedAtMs * TICKS_PER_MS < fromTicks);
  const to = lowerBound(rows, (row) => row.wire.requestedAtMs * TICKS_PER_MS <= toTicks);
  const assets = resolveAssets(params.get('asset') ?? 'all');
  const method = params.get('method');
  return rows
    .slice(from, Math.max(from, to))
    .filter(
      (row) =>
        (assets === undefined || assets.has(row.wire.assetId)) &&
        (method === null || row.wire.method === method) &&
        stateAt(row, nowMs) !== undefined &&
        !isHidden(row, nowMs),
    );
}

function readLimit(params: URLSearchParams): number | undefined {
  const text = params.get('limit');
  if (text === null) return undefined;
  const limit = Number(text);
  if (!/^\d{1,4}$/.test(text) || limit < 1 || limit > PAGE_SIZE_MAX) {
    throw new KrakenError('EGeneral:Invalid arguments:limit');
  }
  return limit;
}

function writeCursor(offset: number): string {
  return Buffer.from(`page:${offset}`).toString('base64');
}

function readCursor(cursor: string): number {
  const match = /^page:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64').toString('utf8'));
  if (match === null) throw new KrakenError('EGeneral:Invalid arguments:cursor');
  return Number(match[1]);
}

function writeStatus(
  row: KrakenTruthRow,
  source: 'deposit' | 'withdrawal',
  nowMs: number,
): JsonValue {
  const state = stateAt(row, nowMs);
  return {
    method: row.wire.method,
    network: source === 'withdrawal' ? row.wire.network : undefined,
    aclass: 'currency',
    asset: row.wire.assetId,
    refid: row.wire.refid,
    txid: nowMs >= row.txidFromMs ? row.txid : '',
    info: row.address,
    amount: row.malformed ? row.wire.amountText : trimZeros(row.wire.amountText),
    fee: trimZeros(row.wire.feeText),
    time: row.wire.requestedAtMs / 1_000,
    status: state?.code,
    'status-prop': state?.property,
    key: source === 'withdrawal' ? 'saved address' : undefined,
  };
}

/** Returns a decimal without trailing zeros, which the status lists omit, unlike the ledger. */
function trimZeros(text: string): string {
  return fromUnits(toUnits(text));
}
