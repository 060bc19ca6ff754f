/** Reads a list of HTX by the identifiers of its records. Pure except for `readPage`. */
import { ExchangeError } from '../exchange.ts';
import type { RawRow } from '../mapping/raw-row.ts';

/** Maximum rows of a page (huobiapi.github.io/docs/spot/v1/en, `size`: 1 to 500). */
export const PAGE_ROWS_MAX = 500;
const PAGES_MAX = 5000;
const ID = /^\d{1,30}$/;

/** Returns a page of the list, newest first: from this identifier backwards, or from the newest record. */
export type ReadPage = (from: string | undefined) => Promise<readonly unknown[]>;

/**
 * Returns every record from the newest back to `fromMs` (Unix ms), each once.
 *
 * Identifiers increase with time ("All new transfer id will be incremental to the previous ids", Create a
 * Withdraw Request). So a page is requested by the lowest identifier of the previous page, and new records do
 * not shift it. It may begin with that record or after it. Further pages may follow a short page: the list
 * ends at a page without a lower identifier.
 *
 * @throws {ExchangeError} if there may be further records that cannot be requested.
 */
export async function readRecordsById(readPage: ReadPage, fromMs: number): Promise<unknown[]> {
  const rows = new Map<string, unknown>();
  let from: bigint | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const found = await readPage(from?.toString());
    for (const row of found) rows.set(identify(row), row);
    const lowest = findLowest(found, from);
    if (lowest === undefined || lowest === from || isOlder(found, fromMs)) {
      return [...rows.values()];
    }
    from = lowest;
  }
  throw new ExchangeError('exchange_unavailable', `more than ${PAGES_MAX} pages of records`);
}

/** Returns the lowest identifier of a page; `undefined` if the page is the whole list. */
function findLowest(found: readonly unknown[], from: bigint | undefined): bigint | undefined {
  const ids = found.map(idOf).filter((id) => id !== undefined);
  const lowest = ids.reduce<bigint | undefined>(
    (least, id) => (least === undefined || id < least ? id : least),
    undefined,
  );
  const continues = lowest !== undefined && (from === undefined || ids.every((id) => id <= from));
  if (continues) return lowest;
  // If the list ignores the requested beginning, it is complete if it does not fill a page.
  if (found.length < PAGE_ROWS_MAX) return undefined;
  throw new ExchangeError(
    'exchange_unavailable',
    'a full page of records has no lower identifier to continue from',
  );
}

/**
 * Returns true if all rows of a page are older than `fromMs`. So a row out of order, or without a time, does
 * not end the reading too early.
 */
function isOlder(found: readonly unknown[], fromMs: number): boolean {
  return found.every((row) => {
    const createdAtMs = createdAtOf(row);
    return createdAtMs > 0 && createdAtMs < fromMs;
  });
}

/** Returns the time when a record was created (Unix ms); 0 or `NaN` if it has none. */
export function createdAtOf(row: unknown): number {
  return Number((row as RawRow | null)?.['created-at']);
}

function idOf(row: unknown): bigint | undefined {
  const id = (row as RawRow | null)?.['id'];
  const text = typeof id === 'number' ? String(id) : id;
  return typeof text === 'string' && ID.test(text) ? BigInt(text) : undefined;
}

function identify(row: unknown): string {
  return idOf(row)?.toString() ?? JSON.stringify(row);
}
