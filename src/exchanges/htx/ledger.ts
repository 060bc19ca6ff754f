/** Transfers between the customer's own accounts at HTX, and to and from sub-accounts. Pure but for the pages. */
import { DAY_MS } from '../../domain/duration.ts';
import { appendTo } from '../client/long-lists.ts';
import { absoluteDecimal } from '../../domain/decimal.ts';
import { RecordNumberer } from '../../domain/record-key.ts';
import { directionOf, typeOfBooking } from '../mapping/booking-types.ts';
import { ExchangeError, type ExchangeTransaction, type WindowReading } from '../exchange.ts';
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
/** "maximum 10-day records are queriable per request" (huobiapi.github.io/docs/spot/v1/en, Get Account Ledger). */
const SPAN_MS_MAX = 10 * DAY_MS - 1;
/** The ledger tells the last 180 days; a request about its very edge would be late. */
export const LEDGER_KEPT_MS = 179 * DAY_MS;
const ROWS_MAX = 500;
const PAGES_MAX = 1000;

/** Asks for a page of the ledger; tells the whole response, whose `nextId` names the next page. */
export type ReadLedgerPage = (parameters: Record<string, string | number>) => Promise<RawRow>;

/**
 * The transfers of `[fromMs, toMs)` that the ledger still tells, in spans that it takes. Whether the
 * bounds of a span are inside is not documented, so the millisecond before it is asked for as well.
 *
 * @throws {ExchangeError}
 */
export async function readTransfers(
  readPage: ReadLedgerPage,
  window: { readonly fromMs: number; readonly toMs: number; readonly nowMs: number },
  toSymbol: ToSymbol,
): Promise<WindowReading> {
  const transactions = new Map<string, ExchangeTransaction>();
  const unreadable: WindowReading['unreadable'][number][] = [];
  const oldestMs = Math.max(window.fromMs, window.nowMs - LEDGER_KEPT_MS);
  for (let endTime = window.toMs; endTime > oldestMs; endTime -= SPAN_MS_MAX) {
    const startTime = Math.max(oldestMs, endTime - SPAN_MS_MAX) - 1;
    const reading = mapTransfers(await readSpan(readPage, startTime, endTime), toSymbol);
    for (const transaction of reading.transactions) transactions.set(transaction.key, transaction);
    appendTo(unreadable, reading.unreadable);
  }
  return { transactions: [...transactions.values()], unreadable };
}

/** All pages of a span: what it holds is past, and no page shifts. */
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
    // A page that names itself as the next one is the page before, told again.
    if (nextId !== null && nextId === fromId) return rows;
    appendTo(rows, expectList(response['data'], ENDPOINT));
    if (nextId === null) return rows;
    fromId = nextId;
  }
  throw new ExchangeError('exchange_unavailable', `${ENDPOINT}: more than ${PAGES_MAX} pages`);
}

/**
 * Transfers of `account/ledger`, the rows of a span together: `transactId` is 0 for transfers in the
 * page's examples, so that a row is known by its content and its ordinal among equals. `transactAmt`
 * is negative for what leaves the account. Rows of another type are left to other sources.
 */
export function mapTransfers(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const numberer = new RecordNumberer();
  const map = (row: RawRow): ExchangeTransaction | undefined => {
    if (requireText(row, 'transactType') !== TRANSFER) return undefined;
    const asset = toSymbol(requireText(row, 'currency'));
    const amount = requireDecimal(row, 'transactAmt');
    const timestampMs = requireTimestampMs(row, 'transactTime');
    const content = {
      type: TRANSFER,
      asset,
      amount,
      timestampMs,
      txid: readId(row),
      address: null,
    };
    return {
      key: `transfer:${numberer.keyOf(content)}`,
      type: typeOfBooking('transfer', directionOf(amount)),
      asset,
      amount: absoluteDecimal(amount),
      timestampMs,
      status: 'completed',
      txid: null,
      address: null,
      feeCost: null,
      feeCurrency: null,
    };
  };
  return mapRows('transfers', rows, map, () => undefined);
}

function readId(row: RawRow): string | null {
  const id = readText(row, 'transactId');
  return id === '0' ? null : id;
}
