/** The layouts of files that exchanges offer to their customers. */
import { transactionId } from '../../../domain/id.ts';
import { normalizeName } from '../../../domain/import-options.ts';
import { TransactionRecordError } from '../../../domain/transaction-record.ts';
import type { ExchangeTransaction } from '../../../exchanges/exchange.ts';
import { type RawRow, UnreadableRowError } from '../../../exchanges/mapping/raw-row.ts';
import { unmarkCell } from '../../../domain/csv.ts';
import { CommandError } from '../../failure.ts';
import { makePrintable } from '../../table.ts';
import { type CsvLayout, requireCellCount, type RowReader } from '../csv-reader.ts';
import { DATE_FORMAT_ADVICE, DECIMAL_COMMA_ADVICE, mayHaveDecimalComma } from '../advice.ts';
import { readDecimalCommaCell } from '../decimal-comma.ts';
import type { RecordSink } from '../record-reader.ts';
import type { TimeZone } from '../time-zone.ts';
import { type ExportSymbols, toSymbol } from './export-symbols.ts';
import { UnknownWordsError } from './export-words.ts';
import type { WordDecisions } from './word-decisions.ts';

/** A row that is a transaction of the wallet. */
export interface ExportedTransaction {
  readonly line: number;
  readonly transaction: Omit<ExchangeTransaction, 'key'>;
  /**
   * The key with which synchronisation stores the same record. Without a key the row is compared by its content.
   */
  readonly key?: string;
}

/** The result for a row of an export. */
export type ExportedRow =
  | ExportedTransaction
  /** A row that is not a transaction of the wallet, for example a trade. */
  | { readonly line: number; readonly skipped: string }
  | { readonly line: number; readonly problem: string };

/** Maps the rows of an export. */
export interface RowMapper {
  /**
   * @param row the cells by their headers in lower case.
   * @throws {UnreadableRowError | TransactionRecordError} if the row cannot be read.
   * @throws {UnknownWordsError} if the preset does not know the meaning of the row.
   */
  map(row: RawRow, line: number): readonly ExportedRow[];
  /** Returns the rows that were held back until the end of the file. */
  end?(): readonly ExportedRow[];
}

/** The facts about a file that its rows do not contain. */
export interface ExportContext {
  readonly walletId: string;
  /** `null` for standard input. */
  readonly fileName: string | null;
  /** The format of `--date-format`. */
  readonly dateFormat: string | undefined;
  /** The zone of `--time-zone`. */
  readonly zone: TimeZone | undefined;
  readonly hasDecimalComma: boolean;
  readonly decisions: WordDecisions;
}

/** A file that an exchange offers, recognised by its header. */
export interface ExportLayout {
  readonly name: string;
  /** Required headers, in lower case. */
  readonly columns: readonly string[];
  /** The columns of operations, types and statuses. */
  readonly words: readonly string[];
  /** Names of assets that synchronisation changes, as ccxt's class of the exchange does. */
  readonly symbols?: ExportSymbols;
  /** Matches the columns of numbers. */
  readonly numbers: RegExp;
  /** Says which of its rows are not recognised as synced ones; missing if all are. */
  readonly caution?: string;
  /** @throws {CommandError} if the file cannot be read without further options. */
  readonly open: (header: readonly string[], context: ExportContext) => RowMapper;
}

/** Matches the message about a time in another format. */
const OTHER_TIME = /is not a time|does not have the form/;
/** Maximum lines before the header. */
const PREAMBLE_RECORDS_MAX = 20;

/** Finds the header of one of several layouts, also after lines with other content. */
export class ExportColumns implements CsvLayout {
  readonly #layouts: readonly ExportLayout[];
  readonly #context: ExportContext;
  #preambleCount = 0;

  constructor(layouts: readonly ExportLayout[], context: ExportContext) {
    this.#layouts = layouts;
    this.#context = context;
  }

