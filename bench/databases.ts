/** The databases of the parts; each is created on first use. */
import pg from 'pg';

import { fillPlainTable } from './fill-plain-table.ts';
import { Installation, type Tenant } from './installation.ts';
import { reportProgress } from './measurement.ts';
import { makeCommand, SERVER_CORE, startServer } from './processes.ts';
import { fillWallet, SMALL_ROWS } from './rows.ts';

const MEDIUM_ROWS = 100_000;

export type Engine = 'SQLite' | 'PostgreSQL';
export const ENGINES: readonly Engine[] = ['SQLite', 'PostgreSQL'];

/** A database with wallets of several sizes. */
export interface FilledDatabase {
  readonly engine: Engine;
  readonly installation: Installation;
  readonly tenant: Tenant;
  /** Identifiers by number of rows, ascending. */
  readonly walletIds: ReadonlyMap<number, string>;
}

/** The tables of `plain-table.ts`. */
export interface PlainDatabase {
  readonly url: string;
  /** Rows of the large wallet. Its last page of 1,000 is the deep page. */
  readonly largeRows: number;
}

/** All databases. One PostgreSQL server has several of them. */
export class Databases {
  readonly #rows: number;
  readonly #filled = new Map<Engine, Promise<FilledDatabase>>();
  #server: Promise<string> | undefined;
  #plain: Promise<PlainDatabase> | undefined;

  /** @param rows the rows of the largest wallet. */
  constructor(rows: number) {
    this.#rows = rows;
  }

  /** Returns the database of an engine with its wallets. */
  filled(engine: Engine): Promise<FilledDatabase> {
    const known = this.#filled.get(engine) ?? this.#fill(engine);
    this.#filled.set(engine, known);
    return known;
  }

  /** Returns an installation without tenants. */
  async make(engine: Engine): Promise<Installation> {
    if (engine === 'SQLite') return new Installation();
    return new Installation(await this.#makePostgresDatabase());
  }

  /** Returns the same rows in a plain table of PostgreSQL. */
  plain(): Promise<PlainDatabase> {
    this.#plain ??= this.#fillPlain();
    return this.#plain;
  }

  async #fillPlain(): Promise<PlainDatabase> {
    reportProgress('PostgreSQL: a plain table');
    const url = await this.#makePostgresDatabase();
    return { url, largeRows: await fillPlainTable(url, this.#rows) };
  }

  /** Returns the version of PostgreSQL; `null` if no part has used it. */
  async readPostgresVersion(): Promise<string | null> {
    if (this.#server === undefined) return null;
    const [row] = await runSql(await this.#server, 'SHOW server_version');
    return String(row?.['server_version']);
  }

  async #fill(engine: Engine): Promise<FilledDatabase> {
    const sizes = [SMALL_ROWS, MEDIUM_ROWS, this.#rows].filter((rows) => rows <= this.#rows);
    reportProgress(`${engine}: wallets of ${sizes.join(', ')} rows`);
    const installation = await this.make(engine);
    const tenant = installation.addTenant();
    const walletIds = new Map<number, string>();
    await installation.withStore(async (store) => {
      for (const rows of sizes) {
        const walletId = tenant.addWallet();
        await fillWallet(store, walletId, rows);
        walletIds.set(rows, walletId);
      }
    });
    if (engine === 'PostgreSQL') await runSql(installation.databaseUrl, 'VACUUM ANALYZE');
    return { engine, installation, tenant, walletIds };
  }

  async #makePostgresDatabase(): Promise<string> {
    this.#server ??= startPostgres();
    const server = await this.#server;
    const name = `bench_${crypto.randomUUID().replaceAll('-', '')}`;
    await runSql(server, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
    const address = new URL(server);
    address.pathname = `/${name}`;
    return address.href;
  }
}

async function startPostgres(): Promise<string> {
  reportProgress('PostgreSQL: start');
  return (await startServer(makeCommand('postgres-process.ts'), { core: SERVER_CORE })).url;
}

/** Runs SQL as a superuser and returns the rows. */
export async function runSql(
  url: string,
  sql: string,
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
