/** Which servers are accepted as the standby of a database. */
import { afterAll, beforeAll, expect, it } from 'vitest';

import { StoreUnavailableError } from '../../src/store/errors.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { MASTER_KEY_TEXT } from '../sync/harness.ts';
import { callTeller, startService } from '../teller.ts';
import { openTestStore, STORE_OPTIONS } from './postgres-database.ts';
import { PostgresServer } from './postgres-server.ts';
import { runSql } from './run-sql.ts';

/** The time to create and start servers. */
const START_MS = 120_000;

let server: PostgresServer;
/** The standby of `server`. */
let standby: PostgresServer;
/** A server with a database of its own, and its standby. */
let other: PostgresServer;
let otherStandby: PostgresServer;

const ANOTHER = /^this is another database, not a standby/;

const databaseOf = ({ url }: PostgresServer, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href;

/** Creates a migrated database on a server. */
async function createDatabase(on: PostgresServer, name: string): Promise<void> {
  await runSql(on.url, `CREATE DATABASE ${name}`);
  const store = openTestStore(databaseOf(on, name));
  await store.migrate();
  await store.close();
}

/** Returns the reason why a server is refused as the standby of a database; `undefined` if it is accepted. */
async function findProblem(url: string, replicaUrl: string): Promise<string | undefined> {
  const store = openPostgresStore({ ...STORE_OPTIONS, url, replicaUrl });
  try {
    await store.checkReads();
    return undefined;
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    return error.message;
  } finally {
    await store.close();
  }
}

beforeAll(async () => {
  [server, other] = [new PostgresServer(), new PostgresServer()];
  for (const each of [server, other]) {
    await each.create();
    await createDatabase(each, 'one');
  }
  await createDatabase(server, 'two');
  standby = await server.createStandby(0);
  otherStandby = await other.createStandby(0);
}, START_MS);
afterAll(async () => {
  for (const each of [standby, otherStandby, server, other]) await each.remove();
}, START_MS);

it('accepts a standby, and the server itself', async () => {
  const url = databaseOf(server, 'one');
  expect(await findProblem(url, databaseOf(standby, 'one'))).toBeUndefined();
  expect(await findProblem(url, url)).toBeUndefined();
});

it('refuses another database of the standby', async () => {
  const url = databaseOf(server, 'one');
  expect(await findProblem(url, databaseOf(standby, 'two'))).toMatch(ANOTHER);
});

it('refuses the standby of a copy of the database', async () => {
  const url = databaseOf(server, 'one');
  // A dump contains the time at which the schema was created.
  const time = '2026-01-01 00:00:00+00';
  for (const [on, replica] of [
    [server, standby],
    [other, otherStandby],
  ] as const) {
    await runSql(databaseOf(on, 'one'), `UPDATE schema_migration SET applied_at = '${time}'`);
    const isReplicated = () =>
      runSql(
        databaseOf(replica, 'one'),
        `SELECT 1 FROM schema_migration HAVING min(applied_at) = '${time}'`,
      );
    await expect.poll(isReplicated, { timeout: START_MS }).toHaveLength(1);
  }
  expect(await findProblem(url, databaseOf(otherStandby, 'one'))).toMatch(ANOTHER);
  expect(await findProblem(url, databaseOf(standby, 'one'))).toBeUndefined();
});

it('accepts a standby if the roles may not read the number of the system', async () => {
  const url = databaseOf(server, 'one');
  const right = 'EXECUTE ON FUNCTION pg_control_system()';
  await runSql(url, `REVOKE ${right} FROM PUBLIC`);
  const isAllowed = `SELECT 1 WHERE has_function_privilege('teller_api', 'pg_control_system()', 'EXECUTE')`;
  const replica = databaseOf(standby, 'one');
  await expect.poll(() => runSql(replica, isAllowed), { timeout: START_MS }).toEqual([]);
  expect(await findProblem(url, replica)).toBeUndefined();
  await runSql(url, `GRANT ${right} TO PUBLIC`);
});

it('refuses to serve from a standby that was promoted, and doctor reports it', async () => {
  const replica = databaseOf(standby, 'one');
  const variables = {
    TELLER_DATABASE_URL: databaseOf(server, 'one'),
    TELLER_DATABASE_REPLICA_URL: replica,
    TELLER_MASTER_KEY: MASTER_KEY_TEXT,
  };
  const service = await startService(variables);
  expect(await callTeller(['doctor'], variables)).toMatchObject({ code: 0 });
  await runSql(replica, 'SELECT pg_promote()');
  expect((await fetch(new URL('/readyz', service.url))).status).toBe(200);
  await service.stop();
  for (const args of [['serve', '--port', '0', '--no-sync'], ['doctor']]) {
    const { code, stdout, stderr } = await callTeller(args, variables);
    expect([args, code]).toEqual([args, 1]);
    expect(stdout + stderr).toContain('/one: the server is no standby (it is not in recovery)');
  }
});
