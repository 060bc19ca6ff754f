/** Imports of files. */
import type { Transaction } from '../domain/transaction.ts';

/** A row as it was read from a file. */
export interface ReadRow extends Omit<Transaction, 'id'> {
  readonly id: string | null;
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
  /** True if the row has the id of the exchange's record, but the time of its booking, which is not compared. */
  readonly hasBookingTime?: boolean;
}

/**
 * Reads a file to its end, and passes its rows in batches, in their order.
 *
 * @returns the SHA-256 of the file, in hexadecimal digits.
 */
export type ReadFile = (stage: (rows: readonly ReadRow[]) => Promise<void>) => Promise<string>;

/** A file to import. */
export interface ImportRequest {
  readonly walletId: string;
  /** A new identifier, `import_…`. */
  readonly id: string;
  /** `null` for standard input. */
  readonly fileName: string | null;
  readonly nowMs: number;
  /** Nothing is written to the wallet unless it succeeds. */
  readonly read: ReadFile;
  readonly isDryRun: boolean;
  readonly signal?: AbortSignal;
  /** Is called with the number of rows that have been compared and written, and the number of all rows. */
  readonly onProgress?: (rows: number, total: number) => void;
}

/** The number of rows of a file by outcome. */
export interface ImportCounts {
  readonly rows: number;
  readonly added: number;
  /** Rows that are already stored with the same values. */
  readonly known: number;
  /** Imported rows that now have the file's values. */
  readonly changed: number;
  /** Rows that differ from a synced row, which is not changed. */
  readonly conflicts: number;
}

/** A field in which a row of a file may differ from the stored row. */
export type ComparedField = 'timestamp' | Exclude<keyof Transaction, 'id' | 'timestampMs'>;

/** A row of a file that differs from a synced one. */
export interface ImportConflict {
  readonly line: number;
  readonly id: string;
  readonly fields: readonly ComparedField[];
}

/** The outcome of an import. */
export interface ImportOutcome extends ImportCounts {
  /** The first {@link CONFLICTS_SHOWN_MAX} conflicts. */
  readonly shownConflicts: readonly ImportConflict[];
}

/** Rows of a file that are staged, compared or stored at a time. */
export const IMPORT_BATCH_ROWS = 5000;

/** Maximum conflicts that an import lists. */
export const CONFLICTS_SHOWN_MAX = 20;

/** A stored import. */
export interface ImportRecord extends ImportCounts {
  readonly id: string;
  readonly walletId: string;
  /** The number of the import within the wallet, from 1. */
  readonly importNo: number;
  /** `null` for standard input, or if unknown. */
  readonly fileName: string | null;
  /** `null` if unknown. */
  readonly sha256: string | null;
  readonly importedAtMs: number;
  readonly undoneAtMs: number | null;
}

/** The outcome of undoing an import. */
export interface UndoOutcome {
  readonly walletId: string;
  /** Removed rows. */
  readonly removed: number;
  /** Rows that were reset to the values of an earlier import. */
  readonly restored: number;
}
