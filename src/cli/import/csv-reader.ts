import { TransactionRecordError } from '../../domain/transaction-record.ts';
import { CommandError } from '../failure.ts';
import { CELLS_MAX, type Delimiter, DELIMITERS, splitRecord } from './csv-cells.ts';
import { LINE_BYTES_MAX } from './line-reader.ts';
import type { RecordReader, RecordSink } from './record-reader.ts';

/** Reads the rows under a header. */
export interface RowReader {
  /** The layout, if the file is an export of an exchange. */
  readonly layout?: string;
  /** Says which rows are not recognised as synced ones. */
  readonly caution?: string | undefined;
  /** Reads a row. @throws {TransactionRecordError} if it is invalid. */
  take(cells: readonly string[], line: number): void;
  /** Is called at the end of the input. */
  end?(): void;
}

/** Finds the header of a file. */
export interface CsvLayout {
  /** Returns how many cells have the name of a column. The delimiter with most of them is used. */
  countColumns(cells: readonly string[]): number;
  /**
   * Returns the reader of the rows under a header; `undefined` if the record is a line before the header.
   *
   * @throws {CommandError} if the columns cannot be used.
   */
  open(header: readonly string[], line: number, sink: RecordSink): RowReader | undefined;
  /** Is called if the input ends before the header. @throws {CommandError} */
  failWithoutHeader(): never;
  /** Returns the options that decided nothing in the file. */
  listUnusedOptions(): readonly string[];
}

/** The line with which Excel declares the delimiter. */
const EXCEL_HINT = /^sep=.$/i;
const QUOTED = /"[^"]*"/g;

/** Reads CSV (RFC 4180) with any of four delimiters; skips blank lines and rows of empty cells. */
export class CsvReader implements RecordReader {
  readonly #layout: CsvLayout;
  readonly #sink: RecordSink;
  #delimiter: Delimiter = ',';
  #rows: RowReader | undefined;
  #recordLine = 0;
  /** Lines of an unfinished record with an open quoted cell; empty between records. */
  #open: string[] = [];
  #openLength = 0;

  constructor(layout: CsvLayout, sink: RecordSink) {
    this.#layout = layout;
    this.#sink = sink;
  }

  take(line: string, lineNumber: number): void {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    const record = this.#takeLine(text, line, lineNumber);
    if (record === undefined) return;
    if (this.#rows === undefined) this.#takeHeader(record);
    else this.#takeRow(this.#rows, record);
  }

  end(): void {
    if (this.#open.length > 0) this.#failOpen('the input ends');
    if (this.#rows === undefined) this.#layout.failWithoutHeader();
    this.#rows?.end?.();
  }

  get caution(): string | undefined {
    return this.#rows?.caution;
  }

  describe(): string {
    const layout = this.#rows?.layout;
    const text = `CSV, separated by ${DELIMITERS[this.#delimiter]}`;
    return layout === undefined ? text : `${layout}, ${text}`;
  }

  /** Returns the record that ends with the line. */
  #takeLine(line: string, rawLine: string, lineNumber: number): string | undefined {
    const isOpen = this.#open.length > 0;
    if (!isOpen) {
      if (line === '') return undefined;
      this.#recordLine = lineNumber;
      if (!line.includes('"')) return line;
    }
    // A line with an odd number of quotes opens a quoted cell or closes the open one.
    if (hasOddQuotes(line) === isOpen) {
      const record = isOpen ? [...this.#open, line].join('\n') : line;
      this.#open = [];
      this.#openLength = 0;
      return record;
    }
    // Within a quoted cell a carriage return is content.
    this.#open.push(rawLine);
    this.#openLength += rawLine.length + 1;
    if (this.#openLength > LINE_BYTES_MAX) this.#failOpen('it is too long');
    return undefined;
  }

  #takeHeader(record: string): void {
    if (EXCEL_HINT.test(record)) return;
    if (record.replaceAll(QUOTED, '').includes('\r')) {
      throw new CommandError(
        'invalid_import',
        'the lines end with carriage returns only, as on old Macs: save the file with other line ends ' +
          "(tr '\\r' '\\n' replaces them)",
      );
    }
    const delimiters = Object.keys(DELIMITERS) as Delimiter[];
    if (delimiters.some((delimiter) => record.split(delimiter).length > CELLS_MAX)) {
      throw new CommandError(
        'invalid_import',
        `line ${this.#recordLine} has more than ${CELLS_MAX} cells`,
      );
    }
    const candidates = delimiters.map((delimiter): Split => {
      const cells = trySplit(record, delimiter);
      return { delimiter, cells, count: this.#layout.countColumns(cells) };
    });
    const best = candidates.reduce((chosen, other) => (isBetter(other, chosen) ? other : chosen));
    this.#delimiter = best.delimiter;
    this.#rows = this.#layout.open(best.cells, this.#recordLine, this.#sink);
  }

  #takeRow(rows: RowReader, record: string): void {
    try {
      const cells = splitRecord(record, this.#delimiter);
      // Spreadsheets write the empty rows below a table.
      if (cells.every((cell) => cell === '')) return;
      rows.take(cells, this.#recordLine);
    } catch (error) {
      if (!(error instanceof TransactionRecordError)) throw error;
      this.#sink.refuse(error.problems, this.#recordLine);
    }
  }

  #failOpen(reason: string): never {
    throw new CommandError(
      'invalid_import',
      `line ${this.#recordLine}: a quoted cell starts there and does not end (${reason})`,
    );
  }
}

/** A header that is split at a delimiter. */
interface Split {
  readonly delimiter: Delimiter;
  readonly cells: readonly string[];
  /** The number of cells with the name of a column. */
  readonly count: number;
}

/** More columns are better; with equally many, more cells. */
function isBetter(split: Split, other: Split): boolean {
  if (split.count !== other.count) return split.count > other.count;
  return split.cells.length > other.cells.length;
}

function hasOddQuotes(line: string): boolean {
  let odd = false;
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) odd = !odd;
  return odd;
}

/** Returns the cells of a header; none if it has quotes that another delimiter explains. */
function trySplit(record: string, delimiter: Delimiter): readonly string[] {
  try {
    return splitRecord(record, delimiter);
  } catch (error) {
    if (!(error instanceof TransactionRecordError)) throw error;
    return [];
  }
}

/**
 * Rows may have more empty cells than the header: Bitstamp ends each row with a delimiter.
 *
 * @throws {TransactionRecordError} if a row does not have as many cells as the header.
 */
export function requireCellCount(cells: readonly string[], expected: number): void {
  if (cells.length === expected) return;
  if (cells.length > expected && cells.slice(expected).every((cell) => cell === '')) return;
  throw new TransactionRecordError([`has ${cells.length} cells, the header has ${expected}`]);
}
