/** What the service returns, see its OpenAPI document. */

/** How amounts are returned: as text with every digit, or as binary floats, which may round. */
export type DecimalForm = 'text' | 'number';

/** An amount in the chosen form. */
export type Amount<Form extends DecimalForm> = Form extends 'text' ? string : number;

/** Types of transaction. All but `other` say which way the amount moves. */
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

/** States of a transaction. */
export const TRANSACTION_STATUSES = [
  'pending',
  'completed',
  'failed',
  'canceled',
  'unknown',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** One transaction. `null` is what the exchange did not provide. */
export interface Transaction<Form extends DecimalForm = 'text'> {
  /** `tx_…`, the same for the same record of the exchange. */
  readonly id: string;
  readonly walletId: string;
  readonly asset: string;
  readonly type: TransactionType;
  /** Units of the asset, never negative. */
  readonly amount: Amount<Form>;
  /** Creation, Unix time in milliseconds. */
  readonly timestamp: number;
  readonly status: TransactionStatus;
  /** Identifier on the chain. */
  readonly txid: string | null;
  /** Counterparty address. */
  readonly address: string | null;
  readonly feeCost: Amount<Form> | null;
  readonly feeCurrency: string | null;
}

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
] as const satisfies readonly (keyof Transaction)[];
export type TransactionField = (typeof TRANSACTION_FIELDS)[number];

/** Which page of a listing it is. */
export interface Pagination {
  /** Transactions that match. */
  readonly totalCount: number;
  /** Zero-based. */
  readonly page: number;
  readonly limit: number;
  readonly pageCount: number;
}

/** A network on which an asset can be withdrawn. Limits are text as the exchange wrote them. */
export interface Network {
  /** The exchange's own identifier. */
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly displayName: string;
  /** May use exponent notation, `1e-8` for example. */
  readonly minWithdrawal: string | null;
  readonly maxWithdrawal: string | null;
  readonly assetName: string;
  /** Regular expression that a destination address must match. */
  readonly addressRegex: string | null;
}

/** What can be withdrawn of one asset. */
export interface AssetBalance<Form extends DecimalForm = 'text'> {
  readonly asset: string;
  /** Withdrawable amount in units of the asset. */
  readonly amount: Amount<Form>;
  /** Networks that are open for withdrawal now. */
  readonly networks: readonly Network[];
}
