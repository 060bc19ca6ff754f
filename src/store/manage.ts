/**
 * The interface of the store that the management API and Connect use, in addition to `admin.ts` and `webhooks.ts`.
 * The command line calls the same methods.
 *
 * A method of {@link AuditedWrites} that is called by {@link ManageStore.withAudit} appends to the audit log in the
 * transaction of its change, so a change without its entry, or an entry without its change, is not stored.
 */
import type { AssetBalance } from '../domain/balance.ts';
import type { ConnectStep } from '../domain/connect.ts';
import type { TransactionQuery } from '../domain/query.ts';
import type { SealedCredentials } from '../domain/sealed-credentials.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { AdminStore } from './admin.ts';
import type { AuditEntry, AuditRecord } from './audit.ts';
import type {
  ClaimTimes,
  ListRange,
  SyncStateName,
  WalletRecord,
  WalletSyncState,
} from './records.ts';
import type { WebhookAdminStore, WebhookStore } from './webhooks.ts';

/** A key of the management API. */
export interface ManagementKeyRecord {
  readonly id: string;
  /** The only project that the key can see; `null` for the whole installation. */
  readonly projectId: string | null;
  readonly label: string | null;
  /** A keyed hash, like that of API keys. */
  readonly hash: Uint8Array;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
}

/** Selects entries of the audit log; without a member, all. Entries are sorted newest first, by time and id. */
export interface AuditQuery extends ListRange {
  readonly projectId?: string;
  readonly walletId?: string;
}

/** A response to repeat if a request is repeated; its body is sealed, because it may contain a new key. */
export interface StoredResponse extends SealedCredentials {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The sealed body of the response to a request. */
export type SealedResponse = SealedCredentials & RequestName;

/** What names a request; idempotency keys of other management keys are different ones. */
export interface RequestName {
  readonly managementKeyId: string;
  readonly idempotencyKey: string;
}

/** A request with an idempotency key. */
export interface IdempotentRequest extends RequestName {
  /** A hash of method, path and body. */
  readonly requestHash: Uint8Array;
  readonly nowMs: number;
  /** The request counts as abandoned after this time; a repetition then runs it. */
  readonly runsUntilMs: number;
  /** The key is forgotten after this time. */
  readonly expiresAtMs: number;
}

/** A request that runs. Only its owner can store a response. */
export interface IdempotencyClaim extends RequestName {
  /** Random. */
  readonly token: number;
}

/** What to do with a request with an idempotency key. */
export type IdempotencyOutcome =
  | { readonly outcome: 'run'; readonly claim: IdempotencyClaim }
  /** The same request runs in this moment: wait and retry, or answer 409. */
  | { readonly outcome: 'running' }
  /** The key was used for another request. */
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'done'; readonly response: StoredResponse };

/** The state of a connect session. `expired` is computed from the time: it is never stored. */
export type ConnectSessionState = 'open' | 'connected' | 'expired' | 'canceled';

/** A connect session. */
export interface ConnectSessionRecord {
  readonly id: string;
  readonly projectId: string;
  /** The only exchange that can be chosen; `null` for any. */
  readonly exchange: string | null;
  /** The external id and the label of the new wallet. */
  readonly externalId: string | null;
  readonly label: string | null;
  /** The wallet to reconnect; `null` to add one. */
  readonly walletId: string | null;
  readonly returnUrl: string | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly state: ConnectSessionState;
  /** The step of the check of a key that runs now; `null` if none runs. */
  readonly checkStep: ConnectStep | null;
  /** The added or reconnected wallet, also after it was removed; `null` until then. */
  readonly connectedWalletId: string | null;
}

/** A new connect session. */
export interface NewConnectSession extends Omit<
  ConnectSessionRecord,
  'state' | 'checkStep' | 'connectedWalletId'
> {
  /** SHA-256 of the token. */
  readonly tokenHash: Uint8Array;
}

/** The use of a connect session while a key is checked. Only its owner can complete the session. */
export interface ConnectClaim {
  readonly sessionId: string;
  /** Random. */
  readonly token: number;
}

/** The result of {@link ManageStore.claimConnectSession}. */
export type ConnectClaimOutcome =
  | {
      readonly outcome: 'claimed';
      readonly session: ConnectSessionRecord;
      readonly claim: ConnectClaim;
    }
  /** Another request checks a key for it. */
  | { readonly outcome: 'busy' }
  /** It is connected, expired or canceled. */
  | { readonly outcome: 'closed'; readonly session: ConnectSessionRecord }
  /** There is no such session. */
  | { readonly outcome: 'unknown' };

/** What else is written in the transaction of an audited change. */
export interface AlsoWritten {
  /** Completes an idempotent request. @throws {ClaimLostError} from the change if another one has taken it over. */
  readonly response?: { readonly claim: IdempotencyClaim; readonly response: StoredResponse };
  /** Connects a session. @throws {ClaimLostError} from the change if it is not open, or the claim has ended. */
  readonly connected?: { readonly claim: ConnectClaim; readonly walletId: string };
}

