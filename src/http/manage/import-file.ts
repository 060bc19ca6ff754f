/** How a file in the body of a request is imported: the reader of `teller import`, which the composition provides. */
import type { PresetName } from '../../domain/import-options.ts';
import type { ManageContext } from '../../manage/context.ts';
import type { ImportConflict, ImportCounts } from '../../store/import.ts';

/** A file to import, and how it is read. */
export interface FileToImport {
  readonly walletId: string;
  readonly bytes: Buffer;
  readonly fileName: string | null;
  readonly isDryRun: boolean;
  readonly format?: 'csv' | 'jsonl' | undefined;
  readonly preset?: PresetName | undefined;
  /** Decisions about words that a preset does not know: `OPERATION=TYPE`. */
  readonly map?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
  readonly timeZone?: string | undefined;
  readonly decimalComma?: boolean | undefined;
}

/** The outcome of an import. */
export interface ImportedFile extends ImportCounts {
  /** `null` for a dry run. */
  readonly id: string | null;
  readonly walletId: string;
  /** Sentences for people about rows that may be in the wallet twice. */
  readonly warnings: readonly string[];
  /** The first conflicts. */
  readonly conflictRows: readonly ImportConflict[];
  /** Rows that are not transactions of the wallet, by reason. */
  readonly skipped: readonly SkippedRows[];
  /** The decisions whose word no row has, as options of `teller import`. */
  readonly unusedOptions: readonly string[];
}

/** Rows that were skipped for one reason. */
export interface SkippedRows {
  readonly reason: string;
  readonly rows: number;
  readonly firstLine: number;
}

/** Imports all rows of a file, or none. @throws {ManageError} `invalid_import`. */
export type ImportFile = (context: ManageContext, file: FileToImport) => Promise<ImportedFile>;
