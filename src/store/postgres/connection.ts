import { hash } from 'node:crypto';

import pg from 'pg';

import type { OwnSession, Row, ServingSession, WriteSession } from '../sql/database.ts';
import {
  EngineText,
  type PlainInput,
  type Query,
  RecordList,
  Time,
  type Value,
} from '../sql/query.ts';
import { notifyChanges } from './change-notices.ts';
import { translatePostgresError } from './postgres-error.ts';
import { decodeText, encodeText } from './text-encoding.ts';

const NOTIFY_MS_MAX = 1000;
/** Hexadecimal digits of the name of a statement. */
const NAME_DIGITS = 32;

const { TEXT, VARCHAR, INT8, TIMESTAMPTZ } = pg.types.builtins;

const PARSERS = new Map<number, (text: string) => unknown>([
  [TEXT, decodeText],
  [VARCHAR, decodeText],
  [INT8, parseSafeInteger],
  [TIMESTAMPTZ, parseTime],
]);

/** The parsers of columns: integers become numbers, times Unix ms; decimals stay text. */
export const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    const known = PARSERS.get(oid);
    return known ?? (pg.types.getTypeParser(oid, format) as (text: string) => unknown);
  }) as typeof pg.types.getTypeParser,
};

/** Limits of the waiting for responses. After them the driver closes the connection. */
export interface ResponseLimits {
  readonly statementMs: number;
  /** Of all statements together, from now on. */
  readonly totalMs?: number;
}

/** Returns the command that makes the rows of a wallet visible for the rest of the transaction. */
export function showRowsOf(walletNo: number): string {
  return `SET LOCAL teller.wallet_no = ${walletNo}`;
}

/** A connection of the pool, while one caller uses it. */
export class PostgresConnection implements OwnSession, ServingSession, WriteSession {
  readonly #client: pg.ClientBase;
  readonly #statementMs: number;
  readonly #endsAtMs: number;
  /** Commands of the transaction whose responses were not awaited. */
  #sent: Promise<void>[] = [];
  readonly changed = new Set<string>();
  /** True if a notification failed, after which the connection must not be used again. */
  isLost = false;

  constructor(client: pg.ClientBase, { statementMs, totalMs = Infinity }: ResponseLimits) {
    this.#client = client;
    this.#statementMs = statementMs;
    this.#endsAtMs = performance.now() + totalMs;
  }

