/** The interface of the store that the command line and the management API use to change and list what operators own. */
import type { MasterKeyRecord } from '../domain/master-key.ts';
import type { SealedCredentials } from '../domain/sealed-credentials.ts';
import type { ReportProgress } from './progress.ts';
import type { ImportOutcome, ImportRecord, ImportRequest, UndoOutcome } from './import.ts';
import type {
  ApiKeyRecord,
  CoverageRange,
  ListRange,
  OrganizationRecord,
  ProjectRecord,
  QuarantinedRow,
  StoredCredentials,
  WalletRecord,
  WalletSyncState,
  WalletAccount,
} from './records.ts';
import type { WalletKey } from './serving.ts';

/** Maximum quarantined rows in a {@link WalletStatus}. */
export const QUARANTINE_LISTED_MAX = 100;

/** The report of `teller wallet show`. */
export interface WalletStatus {
  readonly wallet: WalletRecord;
  readonly sync: WalletSyncState;
  readonly coverage: readonly CoverageRange[];
  readonly transactionCount: number;
  readonly pendingCount: number;
  /** The latest rows, at most {@link QUARANTINE_LISTED_MAX}. */
  readonly quarantined: readonly (QuarantinedRow & { readonly quarantinedAtMs: number })[];
  /** The number of all quarantined rows. */
  readonly quarantinedCount: number;
}

/** One finding of {@link AdminStore.checkIntegrity}. */
export interface StoreCheck {
  readonly name: string;
  readonly ok: boolean;
  /** The finding and, if it is not ok, what to do. */
  readonly detail: string;
}

/** The credentials of a wallet. */
export interface WalletCredentials extends SealedCredentials {
  readonly walletId: string;
}

/** Options of {@link AdminStore.checkIntegrity}. */
export interface IntegrityOptions {
  readonly fix: boolean;
  /** Unix time in milliseconds: stored times that are too far after it are reported. */
  readonly nowMs: number;
  /**
   * Returns true if a later row of the exchange may change an earlier one: then a fix makes synchronisation
   * re-read all rows after a corrupted row. If missing, this is true for every exchange.
   */
  readonly isReadOldestFirst?: (exchange: string) => boolean;
  readonly onProgress?: ReportProgress;
}

/** An API key to store; without a wallet, it reads all of the project. */
export type NewApiKeyRecord = Omit<ApiKeyRecord, 'orgId' | 'revokedAtMs' | 'walletId'> &
  Partial<Pick<ApiKeyRecord, 'walletId'>>;

