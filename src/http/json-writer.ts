/** The bodies of answers as JSON text, around what the store tells as JSON. */
import type { TransactionPage } from '../store/store.ts';

/** A page of transactions, and which one it is. */
export interface TransactionListing extends TransactionPage {
  readonly page: number;
  readonly limit: number;
}

/** The JSON body of the transaction listing, as bytes where the page is. */
export function writeTransactionListing(listing: TransactionListing): string | Buffer {
  const { json, totalCount, page, limit } = listing;
  const pageCount = Math.ceil(totalCount / limit);
  const head = '{"transactions":[';
  const tail =
    `],"pagination":{"totalCount":${totalCount},` +
    `"page":${page},"limit":${limit},"pageCount":${pageCount}}}`;
  if (typeof json === 'string') return head + json + tail;
  return Buffer.concat([Buffer.from(head), json, Buffer.from(tail)]);
}

/**
 * The JSON body of the withdrawable balance.
 *
 * @param lastSyncAt ISO 8601 UTC with milliseconds.
 * @param balances a JSON array, see `BalanceDocument`.
 */
export function writeBalances(lastSyncAt: string, balances: string): string {
  return `{"lastSyncAt":"${lastSyncAt}","balances":${balances}}`;
}
