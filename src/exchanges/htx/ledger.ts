/**
 * Reads and maps transfers between the customer's own accounts at HTX, and to and from sub-accounts. Pure
 * except for `readPage`.
 */
import { DAY_MS } from '../../domain/duration.ts';
import { RecordNumberer } from '../../domain/record-key.ts';
import { appendTo } from '../client/long-lists.ts';
import { ExchangeError, type ExchangeTransaction, type WindowReading } from '../exchange.ts';
import { directionOf } from '../mapping/booking-types.ts';
import { mapBooking } from '../mapping/booking.ts';
import { mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  expectList,
  type RawRow,
  readText,
  requireDecimal,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';

const ENDPOINT = 'account/ledger';
const TRANSFER = 'transfer';
/**
 * Maximum span of a request: "maximum 10-day records are queriable per request"
 * (huobiapi.github.io/docs/spot/v1/en, Get Account Ledger).
 */
const SPAN_MS_MAX = 10 * DAY_MS - 1;
/**
 * The ledger contains the last 180 days. One day less is requested, because a request for its exact beginning
 * would be too late.
 */
export const LEDGER_REACH_MS = 179 * DAY_MS;
const ROWS_MAX = 500;
const PAGES_MAX = 1000;

/** Requests a page of the ledger. Returns the whole response; `nextId` names the next page. */
export type ReadLedgerPage = (parameters: Record<string, string | number>) => Promise<RawRow>;

/**
 * Returns the transfers of `[fromMs, toMs)`, read in spans of the maximum length. The documentation does not say if a span includes its bounds, so the millisecond before it is
 * requested as well.
 *
 * @throws {ExchangeError} if a request fails, or a span has too many pages.
 */
export async function readTransfers(
  readPage: ReadLedgerPage,
  window: { readonly fromMs: number; readonly toMs: number },
  toSymbol: ToSymbol,
): Promise<WindowReading> {
  const transactions = new Map<string, ExchangeTransaction>();
  const unreadable: WindowReading['unreadable'][number][] = [];
  for (let endTime = window.toMs; endTime > window.fromMs; endTime -= SPAN_MS_MAX) {
    const startTime = Math.max(window.fromMs, endTime - SPAN_MS_MAX) - 1;
    const reading = mapTransfers(await readSpan(readPage, startTime, endTime), toSymbol);
    for (const transaction of reading.transactions) transactions.set(transaction.key, transaction);
    appendTo(unreadable, reading.unreadable);
  }
  return { transactions: [...transactions.values()], unreadable };
}

/** Reads all pages of a span. The span is in the past, so its pages do not shift. */
async function readSpan(
  readPage: ReadLedgerPage,
  startTime: number,
  endTime: number,
): Promise<unknown[]> {
  const rows: unknown[] = [];
  const span = { transactTypes: TRANSFER, startTime, endTime, sort: 'asc', limit: ROWS_MAX };
  let fromId: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const response = await readPage({ ...span, ...(fromId === null ? {} : { fromId }) });
    const nextId = readText(response, 'nextId');
    // A page that names itself as the next page repeats the previous page.
    if (nextId !== null && nextId === fromId) return rows;
    appendTo(rows, expectList(response['data'], ENDPOINT));
    if (nextId === null) return rows;
    fromId = nextId;
  }
  throw new ExchangeError('exchange_unavailable', `${ENDPOINT}: more than ${PAGES_MAX} pages`);
}

/**
 * Maps transfers of `account/ledger`, the rows of a span together. In the examples of the documentation,
 * `transactId` is 0 for transfers, so a row is identified by its content and its ordinal among equal rows.
 * `transactAmt` is negative if the amount leaves the account. Rows of other types are skipped.
 */
export function mapTransfers(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const numberer = new RecordNumberer();
  const map = (row: RawRow): ExchangeTransaction | undefined => {
    if (requireText(row, 'transactType') !== TRANSFER) return undefined;
    const asset = toSymbol(requireText(row, 'currency'));
    const amount = requireDecimal(row, 'transactAmt');
    const timestampMs = requireTimestampMs(row, 'transactTime');
    const content = { asset, amount, timestampMs };
    const record = { ...content, type: TRANSFER, txid: readId(row), address: null };
    const key = `transfer:${numberer.keyOf(record)}`;
    return mapBooking({ ...content, key, kind: 'transfer', direction: directionOf(amount) });
  };
  return mapRows('transfers', rows, map, () => undefined);
}

function readId(row: RawRow): string | null {
  const id = readText(row, 'transactId');
  return id === '0' ? null : id;
}
