/** The bodies of answers, around what the store tells as JSON. */
import { type JsonText, surround } from '../../domain/json-text.ts';
import type { TransactionPage } from '../../store/store.ts';

/** A page of transactions, and which one it is. */
export interface TransactionListing extends Omit<TransactionPage, 'next'> {
  readonly page: number;
  readonly limit: number;
}

/** The JSON body of the transaction listing. */
export function writeTransactionListing(listing: TransactionListing): string | Buffer {
  const { json, totalCount, page, limit } = listing;
  const pageCount = Math.ceil(totalCount / limit);
  const pagination = `{"totalCount":${totalCount},"page":${page},"limit":${limit},"pageCount":${pageCount}}`;
  return surround('{"transactions":[', json, `],"pagination":${pagination}}`);
}

/**
 * The JSON body of the withdrawable balance.
 *
 * @param lastSyncAt ISO 8601 UTC with milliseconds.
 * @param balances a JSON array, see `BalanceDocument`.
 */
export function writeBalances(lastSyncAt: string, balances: JsonText): string | Buffer {
  return surround(`{"lastSyncAt":"${lastSyncAt}","balances":`, balances, '}');
}
