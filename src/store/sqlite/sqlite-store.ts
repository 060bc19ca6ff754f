import type { BalanceDocument } from '../../domain/balance-document.ts';
import type { MasterKeyRecord } from '../../domain/master-key.ts';
import type { SealedCredentials } from '../../domain/sealed-credentials.ts';
import type { IntegrityOptions, StoreCheck, WalletStatus } from '../admin.ts';
import type { ImportOutcome, ImportRequest } from '../import.ts';
import type {
  ApiKeyRecord,
  CoverageRange,
  Recheck,
  TimeRange,
  WalletRecord,
  WalletSyncState,
} from '../records.ts';
import { checkRows } from '../check-rows.ts';
import type { Caller, PresentedKey, TransactionPage, WalletCount } from '../serving.ts';
import type { DeliveryClaim, DeliveryTimes, WebhookDelivery } from '../webhooks.ts';
import type { ReportProgress } from '../progress.ts';
import type { MigrationState, Store } from '../store.ts';
import type {
  BalanceRecord,
  DueQuery,
  RefreshOutcome,
  WalletClaim,
  WalletLease,
  WindowRecord,
  WorkerPresence,
} from '../sync.ts';
import { readBalances } from './balances.ts';
import { findCaller } from './callers.ts';
import type { SqliteConnection } from './connection.ts';
import * as copies from './copy-source.ts';
import { listCoverage } from './coverage.ts';
import type { DatabaseFile } from './database-file.ts';
import { Generations } from './generations.ts';
import * as imports from './imports.ts';
import { checkIntegrity } from './integrity.ts';
import { claimWallet, releaseLease, renewLease } from './leases.ts';
import * as masterKeys from './master-keys.ts';
import {
  applyMigrations,
  checkSchemaVersion,
  listMigrations,
  type Migration,
} from './migrations.ts';
import {
  removeCoverage,
  listQuarantineWindows,
  listRechecks,
  recordBalances,
  recordOutcome,
  recordWindow,
} from './sync-writes.ts';
import { announceWorker, removeWorker } from './sync-workers.ts';
import * as tenants from './tenants.ts';
import { countBacklog } from './transaction-counts.ts';
import { listTransactions } from './transaction-listing.ts';
import { copyTransactions } from './transaction-writes.ts';
import { undoImport } from './undo-import.ts';
import { readWalletStatus } from './wallet-status.ts';
import * as wallets from './wallets.ts';
import * as deliveries from './webhook-deliveries.ts';
import * as webhooks from './webhooks.ts';

type Result<Method extends keyof Store> = ReturnType<Store[Method]>;

/** The store in an SQLite file, created by `openSqliteStore`. Most methods call a function of another file here. */
export class SqliteStore implements Store {
  readonly #file: DatabaseFile;
  readonly #migrations: readonly Migration[];
  readonly #generations = new Generations();

  constructor(file: DatabaseFile, migrations: readonly Migration[]) {
    this.#file = file;
    this.#migrations = migrations;
  }

  /**
   * Returns one number for the whole file: SQLite reports that another connection has written, but not which
   * rows.
   */
  generation(): number | undefined {
    try {
      return this.#file.run((connection) => this.#generations.readFrom(connection));
    } catch {
      return undefined;
    }
  }

  ping(): Promise<void> {
    return this.#run((connection) => checkSchemaVersion(connection, this.#migrations));
  }

  findCaller(key: PresentedKey, walletId: string): Promise<Caller | undefined> {
    return this.#run((connection) => findCaller(connection, key, walletId));
  }

  listTransactions(
    ...[walletId, query, revision]: Parameters<Store['listTransactions']>
  ): Promise<TransactionPage> {
    return this.#run((connection) => listTransactions(connection, walletId, query, revision));
  }

  readBalances(walletId: string, revision?: number): Promise<BalanceDocument> {
    return this.#run((connection) => readBalances(connection, walletId, revision));
  }

  countWallets(): Promise<readonly WalletCount[]> {
    return this.#run(wallets.countWallets);
  }

  countWebhooks(): Result<'countWebhooks'> {
    return this.#run(webhooks.countWebhooks);
  }

  addWebhook(...args: Parameters<Store['addWebhook']>): Promise<void> {
    return this.#run((connection) => webhooks.addWebhook(connection, ...args));
  }

  listWebhooks(...args: Parameters<Store['listWebhooks']>): Result<'listWebhooks'> {
    return this.#run((connection) => webhooks.listWebhooks(connection, ...args));
  }

  readWebhook(id: string): Result<'readWebhook'> {
    return this.#run((connection) => webhooks.readWebhook(connection, id));
  }

  removeWebhook(id: string): Promise<void> {
    return this.#run((connection) => webhooks.removeWebhook(connection, id));
  }

  disableWebhook(...args: Parameters<Store['disableWebhook']>): Promise<void> {
    return this.#run((connection) => webhooks.disableWebhook(connection, ...args));
  }

