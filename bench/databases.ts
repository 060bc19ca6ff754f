/** The databases of the parts; each is created on first use. */
import { statSync } from 'node:fs';

import type { Tenant } from '../test/teller.ts';
import { Installation } from './installation.ts';
import { createDatabase, openPostgres, type Postgres, runSql } from './postgres.ts';
import { formatCount, reportProgress } from './figures.ts';
import { SMALL_ROWS, writeHistory } from './rows.ts';

export type Engine = 'SQLite' | 'PostgreSQL';
export const ENGINES: readonly Engine[] = ['SQLite', 'PostgreSQL'];

/** A database with a small wallet and a large one, as `teller import` has written them. */
export interface FilledDatabase {
  readonly engine: Engine;
  /** The engine with its version, if it has one of its own. */
  readonly title: string;
  readonly installation: Installation;
  readonly tenant: Tenant;
  readonly wallets: readonly FilledWallet[];
  /** Duration of the import of the large wallet, start of the process included. */
  readonly importSeconds: number;
  /** Stored bytes of each row, with indexes and counts. */
  readonly bytesPerRow: number;
}

/** A wallet and its number of rows. */
export interface FilledWallet {
  readonly id: string;
  readonly rows: number;
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
  readonly #postgresUrl: string | undefined;
  readonly #filled = new Map<Engine, Promise<FilledDatabase>>();
  #postgres: Promise<Postgres> | undefined;

  /**
   * @param rows the rows of the large wallet.
   * @param postgresUrl the URL of a superuser of an existing PostgreSQL; by default, an own one is started.
   */
  constructor(rows: number, postgresUrl: string | undefined) {
    this.#rows = rows;
    this.#postgresUrl = postgresUrl;
  }

  /** Returns the server. */
  postgres(): Promise<Postgres> {
    this.#postgres ??= openPostgres(this.#postgresUrl);
    return this.#postgres;
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
    reportProgress(`${engine}: teller import of ${formatCount(this.#rows)} rows`);
    const isPostgres = engine === 'PostgreSQL';
    const server = isPostgres ? await this.postgres() : undefined;
    const installation = new Installation(server && (await createDatabase(server)));
    if (isPostgres) await runSql(installation.databaseUrl, DISABLE_AUTOVACUUM);
    const tenant = await installation.addTenant();
    const small = await installation.addWallet(tenant, await writeHistory(SMALL_ROWS));
    const file = await writeHistory(this.#rows);
    const large = await installation.addWallet(tenant);
    const startMs = performance.now();
    installation.ask(['import', '--wallet', large, file]);
    const importSeconds = (performance.now() - startMs) / 1000;
    return {
      engine,
      title: server === undefined ? engine : `${engine} ${server.version}`,
      installation,
      tenant,
      wallets: [
        { id: small, rows: SMALL_ROWS },
        { id: large, rows: this.#rows },
      ],
      importSeconds,
      bytesPerRow: (await readBytes(installation)) / (this.#rows + SMALL_ROWS),
    };
  }
}

async function readBytes({ databaseUrl }: Installation): Promise<number> {
  if (databaseUrl.startsWith('sqlite:')) return statSync(databaseUrl.slice('sqlite:'.length)).size;
  const [row] = await runSql(databaseUrl, POSTGRES_BYTES);
  return Number(row?.['bytes']);
}
