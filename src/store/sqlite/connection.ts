import { backup, type DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** A value of a column. Integers beyond 2^53 are never written, so integers are read as numbers. */
export type SqliteValue = SQLInputValue;

/** Maximum pages of the write-ahead log with which snapshots are shared: somewhat more than between checkpoints. */
const SHARED_LOG_PAGES_MAX = 5000;
/** More pages than a database can have. */
const ALL_PAGES = 0x7fffffff;

/** A row as its values, in the order of the selected columns. */
export type SqliteRow = readonly SqliteValue[];

/**
 * An open database: prepares each statement once and runs transactions. Calls are synchronous, so
 * transactions of one connection never interleave.
 */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #changeCount = 0;
  #isInTurn = false;
  #sharesSnapshots = true;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /**
   * Returns the prepared statement of this text; its rows are arrays. Texts are constants or consist of few
   * parts, never of values, so the number of statements is bounded.
   */
  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Runs a statement and returns the number of changed rows. */
  change(sql: string, ...values: readonly SqliteValue[]): number {
    this.#endTurn();
    this.#changeCount += 1;
    return Number(this.prepare(sql).run(...values).changes);
  }

  /** Returns the first row; `undefined` if there is none. */
  readRow(sql: string, ...values: readonly SqliteValue[]): SqliteRow | undefined {
    return this.prepare(sql).get(...values) as SqliteRow | undefined;
  }

  /** Returns all rows. */
  readRows(sql: string, ...values: readonly SqliteValue[]): readonly SqliteRow[] {
    return this.prepare(sql).all(...values) as unknown as readonly SqliteRow[];
  }

  /** Runs statements without parameters, such as a migration or a pragma. */
  execute(sql: string): void {
    this.#endTurn();
    this.#changeCount += 1;
    this.#database.exec(sql);
  }

  /**
   * Runs `work` in a transaction that holds the write lock from its start. If it took the lock later, the
   * data that it has read could be outdated, and it would have to be repeated.
   */
  write<T>(work: () => T): T {
    return this.#run('BEGIN IMMEDIATE', work);
  }

  /** Runs several reads on one snapshot of the database, without blocking writers. */
  read<T>(work: () => T): T {
    return this.#run('BEGIN DEFERRED', work);
  }

  /**
   * Runs reads on the snapshot of this turn of the event loop, which the first of them takes: the locks of a snapshot
   * take 2.3 of the 11 µs of a default page. Until the end of the turn, every read of this connection is from the
   * snapshot; a write ends it.
   */
  readInTurn<T>(work: () => T): T {
    if (this.#database.isTransaction) return work();
    if (!this.#sharesSnapshots) return this.read(work);
    this.prepare('BEGIN DEFERRED').run();
    this.#isInTurn = true;
    setImmediate(() => this.#endTurn());
    return work();
  }

  /**
   * Decides whether snapshots are shared until the next call. The write-ahead log restarts only while no process has
   * a snapshot. Under load with shared snapshots there is nearly always one, so the log would grow without a limit.
   */
  checkLog(): void {
    this.#endTurn();
    if (this.#database.isTransaction) return;
    const [, pages] = this.readRow('PRAGMA wal_checkpoint(NOOP)') ?? [];
    this.#sharesSnapshots = (pages as number) <= SHARED_LOG_PAGES_MAX;
  }

  /**
   * Runs asynchronous work like {@link write}. Nothing else may use the connection until it has finished.
   *
   * @param isCommitted false to roll back.
   */
  async writeSlowly<T>(work: () => Promise<T>, isCommitted = true): Promise<T> {
    return this.#runSlowly('BEGIN IMMEDIATE', work, isCommitted ? 'COMMIT' : 'ROLLBACK');
  }

  /** Runs asynchronous work like {@link read}. */
  async readSlowly<T>(work: () => Promise<T>): Promise<T> {
    return this.#runSlowly('BEGIN DEFERRED', work, 'COMMIT');
  }

  /** The number of this connection's own changes. */
  get changeCount(): number {
    return this.#changeCount;
  }

  /** Returns a number that changes whenever another connection, of any process, has committed a change. */
  readDataVersion(): number {
    return this.readRow('PRAGMA data_version')?.[0] as number;
  }

  /**
   * Copies the whole database into another database file, in one transaction and one step: smaller steps
   * would restart with every change by another process.
   */
  async copyInto(path: string): Promise<void> {
    await backup(this.#database, path, { rate: ALL_PAGES });
  }

  /** Closes the file. A second call does nothing. */
  close(): void {
    this.#isInTurn = false;
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #endTurn(): void {
    if (!this.#isInTurn) return;
    this.#isInTurn = false;
    this.#rollBack();
  }

  #run<T>(begin: string, work: () => T): T {
    this.#endTurn();
    this.prepare(begin).run();
    try {
      const result = work();
      this.prepare('COMMIT').run();
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  async #runSlowly<T>(begin: string, work: () => Promise<T>, end: string): Promise<T> {
    this.#endTurn();
    this.prepare(begin).run();
    try {
      const result = await work();
      this.prepare(end).run();
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Rolls back, unless SQLite has already done so, as after some errors such as a full disk. */
  #rollBack(): void {
    if (this.#database.isTransaction) this.prepare('ROLLBACK').run();
  }
}
