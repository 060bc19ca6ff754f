/** The interfaces of the store as the source and the target of a copy. */
import type { Transaction } from '../domain/transaction.ts';
import type { ImportRecord } from './import.ts';
import type { AuditRecord, ListPlace } from './audit.ts';
import type { QuarantinedRow, Recheck, TimeRange } from './records.ts';
import type { StoredTransaction } from './rules/import-rows.ts';

/** A row of an earlier import, as it was before a later import changed it. */
export interface ImportChange {
  readonly importNo: number;
  readonly before: Transaction;
}

/** A stored organization. */
export interface OrganizationRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAtMs: number;
}

/** A stored project. */
export interface ProjectRecord extends OrganizationRecord {
  readonly orgId: string;
}

/** A quarantined row with all stored fields; rows of balances have no window. */
export interface QuarantineEntry extends QuarantinedRow {
  readonly quarantinedAtMs: number;
  readonly window: TimeRange | null;
  readonly dueAtMs: number | null;
}

/** The source of a copy, in addition to the other interfaces. No list is truncated. */
export interface CopySource {
  listOrganizations(): Promise<readonly OrganizationRecord[]>;
  listProjects(): Promise<readonly ProjectRecord[]>;
  /** Returns transactions by `timestampMs` and `id`, oldest first, from the start or after the given row. */
  listTransactionsAfter(
    walletId: string,
    after: Pick<Transaction, 'timestampMs' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly StoredTransaction[]>;
  /** Returns the changes by imports of a wallet, sorted by transaction and import. */
  listImportChanges(walletId: string): Promise<readonly ImportChange[]>;
  /** Returns the quarantined rows of a wallet, sorted by key. */
  listQuarantine(walletId: string): Promise<readonly QuarantineEntry[]>;
  /** Returns the keyed hash of the account of a wallet; `null` if it is unknown. @throws {RecordNotFoundError} */
  readAccountHash(walletId: string): Promise<Uint8Array | null>;
  /** Returns entries of the audit log, oldest first, after a place. */
  listAuditAfter(after: ListPlace | undefined, limit: number): Promise<readonly AuditRecord[]>;
  /** Returns all rechecks of a wallet, due or not, sorted by transaction. */
  listAllRechecks(walletId: string): Promise<readonly Recheck[]>;
}

/** The imports of a wallet, for a copy. */
export interface CopiedImports {
  readonly imports: readonly ImportRecord[];
  readonly changes: readonly ImportChange[];
  /** See {@link WalletSyncState}. */
  readonly hasImports: boolean;
}

/** The target of a copy, in addition to the other interfaces. */
export interface CopyTarget {
  /**
   * Writes rows with their origin in one transaction; replaces a row with a known id. Rows without an origin
   * are synced rows.
   *
   * @throws {RecordNotFoundError} if there is no such wallet.
   */
  copyTransactions(
    walletId: string,
    rows: readonly (Transaction & Partial<StoredTransaction>)[],
  ): Promise<{ readonly added: number }>;
  /** Appends entries of another audit log; those that are already stored remain as they are. */
  copyAudit(entries: readonly AuditRecord[]): Promise<void>;
  /** Writes imports and their changes for a wallet without imports. */
  copyImports(walletId: string, copied: CopiedImports): Promise<void>;
}
