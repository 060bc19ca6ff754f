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
import type { WalkPlace } from '../domain/walk.ts';
import type { ComparedField, ImportRow, StoredTransaction } from './rules/import-rows.ts';

/** The database does not answer, is locked too long, or is of another schema version. */
export class StoreUnavailableError extends Error {
  readonly code = 'store_unavailable';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailableError';
  }
}

/**
 * A walk cannot be continued: too many transactions have changed their time since it began, or the
 * database was replaced by another state of it.
 */
export class WalkExpiredError extends Error {
  readonly code = 'walk_expired';

  constructor() {
    super('too much has changed since the walk began');
    this.name = 'WalkExpiredError';
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
  /** True if the wallet has imported transactions. */
  readonly hasImports: boolean;
}

/** Where the synchronisation of a wallet can stand, and what each state means. */
export const SYNC_STATES = {
  new: 'nothing was read yet',
  synced: 'history and balances are complete and kept up to date',
  backfilling: 'recent history and balances are complete, older history is still being read',
  failing: 'the last synchronisation failed and is retried automatically; earlier data is served',
  stopped: 'the last synchronisation failed and the operator has to act; earlier data is served',
  imported: 'the wallet was never synchronised and has imported transactions only',
} as const;
export type SyncStateName = keyof typeof SYNC_STATES;

/** How many wallets of an exchange stand where. */
export interface WalletCount {
  readonly exchange: string;
  /** `new` also for wallets with imported transactions. */
  readonly state: Exclude<SyncStateName, 'imported'>;
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
  readonly syncState: SyncStateName;
  /** Why the last synchronisation failed; `null` if it succeeded, or before the first. */
  readonly failure: Pick<SyncFailure, 'code' | 'message'> | null;
  /** Another number whenever the wallet's transactions have changed; never one again. */
  readonly transactionsRevision: number;
  /** The same of its balances and networks. */
  readonly balancesRevision: number;
}

/** What was read of a wallet, perhaps from another place than its revisions. */
export interface Revised {
  /**
   * The revision of what was read, if a store commits it apart from the wallet's: it belongs to the
   * wallet's revision only if both are equal. `undefined` if they are committed together.
   */
  readonly revision?: number | undefined;
}

/** A page of a wallet's history, and how many rows match in all. */
export interface TransactionPage extends Revised {
  readonly totalCount: number;
  /**
   * Newest first, `timestampMs` descending, then `id` descending: what `writeTransactions` writes of
   * the fields asked for.
   */
  readonly json: JsonText;
  /** Where the next page begins; `undefined` for the last page, and for one past the end. */
  readonly next: WalkPlace | undefined;
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
  /** The range that is read again for it; if missing or null, the window that was read. */
  readonly window?: TimeRange | null;
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

/** What a worker learns when it announces itself. */
export interface WorkerPresence {
  /** The workers that live. */
  readonly count: number;
  /** The clock that all workers of the store share (Unix ms); absent if it is this machine's. */
  readonly storeTimeMs?: number;
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
  /** True if the exchange does not document which part of the amounts can be withdrawn. */
  readonly withdrawableUnverified?: boolean;
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

/** What `teller wallet show` reports. */
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
  /**
   * Total and page are of one moment; an unknown wallet has no transactions. A walk by `next` returns
   * every transaction that matches from its first page to its last exactly once.
   *
   * @param revision of the wallet's transactions if it is known: the rows may then come from a place
   * that other revisions have not reached.
   * @throws {WalkExpiredError}
   */
  listTransactions(
    walletId: string,
    query: TransactionQuery,
    revision?: number,
  ): Promise<TransactionPage>;
  /**
   * The balances as they are returned; an unknown wallet has none.
   *
   * @param revision as of {@link listTransactions}; without one the result has none.
   */
  readBalances(walletId: string, revision?: number): Promise<BalanceDocument & Revised>;
  /** The wallets of all tenants by exchange and state, for the operator. */
  countWallets(): Promise<readonly WalletCount[]>;
  /** Resolves when the database answers and its schema is the one of this program. */
  ping(): Promise<void>;
}

/** What the sync worker uses. */
export interface SyncStore {
  /**
   * Claims the wallet that is due longest (or the one named, due or not) and that nobody holds;
   * `undefined` if there is none. A lease or a wait that lies too far ahead to be right
   * (`rules/misdated-times.ts`) counts as ended.
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
  /**
   * Removes a range from the coverage of a source, so that it is read again.
   *
   * @throws {LeaseLostError} and writes nothing.
   */
  forgetCoverage(lease: WalletLease, source: string, range: TimeRange): Promise<void>;
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
   * Records that a worker lives and removes those that were not seen since `aliveSinceMs` or that
   * a wrong clock has put beyond the future.
   */
  announceWorker(worker: {
    readonly id: string;
    readonly nowMs: number;
    readonly aliveSinceMs: number;
  }): Promise<WorkerPresence>;
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
  /**
   * Replaces the credentials of a wallet, forgets the last failure and makes the wallet due. A worker
   * that holds it loses its lease, so that nothing is written that was read with the former ones.
   *
   * @throws {RecordNotFoundError}
   */
  replaceCredentials(
    walletId: string,
    credentials: SealedCredentials,
    dueAtMs: number,
  ): Promise<void>;
  /** By creation; of one project where it is named. */
  listWallets(
    projectId?: string,
  ): Promise<readonly (WalletRecord & { readonly sync: WalletSyncState })[]>;
  /** @throws {RecordNotFoundError} */
  readWalletStatus(walletId: string): Promise<WalletStatus>;
  /** Removes the wallet and all that is kept of it. @throws {RecordNotFoundError} */
  removeWallet(walletId: string): Promise<void>;
  /**
   * Stores the rows of a file in one transaction, or nothing. Synced rows never change; what becomes
   * of the others is in `rules/`. A dry run does the same and rolls it back.
   *
   * @throws {RecordNotFoundError} for an unknown wallet.
   * @throws {DOMException} `AbortError` if the signal aborts.
   */
  importFile(request: ImportRequest): Promise<ImportOutcome>;
  /** By wallet and time; of one wallet if it is named. Includes imports that were undone. */
  listImports(walletId?: string): Promise<readonly ImportRecord[]>;
  /**
   * Removes the rows that an import added, and restores those that it changed. Rows that
   * synchronisation has read since stay; rows that a later import changed become that import's.
   *
   * @throws {RecordNotFoundError} for an unknown import, or one that was undone.
   */
  undoImport(id: string, undoneAtMs: number): Promise<UndoOutcome>;
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

/** The rows of a file, which can be read repeatedly; see `imports/import-spool.ts`. */
export interface ImportSource {
  readonly rowCount: number;
  /** How many rows the file gives no id. */
  readonly unidentifiedCount: number;
  /** True if a row without an id may have this `matchKeyOf`. */
  mayHold(matchKey: number): boolean;
  /** All rows in the order of the file, some thousand at a time. */
  batches(): Iterable<readonly ImportRow[]>;
}

/** A file to import. */
export interface ImportRequest {
  readonly walletId: string;
  /** `import_…`, a new one. */
  readonly id: string;
  /** `null`: standard input. */
  readonly fileName: string | null;
  /** Of the bytes of the file, in hexadecimal digits. */
  readonly sha256: string;
  readonly nowMs: number;
  readonly source: ImportSource;
  readonly isDryRun: boolean;
  readonly signal?: AbortSignal;
  /** Is given how many rows were compared and written so far. */
  readonly onProgress?: (rows: number) => void;
}

/** What became of the rows of a file. */
export interface ImportCounts {
  readonly rows: number;
  readonly added: number;
  /** Stored already, and as the file says. */
  readonly known: number;
  /** Imported rows that have the file's values now. */
  readonly changed: number;
  /** Rows that differ from a synced one, which stays. */
  readonly conflicts: number;
}

/** A row of a file that differs from a synced one. */
export interface ImportConflict {
  readonly line: number;
  readonly id: string;
  readonly fields: readonly ComparedField[];
}

/** How an import ended. */
export interface ImportOutcome extends ImportCounts {
  /** The first {@link CONFLICTS_SHOWN_MAX}. */
  readonly shownConflicts: readonly ImportConflict[];
}

/** How many conflicts an import lists. */
export const CONFLICTS_SHOWN_MAX = 20;

/** An import, as stored. */
export interface ImportRecord extends ImportCounts {
  readonly id: string;
  readonly walletId: string;
  /** From 1 within the wallet. */
  readonly importNo: number;
  /** `null`: standard input, or unknown. */
  readonly fileName: string | null;
  /** `null`: unknown. */
  readonly sha256: string | null;
  readonly importedAtMs: number;
  readonly undoneAtMs: number | null;
}

/** What an import changed of a row that an earlier one had added: the row before. */
export interface ImportChange {
  readonly importNo: number;
  readonly before: Transaction;
}

/** What was taken back of an import. */
export interface UndoOutcome {
  readonly walletId: string;
  /** Rows that are gone. */
  readonly removed: number;
  /** Rows that have the values of an earlier import again. */
  readonly restored: number;
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
  ): Promise<readonly StoredTransaction[]>;
  /** Of the changes by imports those of one wallet, by transaction and import. */
  listImportChanges(walletId: string): Promise<readonly ImportChange[]>;
  /** By key. */
  listKeptRows(walletId: string): Promise<readonly KeptRow[]>;
  /** By transaction, due or not. */
  listAllRechecks(walletId: string): Promise<readonly Recheck[]>;
}

/** What a copy of the store is written with, beside the other interfaces. */
export interface CopyTarget {
  /**
   * Writes rows with their origin in one transaction; a row whose id is known is replaced. Rows
   * without an origin are synced ones.
   *
   * @throws {RecordNotFoundError} for an unknown wallet.
   */
  copyTransactions(
    walletId: string,
    rows: readonly (Transaction & Partial<StoredTransaction>)[],
  ): Promise<{ readonly added: number }>;
  /** Writes the imports of a wallet that has none, and their changes. */
  copyImports(walletId: string, copied: CopiedImports): Promise<void>;
}

/** The imports of a wallet, as a copy writes them. */
export interface CopiedImports {
  readonly imports: readonly ImportRecord[];
  readonly changes: readonly ImportChange[];
  /** See {@link WalletSyncState}. */
  readonly hasImports: boolean;
}

/** A migration that was applied or is pending. */
export interface MigrationState {
  readonly version: number;
  readonly name: string;
  readonly applied: boolean;
}

/** The whole store. */
export interface Store extends ServingStore, SyncStore, AdminStore, CopySource, CopyTarget {
  listMigrations(): Promise<readonly MigrationState[]>;
  /** Applies what is pending, each in a transaction, and returns it. */
  migrate(): Promise<readonly MigrationState[]>;
  close(): Promise<void>;
}
