/** Wallets that only take imports, from the command line to the service. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  askTeller,
  callTeller,
  createTenant,
  headersOf,
  importRow,
  startService,
  type Tenant,
} from '../teller.ts';
import { createMigratedDatabase, type TestDatabase } from '../store/postgres-database.ts';
import { CREDENTIALS, shareScratch } from './scratch.ts';

const LISTING = '/v0/wallet/transactions';
const BALANCE = '/v0/wallet/withdraw/balance';
const STATE = { 'x-svc-sync-state': 'imported', 'x-svc-history': 'complete' };

const scratch = shareScratch();
let database: TestDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase();
});
afterAll(() => database.drop());

const ENGINES = ['SQLite', 'PostgreSQL'] as const;
const variablesOf = (engine: (typeof ENGINES)[number]): Record<string, string> =>
  engine === 'SQLite'
    ? scratch.variables
    : {
        TELLER_DATABASE_URL: database.url,
        TELLER_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      };

describe.each(ENGINES)('a wallet that only takes imports, in %s', (engine) => {
  let variables: Record<string, string>;
  let tenant: Tenant;
  let walletId: string;
  const run = (...args: readonly string[]) =>
    callTeller(args, variables, JSON.stringify(CREDENTIALS));
  const add = (...args: readonly string[]) =>
    run('wallet', 'add', '--imports-only', '--project', tenant.projectId, ...args);

  beforeAll(async () => {
    variables = variablesOf(engine);
    tenant = await createTenant(variables);
    walletId = (await add('--exchange', 'Mt. Gox')).stdout.trim();
  });

  it('is added without credentials, and shown without a synchronisation', async () => {
    expect(walletId).toMatch(/^wallet_[0-9a-f]{24}$/);
    const shown = { exchange: 'Mt. Gox', importsOnly: true, state: 'imported', lastSyncAt: null };
    expect(await askTeller(['wallet', 'show', walletId], variables)).toMatchObject({
      ...shown,
      nextRunAt: null,
      failure: null,
      skippedSources: [],
    });
    expect(await askTeller(['wallet', 'list'], variables)).toMatchObject({ wallets: [shown] });
    expect((await run('wallet', 'show', walletId)).stdout).toMatch(
      /State +imported: .*\n.*never\nNext run +never, the wallet only takes imports\nHistory +imported/,
    );
  });

  it('is served: an empty list before an import, its rows afterwards, and never a balance', async () => {
    const service = await startService(variables);
    try {
      const ask = async (path: string) => {
        const response = await fetch(service.url + path, { headers: headersOf(tenant, walletId) });
        expect(Object.fromEntries(response.headers)).toMatchObject(STATE);
        return [response.status, await response.json()];
      };
      const pagination = (totalCount: number) => ({ pagination: { totalCount } });
      expect(await ask(LISTING)).toMatchObject([200, { transactions: [], ...pagination(0) }]);
      expect(await ask(BALANCE)).toMatchObject([404, { code: 'balance_not_available' }]);
      await importRow(walletId, variables);
      await expect.poll(() => ask(LISTING)).toMatchObject([200, pagination(1)]);
      expect(await ask(BALANCE)).toMatchObject([404, { code: 'balance_not_available' }]);
    } finally {
      await service.stop();
    }
    expect((await run('transactions', '--wallet', walletId)).code).toBe(0);
    expect(await run('balance', '--wallet', walletId)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('only takes imports, so it has no balance'),
    });
  });

  it('is never synchronised, and has no credentials to replace', async () => {
    expect(await run('sync', '--once')).toMatchObject({
      code: 0,
      stdout: 'There are no wallets to synchronise.\n',
    });
    for (const args of [
      ['sync', '--once', '--wallet', walletId],
      ['sync', '--wallet', walletId],
    ]) {
      expect(await run(...args)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`teller import --wallet ${walletId} FILE`),
      });
    }
    expect(await run('wallet', 'credentials', walletId, '--unchecked')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('only takes imports: it has no exchange key'),
    });
  });

  it('does not disturb doctor, nor a second wallet with credentials at the same exchange', async () => {
    await add('--exchange', 'binance');
    const args = ['wallet', 'add', '--unchecked', '--exchange', 'binance', '--project'];
    const added = await run(...args, tenant.projectId);
    expect([added.code, added.stderr]).toEqual([0, expect.not.stringContaining('warning')]);
    await run('wallet', 'remove', added.stdout.trim(), '--yes');
    expect(await run('doctor')).toMatchObject({ code: 0 });
  });
});

it('is copied between engines, backed up and restored, and survives a new master key', async () => {
  const { variables } = scratch;
  const from = variables['TELLER_DATABASE_URL']!;
  const list = (url: string) =>
    askTeller<{ wallets: readonly object[] }>(['wallet', 'list'], {
      ...variables,
      TELLER_DATABASE_URL: url,
    });
  const expected = await list(from);
  expect(expected.wallets).toHaveLength(2);
  const copy = await createMigratedDatabase();
  await askTeller(['copy', '--from', from, '--to', copy.url], variables);
  expect(await list(copy.url)).toEqual(expected);
  await copy.drop();

  const file = join(scratch.folder, 'backup.db');
  await askTeller(['backup', file], variables);
  await askTeller(
    ['wallet', 'remove', (expected.wallets[0] as { id: string }).id, '--yes'],
    variables,
  );
  await askTeller(['restore', file, '--force'], variables);
  expect(await list(from)).toEqual(expected);
  expect(await askTeller(['master-key', 'rotate'], variables)).toMatchObject({ walletCount: 0 });
  expect(await callTeller(['doctor'], variables)).toMatchObject({ code: 0 });
});

describe('teller wallet add --imports-only', () => {
  it.each([
    ['', 'must not be empty'],
    ['a'.repeat(65), '1 to 64 letters'],
    ['a\nb', '1 to 64 letters'],
    ['<b>', '1 to 64 letters'],
    ['-x', '1 to 64 letters'],
  ])('refuses the name %j', async (name, message) => {
    const args = [
      'wallet',
      'add',
      '--imports-only',
      '--project',
      'project_x',
      `--exchange=${name}`,
    ];
    expect(await callTeller(args, scratch.variables)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  });

  it.each([['--unchecked'], ['--credentials-file', 'x'], ['--allow-withdraw-permission']])(
    'refuses %s',
    async (...options) => {
      const args = ['wallet', 'add', '--imports-only', '--project', 'x', '--exchange', 'x'];
      const { code, stderr } = await callTeller([...args, ...options], scratch.variables);
      expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be used with')]);
    },
  );

  it('refuses a project that does not exist', async () => {
    const args = ['wallet', 'add', '--imports-only', '--project', 'project_x', '--exchange', 'x'];
    expect(await callTeller(args, scratch.variables)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no project project_x'),
    });
  });
});
