import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { notifyChanges } from './change-notices.ts';
import { isConnectionLost, translatePostgresError } from './postgres-error.ts';
import type {
  BoundStatement,
  PostgresColumn,
  PostgresValue,
  Statement,
  StatementResult,
} from './statement.ts';
import { decodeText, encodeText } from './text-encoding.ts';

/**
 * Maximum wait for the response to a notification that was sent. Entries of the authentication cache expire after
 * the same time.
 */
const NOTIFICATION_MS_MAX = 1000;

const TEXT_OIDS: ReadonlySet<number> = new Set([pg.types.builtins.TEXT, pg.types.builtins.VARCHAR]);

const INT8_OID: number = pg.types.builtins.INT8;

/** The parsers of columns that the driver uses. */
export const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return keepBytes;
    if (TEXT_OIDS.has(oid)) return decodeText;
    if (oid === INT8_OID) return parseSafeInteger;
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
  }) as typeof pg.types.getTypeParser,
};

/**
 * A connection to the database, which translates the driver's errors. It sends a statement without
 * waiting for the results of earlier ones, so that several statements take one round trip. Statements that one
 * callback runs are sent in one write.
 */
export class PostgresConnection {
  readonly #client: pg.Client;
  readonly #timeoutMs: number;
  #isLost = false;
  /**
   * Keys and wallets whose responses change once the transaction is committed; see
   * change-notices.ts.
   */
  readonly changed = new Set<string>();
  /** True if the tables of a wallet may be on another node than `wallet_sync`. */
  readonly isCitus: boolean;

  /** @param timeoutMs the longest wait for a response; then the connection is closed. */
  constructor(client: pg.Client, timeoutMs: number, isCitus = false) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
    this.isCitus = isCitus;
  }

  /** True if the connection can no longer be used. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Runs one statement. */
  run(statement: Statement, ...values: readonly PostgresValue[]): Promise<StatementResult> {
    return this.#run(statement, values, this.#timeoutMs);
  }

  /** Runs several statements in one round trip. Throws the error of the first statement that failed. */
  async runAll(statements: readonly BoundStatement[]): Promise<readonly StatementResult[]> {
    const sent = statements.map(([statement, ...values]) => this.run(statement, ...values));
    // Waits for all, so that the connection is idle afterwards and every error is handled.
    await Promise.allSettled(sent);
    return Promise.all(sent);
  }

  /** Runs commands that take no values: transaction control, settings, a migration. */
  async execute(sql: string): Promise<void> {
    const config = { text: sql, query_timeout: this.#timeoutMs };
    this.#gather();
    try {
      await this.#client.query(config as pg.QueryConfig);
    } catch (error) {
      throw this.#translate(error);
    }
  }

  /**
   * Commits, and notifies the services that the {@link changed} keys and wallets have changed, in one round trip.
   * Succeeds if the commit does, even if the notification fails. A commit has the timeout of a statement.
   */
  async commit(): Promise<void> {
    const committed = this.execute('COMMIT');
    const notified = this.#notifyChanges();
    await committed;
    if (notified === undefined) return;
    const ended = new AbortController();
    const late = sleep(NOTIFICATION_MS_MAX, true, { signal: ended.signal }).catch(() => false);
    this.#isLost ||= await Promise.race([notified.then(() => false), late]);
    ended.abort();
    if (this.#isLost) this.#client.connection.stream.destroy();
  }

  #notifyChanges(): Promise<unknown> | undefined {
    if (this.changed.size === 0) return undefined;
    const [statement, ...values] = notifyChanges([...this.changed]);
    return this.run(statement, ...values).catch(() => undefined);
  }

  async #run(
    { name, text, hasBinaryResult = false }: Statement,
    values: readonly PostgresValue[],
    timeoutMs: number,
  ): Promise<StatementResult> {
    const encoded = values.map(encodeValue);
    const form = { rowMode: 'array', binary: hasBinaryResult, query_timeout: timeoutMs };
    const config = { name, text, values: encoded, ...form };
    this.#gather();
    try {
      const { rows, rowCount } = await this.#client.query<PostgresColumn[]>(
        config as pg.QueryArrayConfig,
      );
      return { rows, rowCount: rowCount ?? 0 };
    } catch (error) {
      throw this.#translate(error);
    }
  }

  #translate(error: unknown): unknown {
    const translated = translatePostgresError(error);
    this.#isLost ||= isConnectionLost(translated);
    return translated;
  }

  /** Delays writes until the current callback ends: a write takes 25 µs and wakes the server. */
  #gather(): void {
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
}

function encodeValue(value: PostgresValue): unknown {
  return Array.isArray(value) ? value.map(encodeItem) : encodeItem(value);
}

function encodeItem(value: unknown): unknown {
  if (typeof value === 'string') return encodeText(value);
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

function keepBytes(bytes: Uint8Array): Uint8Array {
  return bytes;
}

/** Parses a time or a count. @throws {RangeError} if it is beyond 2^53, which is never written. */
function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`the database contains an invalid number: ${text}`);
}
