import { TransactionRecordError, explainFieldName } from '../../domain/transaction-record.ts';
import { unmarkCell } from '../csv.ts';
import { CommandError } from '../failure.ts';
import { LINE_BYTES_MAX } from './line-reader.ts';
import type { RecordReader } from './record-reader.ts';

const REQUIRED_COLUMNS = ['asset', 'type', 'amount', 'timestamp', 'status'];

/** Reads CSV (RFC 4180). The first record names the columns; blank lines are skipped. */
export class CsvReader implements RecordReader {
  recordLine = 0;
  #header: readonly string[] | undefined;
  /** Lines of an unfinished record with an open quoted cell; empty between records. */
  #open: string[] = [];
  #openLength = 0;

  take(line: string, lineNumber: number): unknown {
    const cells = this.#takeCells(line.endsWith('\r') ? line.slice(0, -1) : line, line, lineNumber);
    if (cells === undefined) return undefined;
    if (this.#header === undefined) {
      this.#header = readHeader(cells, this.recordLine);
      return undefined;
    }
    return nameCells(this.#header, cells);
  }

  end(): void {
    if (this.#open.length > 0) this.#failOpen('the input ends');
  }

  /** Returns the cells of the record that ends with the line. */
  #takeCells(line: string, rawLine: string, lineNumber: number): string[] | undefined {
    const isOpen = this.#open.length > 0;
    if (!isOpen) {
      if (line === '') return undefined;
      this.recordLine = lineNumber;
      if (!line.includes('"')) return line.split(',');
    }
    // A line with an odd number of quotes opens a quoted cell or closes the open one.
    if (hasOddQuotes(line) === isOpen) {
      const record = [...this.#open, line].join('\n');
      this.#open = [];
      this.#openLength = 0;
      return splitQuoted(record);
    }
    // Within a quoted cell a carriage return is content.
    this.#open.push(rawLine);
    this.#openLength += rawLine.length + 1;
    if (this.#openLength > LINE_BYTES_MAX) this.#failOpen('it is too long');
    return undefined;
  }

  #failOpen(reason: string): never {
    throw new CommandError(
      'invalid_import',
      `line ${this.recordLine}: a quoted cell starts there and does not end (${reason})`,
    );
  }
}

function hasOddQuotes(line: string): boolean {
  let odd = false;
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) odd = !odd;
  return odd;
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;

function splitQuoted(record: string): string[] {
  const cells: string[] = [];
  CELL.lastIndex = 0;
  // Each match except the last one ends with a comma, so there are at most as many matches as characters.
  for (let more = true; more;) {
    const match = CELL.exec(record);
    if (match === null) {
      throw new TransactionRecordError([
        `cell ${cells.length + 1} is not well-formed: a cell with a quote has to be in quotes, with each quote doubled`,
      ]);
    }
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    more = match[3] === ',';
  }
  return cells;
}

function readHeader(cells: readonly string[], line: number): readonly string[] {
  const header = cells.map((cell) => cell.trim());
  const problems = [
    ...header.map(explainFieldName).filter((problem) => problem !== undefined),
    ...header
      .filter((name, index) => header.indexOf(name) < index)
      .map((name) => `${name} is repeated`),
    ...REQUIRED_COLUMNS.filter((name) => !header.includes(name)).map(
      (name) => `${name} is missing`,
    ),
  ];
  if (problems.length === 0) return header;
  throw new CommandError(
    'invalid_import',
    `line ${line}: the columns cannot be used: ${problems.slice(0, 20).join('; ')}`,
  );
}

function nameCells(header: readonly string[], cells: readonly string[]): Record<string, string> {
  if (cells.length !== header.length) {
    throw new TransactionRecordError([
      `has ${cells.length} cells, the header has ${header.length}`,
    ]);
  }
  const record: Record<string, string> = {};
  for (let index = 0; index < header.length; index += 1) {
    record[header[index] ?? ''] = unmarkCell(cells[index] ?? '');
  }
  return record;
}
