/** The PostgreSQL of the measurement: its own from npm's binaries, or an existing one. A server is the URL of a superuser. */
import { existsSync, readFileSync } from 'node:fs';

import { PostgresProcess } from '../test/store/postgres-process.ts';
import { runSql } from '../test/store/run-sql.ts';
import { reportProgress } from './figures.ts';
import { atEnd, pin, SERVER_CORE } from './processes.ts';

/** Starts a PostgreSQL and returns its URL. */
export async function startPostgres(): Promise<string> {
  reportProgress('PostgreSQL: start');
  const { server, url } = await PostgresProcess.start();
  atEnd(() => server.close());
  pin(await findProcess(url), SERVER_CORE);
  return url;
}

/** Returns the process of a server that starts all others. @throws {Error} if it is not on this machine. */
export async function findProcess(server: string): Promise<number> {
  const sql = `SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int AS pid`;
  const [row] = await runSql(server, sql);
  const pid = Number(row?.['pid']);
  const name = `/proc/${pid}/comm`;
  if (existsSync(name) && readFileSync(name, 'utf8').startsWith('postgres')) return pid;
  throw new Error(`the processes of ${new URL(server).host} are not on this machine`);
}

/** Creates an empty database that is removed with the measurement, and returns its URL. */
export async function createDatabase(server: string): Promise<string> {
  const name = `teller_bench_${crypto.randomUUID().replaceAll('-', '')}`;
  await runSql(server, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  // The own server has ended by then, and its data is removed.
  atEnd(() => runSql(server, `DROP DATABASE ${name} WITH (FORCE)`).catch(() => undefined));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
