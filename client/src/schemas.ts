// Written by `npm run docs` from the service's OpenAPI document.

import type { Amount, DecimalForm } from './amount.ts';

/**
 * The kind of the transaction, and the direction of its amount: `deposit`, `transfer_in`,
 * `reward` and `credit` add to the account, `withdrawal`, `transfer_out`, `fee` and `debit`
 * take from it. Transfers are between accounts of the same user. The direction of `other` is
 * unknown.
 */
export const TRANSACTION_TYPES = [
  'deposit',
  'withdrawal',
  'transfer_in',
  'transfer_out',
  'reward',
  'fee',
  'credit',
  'debit',
  'other',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** The last known state. `pending` and `unknown` may still change. */
export const TRANSACTION_STATUSES = [
  'pending',
  'completed',
  'failed',
  'canceled',
  'unknown',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** The fields of a transaction, in the order in which they are returned. */
export const TRANSACTION_FIELDS = [
  'id',
  'walletId',
  'asset',
  'type',
  'amount',
  'timestamp',
  'status',
  'txid',
  'address',
  'feeCost',
  'feeCurrency',
] as const;
export type TransactionField = (typeof TRANSACTION_FIELDS)[number];

/**
 * The state of the synchronisation. `new`: nothing was read yet. `synced`: history and
 * balances are complete and kept up to date. `backfilling`: recent history and balances are
 * complete, older history is still being read. `failing`: the last synchronisation failed,
 * and a running worker retries it; data of an earlier one is served. `stopped`: the last
 * synchronisation failed and the operator has to act; data of an earlier one is served.
 * `paused`: the operator has paused the wallet; data of an earlier synchronisation is
 * served. `imported`: the wallet has imported transactions only: it was not synchronised
 * yet, or only takes imports.
 */
export type SyncState =
  | 'new'
  | 'synced'
  | 'backfilling'
  | 'failing'
  | 'stopped'
  | 'paused'
  | 'imported';

/**
 * Whether the history was read back to its beginning; `complete` if the wallet only takes
 * imports.
 */
export type SyncHistory = 'complete' | 'backfilling';

/** The code of the error, for programs. */
export type ProblemCode =
  | 'invalid_parameter'
  | 'unknown_parameter'
  | 'repeated_parameter'
  | 'malformed_request'
  | 'missing_credentials'
  | 'invalid_credentials'
  | 'scope_mismatch'
  | 'wallet_not_found'
  | 'balance_not_available'
  | 'not_found'
  | 'method_not_allowed'
  | 'uri_too_long'
  | 'headers_too_large'
  | 'rate_limited'
  | 'internal'
  | 'wallet_not_synced'
  | 'wallet_stopped'
  | 'store_unavailable'
  | 'overloaded';

/** A transaction. `null` means that the exchange did not provide the field. */
export interface Transaction<Form extends DecimalForm = 'text'> {
  /** Always the same for the same record of the exchange. */
  readonly id: string;
  /** The wallet of the request. */
  readonly walletId: string;
  /** Asset symbol. */
  readonly asset: string;
  /**
   * The kind of the transaction, and the direction of its amount: `deposit`, `transfer_in`,
   * `reward` and `credit` add to the account, `withdrawal`, `transfer_out`, `fee` and `debit`
   * take from it. Transfers are between accounts of the same user. The direction of `other` is
   * unknown.
   */
  readonly type: TransactionType;
  /**
   * Units of the asset. Exact: written with every digit that the exchange provided, in plain
   * notation.
   */
  readonly amount: Amount<Form>;
  /** Creation, Unix time in milliseconds. */
  readonly timestamp: number;
  /** The last known state. `pending` and `unknown` may still change. */
  readonly status: TransactionStatus;
  /** Identifier on the chain. */
  readonly txid: string | null;
  /** Counterparty address. */
  readonly address: string | null;
  /**
   * The fee in units of `feeCurrency`. Exact: written with every digit that the exchange
   * provided, in plain notation.
   */
  readonly feeCost: Amount<Form> | null;
  /** Symbol of the asset of the fee. */
  readonly feeCurrency: string | null;
}

/** The place of a page in its listing. */
export interface Pagination {
  /** Number of transactions that match now. */
  readonly totalCount: number;
  /**
   * Zero-based index of the page. With `cursor`, it counts the pages of the walk, and may be
   * above 1000, and above `pageCount` if transactions were removed meanwhile.
   */
  readonly page: number;
  /** Maximum transactions per page. */
  readonly limit: number;
  /** `totalCount` divided by `limit`, rounded up. */
  readonly pageCount: number;
}

/** A network on which an asset can be withdrawn. */
export interface Network {
  /** The exchange's own identifier of the network. */
  readonly id: string;
  /** The same for one chain at every exchange, if the chain is known. */
  readonly code: string;
  /** Name of the network. */
  readonly name: string;
  /** Display name of the network. */
  readonly displayName: string;
  /** A decimal as the exchange wrote it, `1e-8` for example. */
  readonly minWithdrawal: string | null;
  /** A decimal as the exchange wrote it. */
  readonly maxWithdrawal: string | null;
  /** Symbol of the asset that this entry belongs to. */
  readonly assetName: string;
  /** Regular expression that a destination address must match. */
  readonly addressRegex: string | null;
}

/** The withdrawable amount of one asset, and its networks. */
export interface AssetBalance<Form extends DecimalForm = 'text'> {
  /** Asset symbol. */
  readonly asset: string;
  /**
   * Amount that can be withdrawn, in units of the asset. Exact: written with every digit that
   * the exchange provided, in plain notation.
   */
  readonly amount: Amount<Form>;
  /** Networks on which the asset can be withdrawn now, by `id`, ascending. */
  readonly networks: readonly Network[];
}

/** The withdrawable balances of a wallet. */
export interface Balance<Form extends DecimalForm = 'text'> {
  /** The time of the last synchronisation, in UTC with milliseconds. */
  readonly lastSyncAt: string;
  /** By `asset`, ascending. */
  readonly balances: readonly AssetBalance<Form>[];
}

/** Parameters of a listing that are sent unchanged. */
export interface ListingParameters {
  /** Zero-based page index; 0 if missing. From 0 to 1000. */
  readonly page?: number | undefined;
  /** Transactions per page. From 1 to 1000; 10 if absent. */
  readonly limit?: number | undefined;
  /** Keep only transactions of this asset symbol (exact, case-sensitive). */
  readonly asset?: string | undefined;
  /** Keep only transactions of this type. */
  readonly type?: TransactionType | undefined;
  /** Keep only transactions of this status. */
  readonly status?: TransactionStatus | undefined;
  /**
   * Continues a walk through all transactions: the token of a `Link` header with `rel="next"`.
   * All other parameters must be the same as in the request that returned it; `page` must be
   * missing.
   */
  readonly cursor?: string | undefined;
}