/** A change of a wallet; a missing member remains as it is. */
export interface WalletChanges {
  readonly label?: string | null;
  readonly externalId?: string | null;
  /** A paused wallet is not due; a wallet that is no longer paused is due. */
  readonly paused?: boolean;
}

/** The newest part of the history of a source without a gap. */
export interface SourceHistory {
  readonly source: string;
  /** Every row from this time up to `toMs` was read. */
  readonly completeFromMs: number;
  readonly toMs: number;
}

/** A wallet of the management API. */
export interface ManagedWallet extends WalletRecord {
  readonly sync: WalletSyncState;
  /** `null` if the node of a cluster that has the rows of the page does not respond. */
  readonly transactionCount: number | null;
  readonly quarantinedCount: number;
  /** By source; a source that was never read is missing. */
  readonly history: readonly SourceHistory[];
}

/** Selects wallets. They are sorted in the order in which they were added. */
export interface WalletListQuery {
  /** All projects if missing. */
  readonly projectId?: string;
  readonly state?: SyncStateName;
  readonly exchange?: string;
  readonly externalId?: string;
  /** A part of the label, the external id or the id; upper and lower case of ASCII letters are equal. */
  readonly search?: string;
  /** The list starts after this wallet, a `next` of the page before; it may have been removed since. */
  readonly after?: number;
  readonly limit: number;
}

/** A page of wallets. */
export interface ManagedWalletPage {
  readonly items: readonly ManagedWallet[];
  /** The place of the next page; `undefined` for the last one. */
  readonly next: number | undefined;
}

/** A place in the transactions of a project. */
export interface ProjectTransactionPlace {
  readonly timestampMs: number;
  readonly id: string;
  readonly walletNo: number;
}

/** Selects transactions of all wallets of a project. */
export interface ProjectTransactionQuery extends Pick<
  TransactionQuery,
  'limit' | 'asset' | 'type' | 'status' | 'sinceMs' | 'beforeMs'
> {
  readonly projectId: string;
  /** Only this wallet; a wallet of another project has no transactions. */
  readonly walletId?: string;
  readonly after?: ProjectTransactionPlace;
}

/**
 * A page of transactions: newest first, `timestampMs` descending, then `id` descending. It has fewer rows than the
 * limit, also none, if a filter excludes most of a bounded number of rows; the list ends if `next` is missing.
 */
export interface ProjectTransactionPage {
  readonly items: readonly (Transaction & { readonly walletId: string })[];
  readonly next: ProjectTransactionPlace | undefined;
}

/** A place in the balances of a project. */
export interface ProjectBalancePlace {
  readonly walletNo: number;
  /** The last asset of the wallet; the empty text if all its balances were returned. */
  readonly asset: string;
}

/** Selects balances of all wallets of a project. */
export interface ProjectBalanceQuery {
  readonly projectId: string;
  /** Only this wallet; a wallet of another project has no balances. */
  readonly walletId?: string;
  readonly asset?: string;
  readonly after?: ProjectBalancePlace;
  readonly limit: number;
}

/** A page of balances, by wallet in the order in which they were added, then by asset. */
export interface ProjectBalancePage {
  readonly items: readonly (AssetBalance & {
    readonly walletId: string;
    /** The start of the last synchronisation that succeeded. */
    readonly syncedAtMs: number | null;
    /** True if it is not known which part of the amount can be withdrawn. */
    readonly withdrawableUnverified: boolean;
  })[];
  /** Also a page without items can have a next one. */
  readonly next: ProjectBalancePlace | undefined;
}

/** Changes of wallets, management keys and connect sessions. */
export interface ManageWrites {
  /** @throws {RecordNotFoundError} if the project does not exist. */
  createManagementKey(key: Omit<ManagementKeyRecord, 'revokedAtMs'>): Promise<void>;
  /** Revokes a key; a second call does not change the time. @throws {RecordNotFoundError} */
  revokeManagementKey(id: string, revokedAtMs: number): Promise<void>;
  /**
   * Changes a wallet. The worker that has its lease keeps it, and can store what it has read.
   *
   * @param nowMs when a wallet that is no longer paused is due.
   * @throws {ExternalIdTakenError} @throws {RecordNotFoundError}
   */
  changeWallet(walletId: string, changes: WalletChanges, nowMs: number): Promise<void>;
  /**
   * Makes a wallet due, also if it was stopped.
   *
   * @param rereadFromMs the history is read again from this time on (Unix ms).
   * @throws {WalletPausedError} @throws {RecordNotFoundError} also for a wallet that only takes imports.
   */
  makeWalletDue(walletId: string, nowMs: number, rereadFromMs?: number): Promise<void>;
  /** @throws {RecordNotFoundError} if the project or the wallet to reconnect does not exist. */
  createConnectSession(session: NewConnectSession): Promise<void>;
  /**
   * Cancels an open session, also while a key is checked. Returns null for any other one, also for one whose time is
   * over: it remains as it is.
   *
   * @throws {RecordNotFoundError}
   */
  cancelConnectSession(id: string, nowMs: number): Promise<true | null>;
}

