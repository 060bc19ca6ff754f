/** Imports of files. */
import type { ComparedField, ImportRow } from './rules/import-rows.ts';

/** The rows of a file. They can be read repeatedly; see `imports/import-spool.ts`. */
export interface ImportSource {
  readonly rowCount: number;
  /** The number of rows without an id. */
  readonly unidentifiedCount: number;
  /** Yields all rows in the order of the file, in batches of some thousands. */
  batches(): Iterable<readonly ImportRow[]>;
}

/** A file to import. */
export interface ImportRequest {
  readonly walletId: string;
  /** A new identifier, `import_…`. */
  readonly id: string;
  /** `null` for standard input. */
  readonly fileName: string | null;
  /** SHA-256 of the file, in hexadecimal digits. */
  readonly sha256: string;
  readonly nowMs: number;
  readonly source: ImportSource;
  readonly isDryRun: boolean;
  readonly signal?: AbortSignal;
  /** Is called with the number of rows that have been compared and written. */
  readonly onProgress?: (rows: number) => void;
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

/** Rows per batch: of an import, and of the wallet with which it is compared. */
export const IMPORT_BATCH_ROWS = 10_000;

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
