import type { MasterKeyRecord } from '../../domain/master-key.ts';
import type { TransactionQuery } from '../../domain/query.ts';
import type { SealedCredentials } from '../../domain/sealed-credentials.ts';
import type { Migration } from '../migration-files.ts';
import type { IntegrityOptions, StoreCheck, WalletStatus } from '../admin.ts';
import { checkRows } from '../check-rows.ts';
import type { ImportOutcome, ImportRequest } from '../import.ts';
import type {
  ApiKeyRecord,
  CoverageRange,
  Recheck,
  TimeRange,
  WalletRecord,
  WalletSyncState,
} from '../records.ts';
import type { Caller, PresentedKey, TransactionPage, WalletCount } from '../serving.ts';
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
import type { DeliveryClaim, DeliveryTimes, WebhookDelivery } from '../webhooks.ts';
import { readBalances } from './balances.ts';
import { findCaller } from './callers.ts';
import type { ChangeListener } from './change-listener.ts';
import * as copies from './copy-source.ts';
import { countBacklog } from './count-backlog.ts';
import { removeCoverage, listCoverage } from './coverage.ts';
import type { PostgresDatabase } from './database.ts';
import { distributeTables, listDistributedTables } from './distribution.ts';
import * as imports from './imports.ts';
import { checkIntegrity } from './integrity.ts';
import { claimWallet, releaseLease, renewLease } from './leases.ts';
import * as masterKeys from './master-keys.ts';
import { applyMigrations, checkSchemaVersion, listMigrations } from './migrations.ts';
import { listQuarantineWindows } from './quarantine.ts';
import { listRechecks } from './rechecks.ts';
import { grantServingRole, makeServingRole, probeServingRole } from './serving-role.ts';
import { announceWorker, removeWorker } from './sync-workers.ts';
import { recordBalances, recordOutcome, recordWindow } from './sync-writes.ts';
import * as tenants from './tenants.ts';
import { listTransactions } from './transaction-listing.ts';
import { copyTransactions } from './transaction-writes.ts';
import { undoImport } from './undo-import.ts';
import { readWalletStatus } from './wallet-status.ts';
import * as wallets from './wallets.ts';
import * as deliveries from './webhook-deliveries.ts';
import * as webhooks from './webhooks.ts';

type Result<Method extends keyof Store> = ReturnType<Store[Method]>;

/** The parts of a store. */
export interface PostgresStoreParts {
  /** Reads for the service, under its role, which sees one wallet at a time. */
  readonly serving: PostgresDatabase;
  /** Everything else, as the owner of the tables. */
  readonly owner: PostgresDatabase;
  /** Missing if the service reads from a standby, which receives a change after its notification. */
  readonly changes: ChangeListener | undefined;
  readonly servingRole: string;
  readonly migrations: readonly Migration[];
}

/** The store in a PostgreSQL database; see `openPostgresStore`. The files of this folder implement it. */
export class PostgresStore implements Store {
  readonly #serving: PostgresDatabase;
  readonly #owner: PostgresDatabase;
  readonly #changes: ChangeListener | undefined;
  readonly #servingRole: string;
  readonly #migrations: readonly Migration[];

  constructor({ serving, owner, changes, servingRole, migrations }: PostgresStoreParts) {
    this.#serving = serving;
    this.#owner = owner;
    this.#changes = changes;
    this.#servingRole = servingRole;
    this.#migrations = migrations;
  }

  generation(keyId: string, walletId: string): number | undefined {
    return this.#changes?.generation(keyId, walletId);
  }