/** The methods whose changes are audited. */
export type AuditedWrites = ManageWrites &
  Pick<
    AdminStore,
    | 'createOrganization'
    | 'createProject'
    | 'createApiKey'
    | 'revokeApiKey'
    | 'addWallet'
    | 'replaceCredentials'
    | 'removeWallet'
    | 'importFile'
    | 'undoImport'
    | 'replaceMasterKey'
  > &
  Pick<WebhookAdminStore, 'addWebhook' | 'removeWebhook' | 'enableWebhook' | 'changeWebhook'> &
  Pick<WebhookStore, 'replaceWebhookSecret'>;

/** The interface of the management API and Connect. */
export interface ManageStore extends ManageWrites {
  /**
   * Returns the methods that change something. Each call appends the entry to the audit log, and writes what
   * `also` contains, in the transaction of its change; a call that rejects writes nothing.
   */
  withAudit(entry: AuditEntry, also?: AlsoWritten): AuditedWrites;
  /** Returns entries of the audit log, newest first. */
  listAudit(query: AuditQuery): Promise<readonly AuditRecord[]>;

  /** Returns a key; `undefined` if there is none with this id and hash. Revoked and expired keys are returned. */
  findManagementKey(
    key: Pick<ManagementKeyRecord, 'id' | 'hash'>,
  ): Promise<ManagementKeyRecord | undefined>;
  /** Returns keys by creation, optionally of one project. */
  listManagementKeys(projectId?: string): Promise<readonly ManagementKeyRecord[]>;

  /** Begins a request, or returns the response of the same request. The key survives restarts. */
  beginRequest(request: IdempotentRequest): Promise<IdempotencyOutcome>;
  /** Extends the time until which a request runs; without an effect if its claim was lost. */
  extendRequest(claim: IdempotencyClaim, runsUntilMs: number): Promise<void>;
  /**
   * Stores the response of a request that its change did not store: of one that changed nothing, or of an import.
   *
   * @throws {ClaimLostError | MasterKeyReplacedError}
   */
  completeRequest(claim: IdempotencyClaim, response: StoredResponse): Promise<void>;
  /** Forgets a request that failed, so that its key can be used again. */
  abandonRequest(claim: IdempotencyClaim): Promise<void>;
  /** Removes at most `limit` expired keys. Returns the number of them. */
  pruneRequests(nowMs: number, limit: number): Promise<number>;
  /** Returns responses that are not sealed under a master key, in the order of their requests, after one. */
  listResponsesOfOtherKeys(
    keyId: string,
    after: RequestName,
    limit: number,
  ): Promise<readonly SealedResponse[]>;
  /** Replaces the sealed body of a response, unless it was changed or removed since. */
  resealResponse(previous: SealedResponse, next: SealedCredentials): Promise<void>;

  /** Returns the session of a token, as of now; `undefined` if there is none. */
  findConnectSession(
    tokenHash: Uint8Array,
    nowMs: number,
  ): Promise<ConnectSessionRecord | undefined>;
  /** @throws {RecordNotFoundError} */
  readConnectSession(id: string, nowMs: number): Promise<ConnectSessionRecord>;
  /** Returns the sessions of a project by creation, newest first. */
  listConnectSessions(
    query: ListRange & { readonly projectId: string; readonly nowMs: number },
  ): Promise<readonly ConnectSessionRecord[]>;
  /**
   * Claims an open session until a time, so that only one of several requests with its token uses it. The claim ends
   * by `withAudit(…, { connected })`, by {@link releaseConnectSession}, or at that time.
   */
  claimConnectSession(tokenHash: Uint8Array, times: ClaimTimes): Promise<ConnectClaimOutcome>;
  /** Records the step of the check of a claim. Does nothing if the claim has ended. */
  recordConnectStep(claim: ConnectClaim, step: ConnectStep): Promise<void>;
  /** Ends a claim without a result, for example because the key was refused. */
  releaseConnectSession(claim: ConnectClaim): Promise<void>;
  /** Removes at most `limit` sessions that expired before a time. Returns the number of them. */
  pruneConnectSessions(expiredBeforeMs: number, limit: number): Promise<number>;

  /** @throws {RecordNotFoundError} */
  readManagedWallet(walletId: string): Promise<ManagedWallet>;
  listManagedWallets(query: WalletListQuery): Promise<ManagedWalletPage>;
  /**
   * Returns the wallet of an account in a project, for its state. Of several wallets, it is `preferredId` or else the
   * oldest one. See `AdminStore.addWallet`.
   */
  findWalletOfAccount(
    projectId: string,
    accountHash: Uint8Array,
    preferredId?: string,
  ): Promise<string | undefined>;

  listProjectTransactions(query: ProjectTransactionQuery): Promise<ProjectTransactionPage>;
  listProjectBalances(query: ProjectBalanceQuery): Promise<ProjectBalancePage>;
}
