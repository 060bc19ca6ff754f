/** Writes response bodies around the JSON of the store. */
/** A page of transactions, and its number. */
export interface TransactionListing {
  /** The number of all transactions that match. */
  readonly totalCount: number;
  /** The transactions as JSON, separated by commas. */
  readonly json: string;
  readonly page: number;
  readonly limit: number;
}

/** Returns the JSON body of the transaction listing. */
export function writeTransactionListing(listing: TransactionListing): string {
  return `{"transactions":[${listing.json}],"pagination":${writePagination(listing)}}`;
}

/** Returns the pagination of a listing as JSON. */
export function writePagination({
  totalCount,
  page,
  limit,
}: Omit<TransactionListing, 'json'>): string {
  const pageCount = Math.ceil(totalCount / limit);
  return `{"totalCount":${totalCount},"page":${page},"limit":${limit},"pageCount":${pageCount}}`;
}

/**
 * Returns the JSON body of the withdrawable balance.
 *
 * @param lastSyncAt ISO 8601 UTC with milliseconds.
 * @param balances a JSON array, see `BalanceDocument`.
 */
export function writeBalances(lastSyncAt: string, balances: string): string {
  return `{"lastSyncAt":"${lastSyncAt}","balances":${balances}}`;
}