/** The interface of the command line, in addition to the interfaces of the service and the worker. */
export interface AdminStore {
  /** Returns the master key of the data; `undefined` if none is recorded. */
  findMasterKey(): Promise<MasterKeyRecord | undefined>;
  /** Records the master key unless there is one already, and returns the recorded one. */
  recordMasterKey(record: MasterKeyRecord): Promise<MasterKeyRecord>;
  /** Replaces the master key. Afterwards, credentials under another key are refused. */
  replaceMasterKey(record: MasterKeyRecord): Promise<void>;
  /** Lists credentials that are not sealed under a key, ordered by wallet, after a wallet. */
  listCredentialsOfOtherKeys(
    keyId: string,
    afterWalletId: string,
    limit: number,
  ): Promise<readonly WalletCredentials[]>;
  /** Stores the same credentials under another key, unless they were changed meanwhile. Restarts nothing. */
  resealCredentials(previous: WalletCredentials, next: SealedCredentials): Promise<void>;
  createOrganization(org: OrganizationRecord): Promise<void>;
  /** @throws {RecordNotFoundError} if the organization does not exist. */
  createProject(project: ProjectRecord): Promise<void>;
  /** @throws {RecordNotFoundError} if the project does not exist. */
  createApiKey(key: NewApiKeyRecord): Promise<void>;
  /** Returns records by creation and id, all of them or a part of the list. */
  listOrganizations(range?: Partial<ListRange>): Promise<readonly OrganizationRecord[]>;
  listProjects(
    range?: Partial<ListRange> & { readonly orgId?: string },
  ): Promise<readonly ProjectRecord[]>;
  listApiKeys(
    range?: Partial<ListRange> & { readonly projectId?: string },
  ): Promise<readonly ApiKeyRecord[]>;
  /**
   * Returns a project, also to check the one by which a list is filtered: a misspelt one must not look like an empty one.
   *
   * @throws {RecordNotFoundError}
   */
  readProject(id: string): Promise<ProjectRecord>;
  /** @throws {RecordNotFoundError} */
  readApiKey(id: string): Promise<ApiKeyRecord>;
  /** Returns a wallet. @throws {RecordNotFoundError} also for a wallet of another project than the named one. */
  readWallet(id: string, projectId?: string): Promise<WalletRecord>;
  /**
   * Revokes a key; a second call does not change the time.
   *
   * @throws {RecordNotFoundError} if there is no such key.
   */
  revokeApiKey(id: string, revokedAtMs: number): Promise<void>;
  /**
   * Adds a wallet that is due at its creation. A wallet that only takes imports has no credentials, and is
   * never due.
   *
   * @throws {ExternalIdTakenError} if another wallet of the project has its external id.
   * @throws {AccountTakenError} if another wallet of the project has its account, which has to be unique.
   * @throws {RecordNotFoundError} if the project does not exist.
   * @throws {MasterKeyReplacedError}
   */
  addWallet(
    wallet: WalletRecord,
    credentials?: StoredCredentials,
    account?: WalletAccount,
  ): Promise<void>;
  /**
   * Replaces the credentials of a wallet, clears the last failure and makes the wallet due. A worker that has
   * the lease of the wallet loses it, so that it writes no data that it read with the old credentials. A paused
   * wallet remains paused.
   *
   * @param account if missing, the former one is removed.
   * @throws {AccountTakenError} if another wallet of the project has the account, which has to be unique, and this
   * one did not have it before.
   * @throws {RecordNotFoundError} if there is no such wallet, or it has no credentials.
   * @throws {MasterKeyReplacedError}
   */
  replaceCredentials(
    walletId: string,
    credentials: StoredCredentials,
    dueAtMs: number,
    account?: WalletAccount,
  ): Promise<void>;
  /** Returns wallets by creation time, optionally of one project. */
  listWallets(
    projectId?: string,
  ): Promise<readonly (WalletRecord & { readonly sync: WalletSyncState })[]>;
  /** Returns the status of a wallet. @throws {RecordNotFoundError} if there is no such wallet. */
  readWalletStatus(walletId: string): Promise<WalletStatus>;
  /** Returns the key of a wallet, for the reads of the service. @throws {RecordNotFoundError} if there is no such wallet. */
  readWalletKey(walletId: string): Promise<WalletKey>;
  /** Removes the wallet and all of its data. @throws {RecordNotFoundError} if there is no such wallet. */
  removeWallet(walletId: string): Promise<void>;
  /**
   * Stores the rows of a file in one transaction. Synced rows never change; `rules/` has the rules for
   * imported ones. A dry run does the same and rolls back.
   *
   * @throws {RecordNotFoundError} if there is no such wallet.
   * @throws {DOMException} `AbortError` if the signal aborts.
   */
  importFile(request: ImportRequest): Promise<ImportOutcome>;
  /** Returns imports by wallet and time, optionally of one wallet. Includes undone imports. */
  listImports(walletId?: string): Promise<readonly ImportRecord[]>;
  /** Returns an import, also an undone one; `undefined` if there is none. */
  findImport(id: string): Promise<ImportRecord | undefined>;
  /**
   * Removes the rows that an import added, and restores the rows that it changed. Rows that synchronisation
   * has read since remain. Rows that a later import changed become rows of that import.
   *
   * @throws {RecordNotFoundError} if the import is unknown or was undone.
   */
  undoImport(id: string, undoneAtMs: number): Promise<UndoOutcome>;
  /** Returns the size of the database, without the write-ahead log of SQLite. */
  readDatabaseBytes(): Promise<number>;
  /** Checks the database; with `fix`, repairs it where possible. */
  checkIntegrity(options: IntegrityOptions): Promise<readonly StoreCheck[]>;
}
