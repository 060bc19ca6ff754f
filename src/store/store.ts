/**
 * The store as the rest of the program sees it. Two engines implement it and pass the same
 * contract tests. Every method rejects with {@link StoreUnavailableError} where the database does
 * not answer; each call that writes is one transaction and is durable when it resolves.
 */
import type { BalanceDocument } from '../domain/balance-document.ts';
import type { AssetBalance } from '../domain/balance.ts';
import type { JsonText } from '../domain/json-text.ts';
import type { TransactionQuery } from '../domain/query.ts';
import type { SealedCredentials } from '../domain/sealed-credentials.ts';
import type { Transaction } from '../domain/transaction.ts';

/** The database does not answer, is locked too long, or is of another schema version. */
export class StoreUnavailableError extends Error {
  readonly code = 'store_unavailable';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailableError';
  }
}

/** A record that another refers to does not exist (an organization, a project, a wallet …). */
export class RecordNotFoundError extends Error {
  readonly code = 'record_not_found';

  constructor(kind: string, id: string) {
    super(`there is no ${kind} ${id}`);
    this.name = 'RecordNotFoundError';
  }
}

/** A record with this identifier exists already. */
export class RecordExistsError extends Error {
  readonly code = 'record_exists';

  constructor(kind: string, id: string) {
    super(`there is already ${kind} ${id}`);
    this.name = 'RecordExistsError';
  }
}

/** The lease of a wallet was lost: another worker has taken it over, or the wallet is gone. */
export class LeaseLostError extends Error {
  readonly code = 'lease_lost';

  constructor(walletId: string) {
    super(`the lease of ${walletId} was lost`);
    this.name = 'LeaseLostError';
  }
}

/** What an API key is, as stored. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly label: string | null;
  readonly hash: Uint8Array;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
}

/** A wallet held at an exchange. */
export interface WalletRecord {
  readonly id: string;
  readonly projectId: string;
  /** ccxt's id of the exchange, for example `binance`. */
  readonly exchange: string;
  readonly label: string | null;
  /** The exchange's account within the credentials, where it has several. */
  readonly account: string | null;
  readonly createdAtMs: number;
}

/** What went wrong last, for `teller wallet show`. */
export interface SyncFailure {
  readonly code: string;
  /** What happened and what to do; no secret. */
  readonly message: string;
  readonly atMs: number;
}

/** How far the synchronisation of a wallet is. */
export interface WalletSyncState {
  /** The start of the last refresh that succeeded as a whole; `null` before the first. */
  readonly lastSyncAtMs: number | null;
  /** True once every source was read back to the exchange's beginning. */
  readonly historyComplete: boolean;
  /** When the wallet is due; `null` while it is stopped (see `failure`). */
  readonly nextRunAtMs: number | null;
  readonly failure: SyncFailure | null;
  /** Refreshes that failed in a row. */
  readonly failureCount: number;
}

/**
 * Where the synchronisation of a wallet stands: `stopped` waits for the operator, `failing` is tried
 * again by itself.
 */
export type SyncStateName = 'new' | 'synced' | 'backfilling' | 'failing' | 'stopped';

/** How many wallets of an exchange stand where. */
export interface WalletCount {
  readonly exchange: string;
  readonly state: SyncStateName;
  readonly count: number;
  /** Of those that were synchronised, when the one was that waits longest. */
  readonly oldestSyncAtMs: number | null;
  /** Rows of these wallets that could not be read. */
  readonly quarantinedCount: number;
}

/** What the HTTP service needs to know of a wallet before it answers. */
export interface ServedWallet {
  readonly id: string;
  readonly projectId: string;
  readonly lastSyncAtMs: number | null;
  readonly historyComplete: boolean;
  /** Another number whenever the wallet's transactions have changed; never one again. */
  readonly transactionsRevision: number;
  /** The same of its balances and networks. */
  readonly balancesRevision: number;
}

/** A page of a wallet's history, and how many rows match in all. */
export interface TransactionPage {
  readonly totalCount: number;
  /**
   * Newest first, `timestampMs` descending, then `id` descending: what `writeTransactions` writes of
   * the fields asked for.
   */
  readonly json: JsonText;
}

