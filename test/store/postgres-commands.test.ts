/** The command line on a PostgreSQL: an empty database is migrated, a migrated one supports every command. */
import { afterEach, beforeEach, expect, it } from 'vitest';

import type { Simulator } from '../../simulator/simulator.ts';
import { KEYS } from '../sync/harness.ts';
import { addWallet, askTeller, createTenant, callTeller } from '../teller.ts';
import { startReceiver, verify } from '../webhooks/receiver.ts';
import { CITUS_URL } from './citus-cluster.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  type TestDatabase,
} from './postgres-database.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';
import { addAccount, startLiveExchanges, variablesOf } from '../live-exchanges.ts';

const ROWS = 20;
const MASTER_KEY = '0123456789abcdef'.repeat(4);
const LINE =
  '{"asset":"BTC","type":"deposit","amount":"1.50","timestamp":1700000000001,"status":"completed"}';

let database: TestDatabase;
let simulator: Simulator;
let variables: Record<string, string>;

beforeEach(async () => {
  database = await createMigratedDatabase();
  simulator = await startLiveExchanges();
  addAccount(simulator, 'kraken', { seed: 'commands', count: ROWS });
  variables = {
    TELLER_DATABASE_URL: database.url,
    TELLER_MASTER_KEY: MASTER_KEY,
    ...variablesOf(simulator),
  };
});

afterEach(async () => {
  await simulator.close();
  await database.drop();
});

it('is only migrated by its command, and refused until then', async () => {
  const empty = await createTestDatabase();
  const own = { ...variables, TELLER_DATABASE_URL: empty.url };
  for (const args of [
    ['serve', '--port', '0'],
    ['sync', '--once'],
    ['org', 'create', 'o'],
  ]) {
    const { code, stderr } = await callTeller(args, own);
    expect(code).toBe(1);
    expect(stderr).toMatch(/run `teller migrate`/);
  }
  const migrated = await askTeller<{ applied: object[] }>(['migrate'], own);
  expect(migrated.applied.length).toBeGreaterThan(0);
  expect(await askTeller(['migrate'], own)).toEqual({ applied: [] });
  await createTenant(own);
  await empty.drop();
});

// The cluster has the extension that the test finds missing.
it.skipIf(CITUS_URL !== undefined)(
  'requires a master key, and reports the error of the database',
  async () => {
    const withoutKey = { ...variables, TELLER_MASTER_KEY: '' };
    const served = await callTeller(['serve', '--port', '0'], withoutKey);
    expect(served).toMatchObject({ code: 1 });
    expect(served.stderr).toMatch(/TELLER_MASTER_KEY .*or TELLER_MASTER_KEY_FILE/);
    const distributed = await callTeller(['migrate', '--distribute'], variables);
    expect(distributed).toMatchObject({ code: 1 });
    expect(distributed.stderr).toMatch(/has no citus extension/);
    const missing = { ...variables, TELLER_DATABASE_URL: `${database.url}_not` };
    const listed = await callTeller(['wallet', 'list'], missing);
    expect(listed).toMatchObject({ code: 1, stderr: expect.stringMatching(/no such database/) });
  },
);

it('delivers the events of a synchronisation, and the secret survives a new master key', async () => {
  const receiver = await startReceiver();
  const allowed = { ...variables, TELLER_WEBHOOK_ALLOW: 'http,private' };
  const tenant = await createTenant(variables);
  const walletId = await addWallet(tenant, 'kraken', KEYS.kraken, variables);
  const add = ['webhook', 'add', receiver.url, '--project', tenant.projectId];
  const { id, secret } = await askTeller<{ id: string; secret: string }>(add, allowed);
  await askTeller(['sync', '--once'], allowed);
  const shown = await askTeller<{ transactionCount: number }>(
    ['wallet', 'show', walletId],
    variables,
  );
  expect(shown).toMatchObject({ webhooks: [{ id, state: 'active', pendingCount: 0 }] });
  const types = receiver.listAccepted().map(({ type }) => type);
  expect(types.filter((type) => type === 'transaction.created')).toHaveLength(
    shown.transactionCount,
  );
  expect(types.at(-1)).toBe('wallet.history_complete');
  const keys = `${'fedcba9876543210'.repeat(4)} ${MASTER_KEY}`;
  const rotated = { ...allowed, TELLER_MASTER_KEY: keys };
  expect(await askTeller(['master-key', 'rotate'], rotated)).toMatchObject({ webhookCount: 1 });
  const next = await askTeller<{ secret: string }>(['webhook', 'rotate-secret', id], rotated);
  await askTeller(['webhook', 'test', id], rotated);
  for (const message of receiver.messages) expect(verify(secret, message)).toBeDefined();
  const { path, remove } = makeTemporaryDatabase();
  const copy = `sqlite:${path}`;
  await askTeller(['copy', '--from', database.url, '--to', copy], rotated);
  await askTeller(['webhook', 'test', id, '--database', copy], rotated);
  remove();
  for (const message of receiver.messages.slice(-2)) {
    for (const each of [secret, next.secret]) expect(verify(each, message)).toBeDefined();
  }
  await askTeller(['webhook', 'remove', id], rotated);
  await receiver.close();
});

