/** The databases of the parts; each is created on first use. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

import type { Tenant } from '../test/teller.ts';
import { formatCount } from '../src/cli/format.ts';
import { reportProgress } from './figures.ts';
import { Installation, TELLER } from './installation.ts';
import { createDatabase, startPostgres } from './postgres.ts';
import { runSql } from '../test/store/run-sql.ts';
import { SMALL_ROWS, writeHistory } from './rows.ts';

export type Engine = 'SQLite' | 'PostgreSQL';
export const ENGINES: readonly Engine[] = ['SQLite', 'PostgreSQL'];

/** A database without tenants. */
export interface EmptyDatabase {
  readonly engine: Engine;
  /** The engine with its version, if it has one of its own. */
  readonly title: string;
  readonly installation: Installation;
}

/** A database with a small wallet and a large one, as `teller import` has written them. */
export interface FilledDatabase extends EmptyDatabase {
  readonly tenant: Tenant;
  /** Each with its number of rows, the large one last. */
  readonly wallets: readonly { readonly id: string; readonly rows: number }[];
  /** Duration of the import of the large wallet, start of the process included. */
  readonly importSeconds: number;
  /** Stored bytes of each row, with indexes and counts. */
  readonly bytesPerRow: number;
}

/** Disables autovacuum, so that statistics do not appear during a measurement without them. */
const DISABLE_AUTOVACUUM = `DO $$ DECLARE name regclass; BEGIN
  FOR name IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
  LOOP EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', name); END LOOP; END $$`;
const POSTGRES_BYTES = `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;

/** All databases. One PostgreSQL server has several of them. */
export class Databases {
  readonly #rows: number;
  readonly #filled = new Map<Engine, Promise<FilledDatabase>>();
  #postgres: Promise<string> | undefined;

  /**
   * @param rows the rows of the large wallet.
   * @param postgres the URL of a superuser of an existing PostgreSQL; by default, an own one is started.
   */
  constructor(rows: number, postgres: string | undefined) {
    this.#rows = rows;
    if (postgres !== undefined) this.#postgres = Promise.resolve(postgres);
  }

  /** Returns the URL of a superuser of the server. */
  postgres(): Promise<string> {
    this.#postgres ??= startPostgres();
    return this.#postgres;
  }

  /** Returns a new database. */
  async empty(engine: Engine): Promise<EmptyDatabase> {
    if (engine === 'SQLite') {
      return { engine, title: engine, installation: await Installation.create() };
    }
    const server = await this.postgres();
    const installation = await Installation.create(await createDatabase(server));
    const [row] = await runSql(server, 'SHOW server_version');
    const [version] = String(row?.['server_version']).split(' ');
    return { engine, title: `${engine} ${version}`, installation };
  }

  /** Returns the database of an engine. Nothing has analyzed it, unless {@link analyzed} was called. */
  filled(engine: Engine): Promise<FilledDatabase> {
    const known = this.#filled.get(engine) ?? this.#fill(engine);
    this.#filled.set(engine, known);
    return known;
  }

  /** Returns the database of an engine, with the statistics that autovacuum collects some minutes after an import. */
  async analyzed(engine: Engine): Promise<FilledDatabase> {
    const database = await this.filled(engine);
    if (engine === 'PostgreSQL') await runSql(database.installation.databaseUrl, 'VACUUM ANALYZE');
    return database;
  }

  async #fill(engine: Engine): Promise<FilledDatabase> {
    const rows = this.#rows;
    reportProgress(`${engine}: teller import of ${formatCount(rows)} rows`);
    const database = await this.empty(engine);
    const { installation } = database;
    if (engine === 'PostgreSQL') await runSql(installation.databaseUrl, DISABLE_AUTOVACUUM);
    const { tenant, walletId: small } = await installation.addTenant();
    const large = await installation.addWallet(tenant);
    const file = await writeHistory(rows);
    const startMs = performance.now();
    execFileSync(TELLER, ['import', '--wallet', large, file, '--json'], {
      env: { ...process.env, ...installation.env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return {
      ...database,
      tenant,
      wallets: [
        { id: small, rows: SMALL_ROWS },
        { id: large, rows },
      ],
      importSeconds: (performance.now() - startMs) / 1000,
      bytesPerRow: (await readBytes(installation)) / (rows + SMALL_ROWS),
    };
  }
}

async function readBytes({ databaseUrl }: Installation): Promise<number> {
  if (databaseUrl.startsWith('sqlite:')) return statSync(databaseUrl.slice('sqlite:'.length)).size;
  const [row] = await runSql(databaseUrl, POSTGRES_BYTES);
  return Number(row?.['bytes']);
}
