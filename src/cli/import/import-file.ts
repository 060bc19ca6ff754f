/** Reads a file to its end, and stores all of it or nothing. */
import { createHash } from 'node:crypto';

import { parseTransactionRecord, TransactionRecordError } from '../../domain/transaction-record.ts';
import type { AdminStore } from '../../store/admin.ts';
import { StoreUnavailableError } from '../../store/errors.ts';
import {
  IMPORT_BATCH_ROWS,
  type ImportOutcome,
  type ImportRecord,
  type ReadRow,
} from '../../store/import.ts';
import type { SkippedRows } from '../../http/manage/import-file.ts';
import { CommandError } from '../failure.ts';
import type { Progress } from '../progress.ts';
import { makePrintable } from '../table.ts';
import { DATE_FORMAT_ADVICE, DECIMAL_COMMA_ADVICE, mayHaveDecimalComma } from './advice.ts';
import { type CsvLayout, CsvReader } from './csv-reader.ts';
import { JsonLinesReader } from './json-lines-reader.ts';
import { type LineBlock, readLines } from './line-reader.ts';
import type { UnknownWord } from './presets/export-words.ts';
import type { RecordReader, RecordSink } from './record-reader.ts';
import type { TextEncoding } from './text-encoding.ts';
import { UnknownWords } from './unknown-words.ts';

