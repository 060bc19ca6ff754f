import { normalizeName } from '../../domain/import-options.ts';
import { explainFieldName, TransactionRecordError } from '../../domain/transaction-record.ts';
import { TRANSACTION_FIELDS } from '../../domain/transaction.ts';
import { unmarkCell } from '../../domain/csv.ts';
import { CommandError } from '../failure.ts';
import { type CsvLayout, requireCellCount, type RowReader } from './csv-reader.ts';
import type { ReadTime } from './date-format.ts';
import { readDecimalComma, show } from './decimal-comma.ts';
import type { RecordSink } from './record-reader.ts';

/** How the cells of a CSV file are read. */
export interface CsvOptions {
  /** The header of each field that has another name in the file, in lower case. */
  readonly columns: ReadonlyMap<string, string>;
  /** Headers of columns that are not read, in lower case. */
  readonly ignored: ReadonlySet<string>;
  readonly hasDecimalComma: boolean;
  /** Reads a cell as a time; `undefined` if times are Unix milliseconds or RFC 3339. */
  readonly readTime: ReadTime | undefined;
}

const REQUIRED = ['asset', 'type', 'amount', 'timestamp', 'status'];
const PROBLEMS_MAX = 10;
/** Matches a cell with an amount or a time, which no header has. */
const NUMBER = /^\s*[+-]?\d/;
const FIELD_OF_HEADER: ReadonlyMap<string, string> = new Map(
  TRANSACTION_FIELDS.map((field) => [field.toLowerCase(), field]),
);
const ADVICE =
  'name a column with --column FIELD=HEADER, or ignore one with --ignore-column HEADER';

/** Finds a header with the names of fields, in any case, or with the names that `--column` gives them. */
export class FieldColumns implements CsvLayout {
  readonly #options: CsvOptions;
  readonly #fieldOf: ReadonlyMap<string, string>;

  constructor(options: CsvOptions) {
    this.#options = options;
    const named = [...options.columns].map(([field, header]) => [header, field] as const);
    const renamed = new Set(options.columns.keys());
    const others = [...FIELD_OF_HEADER].filter(([, field]) => !renamed.has(field));
    this.#fieldOf = new Map([...others, ...named]);
  }

  countColumns(cells: readonly string[]): number {
    return cells.filter((cell) => this.#fieldOf.has(normalizeName(cell))).length;
  }

  /** @throws {CommandError} if the columns cannot be used; the message has all problems. */
  open(header: readonly string[], line: number, sink: RecordSink): RowReader {
    const { ignored } = this.#options;
    if (this.countColumns(header) === 0 && header.some((cell) => NUMBER.test(cell))) {
      throw new CommandError(
        'invalid_import',
        `there is no header: line ${line} has values. Add a line above it with the names of the fields: ` +
          REQUIRED.join(', '),
      );
    }
    const columns = header.map((cell): Column => {
      const name = normalizeName(cell);
      const field = ignored.has(name) ? undefined : this.#fieldOf.get(name);
      return { title: cell.trim(), name, field };
    });
    const fields = columns.map(({ field }) => field);
    const unknown = columns.filter(({ name, field }) => field === undefined && !ignored.has(name));
    const names = new Set(columns.map(({ name }) => name));
    const problems = [
      ...unknown.map(({ title }) => explainFieldName(title) ?? `${title} is repeated by --column`),
      ...fields
        .filter((field, index) => field !== undefined && fields.indexOf(field) < index)
        .map((field) => `${field} is repeated`),
      ...REQUIRED.filter((field) => !fields.includes(field)).map((field) => `${field} is missing`),
      ...[...this.#options.columns.values(), ...ignored]
        .filter((name) => !names.has(name))
        .map((name) => `there is no column "${name}"`),
    ];
    if (problems.length === 0) return new FieldRows(columns, this.#options, sink);
    const shown = problems.slice(0, PROBLEMS_MAX);
    if (problems.length > PROBLEMS_MAX) shown.push(`and ${problems.length - PROBLEMS_MAX} more`);
    if (unknown.length > 0) shown.push(ADVICE);
    throw new CommandError(
      'invalid_import',
      `line ${line}: the columns cannot be used: ${shown.join('; ')}`,
    );
  }

  failWithoutHeader(): never {
    throw new CommandError('invalid_import', 'there is no header');
  }

  listUnusedOptions(): readonly string[] {
    return [];
  }
}

interface Column {
  /** The header of the file. */
  readonly title: string;
  /** The header in lower case. */
  readonly name: string;
  /** `undefined` for a column that is ignored. */
  readonly field: string | undefined;
}

/** Reads rows whose cells are fields of a transaction. */
class FieldRows implements RowReader {
  readonly #fields: readonly (string | undefined)[];
  readonly #converters: readonly Converter[];
  readonly #sink: RecordSink;

  constructor(columns: readonly Column[], options: CsvOptions, sink: RecordSink) {
    this.#fields = columns.map(({ field }) => field);
    this.#converters = listConverters(columns, options);
    this.#sink = sink;
  }

  take(cells: readonly string[], line: number): void {
    requireCellCount(cells, this.#fields.length);
    const record: Record<string, string | number> = {};
    for (let index = 0; index < this.#fields.length; index += 1) {
      const field = this.#fields[index];
      if (field !== undefined) record[field] = unmarkCell(cells[index] ?? '');
    }
    if (this.#converters.length > 0) convertCells(record, this.#converters);
    this.#sink.add(record, line);
  }
}

/** Reads the cells of one field. */
interface Converter {
  readonly field: string;
  /** The field and its header, for messages. */
  readonly label: string;
  readonly read: (label: string, text: string) => string | number;
}

function listConverters(
  columns: readonly Column[],
  { hasDecimalComma, readTime }: CsvOptions,
): readonly Converter[] {
  return columns.flatMap(({ field, name, title }): Converter[] => {
    if (field === undefined) return [];
    const label = name === field.toLowerCase() ? field : `${field} (column ${show(title)})`;
    const isDecimal = field === 'amount' || field === 'feeCost';
    if (isDecimal && hasDecimalComma) return [{ field, label, read: readDecimalComma }];
    if (field !== 'timestamp' || readTime === undefined) return [];
    return [{ field, label, read: readTime }];
  });
}

/** @throws {TransactionRecordError} with the problems of all cells. */
function convertCells(
  record: Record<string, string | number>,
  converters: readonly Converter[],
): void {
  const problems: string[] = [];
  for (const { field, label, read } of converters) {
    const text = record[field];
    if (typeof text !== 'string' || text === '') continue;
    try {
      record[field] = read(label, text);
    } catch (error) {
      if (!(error instanceof TransactionRecordError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new TransactionRecordError(problems);
}
