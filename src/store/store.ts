/** The whole store, which `create-store.ts` composes. It passes the same contract tests on both engines. */
import type { AdminStore } from './admin.ts';
import type { ManageStore } from './manage.ts';
import type { ReportProgress } from './progress.ts';
import type { ServingStore } from './serving.ts';
import type { Database } from './sql/database.ts';
import type { SyncStore } from './sync.ts';
import type { WebhookAdminStore, WebhookStore } from './webhooks.ts';

/** An applied or pending migration. */
export interface MigrationState {
  readonly version: number;
  readonly name: string;
  readonly applied: boolean;
}

/** The whole store. */
export interface Store
  extends ServingStore, SyncStore, AdminStore, ManageStore, WebhookStore, WebhookAdminStore {
  /** The tables, for `copyStore`. */
  readonly database: Database;
  /** Resolves if the database answers, not a standby, and its schema is that of this program, for a process that starts. */
  checkSchema(): Promise<void>;
  /**
   * Resolves if the role with which the service reads sees one wallet at a time, on PostgreSQL.
   *
   * @throws {StoreUnavailableError}
   */
  checkServingRole(): Promise<void>;
  /**
   * Resolves if the user of the database sees the rows of all wallets, on PostgreSQL, and not only what the service reads.
   *
   * @throws {StoreRightMissingError}
   */
  checkUser(): Promise<void>;
  /**
   * Resolves if the service reads this database, or a standby of it, with its role.
   *
   * @throws {StoreUnavailableError}
   */
  checkReads(): Promise<void>;
  listMigrations(): Promise<readonly MigrationState[]>;
  /** Applies all pending migrations in one transaction, and returns them. */
  migrate(onProgress?: ReportProgress): Promise<readonly MigrationState[]>;
  close(): Promise<void>;
}
