/**
 * SQL as the statements of both engines write it: a template whose inputs become parameters, so that no value is ever
 * part of a text.
 *
 *     sql`SELECT id FROM wallet WHERE project_id = ${projectId}`
 *
 * An input may also be another query, which is inserted with its own inputs.
 */

/** A value that both engines store as it is. */
export type Value = string | number | boolean | null | Uint8Array;

/** A point in time (Unix ms): `timestamptz` in PostgreSQL, an integer in SQLite. */
export class Time {
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }
}

/** The type of a column of a {@link RecordList} in PostgreSQL, or `checksum` for a column that only SQLite has. */
export type Kind =
  | 'text'
  | 'integer'
  | 'bigint'
  | 'numeric'
  | 'boolean'
  | 'timestamptz'
  | 'transaction_type'
  | 'transaction_status'
  | 'checksum';

/** A column of a list of records: its type, and its value of each record. */
type Column<Item> = readonly [kind: Kind, valueOf: (item: Item) => Value | Time];

/** The columns of a list of records, by name. */
export type Columns<Item> = Readonly<Record<string, Column<Item>>>;

/**
 * A list of records, as a table in `FROM`: `FROM ${records(…)} AS r`. PostgreSQL reads it from arrays. SQLite runs the
 * statement for each record, or for a few at a time, which is the fastest way there. So the statement must mean the same for
 * all records together as for each of them in turn. Without a record it does not run.
 */
export class RecordList {
  readonly columns: readonly (readonly [name: string, column: Column<unknown>])[];
  readonly records: readonly unknown[];
  /** The maximum number of records for which SQLite runs the statement at a time. */
  readonly together: number;

  constructor(list: readonly unknown[], columns: Columns<never>, together: number) {
    this.columns = Object.entries(columns as Columns<unknown>);
    this.records = list;
    this.together = together;
  }
}

/** A text that differs between the engines. */
export class EngineText {
  readonly sqlite: string;
  readonly postgres: string;

  constructor(texts: { readonly sqlite: string; readonly postgres: string }) {
    this.sqlite = texts.sqlite;
    this.postgres = texts.postgres;
  }
}

/** An input that is not a query. */
export type PlainInput = Value | Time | RecordList | EngineText;

/** What a template accepts. */
export type Input = PlainInput | Query;

/** A statement or a part of one. Inputs are between the texts. */
export class Query {
  readonly texts: readonly string[];
  readonly inputs: readonly PlainInput[];
  /** True if the rows are arrays of their columns, which both drivers read in two thirds of the time of objects. */
  readonly asArrays: boolean;

  constructor(texts: readonly string[], inputs: readonly PlainInput[], asArrays = false) {
    this.texts = texts;
    this.inputs = inputs;
    this.asArrays = asArrays;
  }

  /** Returns the query with rows as arrays of their columns. */
  arrays(): Query {
    return new Query(this.texts, this.inputs, true);
  }
}

/** Returns the query of a template. */
export function sql(strings: TemplateStringsArray, ...inputs: readonly Input[]): Query {
  if (!inputs.some((input) => input instanceof Query)) {
    return new Query(strings, inputs as PlainInput[]);
  }
  const texts: string[] = [strings[0] ?? ''];
  const flat: PlainInput[] = [];
  for (const [index, input] of inputs.entries()) {
    const following = strings[index + 1] ?? '';
    if (input instanceof Query) {
      texts.push(texts.pop() + (input.texts[0] ?? ''), ...input.texts.slice(1));
      flat.push(...input.inputs);
      texts.push(texts.pop() + following);
    } else {
      flat.push(input);
      texts.push(following);
    }
  }
  return new Query(texts, flat);
}

/** Returns SQL without inputs. The text must be a constant of the program. */
export function raw(text: string): Query {
  return new Query([text], []);
}

/** Returns the queries joined by a separator, such as conditions by `AND`. */
export function joinQueries(queries: readonly Query[], separator: string): Query {
  return queries.reduce((joined, query, index) =>
    index === 0 ? query : sql`${joined}${raw(separator)}${query}`,
  );
}

/** Returns the conditions joined by `AND`, without those that are missing or `false`; `true` if there is none. */
export function allOf(...conditions: readonly (Query | false | undefined)[]): Query {
  const given = conditions.filter((condition) => condition instanceof Query);
  return given.length === 0 ? raw('true') : joinQueries(given, ' AND ');
}

/** Returns a point in time as an input. */
export function at(ms: number): Time {
  return new Time(ms);
}

/** Returns a list of records as an input. */
export function records<Item>(list: readonly Item[], columns: Columns<Item>): RecordList {
  return new RecordList(list, columns, 1);
}

/** More take longer to compile, and are hardly faster. */
const INSERTED_TOGETHER = 20;

/**
 * Returns the statement that inserts records into the columns of a table that have the names of theirs.
 *
 * @param conflict the end of the statement, from `ON CONFLICT` on.
 */
export function insertInto<Item>(
  table: string,
  list: readonly Item[],
  columns: Columns<Item>,
  conflict?: Query,
): Query {
  const inserted = new RecordList(list, columns, INSERTED_TOGETHER);
  const names = Object.keys(columns);
  const stored = names.filter((name) => columns[name]?.[0] !== 'checksum');
  const both = new EngineText({ sqlite: names.join(', '), postgres: stored.join(', ') });
  // SQLite would take the ON of a conflict for the ON of a join.
  const end = conflict === undefined ? raw('') : sql` WHERE true ${conflict}`;
  return sql`INSERT INTO ${raw(table)} (${both}) SELECT ${both} FROM ${inserted} AS list${end}`;
}

/**
 * Returns `LIMIT` with a number. SQLite compiles a statement for each call if its limit is a parameter alone, because
 * the plan may depend on it: that took two thirds of the time of a page of ten rows.
 */
export function limitTo(count: number): Query {
  return sql`LIMIT ${count} + 0`;
}

/** Locks the selected rows until the end of the transaction. SQLite has locked the whole database. */
export const FOR_UPDATE = new EngineText({ sqlite: '', postgres: 'FOR UPDATE' });

/** Like {@link FOR_UPDATE}, and skips rows that another transaction has locked. */
export const FOR_UPDATE_SKIP_LOCKED = new EngineText({
  sqlite: '',
  postgres: 'FOR UPDATE SKIP LOCKED',
});

/** The function that returns the greater of two values. */
export const GREATEST = new EngineText({ sqlite: 'max', postgres: 'greatest' });
