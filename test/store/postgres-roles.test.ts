/** Database users and roles with more or fewer rights than a command needs. */
import { afterEach, beforeEach, expect, it } from 'vitest';

import { addWallet, callTeller, createTenant, startService } from '../teller.ts';
import { KEYS, MASTER_KEY_TEXT } from '../sync/harness.ts';
import { CITUS_URL } from './citus-cluster.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  SERVING_ROLE,
  type TestDatabase,
} from './postgres-database.ts';
import { startForgettingProxy } from './proxies.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';

let database: TestDatabase;
let variables: Record<string, string>;
/** Roles to drop. */
let roles: string[];
beforeEach(async () => {
  database = await createMigratedDatabase();
  variables = { TELLER_DATABASE_URL: database.url, TELLER_MASTER_KEY: MASTER_KEY_TEXT };
  roles = [];
});
afterEach(async () => {
  for (const role of roles) await database.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await database.drop();
});

/** Creates a role of this database, and returns its name. */
async function createRole(name: string, options: string): Promise<string> {
  const role = `${new URL(database.url).pathname.slice(1)}_${name}`;
  await database.query(`CREATE ROLE ${role} ${options}`);
  roles.push(role);
  return role;
}

/** Returns the URL of another user. */
function urlOf(user: string): string {
  return Object.assign(new URL(database.url), { username: user }).href;
}

const SERVE = ['serve', '--port', '0', '--no-sync'];
const REFUSING = [SERVE, ['sync', '--once'], ['migrate'], ['doctor'], ['doctor', '--fix']];

/** Expects that each command that needs a restricted role refuses this one. */
async function expectRefusal(role: string, reason: string, more = {}): Promise<void> {
  for (const args of REFUSING) {
    const result = await callTeller(args, { ...variables, ...more, TELLER_DATABASE_ROLE: role });
    expect([args, result.code]).toEqual([args, 1]);
    expect(result.stdout + result.stderr).toContain(
      `the role of the service, ${role}, ${reason}: row-level security would not hide the rows of other wallets`,
    );
  }
}

it('refuses a serving role from which row-level security hides nothing', async () => {
  await expectRefusal(
    await createRole('super', 'SUPERUSER LOGIN'),
    'is a superuser or has BYPASSRLS',
  );
  await expectRefusal(await createRole('bypass', 'BYPASSRLS'), 'is a superuser or has BYPASSRLS');
});

// On Citus only a superuser may change the owner of distributed tables of every node in this way.
it.skipIf(CITUS_URL !== undefined)(
  'refuses a serving role that owns the tables, or has the rights of their owner',
  async () => {
    const owner = await createRole('owner', `LOGIN IN ROLE ${SERVING_ROLE}`);
    const member = await createRole('member', `IN ROLE ${owner}`);
    const user = new URL(database.url).username;
    await database.query(`GRANT ${owner} TO ${user}`);
    const tables = await database.query(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')`,
    );
    for (const { name } of tables) {
      await database.query(`ALTER TABLE ${String(name)} OWNER TO ${owner}`);
    }
    await database.query(`GRANT CREATE ON SCHEMA public TO ${owner}`);
    await expectRefusal(owner, 'owns the tables', { TELLER_DATABASE_URL: urlOf(owner) });
    await expectRefusal(member, `has the rights of ${owner}, which owns the tables`);
    await database.query(`REASSIGN OWNED BY ${owner} TO ${user}`);
  },
);

it('refuses to serve behind a pooler that ignores the role of the service', async () => {
  const pooler = await startForgettingProxy(database.url);
  const own = { ...variables, TELLER_DATABASE_URL: pooler.url };
  for (const args of [SERVE, ['doctor']]) {
    const { code, stdout, stderr } = await callTeller(args, own);
    expect([args, code]).toEqual([args, 1]);
    expect(stdout + stderr).toContain(
      `row-level security does not hide the rows of other wallets from the service, which reads as ${SERVING_ROLE}`,
    );
  }
  pooler.server.close();
});

it('does not create the schema for such a role', async () => {
  const empty = await createTestDatabase();
  const role = await createRole('bypass', 'BYPASSRLS');
  const own = { ...variables, TELLER_DATABASE_URL: empty.url, TELLER_DATABASE_ROLE: role };
  const { code, stderr } = await callTeller(['migrate'], own);
  expect([code, stderr]).toEqual([1, expect.stringContaining('has BYPASSRLS')]);
  const tables = "SELECT 1 FROM pg_tables WHERE schemaname = 'public'";
  expect(await empty.query(tables)).toEqual([]);
  await empty.drop();
});

it('changes keys although the serving role is refused', async () => {
  const { projectId } = await createTenant(variables);
  const role = await createRole('bypass', 'BYPASSRLS');
  const args = ['key', 'create', '--project', projectId, '--expires', 'never'];
  const { code } = await callTeller(args, { ...variables, TELLER_DATABASE_ROLE: role });
  expect(code).toBe(0);
});

it('says that a user may only serve, instead of showing no wallets', async () => {
  const tenant = await createTenant(variables);
  await addWallet(tenant, 'kraken', KEYS.kraken, variables);
  const user = await createRole('web', `LOGIN IN ROLE ${SERVING_ROLE}`);
  const web = { ...variables, TELLER_DATABASE_URL: urlOf(user) };
  const { path, remove } = makeTemporaryDatabase();
  await callTeller(['org', 'create', 'o'], { TELLER_DATABASE_URL: path });
  for (const args of [
    [],
    ['status'],
    ['wallet', 'list'],
    ['doctor'],
    ['sync', '--once'],
    ['serve', '--port', '0'],
    [...SERVE, '--manage-port', '0'],
    ['copy', '--from', urlOf(user), '--to', `sqlite:${path}`],
    ['copy', '--from', `sqlite:${path}`, '--to', urlOf(user)],
  ]) {
    const { code, stdout, stderr } = await callTeller(args, web);
    expect([args, code]).toEqual([args, 1]);
    expect(stdout + stderr).toContain(`the user ${user} may only serve`);
    expect(stdout).not.toMatch(/no wallet|Wallets|Listening/);
  }
  remove();
});

it('serves as a user that may only serve', async () => {
  const user = await createRole('web', `LOGIN IN ROLE ${SERVING_ROLE}`);
  await createTenant(variables);
  const service = await startService({ ...variables, TELLER_DATABASE_URL: urlOf(user) });
  expect((await fetch(new URL('/readyz', service.url))).status).toBe(200);
  await service.stop();
});
