/** Reads a file to its end, and stores all of it or nothing. */
import { createHash } from 'node:crypto';

import { parseTransactionRecord, TransactionRecordError } from '../../domain/transaction-record.ts';
import { ImportSpool } from '../../store/imports/import-spool.ts';
import type { AdminStore } from '../../store/admin.ts';
import { StoreUnavailableError } from '../../store/errors.ts';
import type { ImportOutcome, ImportRecord } from '../../store/import.ts';
import { CommandError } from '../failure.ts';
import { CsvReader } from './csv-reader.ts';
import { JsonLinesReader } from './json-lines-reader.ts';
import { readLines } from './line-reader.ts';
import type { RecordReader } from './record-reader.ts';

/** The formats of an import. */
export const IMPORT_FORMATS = ['jsonl', 'csv'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** The progress of an import. */
export interface ImportProgress {
  /** A file is read to its end before any row is stored. */
  readonly step: 'read' | 'stored';
  readonly rows: number;
  /** From 0 to 1; `undefined` if the size of the input is unknown. */
  readonly fraction: number | undefined;
}

/** The file to import, and its wallet. */
export interface FileImport {
  readonly store: AdminStore;
  /** A new identifier, `import_…`. */
  readonly id: string;
  readonly walletId: string;
  readonly nowMs: number;
  readonly input: AsyncIterable<unknown>;
  /** The name of the file; `null` for standard input. */
  readonly fileName: string | null;
  /** `undefined` if unknown. */
  readonly bytesTotal: number | undefined;
  /** If missing, the first character of the input decides. */
  readonly format?: ImportFormat;
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
}

const BAD_ROWS_SHOWN_MAX = 20;
const NOTHING_STORED = 'Nothing was stored';

/**
 * Imports all rows of a file.
 *
 * @throws {CommandError} if the import fails. The message names the file, the cause and the invalid line if
 * there is one, and says that nothing was stored.
 */
export async function importFile(request: FileImport): Promise<ImportOutcome> {
  const spool = new ImportSpool(request.walletId);
  try {
    const sha256 = await new FileReading(request, spool).run();
    return await store(request, spool, sha256);
  } catch (error) {
    throw explain(request, error);
  } finally {
    spool.close();
  }
}

async function store(
  {
    store,
    bytesTotal: _bytesTotal,
    onProgress,
    format: _format,
    input: _input,
    ...file
  }: FileImport,
  source: ImportSpool,
  sha256: string,
): Promise<ImportOutcome> {
  const { rowCount } = source;
  const report = (rows: number): void =>
    onProgress({ step: 'stored', rows, fraction: rows / Math.max(rowCount, 1) });
  try {
    return await store.importFile({ ...file, sha256, source, onProgress: report });
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    // The database may have committed although its response was lost.
    const stored = await findStored(store, file, error);
    if (stored === undefined) throw error;
    return { ...stored, shownConflicts: [] };
  }
}

async function findStored(
  store: AdminStore,
  { walletId, id }: Pick<FileImport, 'walletId' | 'id'>,
  error: StoreUnavailableError,
): Promise<ImportRecord | undefined> {
  try {
    return (await store.listImports(walletId)).find((record) => record.id === id);
  } catch {
    throw new CommandError(
      error.code,
      `${error.message}. ${NOTHING_STORED}, unless "teller import list --wallet ${walletId}" ` +
        `lists ${id} when the database is available again`,
    );
  }
}

function explain({ fileName, signal }: FileImport, error: unknown): unknown {
  const name = fileName ?? 'standard input';
  if (signal.aborted) {
    return new CommandError('interrupted', `${name}: interrupted. ${NOTHING_STORED}`);
  }
  if (error instanceof CommandError && error.message.includes(NOTHING_STORED)) {
    return new CommandError(error.code, `${name}: ${error.message}`);
  }
  if (!(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  return new CommandError(
    /^[a-z]/.test(code) ? code : code.toLowerCase(),
    `${name}: ${error.message}. ${NOTHING_STORED}`,
  );
}

/** Reads one file into a spool. */
class FileReading {
  readonly #request: FileImport;
  readonly #spool: ImportSpool;
  readonly #hash = createHash('sha256');
  #reader: RecordReader | undefined;
  #badRows: string[] = [];
  #badRowCount = 0;
  #lineNumber = 0;

  constructor(request: FileImport, spool: ImportSpool) {
    this.#request = request;
    this.#spool = spool;
    this.#reader = request.format === undefined ? undefined : createReader(request.format);
  }

  /** Reads the file into the spool and returns its SHA-256. */
  async run(): Promise<string> {
    const { signal, bytesTotal, onProgress } = this.#request;
    for await (const { lines, bytesRead } of readLines(this.#chunks())) {
      signal.throwIfAborted();
      for (const line of lines) this.#takeLine(line);
      const rows = this.#spool.rowCount;
      onProgress({ step: 'read', rows, fraction: bytesTotal && bytesRead / bytesTotal });
    }
    this.#reader?.end();
    if (this.#badRowCount > 0) this.#refuse();
    this.#spool.seal();
    return this.#hash.digest('hex');
  }

  async *#chunks(): AsyncGenerator {
    for await (const chunk of this.#request.input) {
      this.#hash.update(chunk as Buffer);
      yield chunk;
    }
  }

  #takeLine(line: string): void {
    this.#lineNumber += 1;
    this.#reader ??= sniffReader(line);
    const reader = this.#reader;
    if (reader === undefined) return;
    try {
      const record = reader.take(line, this.#lineNumber);
      if (record === undefined) return;
      const row = parseTransactionRecord(record, this.#request.walletId);
      // After an invalid row, further rows are only checked, so that the message lists all invalid rows.
      if (this.#badRowCount === 0) this.#spool.add({ ...row, line: reader.recordLine });
    } catch (error) {
      if (!(error instanceof TransactionRecordError)) throw error;
      this.#badRowCount += 1;
      if (this.#badRows.length < BAD_ROWS_SHOWN_MAX) {
        this.#badRows.push(`line ${reader.recordLine}: ${error.message}`);
      }
    }
  }

  #refuse(): never {
    const rest = this.#badRowCount - this.#badRows.length;
    const rows = rest > 0 ? [...this.#badRows, `and ${rest} more`] : this.#badRows;
    const count = `${this.#badRowCount} bad ${this.#badRowCount === 1 ? 'row' : 'rows'}`;
    const summary = `${count} in ${this.#lineNumber} lines. ${NOTHING_STORED}`;
    throw new CommandError('invalid_import', [summary, ...rows].join('\n'));
  }
}

function createReader(format: ImportFormat): RecordReader {
  return format === 'csv' ? new CsvReader() : new JsonLinesReader();
}

/** Returns the reader for the format of the first line that is not empty. */
function sniffReader(line: string): RecordReader | undefined {
  const text = line.trimStart();
  if (text === '') return undefined;
  if (text.startsWith('[')) {
    throw new CommandError(
      'invalid_import',
      'the input is a JSON array; write one object on each line ("jq -c .[]" does so from jq 1.7 on; ' +
        'older versions round amounts)',
    );
  }
  return createReader(text.startsWith('{') ? 'jsonl' : 'csv');
}
