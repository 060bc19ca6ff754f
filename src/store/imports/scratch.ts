/** A temporary database of this process, in which an import sorts what memory may not hold. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

import { StoreUnavailableError } from '../errors.ts';

const DISK_FULL = 13;
/**
 * SQLite makes the file in SQLITE_TMPDIR, TMPDIR or /var/tmp when the pages exceed the cache, and
 * removes its name immediately: a process that is killed leaves nothing.
 */
const SETTINGS = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -16384;
  PRAGMA temp_store = FILE;
`;

/** Tables that exist as long as this object is open, and whose errors name the temporary folder. */
export class Scratch {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param schema the statements that make the tables. */
  constructor(schema: string) {
    this.#database = new DatabaseSync('');
    this.#database.exec(SETTINGS + schema);
  }

  /** Runs a statement that returns no rows. @throws {StoreUnavailableError} if the disk fails. */
  run(sql: string, ...values: readonly SQLInputValue[]): void {
    attempt(() => this.#prepare(sql).run(...values));
  }

  /** Runs `work` in one transaction, which saves a commit for each statement. */
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

  /** Each generator has a statement of its own text; two that run concurrently never share one. */
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
      `the disk of the temporary folder ${cause}; free space, or name another folder in TMPDIR`,
      { cause: error },
    );
  }
}
