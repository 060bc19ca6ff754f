/** Reading a list of HTX by the identifiers of its records. Pure except for `readPage`. */
import { ExchangeError } from '../exchange.ts';
import type { RawRow } from '../mapping/raw-row.ts';

/** Maximum rows of a page (huobiapi.github.io/docs/spot/v1/en, `size`: 1 to 500). */
export const PAGE_ROWS_MAX = 500;
const PAGES_MAX = 5000;
const ID = /^\d{1,30}$/;

/** Returns a page of the list, newest first: from this identifier down, or from the newest record. */
export type ReadPage = (from: string | undefined) => Promise<readonly unknown[]>;

/**
 * Returns every record from the newest down to `fromMs` (Unix ms), each once.
 *
 * Every identifier is higher than those before it ("All new transfer id will be incremental to the previous
 * ids", Create a Withdraw Request), so a page is named by the lowest identifier of the one before, and new
 * records shift no page. Whether a page begins with that record or after it makes no difference. A short page
 * is no end: the list ends at a page without a lower identifier.
 *
 * @throws {ExchangeError} if more records may follow that cannot be requested.
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
  // A list that ignores where it should begin is complete if it does not fill a page.
  if (found.length < PAGE_ROWS_MAX) return undefined;
  throw new ExchangeError(
    'exchange_unavailable',
    'a full page of records has no lower identifier to continue from',
  );
}

/**
 * True if no row after a page is wanted. All of its rows have to be older, so that neither a row out of order
 * nor one without a time ends the reading too early.
 */
function isOlder(found: readonly unknown[], fromMs: number): boolean {
  return found.every((row) => {
    const createdAtMs = Number((row as RawRow | null)?.['created-at']);
    return createdAtMs > 0 && createdAtMs < fromMs;
  });
}

function idOf(row: unknown): bigint | undefined {
  const id = (row as RawRow | null)?.['id'];
  const text = typeof id === 'number' ? String(id) : id;
  return typeof text === 'string' && ID.test(text) ? BigInt(text) : undefined;
}

function identify(row: unknown): string {
  return idOf(row)?.toString() ?? JSON.stringify(row);
}
