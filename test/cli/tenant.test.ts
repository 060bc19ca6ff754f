import { chmodSync, rmSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { askTeller, callTeller, createTenant } from '../teller.ts';
import { createWallet, CREDENTIALS, shareScratch, useScratch } from './scratch.ts';

const scratch = shareScratch();

const run = (args: readonly string[], input = '') => callTeller(args, scratch.variables, input);
const ask = <Answer>(args: readonly string[], input = '') =>
  askTeller<Answer>(args, scratch.variables, input);

describe('the life of a tenant', () => {
  it('begins with an organization and ends with a removed wallet', async () => {
    const org = await ask<{ id: string }>(['org', 'create', ' Example ']);
    expect(org).toEqual({ id: expect.stringMatching(/^org_[0-9a-f]{24}$/) });
    const project = await ask<{ id: string }>(['project', 'create', 'Main', '--org', org.id]);
    expect(project).toEqual({ id: expect.stringMatching(/^project_/), orgId: org.id });
    const createdAt = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(await ask(['org', 'list'])).toEqual({ orgs: [{ ...org, name: 'Example', createdAt }] });
    const projects = [{ ...project, name: 'Main', createdAt }];
    expect(await ask(['project', 'list'])).toEqual({ projects });
    expect(await ask(['project', 'list', '--org', org.id])).toEqual({ projects });
    const missing = await run(['project', 'list', '--org', 'org_none']);
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('org_none') });

    const options = ['--project', project.id, '--expires', '90d', '--label', 'reports'];
    const key = await ask<{ id: string; apiKey: string }>(['key', 'create', ...options]);
    expect(key.apiKey.startsWith(`${key.id}.`)).toBe(true);
    const listed = await run(['key', 'list', '--json']);
    expect(listed.stdout).not.toContain(key.apiKey.slice(key.id.length));
    const { keys } = JSON.parse(listed.stdout) as {
      keys: { createdAt: string; expiresAt: string }[];
    };
    expect(keys).toMatchObject([{ id: key.id, orgId: org.id, label: 'reports', state: 'active' }]);
    const lifetimeMs = Date.parse(keys[0]!.expiresAt) - Date.parse(keys[0]!.createdAt);
    expect(lifetimeMs).toBe(90 * 86_400_000);
    expect((await run(['key', 'revoke', key.apiKey])).stdout).toBe(`Revoked ${key.id}\n`);
    expect(await ask(['key', 'list'])).toMatchObject({ keys: [{ state: 'revoked' }] });

    const wallet = await ask<{ id: string }>(
      [
        'wallet add --unchecked --exchange kraken --label cold --external-id customer-7 --project'.split(
          ' ',
        ),
        project.id,
      ].flat(),
      JSON.stringify(CREDENTIALS),
    );
    expect(wallet).toEqual({ id: expect.stringMatching(/^wallet_[0-9a-f]{24}$/) });
    expect(await ask(['wallet', 'list', '--project', project.id])).toEqual({
      wallets: [
        {
          id: wallet.id,
          projectId: project.id,
          exchange: 'kraken',
          label: 'cold',
          externalId: 'customer-7',
          importsOnly: false,
          createdAt: expect.any(String),
          state: 'new',
          lastSyncAt: null,
          historyComplete: false,
        },
      ],
    });
    const imports = ['wallet', 'add', '--imports-only', '--exchange', 'x', '--project', project.id];
    expect(await run([...imports, '--external-id', 'customer-7'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'another wallet of the project has the external id customer-7',
      ),
    });
    expect(await ask(['wallet', 'show', wallet.id])).toMatchObject({
      id: wallet.id,
      state: 'new',
      failure: null,
      transactionCount: 0,
      pendingCount: 0,
      quarantined: [],
      coverage: [],
    });
    const shown = await run(['wallet', 'show', wallet.id]);
    expect(shown.stdout).toMatch(/State +new: nothing was read yet\nLast success +never/);
    expect(shown.stdout).not.toContain('Webhooks');
    expect((await run(['balance', '--wallet', wallet.id])).stderr).toContain('never synchronised');
    expect((await run(['wallet', 'remove', wallet.id, '--yes'])).stdout).toContain(
      `Removed ${wallet.id}`,
    );
    expect((await run(['wallet', 'show', wallet.id])).code).toBe(1);
    expect(await ask(['migrate'])).toEqual({ applied: [] });
  });

  it('creates a key that never expires, with --expires never and without the option', async () => {
    const { projectId } = await createTenant(scratch.variables);
    for (const options of [['--expires', 'never'], []]) {
      const created = await run(['key', 'create', '--project', projectId, ...options]);
      expect(created).toMatchObject({ code: 0, stderr: expect.stringContaining('expires: never') });
    }
    const asJson = await run(['key', 'create', '--project', projectId, '--json']);
    expect(asJson).toMatchObject({ code: 0, stderr: '' });
    const { keys } = await ask<{ keys: object[] }>(['key', 'list', '--project', projectId]);
    expect(keys).toMatchObject(Array.from({ length: 4 }, () => ({ expiresAt: null })));
  });

  it('makes the database and the master key readable only by this user', async () => {
    await createTenant(scratch.variables);
    const path = scratch.variables['TELLER_DATABASE_URL']!;
    for (const file of [path, `${path}.key`]) expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

it('lists only the records of the organization or project that is named', async () => {
  const tenants = [];
  for (const url of ['https://a.example/', 'https://b.example/']) {
    const tenant = await createWallet(scratch.variables);
    await ask(['webhook', 'add', url, '--project', tenant.projectId]);
    tenants.push(tenant);
  }
  for (const { orgId, projectId, walletId } of tenants) {
    const projects = [{ id: projectId, orgId }];
    expect(await ask(['project', 'list', '--org', orgId])).toMatchObject({ projects });
    const list = (what: string) => ask([what, 'list', '--project', projectId]);
    expect(await list('wallet')).toMatchObject({ wallets: [{ id: walletId }] });
    expect(await list('webhook')).toMatchObject({ webhooks: [{ projectId }] });
    expect(await list('key')).toMatchObject({ keys: [{ projectId }] });
  }
});

describe('teller wallet add', () => {
  it.each([
    ['', 'standard input or the file is empty'],
    ['SECRET-OF-THE-TEST', 'they are not JSON'],
    ['["SECRET-OF-THE-TEST"]', 'not a JSON object'],
    ['{"apiKey":"SECRET-OF-THE-TEST"}', 'secret is missing'],
    ['{"apiKey":"a","secret":7}', 'secret is empty or not text'],
    ['{"apiKey":"a","secret":"b","passwort":"SECRET-OF-THE-TEST"}', 'passwort is not a field'],
    ['{"apiKey":"a","secret":"b","SECRET-OF-THE-TEST":"c"}', 'its name is not shown'],
    ['{"apiKey":"a","secret":"b","HunterSecret":"c"}', 'its name is not shown'],
    ['{"api_key":"SECRET-OF-THE-TEST","secret":"b"}', 'api_key is not a field'],
    [`{"apiKey":"${'x'.repeat(70_000)}"}`, 'more than 65536 bytes'],
  ])('refuses %.40j without showing any of it', async (input, message) => {
    const { projectId } = await createTenant(scratch.variables);
    const args = ['wallet', 'add', '--project', projectId, '--exchange', 'binance'];
    const { code, stdout, stderr } = await run(args, input);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stdout + stderr).not.toContain('SECRET-OF-THE-TEST');
  });

  it('reads a file, also with a byte order mark, and never prints a secret', async () => {
    const { projectId } = await createTenant(scratch.variables);
    const file = scratch.write('credentials.json', `\uFEFF${JSON.stringify(CREDENTIALS)}`);
    const args = ['--project', projectId, '--exchange', 'binance', '--credentials-file', file];
    const { id } = await ask<{ id: string }>(['wallet', 'add', '--unchecked', ...args]);
    for (const command of [
      ['wallet', 'show', id],
      ['wallet', 'list'],
      ['doctor'],
      ['wallet', 'remove', id, '--yes'],
    ]) {
      const { stdout, stderr } = await run([...command, '--json']);
      for (const value of Object.values(CREDENTIALS)) expect(stdout + stderr).not.toContain(value);
    }
  });

  it('fails for a project that does not exist', async () => {
    const args = ['wallet', 'add', '--project', 'project_none', '--exchange', 'binance'];
    const { code, stderr } = await run(args, JSON.stringify(CREDENTIALS));
    expect(code).toBe(1);
    expect(stderr).toBe(
      'teller: there is no project project_none; "teller project list" lists what there is\n',
    );
  });
});

describe('teller doctor', () => {
  const fresh = useScratch();

  it('reports no error of a new database', async () => {
    await createWallet(fresh.variables);
    const answer = await askTeller<{ ok: boolean }>(['doctor'], fresh.variables);
    expect(answer.ok).toBe(true);
  });

  it('says what to do about another master key, an unknown variable and a missing database', async () => {
    const missing = await callTeller(['doctor'], fresh.variables);
    expect(missing).toMatchObject({ code: 1, stdout: expect.stringContaining('FAILED  database') });
    await createWallet(fresh.variables);
    const variables = { ...fresh.variables, TELLER_MASTER_KEY: 'ab'.repeat(32), TELLER_X: '1' };
    const { code, stdout } = await callTeller(['doctor'], variables);
    expect(code).toBe(1);
    expect(stdout).toContain('FAILED  configuration: TELLER_X');
    expect(stdout).toMatch(/FAILED {2}credentials: .*TELLER_MASTER_KEY does not belong/);
  });

  it('restricts the mode of files that others can open, with --fix', async () => {
    await createWallet(fresh.variables);
    const path = fresh.variables['TELLER_DATABASE_URL']!;
    for (const file of [path, `${path}.key`]) chmodSync(file, 0o644);
    const found = await callTeller(['doctor'], fresh.variables);
    expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining('run: chmod 600') });
    expect((await callTeller(['doctor', '--fix'], fresh.variables)).code).toBe(0);
    for (const file of [path, `${path}.key`]) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('refuses to create a new master key if the old one was lost', async () => {
    const { projectId } = await createTenant(fresh.variables);
    rmSync(`${fresh.variables['TELLER_DATABASE_URL']}.key`);
    const run = await callTeller(['key', 'create', '--project', projectId], fresh.variables);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('restore it from a backup');
  });

  it('creates a database for a key file of the operator', async () => {
    const file = fresh.write('own.key', 'cd'.repeat(32));
    const variables = { ...fresh.variables, TELLER_MASTER_KEY_FILE: file };
    expect((await createTenant(variables)).apiKey).toMatch(/^key_/);
  });
});

describe('a master key that is not the key of the database', () => {
  const fresh = useScratch();

  it('is refused from both sources by every command that uses it, and changes nothing', async () => {
    const { projectId } = await createTenant(fresh.variables);
    const file = fresh.write('other.key', 'cd'.repeat(32));
    const sources = [
      { TELLER_MASTER_KEY: 'ab'.repeat(32), place: 'TELLER_MASTER_KEY' },
      { TELLER_MASTER_KEY_FILE: file, place: 'other.key' },
    ];
    const commands = [
      ['key', 'create', '--project', projectId],
      ['wallet', 'add', '--project', projectId, '--exchange', 'binance'],
      ['serve', '--port', '0', '--no-sync'],
      ['sync'],
    ];
    for (const { place, ...variables } of sources) {
      for (const command of commands) {
        const environment = { ...fresh.variables, ...variables };
        const input = JSON.stringify(CREDENTIALS);
        const { code, stdout } = await callTeller([...command, '--json'], environment, input);
        expect(code).toBe(1);
        const { error } = JSON.parse(stdout) as { error: { code: string; message: string } };
        expect(error.code).toBe('master_key_mismatch');
        expect(error.message).toContain(place);
        expect(error.message).toContain('previous');
      }
    }
    const { keys } = await askTeller<{ keys: unknown[] }>(['key', 'list'], fresh.variables);
    expect(keys).toHaveLength(1);
  });
});