  enableWebhook(id: string): Result<'enableWebhook'> {
    return this.#run((connection) => webhooks.enableWebhook(connection, id));
  }

  listWebhookSecretsOfOtherKeys(
    ...args: Parameters<Store['listWebhookSecretsOfOtherKeys']>
  ): Result<'listWebhookSecretsOfOtherKeys'> {
    return this.#run((connection) => webhooks.listWebhookSecretsOfOtherKeys(connection, ...args));
  }

  resealWebhookSecret(...args: Parameters<Store['resealWebhookSecret']>): Promise<void> {
    return this.#run((connection) => webhooks.resealWebhookSecret(connection, ...args));
  }

  listWebhookSecrets(
    ...args: Parameters<Store['listWebhookSecrets']>
  ): Result<'listWebhookSecrets'> {
    return this.#run((connection) => webhooks.listWebhookSecrets(connection, ...args));
  }

  replaceWebhookSecret(...args: Parameters<Store['replaceWebhookSecret']>): Promise<boolean> {
    return this.#run((connection) => webhooks.replaceWebhookSecret(connection, ...args));
  }

  listDueEndpoints(times: DeliveryTimes): Result<'listDueEndpoints'> {
    return this.#run((connection) => deliveries.listDueEndpoints(connection, times));
  }

  claimDelivery(claim: DeliveryClaim): Promise<WebhookDelivery | undefined> {
    return this.#run((connection) => deliveries.claimDelivery(connection, claim));
  }

  readPendingEvents(...args: Parameters<Store['readPendingEvents']>): Result<'readPendingEvents'> {
    return this.#run((connection) => deliveries.readPendingEvents(connection, ...args));
  }

  recordDelivery(...args: Parameters<Store['recordDelivery']>): Promise<boolean> {
    return this.#run((connection) => deliveries.recordDelivery(connection, ...args));
  }

  claimWallet(claim: WalletClaim): Promise<WalletLease | undefined> {
    return this.#run((connection) => claimWallet(connection, claim));
  }

  renewLease(lease: WalletLease, untilMs: number): Promise<void> {
    return this.#run((connection) => renewLease(connection, lease, untilMs));
  }

  releaseLease(lease: WalletLease): Promise<void> {
    return this.#run((connection) => releaseLease(connection, lease));
  }

  announceWorker(worker: Parameters<Store['announceWorker']>[0]): Promise<WorkerPresence> {
    return this.#run((connection) => announceWorker(connection, worker));
  }

  removeWorker(id: string): Promise<void> {
    return this.#run((connection) => removeWorker(connection, id));
  }

  findWallet(id: string): Promise<WalletRecord | undefined> {
    return this.#run((connection) => wallets.findWallet(connection, id));
  }

  readCredentials(walletId: string): Promise<SealedCredentials> {
    return this.#run((connection) => wallets.readCredentials(connection, walletId));
  }

  readSyncState(walletId: string): Promise<WalletSyncState> {
    return this.#run((connection) => wallets.readSyncState(connection, walletId));
  }

  listCoverage(walletId: string): Promise<readonly CoverageRange[]> {
    return this.#run((connection) => listCoverage(connection, walletId));
  }

  removeCoverage(lease: WalletLease, source: string, range: TimeRange): Promise<void> {
    return this.#run((connection) => removeCoverage(connection, lease, source, range));
  }

  listRechecks(walletId: string, due: DueQuery): Promise<readonly Recheck[]> {
    return this.#run((connection) => listRechecks(connection, walletId, due));
  }

  listQuarantineWindows(walletId: string, due: DueQuery): Promise<readonly TimeRange[]> {
    return this.#run((connection) => listQuarantineWindows(connection, walletId, due));
  }

  recordWindow(lease: WalletLease, record: WindowRecord): Promise<void> {
    return this.#run((connection) => recordWindow(connection, lease, record));
  }

  recordBalances(lease: WalletLease, record: BalanceRecord): Promise<void> {
    return this.#run((connection) => recordBalances(connection, lease, record));
  }

  recordOutcome(lease: WalletLease, outcome: RefreshOutcome): Promise<void> {
    return this.#run((connection) => recordOutcome(connection, lease, outcome));
  }

  findMasterKey(): Promise<MasterKeyRecord | undefined> {
    return this.#run(masterKeys.findMasterKey);
  }

  recordMasterKey(record: MasterKeyRecord): Promise<MasterKeyRecord> {
    return this.#run((connection) => masterKeys.recordMasterKey(connection, record));
  }

  replaceMasterKey(record: MasterKeyRecord): Promise<void> {
    return this.#run((connection) => masterKeys.replaceMasterKey(connection, record));
  }

  listCredentialsOfOtherKeys(
    ...args: Parameters<Store['listCredentialsOfOtherKeys']>
  ): Result<'listCredentialsOfOtherKeys'> {
    return this.#run((connection) => masterKeys.listCredentialsOfOtherKeys(connection, ...args));
  }