  countColumns(cells: readonly string[]): number {
    const names = new Set(cells.map(normalizeName));
    const counts = this.#layouts.map(
      ({ columns }) => columns.filter((column) => names.has(column)).length,
    );
    return Math.max(...counts);
  }

  open(header: readonly string[], _line: number, sink: RecordSink): RowReader | undefined {
    const names = header.map(normalizeName);
    const layout = this.#layouts.find(({ columns }) =>
      columns.every((name) => names.includes(name)),
    );
    if (layout !== undefined) return new ExportRows(layout, names, this.#context, sink);
    this.#preambleCount += 1;
    if (this.#preambleCount > PREAMBLE_RECORDS_MAX) this.failWithoutHeader();
    return undefined;
  }

  listUnusedOptions(): readonly string[] {
    return this.#context.decisions.listUnused();
  }

  failWithoutHeader(): never {
    const known = this.#layouts.map(({ name, columns }) => `${name} (${columns.join(', ')})`);
    throw new CommandError(
      'invalid_import',
      `there is no header of a known export in the first ${PREAMBLE_RECORDS_MAX} lines; known are ${known.join('; ')}. ` +
        'Export the file again in English, or import it without --preset and with --column',
    );
  }
}

class ExportRows implements RowReader {
  readonly layout: string;
  readonly caution: string | undefined;
  readonly #names: readonly string[];
  readonly #layout: ExportLayout;
  readonly #mapper: RowMapper;
  readonly #context: ExportContext;
  readonly #sink: RecordSink;

  constructor(
    layout: ExportLayout,
    names: readonly string[],
    context: ExportContext,
    sink: RecordSink,
  ) {
    this.layout = layout.name;
    this.caution = layout.caution;
    this.#names = names;
    this.#layout = layout;
    this.#mapper = layout.open(names, context);
    this.#context = context;
    this.#sink = sink;
  }

  take(cells: readonly string[], line: number): void {
    requireCellCount(cells, this.#names.length);
    const { decisions, hasDecimalComma } = this.#context;
    const row: Record<string, string> = {};
    for (const [index, name] of this.#names.entries()) {
      row[name] = unmarkCell(cells[index] ?? '').trim();
    }
    const skipped = this.#layout.words.find((name) => decisions.isSkipped(row[name] ?? ''));
    if (skipped !== undefined) {
      this.#sink.skip(`${row[skipped] ?? ''}: skipped by --skip`, line);
      return;
    }
    if (hasDecimalComma) this.#convertNumbers(row);
    try {
      this.#addAll(this.#mapper.map(row, line));
    } catch (error) {
      if (error instanceof UnknownWordsError) this.#sink.refuseWords(error.words, line);
      else if (error instanceof UnreadableRowError || error instanceof TransactionRecordError) {
        this.#refuse(error, row, line);
      } else throw error;
    }
  }

  /** @throws {TransactionRecordError} if a number has no decimal comma, or is ambiguous. */
  #convertNumbers(row: Record<string, string>): void {
    for (const name of this.#names) {
      if (this.#layout.numbers.test(name)) row[name] = readDecimalCommaCell(name, row[name] ?? '');
    }
  }

  #refuse({ message }: Error, row: Readonly<Record<string, string>>, line: number): void {
    this.#sink.refuse([makePrintable(message)], line);
    const { dateFormat, hasDecimalComma } = this.#context;
    const numbers = this.#names.filter((name) => this.#layout.numbers.test(name));
    if (!hasDecimalComma && numbers.some((name) => mayHaveDecimalComma(row[name] ?? ''))) {
      this.#sink.advise(DECIMAL_COMMA_ADVICE);
    }
    if (dateFormat === undefined && OTHER_TIME.test(message)) this.#sink.advise(DATE_FORMAT_ADVICE);
  }

  end(): void {
    this.#addAll(this.#mapper.end?.() ?? []);
  }

  #addAll(rows: readonly ExportedRow[]): void {
    for (const row of rows) {
      if ('skipped' in row) this.#sink.skip(row.skipped, row.line);
      else if ('problem' in row) this.#sink.refuse([makePrintable(row.problem)], row.line);
      else {
        const { timestampMs, asset, feeCurrency, ...fields } = row.transaction;
        const { symbols } = this.#layout;
        const id = row.key === undefined ? null : transactionId(this.#context.walletId, row.key);
        const record = {
          ...fields,
          asset: toSymbol(asset, symbols),
          feeCurrency: feeCurrency && toSymbol(feeCurrency, symbols),
          timestamp: timestampMs,
          id,
        };
        this.#sink.add(record, row.line, row.key !== undefined);
      }
    }
  }
}