  async ping(): Promise<void> {
    await checkSchemaVersion(this.#serving, this.#migrations);
    await probeServingRole(this.#serving);
  }

  findCaller(key: PresentedKey, walletId: string): Promise<Caller | undefined> {
    return findCaller(this.#serving, key, walletId);
  }

  listTransactions(
    walletId: string,
    query: TransactionQuery,
    revision?: number,
  ): Promise<TransactionPage> {
    return listTransactions(this.#serving, walletId, query, { revision });
  }

  readBalances(walletId: string, revision?: number): Result<'readBalances'> {
    return readBalances(this.#serving, walletId, revision);
  }

  countWallets(): Promise<readonly WalletCount[]> {
    return wallets.countWallets(this.#serving);
  }

  countWebhooks(): Result<'countWebhooks'> {
    return webhooks.countWebhooks(this.#serving);
  }

  addWebhook(...args: Parameters<Store['addWebhook']>): Promise<void> {
    return webhooks.addWebhook(this.#owner, ...args);
  }

  listWebhooks(...args: Parameters<Store['listWebhooks']>): Result<'listWebhooks'> {
    return webhooks.listWebhooks(this.#owner, ...args);
  }

  readWebhook(id: string): Result<'readWebhook'> {
    return webhooks.readWebhook(this.#owner, id);
  }

  removeWebhook(id: string): Promise<void> {
    return webhooks.removeWebhook(this.#owner, id);
  }

  disableWebhook(...args: Parameters<Store['disableWebhook']>): Promise<void> {
    return webhooks.disableWebhook(this.#owner, ...args);
  }

  enableWebhook(id: string): Result<'enableWebhook'> {
    return webhooks.enableWebhook(this.#owner, id);
  }

  listWebhookSecretsOfOtherKeys(
    ...args: Parameters<Store['listWebhookSecretsOfOtherKeys']>
  ): Result<'listWebhookSecretsOfOtherKeys'> {
    return webhooks.listWebhookSecretsOfOtherKeys(this.#owner, ...args);
  }

  resealWebhookSecret(...args: Parameters<Store['resealWebhookSecret']>): Promise<void> {
    return webhooks.resealWebhookSecret(this.#owner, ...args);
  }

  listWebhookSecrets(
    ...args: Parameters<Store['listWebhookSecrets']>
  ): Result<'listWebhookSecrets'> {
    return webhooks.listWebhookSecrets(this.#owner, ...args);
  }

  replaceWebhookSecret(...args: Parameters<Store['replaceWebhookSecret']>): Promise<boolean> {
    return webhooks.replaceWebhookSecret(this.#owner, ...args);
  }

  listDueEndpoints(times: DeliveryTimes): Result<'listDueEndpoints'> {
    return deliveries.listDueEndpoints(this.#owner, times);
  }

  claimDelivery(claim: DeliveryClaim): Promise<WebhookDelivery | undefined> {
    return deliveries.claimDelivery(this.#owner, claim);
  }

  readPendingEvents(...args: Parameters<Store['readPendingEvents']>): Result<'readPendingEvents'> {
    return deliveries.readPendingEvents(this.#owner, ...args);
  }

  recordDelivery(...args: Parameters<Store['recordDelivery']>): Promise<boolean> {
    return deliveries.recordDelivery(this.#owner, ...args);
  }

  claimWallet(claim: WalletClaim): Promise<WalletLease | undefined> {
    return claimWallet(this.#owner, claim);
  }

  renewLease(lease: WalletLease, untilMs: number): Promise<void> {
    return renewLease(this.#owner, lease, untilMs);
  }

  releaseLease(lease: WalletLease): Promise<void> {
    return releaseLease(this.#owner, lease);
  }

  announceWorker(worker: Parameters<Store['announceWorker']>[0]): Promise<WorkerPresence> {
    return announceWorker(this.#owner, worker);
  }

  removeWorker(id: string): Promise<void> {
    return removeWorker(this.#owner, id);
  }

  findWallet(id: string): Promise<WalletRecord | undefined> {
    return wallets.findWallet(this.#owner, id);
  }

  readCredentials(walletId: string): Promise<SealedCredentials> {
    return wallets.readCredentials(this.#owner, walletId);
  }

  readSyncState(walletId: string): Promise<WalletSyncState> {
    return wallets.readSyncState(this.#owner, walletId);
  }

  listCoverage(walletId: string): Promise<readonly CoverageRange[]> {
    return listCoverage(this.#owner, walletId);
  }

  removeCoverage(lease: WalletLease, source: string, range: TimeRange): Promise<void> {
    return removeCoverage(this.#owner, lease, source, range);
  }

  listRechecks(walletId: string, due: DueQuery): Promise<readonly Recheck[]> {
    return listRechecks(this.#owner, walletId, due);
  }

  listQuarantineWindows(walletId: string, due: DueQuery): Promise<readonly TimeRange[]> {
    return listQuarantineWindows(this.#owner, walletId, due);
  }

  recordWindow(lease: WalletLease, record: WindowRecord): Promise<void> {
    return recordWindow(this.#owner, lease, record);
  }

  recordBalances(lease: WalletLease, record: BalanceRecord): Promise<void> {
    return recordBalances(this.#owner, lease, record);
  }

  recordOutcome(lease: WalletLease, outcome: RefreshOutcome): Promise<void> {
    return recordOutcome(this.#owner, lease, outcome);
  }

  findMasterKey(): Promise<MasterKeyRecord | undefined> {
    return masterKeys.findMasterKey(this.#owner);
  }

  recordMasterKey(record: MasterKeyRecord): Promise<MasterKeyRecord> {
    return masterKeys.recordMasterKey(this.#owner, record);
  }

  replaceMasterKey(record: MasterKeyRecord): Promise<void> {
    return masterKeys.replaceMasterKey(this.#owner, record);
  }

  listCredentialsOfOtherKeys(
    ...args: Parameters<Store['listCredentialsOfOtherKeys']>
  ): Result<'listCredentialsOfOtherKeys'> {
    return masterKeys.listCredentialsOfOtherKeys(this.#owner, ...args);
  }

  resealCredentials(...args: Parameters<Store['resealCredentials']>): Promise<void> {
    return masterKeys.resealCredentials(this.#owner, ...args);
  }

  createOrganization(org: Parameters<Store['createOrganization']>[0]): Promise<void> {
    return tenants.createOrganization(this.#owner, org);
  }

  createProject(project: Parameters<Store['createProject']>[0]): Promise<void> {
    return tenants.createProject(this.#owner, project);
  }

  requireProject(id: string): Promise<void> {
    return tenants.requireProject(this.#owner, id);
  }

  createApiKey(key: Parameters<Store['createApiKey']>[0]): Promise<void> {
    return tenants.createApiKey(this.#owner, key);
  }

  listApiKeys(projectId?: string): Promise<readonly ApiKeyRecord[]> {
    return tenants.listApiKeys(this.#owner, projectId);
  }

  revokeApiKey(id: string, revokedAtMs: number): Promise<void> {
    return tenants.revokeApiKey(this.#owner, id, revokedAtMs);
  }

  addWallet(wallet: WalletRecord, credentials?: SealedCredentials): Promise<void> {
    return wallets.addWallet(this.#owner, wallet, credentials);
  }

  listWallets(projectId?: string): Result<'listWallets'> {
    return wallets.listWallets(this.#owner, projectId);
  }

  readWalletStatus(walletId: string): Promise<WalletStatus> {
    return readWalletStatus(this.#owner, walletId);
  }

  replaceCredentials(
    ...[walletId, credentials, dueAtMs]: Parameters<Store['replaceCredentials']>
  ): Promise<void> {
    return wallets.replaceCredentials(this.#owner, walletId, credentials, dueAtMs);
  }

  removeWallet(walletId: string): Promise<void> {
    return wallets.removeWallet(this.#owner, walletId);
  }

  importFile(request: ImportRequest): Promise<ImportOutcome> {
    return imports.importFile(this.#owner, request);
  }

  listImports(walletId?: string): Result<'listImports'> {
    return imports.listImports(this.#owner, walletId);
  }

  undoImport(id: string, undoneAtMs: number): Result<'undoImport'> {
    return undoImport(this.#owner, id, undoneAtMs);
  }

  async checkIntegrity(options: IntegrityOptions): Promise<readonly StoreCheck[]> {
    const { checks, wallets } = await checkIntegrity(this.#owner, this.#migrations, options);
    return wallets === undefined ? checks : [...checks, await checkRows(this, wallets, options)];
  }

  listOrganizations(): Result<'listOrganizations'> {
    return copies.listOrganizations(this.#owner);
  }

  listProjects(): Result<'listProjects'> {
    return copies.listProjects(this.#owner);
  }

  listTransactionsAfter(
    ...[walletId, after, limit]: Parameters<Store['listTransactionsAfter']>
  ): Result<'listTransactionsAfter'> {
    return copies.listTransactionsAfter(this.#owner, walletId, after, limit);
  }

  listQuarantine(walletId: string): Result<'listQuarantine'> {
    return copies.listQuarantine(this.#owner, walletId);
  }

  listAllRechecks(walletId: string): Result<'listAllRechecks'> {
    return copies.listAllRechecks(this.#owner, walletId);
  }

  listImportChanges(walletId: string): Result<'listImportChanges'> {
    return imports.listImportChanges(this.#owner, walletId);
  }

  copyTransactions(
    ...[walletId, rows]: Parameters<Store['copyTransactions']>
  ): Result<'copyTransactions'> {
    return copyTransactions(this.#owner, walletId, rows);
  }

  copyImports(...args: Parameters<Store['copyImports']>): Promise<void> {
    return imports.copyImports(this.#owner, ...args);
  }

  listMigrations(): Promise<readonly MigrationState[]> {
    return listMigrations(this.#owner, this.#migrations);
  }

  /** See {@link Store.migrate}. Also creates the role of the service and grants its rights. */
  async migrate(onProgress?: ReportProgress): Promise<readonly MigrationState[]> {
    await makeServingRole(this.#owner, this.#servingRole);
    const migrations = await this.#owner.maintain(async (connection) => {
      const applied = await applyMigrations(connection, this.#migrations, onProgress);
      await grantServingRole(connection, this.#servingRole);
      return applied;
    });
    // Tables that a migration adds to a distributed database are distributed like the others.
    if ((await listDistributedTables(this.#owner)).size > 0) await this.distribute();
    await countBacklog(this.#owner, onProgress);
    if (hasOrigins(this.#migrations)) await imports.fillMatchKeys(this.#owner);
    return migrations;
  }

  /** Distributes the wallets to the nodes of a Citus cluster; see `distribution.ts`. */
  distribute(): ReturnType<typeof distributeTables> {
    return distributeTables(this.#owner, this.#servingRole);
  }

  async close(): Promise<void> {
    await Promise.all([this.#changes?.close(), this.#serving.close(), this.#owner.close()]);
  }
}

/** Returns false for the schema of an older version, which has no imports. */
function hasOrigins(migrations: readonly Migration[]): boolean {
  return migrations.some(({ name }) => name === 'imports');
}
