/** The shapes of the API, from the types that are generated from the service's OpenAPI document (`openapi.ts`). */
import type { Amount, DecimalForm } from './amount.ts';
import {
  type components,
  type operations,
  transactionStatusValues,
  transactionTypeValues,
} from './openapi.ts';

type Headers = components['headers'];
type Schemas = components['schemas'];
type ListingQuery = NonNullable<operations['listTransactions']['parameters']['query']>;
/** Parameters for which the client accepts more than their text, see `TransactionQuery`. */
type WidenedParameter = 'since' | 'before' | 'fields';

/** The kind of a transaction, and the direction of its amount. */
export type TransactionType = Schemas['Transaction']['type'];
/** The kinds of transactions. */
export const TRANSACTION_TYPES: readonly TransactionType[] = transactionTypeValues;

/** The last known state of a transaction. `pending` and `unknown` may still change. */
export type TransactionStatus = Schemas['Transaction']['status'];
/** The states of transactions. */
export const TRANSACTION_STATUSES: readonly TransactionStatus[] = transactionStatusValues;

/** The name of a field of a transaction. */
export type TransactionField = keyof Schemas['Transaction'];
const FIELDS: Readonly<Record<TransactionField, true>> = {
  id: true,
  walletId: true,
  asset: true,
  type: true,
  amount: true,
  timestamp: true,
  status: true,
  txid: true,
  address: true,
  feeCost: true,
  feeCurrency: true,
};
/** The fields of a transaction, in the order in which they are returned. */
export const TRANSACTION_FIELDS = Object.keys(FIELDS) as readonly TransactionField[];

/** The state of the synchronisation of a wallet. */
export type SyncState = Headers['x-svc-sync-state'];
/** Whether the history was read back to its beginning; `complete` if the wallet only takes imports. */
export type SyncHistory = Headers['x-svc-history'];
/** The code of an error, for programs. */
export type ProblemCode = Schemas['Problem']['code'];

/** A transaction. `null` means that the exchange did not provide the field. */
export interface Transaction<Form extends DecimalForm = 'text'> extends Omit<
  Schemas['Transaction'],
  'amount' | 'feeCost'
> {
  /** Units of the asset, with every digit that the exchange provided, in plain notation. */
  readonly amount: Amount<Form>;
  /** The fee in units of `feeCurrency`, with every digit that the exchange provided, in plain notation. */
  readonly feeCost: Amount<Form> | null;
}

/** The place of a page in its listing. */
export type Pagination = Schemas['Pagination'];

/** A network on which an asset can be withdrawn. */
export type Network = Schemas['Network'];

/** The withdrawable amount of one asset, and its networks. */
export interface AssetBalance<Form extends DecimalForm = 'text'> extends Omit<
  Schemas['AssetBalance'],
  'amount'
> {
  /** Amount that can be withdrawn, in units of the asset, with every digit that the exchange provided. */
  readonly amount: Amount<Form>;
}

/** The withdrawable balances of a wallet. */
export interface Balance<Form extends DecimalForm = 'text'> extends Omit<
  Schemas['Balance'],
  'balances'
> {
  /** By `asset`, ascending. */
  readonly balances: readonly AssetBalance<Form>[];
}

/** Parameters of a listing that are sent unchanged. */
export type ListingParameters = {
  readonly [Name in keyof Omit<ListingQuery, WidenedParameter>]?: ListingQuery[Name] | undefined;
};
