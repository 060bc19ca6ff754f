/** Statements, the values that they bind, and the rows that they return. */

/** A value that is bound to a statement; an array becomes an array of the database. */
export type PostgresValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | boolean | null | Uint8Array)[];

/** A column's value: integers of 64 bits as numbers, text as it was written. */
export type PostgresColumn = string | number | boolean | null | Uint8Array;

/** A row as its values, in the order of the selected columns. */
export type PostgresRow = readonly PostgresColumn[];

/** A statement that each connection prepares once, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /**
   * If true, the result is one row with one column that contains all rows as bytes (`row-client.ts`), or no row.
   */
  readonly hasBinaryResult?: boolean;
}

/** A statement and the values of its `$1`, `$2` … */
export type BoundStatement = readonly [Statement, ...PostgresValue[]];

/** The result of a statement. */
export interface StatementResult {
  readonly rows: readonly PostgresRow[];
  /** Number of rows that were found or changed. */
  readonly rowCount: number;
}
