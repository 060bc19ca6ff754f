import pg from 'pg';

import { notifyChanges } from './change-notices.ts';
import { isConnectionLost, translatePostgresError } from './postgres-error.ts';
import { decodeText, encodeText } from './text-encoding.ts';

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
}

/** A statement and the values of its `$1`, `$2` … */
export type BoundStatement = readonly [Statement, ...PostgresValue[]];

/** What a statement did. */
export interface StatementResult {
  readonly rows: readonly PostgresRow[];
  /** Rows that were found or changed. */
  readonly rowCount: number;
}

/** A notice that takes longer comes too late to matter: nobody is remembered longer. */
const NOTICE_MS_MAX = 1000;

const TEXT_OIDS: ReadonlySet<number> = new Set([pg.types.builtins.TEXT, pg.types.builtins.VARCHAR]);

const INT8_OID: number = pg.types.builtins.INT8;

/** How the driver reads columns. */
export const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (TEXT_OIDS.has(oid)) return decodeText;
    if (oid === INT8_OID) return parseSafeInteger;
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
  }) as typeof pg.types.getTypeParser,
};

/**
 * A connection to the database, its errors translated. Statements are sent as they are given,
 * without waiting for the answers of those before: several cost one round trip, and go out in one
 * piece where they are given in one turn.
 */
export class PostgresConnection {
  readonly #client: pg.Client;
  readonly #timeoutMs: number;
  #isLost = false;
  /**
   * Keys and wallets of which callers are told something else once the transaction has been committed;
   * see change-notices.ts.
   */
  readonly changed = new Set<string>();

  /** @param timeoutMs how long an answer is waited for; then the connection is given up. */
  constructor(client: pg.Client, timeoutMs: number) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
  }

  /** True where it is of no use any more. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Runs one statement. */
  run(statement: Statement, ...values: readonly PostgresValue[]): Promise<StatementResult> {
    return this.#run(statement, values, this.#timeoutMs);
  }

  /** Runs several statements in one round trip. @throws what the first that failed has thrown. */
  async runAll(statements: readonly BoundStatement[]): Promise<readonly StatementResult[]> {
    const sent = statements.map(([statement, ...values]) => this.run(statement, ...values));
    // All are waited for, so that the connection is at rest and none fails unseen.
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

  /** Tells of what has {@link changed}. Whether that succeeds is nothing that anybody waits for. */
  async tellChanges(): Promise<void> {
    if (this.changed.size === 0) return;
    const [statement, ...values] = notifyChanges([...this.changed]);
    await this.#run(statement, values, NOTICE_MS_MAX).catch(() => undefined);
  }

  async #run(
    { name, text }: Statement,
    values: readonly PostgresValue[],
    timeoutMs: number,
  ): Promise<StatementResult> {
    const encoded = values.map(encodeValue);
    const config = { name, text, values: encoded, rowMode: 'array', query_timeout: timeoutMs };
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

  /** Holds back what is sent until the turn ends: a write to the socket takes 25 µs, and wakes the server. */
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

/** Times and counts. @throws {RangeError} beyond 2^53: nothing that was written is. */
function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`the database holds an impossible number: ${text}`);
}
