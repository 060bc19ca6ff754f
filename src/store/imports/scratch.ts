/** A temporary database of this process, in which an import sorts rows that do not fit into memory. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

import { StoreUnavailableError } from '../errors.ts';

const DISK_FULL = 13;
/**
 * SQLite creates the file in SQLITE_TMPDIR, TMPDIR or /var/tmp when the pages exceed the cache, and removes
 * its name immediately, so a killed process leaves no file.
 */
const SETTINGS = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -16384;
  PRAGMA temp_store = FILE;
`;

/** Temporary tables, which are deleted when this object is closed. Errors name the temporary folder. */
export class Scratch {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param schema the statements that create the tables. */
  constructor(schema: string) {
    this.#database = new DatabaseSync('');
    this.#database.exec(SETTINGS + schema);
  }

  /** Runs a statement that returns no rows. @throws {StoreUnavailableError} if the disk fails or is full. */
  run(sql: string, ...values: readonly SQLInputValue[]): void {
    attempt(() => this.#prepare(sql).run(...values));
  }

  /** Runs `work` in one transaction, which is faster than a commit for each statement. */
  together(work: () => void): void {
    this.#database.exec('BEGIN');
    work();
    attempt(() => this.#database.exec('COMMIT'));
  }

  /** Yields the rows of a query, each an array of its values. */
  *rows(sql: string, ...values: readonly SQLInputValue[]): Generator<readonly SQLInputValue[]> {
    const rows = attempt(() => this.#prepare(sql).iterate(...values))[Symbol.iterator]();
    for (;;) {
      const { done, value } = attempt(() => rows.next());
      if (done === true) return;
      yield value as unknown as readonly SQLInputValue[];
    }
  }

  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  /**
   * Returns the prepared statement of a text. Generators that run concurrently have different texts, so they
   * do not share a statement.
   */
  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !('errcode' in error)) throw error;
    const cause = error.errcode === DISK_FULL ? 'is full' : 'fails';
    throw new StoreUnavailableError(
      `the disk of the temporary folder ${cause}; free space, or set TMPDIR to another folder`,
      { cause: error },
    );
  }
}
