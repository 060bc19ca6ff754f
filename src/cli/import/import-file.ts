/** Imports the transactions of a stream in batches, each of them stored as a whole or not at all. */
import { parseTransactionRecord, TransactionRecordError } from '../../domain/transaction-record.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { AdminStore } from '../../store/store.ts';
import { CommandError } from '../failure.ts';
import { CsvReader } from './csv-reader.ts';
import { ImportedIds } from './imported-ids.ts';
import { JsonLinesReader } from './json-lines-reader.ts';
import { readLines } from './line-reader.ts';
import type { RecordReader } from './record-reader.ts';

/** The formats of an import. */
export const IMPORT_FORMATS = ['jsonl', 'csv'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** How far an import is. */
export interface ImportProgress {
  readonly rows: number;
  readonly added: number;
  readonly bytesRead: number;
}

/** What to import, and where to. */
export interface ImportRequest {
  readonly store: AdminStore;
  readonly walletId: string;
  readonly input: AsyncIterable<unknown>;
  /** Absent: told by the first character. */
  readonly format?: ImportFormat;
  /** Called after each batch. */
  readonly onProgress: (progress: ImportProgress) => void;
}

/** A batch with bad rows; its message has a line for each of the first. */
class BadRowsError extends CommandError {}

/**
 * Rows that are committed together, and for which the database is locked to other writers. Of a
 * million rows a second: 53,000 in batches of 10,000, 60,000 in these, 70,000 in 50,000.
 */
const BATCH_ROWS_MAX = 20_000;
const BAD_ROWS_SHOWN_MAX = 20;

/**
 * Imports all rows.
 *
 * @throws {CommandError} that names bad rows by their lines and says what is stored.
 */
export async function importFile(request: ImportRequest): Promise<ImportProgress> {
  const run = new ImportRun(request);
  let reader = request.format === undefined ? undefined : createReader(request.format);
  let lineNumber = 0;
  try {
    for await (const { lines, bytesRead } of readLines(request.input)) {
      for (const line of lines) {
        lineNumber += 1;
        reader ??= sniffReader(line);
        if (reader !== undefined && run.takeLine(reader, line, lineNumber)) {
          await run.flush(bytesRead);
        }
      }
      run.bytesRead = bytesRead;
    }
    reader?.end();
  } catch (error) {
    throw run.explain(error);
  }
  await run.flush(run.bytesRead);
  return run;
}

/** The state of one import. */
class ImportRun implements ImportProgress {
  rows = 0;
  added = 0;
  bytesRead = 0;
  readonly #request: ImportRequest;
  readonly #ids: ImportedIds;
  #batch: Transaction[] = [];
  #badRows: string[] = [];
  #badRowCount = 0;
  /** First line of the batch; the line before is the last that is stored. */
  #batchLine = 1;
  #lastLine = 0;

  constructor(request: ImportRequest) {
    this.#request = request;
    this.#ids = new ImportedIds(request.walletId);
  }

  /** Takes a line; true where the batch is full. */
  takeLine(reader: RecordReader, line: string, lineNumber: number): boolean {
    this.#lastLine = lineNumber;
    try {
      const record = reader.take(line, lineNumber);
      if (record === undefined) return false;
      const transaction = parseTransactionRecord(record, this.#request.walletId);
      this.#batch.push({ ...transaction, id: transaction.id ?? this.#ids.idOf(transaction) });
    } catch (error) {
      if (!(error instanceof TransactionRecordError)) throw error;
      this.#badRowCount += 1;
      if (this.#badRows.length < BAD_ROWS_SHOWN_MAX) {
        this.#badRows.push(`line ${reader.recordLine}: ${error.message}`);
      }
    }
    return this.#batch.length + this.#badRowCount >= BATCH_ROWS_MAX;
  }

  /** Stores the batch. @throws {CommandError} where a row of it is bad. */
  async flush(bytesRead: number): Promise<void> {
    if (this.#badRowCount > 0) throw this.#refuseBatch();
    const { added } = await this.#request.store.importTransactions(
      this.#request.walletId,
      this.#batch,
    );
    this.rows += this.#batch.length;
    this.added += added;
    this.bytesRead = bytesRead;
    this.#batch = [];
    this.#batchLine = this.#lastLine + 1;
    this.#request.onProgress(this);
  }

  /** An error that stopped the reading, with what is stored. */
  explain(error: unknown): unknown {
    if (!(error instanceof CommandError) || error instanceof BadRowsError) return error;
    return new CommandError(error.code, `${error.message}. ${this.#describeStored()}`);
  }

  #refuseBatch(): BadRowsError {
    const rest = this.#badRowCount - this.#badRows.length;
    const rows = rest > 0 ? [...this.#badRows, `and ${rest} more`] : this.#badRows;
    const count = `${this.#badRowCount} bad ${this.#badRowCount === 1 ? 'row' : 'rows'}`;
    const summary = `${count} in lines ${this.#batchLine} to ${this.#lastLine}. ${this.#describeStored()}`;
    return new BadRowsError('invalid_import', [summary, ...rows].join('\n'));
  }

  #describeStored(): string {
    return this.#batchLine === 1
      ? 'Nothing was stored'
      : `Lines 1 to ${this.#batchLine - 1} (${this.rows} rows) are stored, nothing after them; importing the mended file again doubles nothing`;
  }
}

function createReader(format: ImportFormat): RecordReader {
  return format === 'csv' ? new CsvReader() : new JsonLinesReader();
}

/** The reader that the first line with anything in it asks for. */
function sniffReader(line: string): RecordReader | undefined {
  const text = line.trimStart();
  if (text === '') return undefined;
  if (text.startsWith('[')) {
    throw new CommandError(
      'invalid_import',
      'the input is a JSON array; JSON Lines has one object on each line (jq -c .[] makes it so)',
    );
  }
  return createReader(text.startsWith('{') ? 'jsonl' : 'csv');
}