  async rows<Result = Row>(query: Query): Promise<readonly Result[]> {
    return (await this.#run(query)).rows as Result[];
  }

  async row<Result = Row>(query: Query): Promise<Result | undefined> {
    return (await this.#run(query)).rows[0] as Result | undefined;
  }

  async change(query: Query): Promise<number> {
    return (await this.#run(query)).rowCount ?? 0;
  }

  /** See `ServingSession`. */
  showWallet(walletNo: number): void {
    this.send(showRowsOf(walletNo));
  }

  /** Runs commands without inputs: transaction control, settings, a migration. */
  async execute(text: string): Promise<void> {
    await this.#query({ text });
  }

  /**
   * Sends a command of a transaction in front of its next statement, without waiting for the response. If it fails,
   * PostgreSQL refuses the following statements, and the transaction fails with its error.
   */
  send(command: string): void {
    const sent = this.execute(command);
    sent.catch(() => undefined);
    this.#sent.push(sent);
  }

  /**
   * Runs `work` in a transaction, and notifies the services of changed keys and wallets after the commit. If a notification
   * is lost, stale entries of the authentication cache expire within a second, so its error is no error of the change.
   */
  async write<T>(work: (session: this) => Promise<T>, isCommitted = true): Promise<T> {
    this.changed.clear();
    const result = await this.inTransaction('BEGIN', work, isCommitted ? 'COMMIT' : 'ROLLBACK');
    if (!isCommitted || this.changed.size === 0) return result;
    const notifier = new PostgresConnection(this.#client, { statementMs: NOTIFY_MS_MAX });
    await notifier.rows(notifyChanges([...this.changed])).catch(() => {
      this.isLost = true;
    });
    return result;
  }

  /** Runs `work` in a transaction, which is rolled back if `work` fails. */
  async inTransaction<T>(
    begin: string,
    work: (session: this) => Promise<T>,
    end = 'COMMIT',
  ): Promise<T> {
    this.#sent = [];
    this.send(begin);
    try {
      const result = await work(this);
      await Promise.all(this.#sent);
      await this.execute(end);
      return result;
    } catch (error) {
      await this.execute('ROLLBACK').catch(() => undefined);
      // A command that failed is the cause of the errors after it.
      await Promise.all(this.#sent);
      throw error;
    }
  }

  /**
   * Runs queries, whose inputs are numbers, in a transaction of their own and in one message (docs/performance.md compares it
   * with a message for each).
   */
  async readAtOnce(begin: string, queries: readonly Query[]): Promise<readonly (readonly Row[])[]> {
    const calls: string[] = [];
    for (const query of queries) calls.push(await this.#prepareCall(query));
    const text = [begin, ...calls, 'COMMIT'].join('; ');
    const rowMode = queries.every(({ asArrays }) => asArrays) ? { rowMode: 'array' } : {};
    try {
      // The driver returns a list of results for several commands.
      const results = await this.#query({ text, ...rowMode });
      const own = (results as unknown as readonly pg.QueryResult<Row>[]).slice(
        -1 - calls.length,
        -1,
      );
      return own.map(({ rows }) => rows);
    } catch (error) {
      await this.execute('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** Returns the command that runs a query, after the connection has prepared it. */
  async #prepareCall(query: Query): Promise<string> {
    const { text, values } = render(query);
    const name = `called_${nameOf(text)}`;
    const prepared = preparedCalls.get(this.#client) ?? new Set();
    preparedCalls.set(this.#client, prepared);
    if (!prepared.has(name)) {
      await this.execute(`PREPARE ${name} AS ${text}`);
      prepared.add(name);
    }
    return `EXECUTE ${name} (${values.map(Number).join()})`;
  }

  async #run(query: Query): Promise<Pick<pg.QueryResult<Row>, 'rows' | 'rowCount'>> {
    if (query.inputs.some((input) => input instanceof RecordList && input.records.length === 0)) {
      return { rows: [], rowCount: 0 };
    }
    const { text, values } = render(query);
    const rowMode = query.asArrays ? { rowMode: 'array' } : {};
    return this.#query({ name: nameOf(text), text, values, ...rowMode });
  }

  async #query(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const leftMs = Math.min(this.#statementMs, this.#endsAtMs - performance.now());
    // The driver reads 0 as no limit.
    const limited = { ...config, query_timeout: Math.max(1, Math.ceil(leftMs)) };
    try {
      return await this.#client.query<Row>(limited as pg.QueryConfig);
    } catch (error) {
      throw translatePostgresError(ends.get(this.#client) ?? error);
    }
  }
}

/** The errors with which connections have ended. */
const ends = new WeakMap<pg.ClientBase, Error>();

/**
 * Remembers why a connection has ended. If that was between two statements, the driver says of the next one only that the
 * connection cannot be used.
 */
export function rememberEnd(client: pg.ClientBase, error: Error): void {
  // The end of the socket follows.
  if (!ends.has(client)) ends.set(client, error);
}

/** The statements that a connection has prepared for `EXECUTE`. */
const preparedCalls = new WeakMap<pg.ClientBase, Set<string>>();

/**
 * Names of statements, which a connection prepares once. Texts consist of few constant parts, so there are hundreds. A pooler
 * may give a connection to another process, so equal names have equal texts.
 */
const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `statement_${hash('sha256', text, 'hex').slice(0, NAME_DIGITS)}`;
    names.set(text, name);
  }
  return name;
}

function render({ texts, inputs }: Query): { readonly text: string; readonly values: unknown[] } {
  const values: unknown[] = [];
  let text = texts[0] ?? '';
  for (const [index, input] of inputs.entries()) {
    text += renderInput(input, values) + (texts[index + 1] ?? '');
  }
  return { text, values };
}

/** Returns the text of an input, and adds its values. A list with several columns may stand only once. */
function renderInput(input: PlainInput, values: unknown[]): string {
  if (input instanceof EngineText) return input.postgres;
  if (!(input instanceof RecordList)) {
    values.push(encode(input));
    return `$${values.length}`;
  }
  const columns = input.columns.filter(([, [kind]]) => kind !== 'checksum');
  const arrays = columns.map(([, [kind, valueOf]]) => {
    values.push(input.records.map((record) => encode(valueOf(record))));
    return `$${values.length}::${kind}[]`;
  });
  const list = columns.map(([name]) => name).join(', ');
  return `(SELECT * FROM unnest(${arrays.join(', ')}) AS listed (${list}))`;
}

function encode(value: Value | Time): unknown {
  if (value instanceof Time) return encodeTime(value.ms);
  if (typeof value === 'string') return encodeText(value);
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

/** PostgreSQL writes years of more than four digits without a sign. */
function encodeTime(ms: number): string {
  return new Date(ms).toISOString().replace(/^\+0*/, '');
}

/** Parses `2024-01-31 12:00:00.123+00`: the time zone of every connection is UTC. */
function parseTime(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}

/** Parses a time or a count. @throws {RangeError} if it is beyond 2^53, which is never written. */
function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`the database contains an invalid number: ${text}`);
}
