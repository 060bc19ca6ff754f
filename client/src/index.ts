/**
 * `@wallet-teller/client`: the two endpoints of the service, for browsers and Node 20 or newer, and the management API,
 * typed.
 */
export type { Amount, DecimalForm } from './amount.ts';
export { ConnectionError } from './connection-error.ts';
export { poll, type PollOptions } from './poll.ts';
export { type ParameterError, ProblemError } from './problem-error.ts';
export {
  type AssetBalance,
  type Network,
  type Pagination,
  type ProblemCode,
  type SyncHistory,
  type SyncState,
  type Transaction,
  type TransactionField,
  TRANSACTION_FIELDS,
  type TransactionStatus,
  TRANSACTION_STATUSES,
  type TransactionType,
  TRANSACTION_TYPES,
} from './schemas.ts';
export type { TransactionPage, TransactionQuery, Transactions } from './transactions.ts';
export type { CallOptions } from './wallet-get.ts';
export type { WalletSync } from './wallet-sync.ts';
export { type Balance, WalletTeller, type WalletTellerOptions } from './wallet-teller.ts';
export type * from './management-types.ts';
export type { ManagementCallOptions, ManagementPage, PageQuery } from './management-request.ts';
export {
  type ImportOptions,
  type ManagementList,
  type ProjectTransactionList,
  type ProjectTransactionQuery,
  WalletTellerManagement,
  type WalletTellerManagementOptions,
} from './wallet-teller-management.ts';
