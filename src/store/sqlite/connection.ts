import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { backup, type DatabaseSync, type StatementSync } from 'node:sqlite';

import type { Row, ServingSession, WriteSession } from '../sql/database.ts';
import {
  EngineText,
  type PlainInput,
  type Query,
  RecordList,
  Time,
  type Value,
} from '../sql/query.ts';
import { extendChecksum } from '../statements/transaction-rows.ts';
import { isBusy } from './sqlite-error.ts';

type SqliteValue = string | number | bigint | null | Uint8Array;
/** Runs a prepared statement with its values. */
type Run<T> = (statement: StatementSync, values: SqliteValue[]) => T;

/** Maximum prepared statements of a connection. Texts consist of few constant parts, so there are some hundreds. */
const STATEMENTS_MAX = 2000;
/** Pause between two attempts to get the write lock. */
const LOCK_PAUSE_MS = 20;
/** More pages than a database can have. */
const ALL_PAGES = 0x7fffffff;

/** A connection to an SQLite file. A statement has run when its call returns; its promise is already resolved. */
export class SqliteConnection implements ServingSession, WriteSession {
  readonly #database: DatabaseSync;
  readonly #statements = new LRUCache<string, StatementSync>({ max: STATEMENTS_MAX });
  /** Not read: other processes see a commit by the version of the data. */
  readonly changed = new Set<string>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.function(
      'extend_checksum',
      { deterministic: true, directOnly: true },
      extendChecksum as (...values: unknown[]) => number,
    );
  }

  async rows<Result = Row>(query: Query): Promise<readonly Result[]> {
    return this.#all(query) as Result[];
  }

  async row<Result = Row>(query: Query): Promise<Result | undefined> {
    const found = this.#run(query, (statement, values) => statement.get(...values));
    return found.find((row) => row !== undefined) as Result | undefined;
  }

  async change(query: Query): Promise<number> {
    const counts = this.#run(query, (statement, values) => statement.run(...values).changes);
    return counts.reduce<number>((sum, count) => sum + Number(count), 0);
  }

  /** Returns the rows of each query, on one snapshot. Nothing else uses the connection meanwhile, because nothing waits. */
  async readAtOnce(queries: readonly Query[]): Promise<readonly (readonly Row[])[]> {
    return this.#runTogether(() => queries.map((query) => this.#all(query)));
  }

  /** Does nothing: SQLite has no rights by row. */
  showWallet(): void {}

  /** Runs statements without inputs, such as a migration or a pragma. */
  execute(text: string): void {
    this.#database.exec(text);
  }

  /**
   * Runs `work` in a transaction that has the write lock, and waits for the lock of another process without blocking this
   * one: `PRAGMA busy_timeout` has to be 0.
   */
  async write<T>(
    work: (session: this) => Promise<T>,
    waitMs: number,
    isCommitted = true,
  ): Promise<T> {
    const untilMs = performance.now() + waitMs;
    for (;;) {
      let isLocked = false;
      try {
        return await this.inTransaction(
          'BEGIN IMMEDIATE',
          (session) => {
            isLocked = true;
            return work(session);
          },
          isCommitted ? 'COMMIT' : 'ROLLBACK',
        );
      } catch (error) {
        if (isLocked || !isBusy(error) || performance.now() >= untilMs) throw error;
        await sleep(LOCK_PAUSE_MS);
      }
    }
  }

  /** Returns the first column of the first row of a statement without inputs, such as a pragma. */
  readValue(text: string): unknown {
    const row = this.#prepare(text).get();
    return row === undefined ? undefined : Object.values(row)[0];
  }

  /** Returns all rows of a statement without inputs. */
  readAll(text: string): readonly Row[] {
    return this.#prepare(text).all();
  }

  /** Runs `work` in a transaction. Nothing else may use the connection until it has ended. */
  async inTransaction<T>(
    begin: string,
    work: (session: this) => Promise<T>,
    end = 'COMMIT',
  ): Promise<T> {
    this.#prepare(begin).run();
    try {
      const result = await work(this);
      this.#prepare(end).run();
      return result;
    } catch (error) {
      // SQLite has already rolled back after some errors, such as a full disk.
      if (this.#database.isTransaction) this.#prepare('ROLLBACK').run();
      throw error;
    }
  }

  /** Copies the whole database into another file in one step: smaller steps would restart with every change. */
  async copyInto(path: string): Promise<void> {
    await backup(this.#database, path, { rate: ALL_PAGES });
  }

  /** Closes the connection. A second call does nothing. */
  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #all(query: Query): Row[] {
    return this.#run(query, (statement, values) => statement.all(...values)).flat();
  }

  /** Runs a statement once, or for the records of its list, as many at a time as the list allows. */
  #run<T>(query: Query, run: Run<T>): T[] {
    const list = query.inputs.find((input) => input instanceof RecordList);
    if (list === undefined) {
      return [run(this.#prepare(render(query, 1), query.asArrays), bindAll(query.inputs))];
    }
    const runAll = (): T[] => {
      const whole = list.records.length - (list.records.length % list.together);
      return [
        ...this.#runParts(query, list.records.slice(0, whole), list.together, run),
        ...this.#runParts(query, list.records.slice(whole), 1, run),
      ];
    };
    return this.#database.isTransaction ? runAll() : this.#runTogether(runAll);
  }

  #runParts<T>(query: Query, list: readonly unknown[], together: number, run: Run<T>): T[] {
    const results: T[] = [];
    if (list.length === 0) return results;
    const statement = this.#prepare(render(query, together), query.asArrays);
    for (let from = 0; from < list.length; from += together) {
      const part = list.slice(from, from + together);
      results.push(run(statement, bindAll(query.inputs, part)));
    }
    return results;
  }

  /** Runs statements in one transaction: PostgreSQL runs them as one message. */
  #runTogether<T>(runAll: () => T): T {
    this.#prepare('BEGIN').run();
    try {
      const results = runAll();
      this.#prepare('COMMIT').run();
      return results;
    } catch (error) {
      if (this.#database.isTransaction) this.#prepare('ROLLBACK').run();
      throw error;
    }
  }

  #prepare(text: string, asArrays = false): StatementSync {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.#database.prepare(text);
      this.#statements.set(text, statement);
    }
    statement.setReturnArrays(asArrays);
    return statement;
  }
}

function render({ texts, inputs }: Query, recordCount: number): string {
  return inputs.reduce<string>(
    (text, input, index) => text + renderInput(input, recordCount) + (texts[index + 1] ?? ''),
    texts[0] ?? '',
  );
}

function renderInput(input: PlainInput, recordCount: number): string {
  if (input instanceof EngineText) return input.sqlite;
  if (!(input instanceof RecordList)) return '?';
  const first = input.columns.map(([name]) => `? AS ${name}`).join(', ');
  const other = ` UNION ALL SELECT ${input.columns.map(() => '?').join(', ')}`;
  return `(SELECT ${first}${other.repeat(recordCount - 1)})`;
}

function bindAll(inputs: readonly PlainInput[], list: readonly unknown[] = []): SqliteValue[] {
  const values: SqliteValue[] = [];
  for (const input of inputs) {
    if (input instanceof RecordList) {
      for (const record of list) {
        for (const [, [, valueOf]] of input.columns) values.push(bind(valueOf(record)));
      }
    } else if (!(input instanceof EngineText)) values.push(bind(input));
  }
  return values;
}

function bind(value: Value | Time): SqliteValue {
  if (value instanceof Time) return value.ms;
  return typeof value === 'boolean' ? Number(value) : value;
}