/** A half-open range of time. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * A time range of a source that was read in full, and when that was: of a range that was read in
 * parts, when its oldest part was, so that it never claims to have seen rows which arrived later.
 */
export interface CoverageRange extends TimeRange {
  readonly source: string;
  readonly readAtMs: number;
}

/** A row of the exchange that could not be mapped, kept as it came. */
export interface QuarantinedRow {
  /** Identifies the row within the wallet, so that reading it again replaces it. */
  readonly key: string;
  readonly source: string;
  /** The row as JSON text, at most 64 KiB of it. */
  readonly raw: string;
  readonly reason: string;
}

/** A row that is not final and has to be read again at `dueAtMs`. */
export interface Recheck {
  readonly transactionId: string;
  readonly source: string;
  /** The transaction's timestamp: where in the source's history the row is found. */
  readonly timestampMs: number;
  readonly dueAtMs: number;
}

/** A worker's claim on a wallet. The token rises with every claim, so that a late writer is told. */
export interface WalletLease {
  readonly walletId: string;
  readonly token: number;
}

/** Which wallet is claimed, and for how long. */
export interface WalletClaim {
  readonly nowMs: number;
  readonly untilMs: number;
  /** This wallet, due or not. */
  readonly walletId?: string;
  /** Wallets of these exchanges are not claimed, unless they are named. */
  readonly exceptExchanges?: readonly string[];
}

/** What of a source is asked for again. */
export interface DueQuery {
  readonly source: string;
  readonly nowMs: number;
  readonly limit: number;
}

/** One window of a source, read in full: written as a whole or not at all. */
export interface WindowRecord {
  readonly source: string;
  /** What was read: its rows in quarantine are replaced. */
  readonly window: TimeRange;
  /** What of it counts as read from now on; `null` for nothing. */
  readonly covered: TimeRange | null;
  readonly readAtMs: number;
  readonly transactions: readonly Transaction[];
  readonly quarantined: readonly QuarantinedRow[];
  /** When the window is read again for the rows in quarantine. */
  readonly quarantineDueAtMs: number;
  /** Keys of rows that were mapped: they leave the quarantine where they were in it. */
  readonly mappedKeys: readonly string[];
  /** Rows of this window that have to be read again; all others of `transactions` no longer do. */
  readonly rechecks: readonly Omit<Recheck, 'source'>[];
}

/** What a reading of the balances told: written as a whole or not at all. */
export interface BalanceRecord {
  readonly readAtMs: number;
  readonly balances: readonly AssetBalance[];
  /** Rows that could not be mapped, under {@link BALANCE_SOURCE}. */
  readonly quarantined: readonly Omit<QuarantinedRow, 'source'>[];
}

/** The source under which rows of balances and networks are in quarantine. */
export const BALANCE_SOURCE = 'balances';

/** How a refresh ended. */
export interface RefreshOutcome {
  readonly nextRunAtMs: number | null;
  /** The start of the refresh where it succeeded as a whole, or was the first to read balances. */
  readonly syncedAtMs?: number;
  readonly historyComplete?: boolean;
  /** True while the backfill is still to come: it keeps the count of failures in a row. */
  readonly unfinished?: boolean;
  /** Absent where it succeeded. */
  readonly failure?: SyncFailure;
}

/** Everything `teller wallet show` tells. */
export interface WalletStatus {
  readonly wallet: WalletRecord;
  readonly sync: WalletSyncState;
  readonly coverage: readonly CoverageRange[];
  readonly transactionCount: number;
  readonly pendingCount: number;
  /** The 100 latest. */
  readonly quarantined: readonly (QuarantinedRow & { readonly quarantinedAtMs: number })[];
  /** All of them. */
  readonly quarantinedCount: number;
}

/** One finding of {@link Store.checkIntegrity}. */
export interface StoreCheck {
  readonly name: string;
  readonly ok: boolean;
  /** What was found and, where it is not ok, what to do. */
  readonly detail: string;
}

