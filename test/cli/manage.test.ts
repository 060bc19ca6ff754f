import { describe, expect, it } from 'vitest';

import { openStore } from '../../src/compose/open-store.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { claim } from '../store/contract/fixtures.ts';
import { askTeller, callTeller, createTenant } from '../teller.ts';
import { createWallet, CREDENTIALS, shareScratch, useScratch } from './scratch.ts';

const scratch = shareScratch();
/** Without the wallets of other tests. */
const own = useScratch();

const run = (args: readonly string[], input = '') => callTeller(args, scratch.variables, input);
const ask = <Answer>(args: readonly string[], input = '') =>
  askTeller<Answer>(args, scratch.variables, input);

describe('teller manage-key', () => {
  it('creates, lists and revokes keys, and shows a key once', async () => {
    const { projectId } = await createTenant(scratch.variables);
    const args = ['manage-key', 'create', '--project', projectId, '--expires', '1d'];
    const created = await run([...args, '--label', 'ops', '--json']);
    expect(created.stderr).toBe('');
    const key = JSON.parse(created.stdout) as { id: string; manageKey: string };
    expect(key.id).toMatch(/^mkey_[0-9a-f]{24}$/);
    expect(key.manageKey).toMatch(new RegExp(`^${key.id}\\.[\\w-]{43}$`));
    const everything = await ask<{ id: string }>(['manage-key', 'create']);
    const listed = await run(['manage-key', 'list', '--json']);
    expect(listed.stdout).not.toContain(key.manageKey.slice(key.id.length));
    expect(JSON.parse(listed.stdout)).toMatchObject({
      keys: [
        { id: key.id, projectId, label: 'ops', state: 'active', expiresAt: expect.any(String) },
        { id: everything.id, projectId: null, label: null, state: 'active', expiresAt: null },
      ],
    });
    const ofProject = await ask<{ keys: object[] }>(['manage-key', 'list', '--project', projectId]);
    expect(ofProject.keys).toHaveLength(1);
    expect((await run(['manage-key', 'revoke', key.manageKey])).stdout).toBe(`Revoked ${key.id}\n`);
    expect(await ask(['manage-key', 'list', '--project', projectId])).toMatchObject({
      keys: [{ state: 'revoked', revokedAt: expect.any(String) }],
    });
  });

  it('fails for a project or a key that does not exist', async () => {
    for (const command of ['create', 'list']) {
      const refused = await run(['manage-key', command, '--project', 'project_none']);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('project_none') });
    }
    const revoked = await run(['manage-key', 'revoke', 'mkey_none']);
    expect(revoked).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"teller manage-key list" lists what there is'),
    });
  });
});

describe('teller wallet pause and resume', () => {
  it('stops the synchronisation of a wallet until it is resumed', async () => {
    const { walletId } = await createWallet(scratch.variables);
    const paused = { id: walletId, paused: true, state: 'paused' };
    expect(await ask(['wallet', 'pause', walletId])).toEqual({ ...paused, wasPaused: false });
    expect(await ask(['wallet', 'show', walletId])).toMatchObject({
      state: 'paused',
      nextRunAt: null,
    });
    expect((await run(['wallet', 'resume', walletId])).stdout).toBe(`Resumed ${walletId}\n`);
    expect(await ask(['wallet', 'show', walletId])).toMatchObject({
      state: 'new',
      nextRunAt: expect.any(String),
    });
  });

  it('says that nothing was changed, and records nothing, if the wallet is in that state', async () => {
    const { walletId } = await createWallet(scratch.variables);
    const countChanges = async (): Promise<number> => {
      const config = readConfig(scratch.variables, process.cwd());
      const store = await openStore(config, { create: false });
      const entries = await store.listAudit({ limit: 1000 });
      await store.close();
      return entries.length;
    };
    const before = await countChanges();
    const awake = { id: walletId, paused: false, wasPaused: false, state: 'new' };
    expect(await ask(['wallet', 'resume', walletId])).toEqual(awake);
    expect(await run(['wallet', 'resume', walletId])).toEqual({
      code: 0,
      stdout: `${walletId} was not paused; nothing was changed\n`,
      stderr: '',
    });
    expect(await countChanges()).toBe(before);
    await ask(['wallet', 'pause', walletId]);
    const paused = { id: walletId, paused: true, wasPaused: true, state: 'paused' };
    expect(await ask(['wallet', 'pause', walletId])).toEqual(paused);
    expect((await run(['wallet', 'pause', walletId])).stdout).toBe(
      `${walletId} was already paused; nothing was changed\n`,
    );
    expect(await countChanges()).toBe(before + 1);
    expect(await ask(['wallet', 'resume', walletId])).toEqual({ ...awake, wasPaused: true });
  });

  it('says what starts a stopped wallet that was not paused', async () => {
    const { walletId } = await createWallet(scratch.variables);
    const store = await openStore(readConfig(scratch.variables, process.cwd()), { create: false });
    const lease = await claim(store, walletId);
    const failure = { code: 'exchange_key_refused', message: 'Invalid key.', atMs: 1 };
    await store.recordOutcome(lease, { nextRunAtMs: null, failure });
    await store.releaseLease(lease);
    await store.close();
    expect(await run(['wallet', 'resume', walletId])).toEqual({
      code: 0,
      stdout: `${walletId} was not paused; nothing was changed\n`,
      stderr: `The wallet is stopped; once the cause is fixed, run: teller sync --once --wallet ${walletId}\n`,
    });
    const stopped = { id: walletId, paused: false, wasPaused: false, state: 'stopped' };
    expect(await run(['wallet', 'resume', walletId, '--json'])).toEqual({
      code: 0,
      stdout: `${JSON.stringify(stopped)}\n`,
      stderr: '',
    });
  });

  it('keeps sync --once from the wallet, and reports no failure unless the wallet is named', async () => {
    const { variables } = own;
    const { walletId } = await createWallet(variables);
    await askTeller(['wallet', 'pause', walletId], variables);
    expect(await askTeller(['sync', '--once'], variables)).toEqual({ wallets: [] });
    expect(await callTeller(['sync', '--once', '--wallet', walletId], variables)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `${walletId} is paused; to synchronise it, run: teller wallet resume ${walletId}`,
      ),
    });
    const shown = await askTeller(['wallet', 'show', walletId], variables);
    expect(shown).toMatchObject({ state: 'paused', failure: null });
  });

  it('refuses a wallet that only takes imports', async () => {
    const { projectId } = await createTenant(scratch.variables);
    const add = ['wallet', 'add', '--imports-only', '--exchange', 'x', '--project', projectId];
    const { id } = await ask<{ id: string }>(add);
    for (const command of ['pause', 'resume']) {
      expect(await run(['wallet', command, id])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /only takes imports.*; a wallet with a key is added by: teller wallet add\n/,
        ),
      });
    }
  });
});