  resealCredentials(...args: Parameters<Store['resealCredentials']>): Promise<void> {
    return this.#run((connection) => masterKeys.resealCredentials(connection, ...args));
  }

  createOrganization(org: Parameters<Store['createOrganization']>[0]): Promise<void> {
    return this.#run((connection) => tenants.createOrganization(connection, org));
  }

  createProject(project: Parameters<Store['createProject']>[0]): Promise<void> {
    return this.#run((connection) => tenants.createProject(connection, project));
  }

  requireProject(id: string): Promise<void> {
    return this.#run((connection) => tenants.requireProject(connection, id));
  }

  createApiKey(key: Parameters<Store['createApiKey']>[0]): Promise<void> {
    return this.#run((connection) => tenants.createApiKey(connection, key));
  }

  listApiKeys(projectId?: string): Promise<readonly ApiKeyRecord[]> {
    return this.#run((connection) => tenants.listApiKeys(connection, projectId));
  }

  revokeApiKey(id: string, revokedAtMs: number): Promise<void> {
    return this.#run((connection) => tenants.revokeApiKey(connection, id, revokedAtMs));
  }

  addWallet(wallet: WalletRecord, credentials?: SealedCredentials): Promise<void> {
    return this.#run((connection) => wallets.addWallet(connection, wallet, credentials));
  }

  listWallets(projectId?: string): Result<'listWallets'> {
    return this.#run((connection) => wallets.listWallets(connection, projectId));
  }

  readWalletStatus(walletId: string): Promise<WalletStatus> {
    return this.#run((connection) => readWalletStatus(connection, walletId));
  }

  replaceCredentials(
    ...[walletId, credentials, dueAtMs]: Parameters<Store['replaceCredentials']>
  ): Promise<void> {
    return this.#run((connection) =>
      wallets.replaceCredentials(connection, walletId, credentials, dueAtMs),
    );
  }

  removeWallet(walletId: string): Promise<void> {
    return this.#run((connection) => wallets.removeWallet(connection, walletId));
  }

  importFile(request: ImportRequest): Promise<ImportOutcome> {
    return this.#file.runApart((connection) => imports.importFile(connection, request));
  }

  listImports(walletId?: string): Result<'listImports'> {
    return this.#run((connection) => imports.listImports(connection, walletId));
  }

  undoImport(id: string, undoneAtMs: number): Result<'undoImport'> {
    return this.#file.runApart((connection) => undoImport(connection, id, undoneAtMs));
  }

  async checkIntegrity(options: IntegrityOptions): Promise<readonly StoreCheck[]> {
    const { checks, wallets } = await this.#run((connection) =>
      checkIntegrity(connection, this.#migrations, options),
    );
    return wallets === undefined ? checks : [...checks, await checkRows(this, wallets, options)];
  }

  listOrganizations(): Result<'listOrganizations'> {
    return this.#run(copies.listOrganizations);
  }

  listProjects(): Result<'listProjects'> {
    return this.#run(copies.listProjects);
  }

  listTransactionsAfter(
    ...[walletId, after, limit]: Parameters<Store['listTransactionsAfter']>
  ): Result<'listTransactionsAfter'> {
    return this.#run((connection) =>
      copies.listTransactionsAfter(connection, walletId, after, limit),
    );
  }

  listQuarantine(walletId: string): Result<'listQuarantine'> {
    return this.#run((connection) => copies.listQuarantine(connection, walletId));
  }

  listAllRechecks(walletId: string): Result<'listAllRechecks'> {
    return this.#run((connection) => copies.listAllRechecks(connection, walletId));
  }

  listImportChanges(walletId: string): Result<'listImportChanges'> {
    return this.#run((connection) => imports.listImportChanges(connection, walletId));
  }

  copyTransactions(
    ...[walletId, rows]: Parameters<Store['copyTransactions']>
  ): Result<'copyTransactions'> {
    return this.#run((connection) => copyTransactions(connection, walletId, rows));
  }

  copyImports(...args: Parameters<Store['copyImports']>): Promise<void> {
    return this.#run((connection) => imports.copyImports(connection, ...args));
  }

  listMigrations(): Promise<readonly MigrationState[]> {
    return this.#run((connection) => listMigrations(connection, this.#migrations));
  }

  migrate(onProgress?: ReportProgress): Promise<readonly MigrationState[]> {
    return this.#run((connection) => {
      const applied = applyMigrations(connection, this.#migrations, onProgress);
      countBacklog(connection, onProgress);
      imports.fillMatchKeys(connection);
      return applied;
    });
  }

  async close(): Promise<void> {
    this.#file.close();
  }

  /** Runs a call of the synchronous driver, and rejects if it throws. */
  async #run<T>(work: (connection: SqliteConnection) => T): Promise<T> {
    return this.#file.run(work);
  }
}
