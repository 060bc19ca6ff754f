/** The store as the source and the target of a copy. */
import type { Transaction } from '../domain/transaction.ts';
import type { ImportRecord } from './import.ts';
import type { QuarantinedRow, Recheck, TimeRange } from './records.ts';
import type { StoredTransaction } from './rules/import-rows.ts';

/** A row of an earlier import before a later one changed it. */
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

/** The source of a copy, in addition to the other interfaces; no list is truncated. */
export interface CopySource {
  listOrganizations(): Promise<readonly OrganizationRecord[]>;
  listProjects(): Promise<readonly ProjectRecord[]>;
  /** Lists by `timestampMs` and `id`, oldest first, from the start or after the given row. */
  listTransactionsAfter(
    walletId: string,
    after: Pick<Transaction, 'timestampMs' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly StoredTransaction[]>;
  /** Lists the changes by imports of a wallet, by transaction and import. */
  listImportChanges(walletId: string): Promise<readonly ImportChange[]>;
  /** Lists by key. */
  listQuarantine(walletId: string): Promise<readonly QuarantineEntry[]>;
  /** Lists by transaction, due or not. */
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
   * Writes rows with their origin in one transaction; replaces a row with a known id. Rows without an origin are
   * synced rows.
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