describe('an API key for one wallet', () => {
  it('is stored with that wallet, which has to be one of its project', async () => {
    const { projectId } = await createTenant(scratch.variables);
    const add = ['wallet', 'add', '--imports-only', '--exchange', 'x', '--project', projectId];
    const { id: walletId } = await ask<{ id: string }>(add);
    const create = ['key', 'create', '--project', projectId, '--wallet'];
    const { id } = await ask<{ id: string }>([...create, walletId]);
    const { keys } = await ask<{ keys: object[] }>(['key', 'list', '--project', projectId]);
    expect(keys).toContainEqual(expect.objectContaining({ id, walletId }));
    const foreign = await createWallet(scratch.variables);
    expect(await run([...create, foreign.walletId])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        `teller: ${foreign.walletId} is a wallet of ${foreign.projectId}, not of ${projectId}; ` +
        `"teller wallet list --project ${projectId}" lists those of this project\n`,
    });
    const ofNoProject = ['key', 'create', '--project', 'project_none', '--wallet', walletId];
    for (const [args, missing] of [
      [[...create, 'wallet_none'], 'there is no wallet wallet_none; "teller wallet list" lists'],
      [ofNoProject, 'there is no project project_none; "teller project list" lists'],
    ] as const) {
      expect(await run(args)).toMatchObject({ code: 1, stderr: expect.stringContaining(missing) });
    }
  });
});

describe('the audit log', () => {
  it('has an entry for each change of the command line, without secrets', async () => {
    const { variables } = own;
    const tenant = await createWallet(variables);
    const of = { projectId: tenant.projectId, walletId: tenant.walletId };
    const target = ['--project', tenant.projectId];
    const replace = ['wallet', 'credentials', '--unchecked', tenant.walletId];
    await askTeller(replace, variables, JSON.stringify(CREDENTIALS));
    await askTeller(['wallet', 'pause', tenant.walletId], variables);
    const hook = ['webhook', 'add', 'https://example.com/x', ...target];
    const { id: webhookId, secret } = await askTeller<{ id: string; secret: string }>(
      hook,
      variables,
    );
    await askTeller(['webhook', 'rotate-secret', webhookId], variables);
    await askTeller(['webhook', 'remove', webhookId], variables);
    const row = {
      asset: 'BTC',
      type: 'deposit',
      amount: '1',
      timestamp: 2e12,
      status: 'completed',
    };
    const importFile = ['import', '--wallet', tenant.walletId, '-'];
    const dryRun = [...importFile, '--dry-run'];
    await askTeller(dryRun, variables, JSON.stringify(row));
    const imported = await askTeller<{ id: string }>(importFile, variables, JSON.stringify(row));
    await askTeller(['import', 'undo', imported.id, '--yes'], variables);
    const key = await askTeller<{ id: string; manageKey: string }>(
      ['manage-key', 'create'],
      variables,
    );
    await askTeller(['manage-key', 'revoke', key.id], variables);
    await callTeller(['wallet', 'remove', 'wallet_none', '--yes'], variables);
    await askTeller(['wallet', 'remove', tenant.walletId, '--yes'], variables);

    const store = await openStore(readConfig(variables, process.cwd()), { create: false });
    const entries = (await store.listAudit({ limit: 100 })).toReversed();
    await store.close();
    expect(entries.map(({ actor, action }) => [actor.id, action])).toEqual([
      ['org create', 'organization.create'],
      ['project create', 'project.create'],
      ['key create', 'api_key.create'],
      ['wallet add', 'wallet.create'],
      ['wallet credentials', 'wallet.replace_credentials'],
      ['wallet pause', 'wallet.pause'],
      ['webhook add', 'webhook.create'],
      ['webhook rotate-secret', 'webhook.rotate_secret'],
      ['webhook remove', 'webhook.remove'],
      ['import', 'import.create'],
      ['import undo', 'import.undo'],
      ['manage-key create', 'management_key.create'],
      ['manage-key revoke', 'management_key.revoke'],
      ['wallet remove', 'wallet.remove'],
    ]);
    expect(new Set(entries.map(({ actor }) => actor.kind))).toEqual(new Set(['command']));
    expect(entries[3]).toMatchObject({
      targets: of,
      detail: { exchange: 'binance', label: null, externalId: null },
    });
    expect(entries[9]).toMatchObject({
      targets: { ...of, importId: imported.id },
      detail: { rows: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(entries.at(-1)).toMatchObject({ targets: of });
    const text = JSON.stringify(entries);
    const secrets = [...Object.values(CREDENTIALS), secret, key.manageKey, tenant.apiKey];
    for (const value of secrets) expect(text).not.toContain(value.split('.').at(-1));
  });
});
