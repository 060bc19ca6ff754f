/** The interface of the store that the HTTP service uses. */
import type { BalanceDocument } from '../domain/balance-document.ts';
import type { TransactionQuery } from '../domain/query.ts';
import type { WalkPlace } from '../domain/walk.ts';
import type { ApiKeyRecord, SyncFailure, SyncStateName } from './records.ts';
import type { WebhookCount } from './webhooks.ts';

/** The number of wallets of an exchange in a state. */
export interface WalletCount {
  readonly exchange: string;
  /** See `SYNC_STATES`. `imported` also counts wallets with imports that were not synchronised yet. */
  readonly state: SyncStateName;
  readonly count: number;
  /**
   * The earliest of the last synchronisations of these wallets. A wallet with a key that was never synchronised counts from
   * its creation. `null` if all of them only take imports.
   */
  readonly oldestSyncAtMs: number | null;
  /** Rows of these wallets that could not be read. */
  readonly quarantinedCount: number;
}

/** A wallet, by its identifier and by its number in the tables, which no other wallet ever has. */
export interface WalletKey {
  readonly id: string;
  readonly no: number;
}

/** The fields of a wallet that the HTTP service needs. */
export interface ServedWallet extends WalletKey {
  readonly projectId: string;
  /** True if the wallet is never synchronised: it has no balance. */
  readonly importsOnly: boolean;
  readonly lastSyncAtMs: number | null;
  readonly historyComplete: boolean;
  /** True if there is a history to list: the wallet was synchronised, has imports, or only takes imports. */
  readonly hasHistory: boolean;
  readonly syncState: SyncStateName;
  /** Why the last synchronisation failed; `null` if it succeeded, or before the first. */
  readonly failure: Pick<SyncFailure, 'code' | 'message'> | null;
  /** Changes with the wallet's transactions; a number is never reused. */
  readonly transactionsRevision: number;
  /** Changes with its balances and networks; a number is never reused. */
  readonly balancesRevision: number;
}

/** A page of a wallet's history, and the number of all matching rows. */
export interface TransactionPage {
  readonly totalCount: number;
  /**
   * The output of `writeTransactions` with the requested fields: newest first, `timestampMs` descending,
   * then `id` descending.
   */
  readonly json: string;
  /** The place after which the next page starts; `undefined` for the last page, and for a page after it. */
  readonly next: WalkPlace | undefined;
}

/** An API key as a caller presents it. */
export type PresentedKey = Pick<ApiKeyRecord, 'id' | 'hash'>;

/** A caller and the requested wallet. */
export interface Caller {
  readonly key: ApiKeyRecord;
  /** The requested wallet; `undefined` unless it belongs to the key's project. */
  readonly wallet: ServedWallet | undefined;
}

/** A node of a cluster on which wallets are stored. */
export interface ClusterNode {
  /** Host and port. */
  readonly address: string;
  readonly isReachable: boolean;
}

/** The store, as the HTTP service uses it. */
export interface ServingStore {
  /** False if {@link generation} never knows of changes, because the service reads a standby. */
  readonly tracksChanges: boolean;
  /**
   * Returns a number that changes whenever any process may have changed the result of {@link findCaller} for
   * this key and wallet. `undefined` if that is unknown: then nothing may be cached. Call it before the read
   * whose result is cached.
   */
  generation(keyId: string, walletId: string): number | undefined;
  /**
   * Returns the key and the requested wallet of its project, in one read; `undefined` for an unknown key. A key with
   * another hash is unknown too: neither its project nor the wallet is read, so both take the same time. An unknown
   * wallet takes as long as another project's wallet.
   */
  findCaller(key: PresentedKey, walletId: string): Promise<Caller | undefined>;
  /**
   * Returns a page and the total from the same snapshot; a wallet that was removed has no transactions, also if it was
   * added again. A walk by `next` returns every transaction that matches throughout the walk exactly once.
   *
   * @throws {WalkExpiredError} if the walk cannot be continued.
   */
  listTransactions(wallet: WalletKey, query: TransactionQuery): Promise<TransactionPage>;
  /** Returns the balances in the form of the response; a wallet that was removed has none. */
  readBalances(wallet: WalletKey): Promise<BalanceDocument>;
  /** Counts the wallets of all tenants by exchange and state, for the operator. */
  countWallets(): Promise<readonly WalletCount[]>;
  /** Counts the webhook endpoints of all tenants by state, for the operator. */
  countWebhooks(): Promise<readonly WebhookCount[]>;
  /**
   * Resolves if the database answers and its schema has the migrations of this program. A newer program may have applied
   * further ones since this process has started.
   */
  ping(): Promise<void>;
  /** Returns the nodes of a cluster on which wallets are stored; none if the database is on one server. */
  listNodes(): Promise<readonly ClusterNode[]>;
}