it('reads the rows of the selected database if the variables name the standby of another one', async () => {
  const other = await createMigratedDatabase();
  const own = { ...variables, TELLER_DATABASE_REPLICA_URL: database.url };
  const rows: unknown[] = [];
  for (const [{ url }, asset] of [
    [database, 'BTC'],
    [other, 'ETH'],
  ] as const) {
    const selected = ['--database', url];
    const tenant = await createTenant({ ...variables, TELLER_DATABASE_URL: url });
    const at = { ...variables, TELLER_DATABASE_URL: url };
    const walletId = await addWallet(tenant, 'kraken', KEYS.kraken, at);
    await askTeller(['import', '--wallet', walletId, '-'], at, LINE.replace('BTC', asset));
    const { stdout } = await callTeller(
      ['transactions', '--wallet', walletId, '--json', ...selected],
      own,
    );
    rows.push(stdout);
  }
  await other.drop();
  expect(rows).toEqual([expect.stringContaining('BTC'), expect.stringContaining('ETH')]);
});

it('supports every command', async () => {
  const tenant = await createTenant(variables);
  const walletId = await addWallet(tenant, 'kraken', KEYS.kraken, variables);
  const { wallets } = await askTeller<{ wallets: { ok: boolean }[] }>(
    ['sync', '--once'],
    variables,
  );
  expect(wallets).toMatchObject([{ id: walletId, ok: true }]);
  const imported = ['import', '--wallet', walletId, '-'];
  expect(await askTeller(imported, variables, `${LINE}\n`)).toMatchObject({ added: 1 });
  expect(await askTeller(imported, variables, `${LINE}\n`)).toMatchObject({ added: 0 });
  const shown = await askTeller<{ transactionCount: number }>(
    ['wallet', 'show', walletId],
    variables,
  );
  expect(shown).toMatchObject({ state: 'synced', historyComplete: true });
  expect(
    await askTeller(['transactions', '--wallet', walletId, '--limit', '1'], variables),
  ).toMatchObject({ pagination: { totalCount: shown.transactionCount } });
  expect(await askTeller(['balance', '--wallet', walletId], variables)).toHaveProperty('balances');
  expect(await askTeller(['doctor'], variables)).toMatchObject({ ok: true });
  const { path, remove } = makeTemporaryDatabase();
  const copy = ['copy', '--from', database.url, '--to', `sqlite:${path}`];
  expect(await askTeller(copy, variables)).toMatchObject({
    walletCount: 1,
    transactionCount: shown.transactionCount,
  });
  expect(await askTeller(['doctor', '--database', `sqlite:${path}`], variables)).toMatchObject({
    ok: true,
  });
  remove();
  await askTeller(['wallet', 'remove', walletId, '--yes'], variables);
  expect(await database.query('SELECT id FROM wallet_transaction')).toEqual([]);
  expect(await askTeller(['doctor', '--fix'], variables)).toMatchObject({ ok: true });
});

it('reports a role of the service that does not exist', async () => {
  const own = { ...variables, TELLER_DATABASE_ROLE: 'no_such_role' };
  for (const args of [['serve', '--port', '0', '--no-sync'], ['doctor']]) {
    const { code, stdout, stderr } = await callTeller(args, own);
    expect([args, code]).toEqual([args, 1]);
    expect(stdout + stderr).toContain('the role of the service is missing');
    expect(stdout).not.toContain('no_such_role sees one wallet');
  }
});

it('needs the standby only to read for the service, and names the server that cannot be used', async () => {
  const behind = await createTestDatabase();
  const { orgId, projectId } = await createTenant(variables);
  const serving = ['serve', '--port', '0', '--no-sync'];
  const transactions = ['transactions', '--wallet', 'wallet_none'];
  const balance = ['balance', '--wallet', 'wallet_none'];
  for (const [url, problem] of [
    ['postgres://u:p@127.0.0.1:1/standby', 'the database cannot be reached'],
    [behind.url, 'the schema of the database is older than this program'],
  ] as const) {
    const own = { ...variables, TELLER_DATABASE_REPLICA_URL: url };
    for (const args of [
      ['key', 'create', '--project', projectId, '--expires', 'never'],
      ['project', 'create', 'p', '--org', orgId],
      ['status'],
      ['sync', '--once'],
    ]) {
      const { code, stderr } = await callTeller(args, own);
      expect([code, stderr]).toEqual([0, expect.not.stringContaining(problem)]);
    }
    const { host, pathname } = new URL(url);
    for (const args of [serving, transactions, balance, ['doctor']]) {
      const { code, stdout, stderr } = await callTeller(args, own);
      expect(code).toBe(1);
      expect(stdout + stderr).toContain(`${host}${pathname}: ${problem}`);
    }
  }
  await behind.drop();
});