/** Who asks, and for which wallet. */
export interface Caller {
  readonly key: ApiKeyRecord;
  /** The wallet asked for, where it belongs to the key's project. */
  readonly wallet: ServedWallet | undefined;
}

/** What the HTTP service uses. */
export interface ServingStore {
  /**
   * Another number whenever what {@link findCaller} tells of this key and wallet may have changed
   * since the last call, by whatever process; `undefined` where that is not known, and nothing that
   * was read before may be relied on. It is asked before what is to be remembered under it is read.
   */
  generation(keyId: string, walletId: string): number | undefined;
  /**
   * The key, and of its project the wallet asked for, in one read. An unknown wallet and another
   * project's cost the same.
   */
  findCaller(keyId: string, walletId: string): Promise<Caller | undefined>;
  /** Total and page are of one moment; an unknown wallet has no transactions. */
  listTransactions(walletId: string, query: TransactionQuery): Promise<TransactionPage>;
  /** The balances as they are told; an unknown wallet has none. */
  readBalances(walletId: string): Promise<BalanceDocument>;
  /** The wallets of all tenants by exchange and state, for the operator. */
  countWallets(): Promise<readonly WalletCount[]>;
  /** Resolves when the database answers and its schema is the one of this program. */
  ping(): Promise<void>;
}

/** What the sync worker uses. */
export interface SyncStore {
  /**
   * Claims the wallet that is due longest (or the one named, due or not) and that nobody holds;
   * `undefined` where there is none.
   */
  claimWallet(claim: WalletClaim): Promise<WalletLease | undefined>;
  /** Extends a lease, also one past its time that nobody took over. @throws {LeaseLostError} */
  renewLease(lease: WalletLease, untilMs: number): Promise<void>;
  findWallet(id: string): Promise<WalletRecord | undefined>;
  /** @throws {RecordNotFoundError} */
  readCredentials(walletId: string): Promise<SealedCredentials>;
  /** @throws {RecordNotFoundError} */
  readSyncState(walletId: string): Promise<WalletSyncState>;
  /** By source and `fromMs`; ranges of a source neither overlap nor touch. */
  listCoverage(walletId: string): Promise<readonly CoverageRange[]>;
  /** The rows of a source due at `nowMs`, due longest first, `limit` at most. */
  listRechecks(walletId: string, due: DueQuery): Promise<readonly Recheck[]>;
  /** The windows of a source with rows in quarantine, due at `nowMs`, due longest first. */
  listQuarantineWindows(walletId: string, due: DueQuery): Promise<readonly TimeRange[]>;
  /**
   * Writes a window's rows, quarantine, rechecks and coverage in one transaction. A row that is
   * known is updated: what is `null` in the new reading keeps the value told earlier, and the
   * earlier `timestampMs` stays: an exchange that tells when a row was created and when it was
   * booked may tell either one first.
   *
   * @throws {LeaseLostError} and writes nothing.
   */
  recordWindow(lease: WalletLease, record: WindowRecord): Promise<void>;
  /**
   * Replaces the balances and networks of the wallet, and what of them is in quarantine. The
   * revision of balances that are what they were stays.
   *
   * @throws {LeaseLostError} and writes nothing.
   */
  recordBalances(lease: WalletLease, record: BalanceRecord): Promise<void>;
  /** Records how a refresh ended; the lease stays. @throws {LeaseLostError} */
  recordOutcome(lease: WalletLease, outcome: RefreshOutcome): Promise<void>;
  /** Gives the wallet back; a lost lease is nothing to release. */
  releaseLease(lease: WalletLease): Promise<void>;
  /**
   * Says that a worker lives, forgets those that were not seen since `aliveSinceMs`, and resolves
   * to the number of those that live.
   */
  announceWorker(worker: {
    readonly id: string;
    readonly nowMs: number;
    readonly aliveSinceMs: number;
  }): Promise<number>;
  /** Forgets a worker that ends. */
  forgetWorker(id: string): Promise<void>;
}

