/** Where the page of a transaction is. The service finds a transaction by its time, and the page by its id. */
import type { Transaction, TransactionQuery } from '../../../../client/src/index.ts';
import type { Zone } from '../../format/time.ts';
import { writeFragment } from '../../state/route.ts';

/** Name of the view in the fragment of the URL. */
export const TRANSACTION_VIEW_ID = 'transaction';

/** Maximum transactions of one millisecond that are searched. An import can have many at the same time. */
const SEARCHED_MAX = 10_000;
const ROWS_PER_REQUEST = 1000;

/** Returns the fragment of the page. */
export function writeTransactionLink(
  { id, timestamp }: Pick<Transaction, 'id' | 'timestamp'>,
  zone: Zone,
  others: Readonly<Record<string, string>> = {},
): string {
  const time = new Date(timestamp).toISOString();
  return writeFragment(TRANSACTION_VIEW_ID, {
    ...others,
    id,
    time,
    zone: zone === 'utc' ? 'utc' : undefined,
  });
}

/** Reads the transactions of a range of time. */
export type ReadRange = (
  range: Pick<TransactionQuery, 'since' | 'before' | 'limit'>,
) => AsyncIterable<Transaction>;

/** Returns the transaction with this id at this time; `undefined` if there is none, or the time is not one. */
export async function findTransaction(
  readRange: ReadRange,
  id: string,
  time: string,
): Promise<Transaction | undefined> {
  const timeMs = Date.parse(time);
  if (Number.isNaN(timeMs)) return undefined;
  const [since, before] = [timeMs, timeMs + 1].map((ms) => new Date(ms).toISOString());
  let searched = 0;
  for await (const transaction of readRange({ since, before, limit: ROWS_PER_REQUEST })) {
    if (transaction.id === id) return transaction;
    searched += 1;
    if (searched >= SEARCHED_MAX) return undefined;
  }
  return undefined;
}
