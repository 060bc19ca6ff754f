/** The Citus cluster that `TELLER_TEST_CITUS_URL` names, and databases that are spread over its nodes. */
import pg from 'pg';

/** The coordinator's address; `undefined` if the tests run on a plain PostgreSQL. */
export const CITUS_URL: string | undefined = process.env['TELLER_TEST_CITUS_URL'] || undefined;

interface Node {
  readonly host: string;
  readonly port: number;
}

/** Returns the address at which a worker is to be reached, given its own. */
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
  const workers = await listWorkers(coordinatorUrl);
  const coordinator = new URL(coordinatorUrl);
  for (const url of [coordinatorUrl, ...workers.map((node) => addressOf(coordinatorUrl, node))]) {
    await runOnNode(url, [
      'SET citus.enable_create_database_propagation = off',
      `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`,
    ]);
    await runOnNode(withDatabase(url, name), ['CREATE EXTENSION citus']);
  }
  const url = withDatabase(coordinatorUrl, name);
  const own = `'${coordinator.hostname}', ${coordinator.port === '' ? 5432 : coordinator.port}`;
  const routes = await Promise.all(workers.map((node) => route(addressOf(coordinatorUrl, node))));
  await runOnNode(url, [
    `SELECT citus_set_coordinator_host(${own})`,
    ...routes
      .map((address) => new URL(address))
      .map(({ hostname, port }) => `SELECT citus_add_node('${hostname}', ${port})`),
  ]);
  return url;
}

/** Removes the database from every node. */
export async function dropCitusDatabase(coordinatorUrl: string, name: string): Promise<void> {
  const workers = await listWorkers(coordinatorUrl);
  for (const url of [coordinatorUrl, ...workers.map((node) => addressOf(coordinatorUrl, node))]) {
    await runOnNode(url, [
      'SET citus.enable_create_database_propagation = off',
      `DROP DATABASE ${name} WITH (FORCE)`,
    ]);
  }
}

/** Ends what the coordinator and others run in this database on its workers, as a restart would. */
export async function endWorkerSessions(url: string): Promise<void> {
  for (const node of await listWorkers(url)) {
    await runOnNode(addressOf(url, node), [
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend'
          AND pid <> pg_backend_pid()`,
    ]);
  }
}

/** Runs a query on one node, after commands that prepare the session. */
export async function queryNode(
  url: string,
  prepare: string,
  sql: string,
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(prepare);
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Runs SQL on one node, each statement on its own. */
export async function runOnNode(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

async function listWorkers(coordinatorUrl: string): Promise<readonly Node[]> {
  const client = new pg.Client(coordinatorUrl);
  await client.connect();
  try {
    const { rows } = await client.query<Node>(
      'SELECT node_name AS host, node_port::integer AS port FROM citus_get_active_worker_nodes()',
    );
    return rows;
  } finally {
    await client.end();
  }
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