/** The formats of an import. */
export const IMPORT_FORMATS = ['jsonl', 'csv'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

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
  /** What messages call an input without a name. Default: standard input. */
  readonly inputName?: string;
  /** `undefined` if unknown. */
  readonly bytesTotal: number | undefined;
  /** If missing, the first character of the input decides. */
  readonly format?: ImportFormat;
  /** Finds the columns of CSV. */
  readonly layout: CsvLayout;
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** What was detected in a file. */
interface FileDescription {
  /** The format and the encoding, for people. */
  readonly readAs: string;
  /** Rows that are not transactions of the wallet. */
  readonly skipped: readonly SkippedRows[];
  /** Says which rows are not recognised as synced ones; `undefined` if all are. */
  readonly caution: string | undefined;
  /** The options `--map` and `--skip` whose word no row has. */
  readonly unusedOptions: readonly string[];
}

/** The outcome of an import, and what was detected in the file. */
export interface FileImportOutcome extends ImportOutcome, FileDescription {}

const BAD_ROWS_SHOWN_MAX = 20;
/** After this number of bad rows, the rest of the file is not read. */
const BAD_ROWS_MAX = 1000;
/** Maximum characters about one row, and of the reason for which rows are skipped. */
const EXPLANATION_LENGTH_MAX = 1000;
/** Maximum reasons for skipped rows; a preset has fewer words. */
const SKIP_REASONS_MAX = 200;
const NOTHING_STORED = 'Nothing was stored';

/**
 * Imports all rows of a file.
 *
 * @throws {CommandError} if the import fails. The message names the file, the cause and the invalid line if
 * there is one, and says that nothing was stored.
 */
export async function importFile(request: FileImport): Promise<FileImportOutcome> {
  try {
    const reading = new FileReading(request);
    const outcome = await store(request, reading);
    return { ...outcome, ...reading.describe() };
  } catch (error) {
    throw explain(request, error);
  }
}

/**
 * Returns the warnings about an import: its rows that synchronisation stores a second time. Only a wallet that is never
 * synchronised has none.
 */
export function listWarnings(
  { caution }: Pick<FileImportOutcome, 'caution'>,
  importsOnly: boolean,
): readonly string[] {
  if (caution === undefined || importsOnly) return [];
  return [
    `${caution}. If synchronisation has read them too, or reads them later, they are in the wallet twice: import only rows ` +
      'from before its history, or undo the import',
  ];
}

async function store(request: FileImport, reading: FileReading): Promise<ImportOutcome> {
  const { store, onProgress, walletId, id, nowMs, fileName, isDryRun, signal } = request;
  try {
    return await store.importFile({
      walletId,
      id,
      nowMs,
      fileName,
      isDryRun,
      signal,
      read: (stage) => reading.run(stage),
      onProgress: (done, total) => onProgress({ activity: 'stored', unit: 'rows', done, total }),
    });
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    // The database may have committed although its response was lost.
    const stored = await findStored(store, request, error);
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

function explain(
  { fileName, inputName = 'standard input', signal }: FileImport,
  error: unknown,
): unknown {
  const name = makePrintable(fileName ?? inputName);
  // Comes first: after an interruption, it may still be unknown whether the import was stored.
  if (error instanceof CommandError && error.message.includes(NOTHING_STORED)) {
    return new CommandError(error.code, `${name}: ${error.message}`, error.details);
  }
  if (signal.aborted) {
    return new CommandError('interrupted', `${name}: interrupted. ${NOTHING_STORED}`);
  }
  if (!(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  return new CommandError(
    /^[a-z]/.test(code) ? code : code.toLowerCase(),
    `${name}: ${error.message}. ${NOTHING_STORED}`,
  );
}

/** Reads one file, and passes its rows on in batches. */
class FileReading implements RecordSink {
  readonly #request: FileImport;
  readonly #hash = createHash('sha256');
  #reader: RecordReader | undefined;
  #encoding: TextEncoding | undefined;
  #badRows: string[] = [];
  #badRowCount = 0;
  readonly #advice = new Set<string>();
  readonly #unknownWords = new UnknownWords();
  readonly #skipped = new Map<string, { rows: number; firstLine: number }>();
  #bytesRead = 0;
  #lineNumber = 0;
  #hasContent = false;
  #rows: ReadRow[] = [];
  #rowCount = 0;

  constructor(request: FileImport) {
    this.#request = request;
    if (request.format !== undefined) this.#reader = this.#createReader(request.format);
  }

  /**
   * Reads the file to its end, and passes its rows to `stage`. After an invalid row, further rows are only checked, so
   * that the message counts all invalid rows, up to {@link BAD_ROWS_MAX}.
   *
   * @returns its SHA-256.
   * @throws {CommandError} if it is empty or a row is invalid.
   */
  async run(stage: (rows: readonly ReadRow[]) => Promise<void>): Promise<string> {
    const { signal, bytesTotal, onProgress } = this.#request;
    for await (const block of readLines(this.#chunks())) {
      signal.throwIfAborted();
      for (const line of block.lines) {
        this.#takeLine(line);
        if (this.#badRowCount >= BAD_ROWS_MAX) this.#refuseAll('the first', []);
      }
      this.#checkEncoding(block);
      if (this.#rows.length >= IMPORT_BATCH_ROWS) await this.#pass(stage);
      const fraction = bytesTotal && this.#bytesRead / bytesTotal;
      onProgress({ activity: 'read', unit: 'rows', done: this.#rowCount, fraction });
    }
    if (this.#reader === undefined || !this.#hasContent) {
      throw new CommandError('invalid_import', 'the input is empty');
    }
    this.#reader.end?.();
    if (this.#isRefused()) this.#refuseAll('all', this.#request.layout.listUnusedOptions());
    await this.#pass(stage);
    return this.#hash.digest('hex');
  }

  /** Returns what was detected in the file, after {@link run}. */
  describe(): FileDescription {
    const readAs = `${this.#reader?.describe() ?? ''}, ${this.#encoding ?? 'UTF-8'}`;
    const skipped = [...this.#skipped].map(([reason, { rows, firstLine }]) => ({
      reason,
      rows,
      firstLine,
    }));
    const { caution } = this.#reader ?? {};
    const unusedOptions = this.#request.layout.listUnusedOptions();
    return { readAs, skipped, caution, unusedOptions };
  }

  add(record: unknown, line: number, hasBookingTime = false): void {
    try {
      const row = parseTransactionRecord(record, this.#request.walletId);
      if (this.#isRefused()) return;
      this.#rows.push({ ...row, line, hasBookingTime });
      this.#rowCount += 1;
    } catch (error) {
      if (!(error instanceof TransactionRecordError)) throw error;
      this.refuse(error.problems, line);
      if (this.#reader instanceof CsvReader) {
        for (const advice of adviseOn(record, error.problems)) this.advise(advice);
      }
    }
  }

  refuse(problems: readonly string[], line: number): void {
    this.#badRowCount += 1;
    if (this.#badRows.length < BAD_ROWS_SHOWN_MAX) {
      this.#badRows.push(`line ${line}: ${shorten(problems.join('; '))}`);
    }
  }

  advise(advice: string): void {
    this.#advice.add(advice);
  }

  refuseWords(words: readonly UnknownWord[], line: number): void {
    this.#unknownWords.add(words, line);
  }

  skip(reason: string, line: number): void {
    const known = this.#skipped.get(reason);
    if (known !== undefined) {
      known.rows += 1;
      // A preset may hold a row back until the end of the file.
      known.firstLine = Math.min(known.firstLine, line);
    } else if (this.#skipped.size < SKIP_REASONS_MAX) {
      this.#skipped.set(reason, { rows: 1, firstLine: line });
    } else this.refuse([`there are more than ${SKIP_REASONS_MAX} reasons to skip a row`], line);
  }

  async *#chunks(): AsyncGenerator {
    for await (const chunk of this.#request.input) {
      this.#bytesRead += (chunk as Buffer).length;
      this.#hash.update(chunk as Buffer);
      yield chunk;
    }
  }

  async #pass(stage: (rows: readonly ReadRow[]) => Promise<void>): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length > 0) await stage(rows);
  }

  #takeLine(line: string): void {
    this.#lineNumber += 1;
    this.#hasContent ||= line.trim() !== '';
    if (!this.#hasContent) return;
    this.#reader ??= this.#createReader(sniffFormat(line));
    this.#reader.take(line, this.#lineNumber);
  }

  #createReader(format: ImportFormat): RecordReader {
    return format === 'csv' ? new CsvReader(this.#request.layout, this) : new JsonLinesReader(this);
  }

  /** JSON is always Unicode (RFC 8259, section 8.1). */
  #checkEncoding({ encoding, windows1252Line }: LineBlock): void {
    this.#encoding = encoding;
    if (windows1252Line === undefined || this.#reader instanceof CsvReader) return;
    throw new CommandError('invalid_import', `line ${windows1252Line} is not UTF-8`);
  }

  #isRefused(): boolean {
    return this.#badRowCount > 0 || this.#unknownWords.rowCount > 0;
  }

  #refuseAll(read: 'all' | 'the first', unusedOptions: readonly string[]): never {
    const lines = read === 'all' ? this.#lineNumber : `the first ${this.#lineNumber}`;
    const rest = this.#badRowCount - this.#badRows.length;
    const unknown = this.#unknownWords.list();
    const message = [
      `${this.#countRefused()} in ${lines} lines. ${NOTHING_STORED}`,
      ...this.#badRows,
      ...(rest > 0 ? [`and ${rest} more`] : []),
      ...this.#advice,
      ...(unknown.length > 0 ? this.#unknownWords.describe() : []),
      ...unusedOptions.map(describeUnusedOption),
    ];
    throw new CommandError(
      'invalid_import',
      message.join('\n'),
      unknown.length + unusedOptions.length > 0 ? { unknown, unusedOptions } : {},
    );
  }

  #countRefused(): string {
    const bad = this.#badRowCount;
    const { rowCount } = this.#unknownWords;
    return [
      ...(bad > 0 ? [`${bad} bad ${bad === 1 ? 'row' : 'rows'}`] : []),
      ...(rowCount > 0
        ? [`${rowCount} ${rowCount === 1 ? 'row' : 'rows'} that the preset does not know`]
        : []),
    ].join(' and ');
  }
}

/** Returns a note about an option of {@link FileDescription.unusedOptions}. */
export function describeUnusedOption(option: string): string {
  return `note: ${option} decides no row of the file`;
}

function shorten(text: string): string {
  return text.length > EXPLANATION_LENGTH_MAX ? `${text.slice(0, EXPLANATION_LENGTH_MAX)}…` : text;
}

/** Returns the options that read a record of CSV which was refused. */
function adviseOn(record: unknown, problems: readonly string[]): readonly string[] {
  const { amount, feeCost } = record as Readonly<Record<string, unknown>>;
  const hasComma = [amount, feeCost].some(
    (text) => typeof text === 'string' && mayHaveDecimalComma(text),
  );
  const hasOtherTime = problems.some((problem) => problem.startsWith('timestamp must be'));
  return [
    ...(hasComma ? [DECIMAL_COMMA_ADVICE] : []),
    ...(hasOtherTime ? [DATE_FORMAT_ADVICE] : []),
  ];
}

/** Returns the format of the first line that is not empty. */
function sniffFormat(line: string): ImportFormat {
  const text = line.trimStart();
  if (text.startsWith('[')) {
    throw new CommandError(
      'invalid_import',
      'the input is a JSON array; write one object on each line ("jq -c .[]" does so from jq 1.7 on; ' +
        'older versions round amounts)',
    );
  }
  return text.startsWith('{') ? 'jsonl' : 'csv';
}
