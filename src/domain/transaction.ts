import type { Decimal } from './decimal.ts';

/**
 * Kinds of transactions. The type includes the direction of the amount: `deposit`, `transfer_in`, `reward` and
 * `credit` add to the account, `withdrawal`, `transfer_out`, `fee` and `debit` take from it. A transfer
 * is between accounts of the same user; `credit` and `debit` are any other booking. `other` is a
 * booking whose direction is unknown.
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
/** The type of a transaction, which also has its direction. */
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** States of a transaction; `unknown` is a state of the exchange that has no mapping. */
export const TRANSACTION_STATUSES = [
  'pending',
  'completed',
  'failed',
  'canceled',
  'unknown',
] as const;
/** The status of a transaction. */
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** The fields of a transaction, in the order in which they are always written. */
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
/** The name of a field of a transaction in a response. */
export type TransactionField = (typeof TRANSACTION_FIELDS)[number];

/** One movement in the history of a wallet. A field is `null` if the exchange did not provide it. */
export interface Transaction {
  /** `tx_…`, the same for the same record of the same wallet on any machine. */
  readonly id: string;
  /** Asset symbol, case-sensitive. */
  readonly asset: string;
  readonly type: TransactionType;
  /** Units of the asset, never negative. */
  readonly amount: Decimal;
  /** Creation, Unix time in milliseconds. */
  readonly timestampMs: number;
  readonly status: TransactionStatus;
  /** Identifier on the chain. */
  readonly txid: string | null;
  /**
   * The destination of a withdrawal; for a deposit the sender, or the account's own address if the exchange reports only
   * that.
   */
  readonly address: string | null;
  /** Never negative. */
  readonly feeCost: Decimal | null;
  /** Symbol of the asset in which the fee is expressed. */
  readonly feeCurrency: string | null;
}
