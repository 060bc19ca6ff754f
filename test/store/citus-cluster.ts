/** The Citus cluster that `TELLER_TEST_CITUS_URL` names, and databases that are spread over its nodes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import pg from 'pg';

import { runSql } from './run-sql.ts';

/** The coordinator's URL; `undefined` if the tests run on a plain PostgreSQL. */
export const CITUS_URL: string | undefined = process.env['TELLER_TEST_CITUS_URL'] || undefined;

interface Node {
  readonly host: string;
  readonly port: number;
}

/** Makes `CREATE DATABASE` and `DROP DATABASE` apply to a single node. */
const NO_PROPAGATION = 'SET citus.enable_create_database_propagation = off';

/** Returns the URL through which a worker is reached, for its own URL. */
export type RouteToWorker = (url: string) => Promise<string>;

/**
 * Creates an empty database of this name on every node and joins them.
 *
 * @param route puts a proxy in front of a worker.
 * @returns its address.
 */
export async function createCitusDatabase(
  coordinatorUrl: string,
  name: string,
  route: RouteToWorker = (url) => Promise.resolve(url),
): Promise<string> {
  const [, ...workers] = await listNodes(coordinatorUrl);
  for (const node of [coordinatorUrl, ...workers]) {
    await runSql(
      node,
      NO_PROPAGATION,
      `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`,
    );
    await runSql(withDatabase(node, name), 'CREATE EXTENSION citus');
  }
  const url = withDatabase(coordinatorUrl, name);
  const coordinator = new URL(coordinatorUrl);
  const own = `'${coordinator.hostname}', ${coordinator.port === '' ? 5432 : coordinator.port}`;
  const routes = await Promise.all(workers.map((node) => route(node)));
  await runSql(
    url,
    `SELECT citus_set_coordinator_host(${own})`,
    ...routes
      .map((address) => new URL(address))
      .map(({ hostname, port }) => `SELECT citus_add_node('${hostname}', ${port})`),
  );
  return url;
}

/** Drops the databases with this prefix from every node, even if they are in use. */
export async function dropCitusDatabases(coordinatorUrl: string, prefix: string): Promise<void> {
  // The coordinator is first, because it then prepares no further transactions on the other nodes.
  for (const node of await listNodes(coordinatorUrl)) {
    const sql = `SELECT datname FROM pg_database WHERE starts_with(datname, '${prefix}')`;
    for (const { datname } of await runSql(node, NO_PROPAGATION, sql)) {
      const name = String(datname);
      await rollBackPrepared(node, name);
      await runSql(node, NO_PROPAGATION, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  }
}

/** A database with prepared transactions cannot be dropped. */
async function rollBackPrepared(node: string, name: string): Promise<void> {
  const sql = `SELECT gid FROM pg_prepared_xacts WHERE database = '${name}'`;
  const prepared = await runSql(node, NO_PROPAGATION, sql);
  const commands = prepared.map(({ gid }) => `ROLLBACK PREPARED ${pg.escapeLiteral(String(gid))}`);
  if (commands.length > 0) await runSql(withDatabase(node, name), ...commands);
}

const CLEANER = fileURLToPath(new URL('citus-cleaner.ts', import.meta.url));

/**
 * Starts a process that drops the databases with this prefix when the returned function is called or this
 * process exits.
 */
export function startCleaner(coordinatorUrl: string, prefix: string): () => Promise<void> {
  const cleaner: ChildProcess = spawn(process.execPath, [CLEANER, coordinatorUrl, prefix], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  return async () => {
    const exited = once(cleaner, 'exit');
    cleaner.stdin?.end();
    await exited;
  };
}

/** Ends all sessions in this database on its workers, like a restart. */
export async function endWorkerSessions(url: string): Promise<void> {
  const [, ...workers] = await listNodes(url);
  for (const node of workers) {
    await runSql(
      node,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend'
          AND pid <> pg_backend_pid()`,
    );
  }
}

/** Returns the URLs of the coordinator and its workers, in this order. */
export async function listNodes(coordinatorUrl: string): Promise<readonly string[]> {
  const rows = await runSql(
    coordinatorUrl,
    'SELECT node_name AS host, node_port::integer AS port FROM citus_get_active_worker_nodes()',
  );
  return [coordinatorUrl, ...rows.map((row) => addressOf(coordinatorUrl, row as unknown as Node))];
}

function addressOf(coordinatorUrl: string, { host, port }: Node): string {
  const url = new URL(coordinatorUrl);
  url.hostname = host;
  url.port = String(port);
  return url.href;
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