/** What the command line uses beside the two above. */
export interface AdminStore {
  /** The id of the master key that the data was made under; `undefined` before the first. */
  findMasterKeyId(): Promise<string | undefined>;
  /** Remembers the id unless there is one already; resolves to the one that is remembered. */
  recordMasterKeyId(id: string): Promise<string>;
  /** @throws {RecordExistsError} */
  createOrganization(org: {
    readonly id: string;
    readonly name: string;
    readonly createdAtMs: number;
  }): Promise<void>;
  /** @throws {RecordExistsError} @throws {RecordNotFoundError} for an unknown organization. */
  createProject(project: {
    readonly id: string;
    readonly orgId: string;
    readonly name: string;
    readonly createdAtMs: number;
  }): Promise<void>;
  /** Resolves where the project exists. @throws {RecordNotFoundError} */
  requireProject(id: string): Promise<void>;
  /** @throws {RecordExistsError} @throws {RecordNotFoundError} for an unknown project. */
  createApiKey(key: Omit<ApiKeyRecord, 'orgId' | 'revokedAtMs'>): Promise<void>;
  /** By creation; of one project where it is named. */
  listApiKeys(projectId?: string): Promise<readonly ApiKeyRecord[]>;
  /** Revoking twice keeps the first time. @throws {RecordNotFoundError} */
  revokeApiKey(id: string, revokedAtMs: number): Promise<void>;
  /**
   * Adds a wallet that is due at its creation.
   *
   * @throws {RecordExistsError}
   * @throws {RecordNotFoundError} for an unknown project.
   */
  addWallet(wallet: WalletRecord, credentials: SealedCredentials): Promise<void>;
  /** By creation; of one project where it is named. */
  listWallets(
    projectId?: string,
  ): Promise<readonly (WalletRecord & { readonly sync: WalletSyncState })[]>;
  /** @throws {RecordNotFoundError} */
  readWalletStatus(walletId: string): Promise<WalletStatus>;
  /** Removes the wallet and all that is kept of it. @throws {RecordNotFoundError} */
  removeWallet(walletId: string): Promise<void>;
  /**
   * Adds rows of an import in one transaction; a row whose id is known is replaced.
   *
   * @throws {RecordNotFoundError} for an unknown wallet.
   */
  importTransactions(
    walletId: string,
    transactions: readonly Transaction[],
  ): Promise<{ readonly added: number }>;
  /**
   * Checks the database; with `fix`, mends what can be mended.
   *
   * @param options.nowMs leases that ended before it are reported.
   */
  checkIntegrity(options: {
    readonly fix: boolean;
    readonly nowMs: number;
  }): Promise<readonly StoreCheck[]>;
}

/** An organization, as stored. */
export interface OrganizationRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAtMs: number;
}

/** A project, as stored. */
export interface ProjectRecord extends OrganizationRecord {
  readonly orgId: string;
}

/** A row in quarantine with all that is kept of it; rows of balances have no window. */
export interface KeptRow extends QuarantinedRow {
  readonly quarantinedAtMs: number;
  readonly window: TimeRange | null;
  readonly dueAtMs: number | null;
}

/** What a copy of the store is made from, beside what the other interfaces tell; nothing is cut. */
export interface CopySource {
  listOrganizations(): Promise<readonly OrganizationRecord[]>;
  listProjects(): Promise<readonly ProjectRecord[]>;
  /** Oldest first, by `timestampMs` and `id`; from the start, or those after the row that is named. */
  listTransactionsAfter(
    walletId: string,
    after: Pick<Transaction, 'timestampMs' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly Transaction[]>;
  /** By key. */
  listKeptRows(walletId: string): Promise<readonly KeptRow[]>;
  /** By transaction, due or not. */
  listAllRechecks(walletId: string): Promise<readonly Recheck[]>;
}

/** A migration that was applied or is pending. */
export interface MigrationState {
  readonly version: number;
  readonly name: string;
  readonly applied: boolean;
}

/** The whole store. */
export interface Store extends ServingStore, SyncStore, AdminStore, CopySource {
  listMigrations(): Promise<readonly MigrationState[]>;
  /** Applies what is pending, each in a transaction, and returns it. */
  migrate(): Promise<readonly MigrationState[]>;
  close(): Promise<void>;
}
