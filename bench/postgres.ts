/** The PostgreSQL of the measurement: its own from npm's binaries, or an existing one. */
import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';

import { PostgresProcess } from '../test/store/postgres-process.ts';
import { atEnd, pin, SERVER_CORE } from './processes.ts';
import { reportProgress } from './figures.ts';

/** A server. */
export interface Postgres {
  /** A superuser's URL of any database. */
  readonly url: string;
  /** For instance `18.4`. */
  readonly version: string;
  /** The process that starts all others; `undefined` if it is not on this machine. */
  readonly pid: number | undefined;
}

/** Starts a PostgreSQL, or uses the one with the URL of a superuser. */
export async function openPostgres(existing: string | undefined): Promise<Postgres> {
  if (existing !== undefined) return describePostgres(existing);
  reportProgress('PostgreSQL: start');
  const { server, url } = await PostgresProcess.start();
  atEnd(() => server.close());
  const postgres = await describePostgres(url);
  pin(postgres.pid, SERVER_CORE);
  return postgres;
}

/** Returns the server with this URL of a superuser. */
export async function describePostgres(url: string): Promise<Postgres> {
  const [row] = await runSql(
    url,
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
       split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int AS pid`,
  );
  const { version, pid } = row as { version: string; pid: number };
  return { url, version, pid: isPostgres(pid) ? pid : undefined };
}

/** Returns true if a process of this machine with this number is a PostgreSQL. */
function isPostgres(pid: number): boolean {
  const path = `/proc/${pid}/comm`;
  return existsSync(path) && readFileSync(path, 'utf8').startsWith('postgres');
}

/** Creates an empty database that is removed with the measurement, and returns its URL. */
export async function createDatabase({ url }: Postgres): Promise<string> {
  const name = `teller_bench_${crypto.randomUUID().replaceAll('-', '')}`;
  await runSql(url, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  // The own server has ended by then, and its data is removed.
  atEnd(() => runSql(url, `DROP DATABASE ${name} WITH (FORCE)`).catch(() => undefined));
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
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
