import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { askTeller, callTeller, type TellerRun } from '../teller.ts';
import { type Receiver, startReceiver, verify } from '../webhooks/receiver.ts';
import { createWallet, useScratch } from './scratch.ts';

const EVENTS = [
  'wallet.stopped',
  'transaction.created',
  'transaction.updated',
  'wallet.connected',
  'wallet.history_complete',
  'wallet.failing',
  'wallet.recovered',
];
const ROW =
  '{"asset":"BTC","type":"deposit","amount":"1.50","timestamp":1700000000001,"status":"completed"}\n';

const scratch = useScratch();
let receiver: Receiver;
let variables: Record<string, string>;
let wallet: Awaited<ReturnType<typeof createWallet>>;

beforeEach(async () => {
  receiver = await startReceiver();
  variables = { ...scratch.variables, TELLER_WEBHOOK_ALLOW: 'http,private' };
  wallet = await createWallet(variables);
});
afterEach(() => receiver.close());

interface Added {
  readonly id: string;
  readonly secret: string;
}

function add(...args: readonly string[]): Promise<Added> {
  const all = ['webhook', 'add', receiver.url, '--project', wallet.projectId, ...args];
  return askTeller<Added>(all, variables);
}

/** Stops all wallets, and delivers what is due without a request to an exchange. */
async function deliver(): Promise<TellerRun> {
  const failure = { code: 'exchange_auth_failed', message: 'Refused.', atMs: 1 };
  const path = variables['TELLER_DATABASE_URL'] ?? '';
  const store = openSqliteStore({ path });
  for (const { id: walletId } of await store.listWallets()) {
    const nowMs = Date.now();
    const lease = await store.claimWallet({ nowMs, untilMs: nowMs + 1000, walletId });
    await store.recordOutcome(lease!, { nextRunAtMs: null, failure });
    await store.releaseLease(lease!);
  }
  await store.close();
  return callTeller(['sync', '--once'], variables);
}

describe('teller webhook', () => {
  it('adds a webhook whose secret verifies its events, and shows the secret once', async () => {
    const added = await add();
    expect(added).toMatchObject({
      id: expect.stringMatching(/^webhook_[0-9a-f]{24}$/),
      orgId: wallet.orgId,
      projectId: wallet.projectId,
      url: receiver.url,
      events: EVENTS,
      walletIds: null,
      state: 'active',
      secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
    });
    const tested = await askTeller(['webhook', 'test', added.id], variables);
    expect(tested).toEqual({ id: added.id, delivered: true, status: 204 });
    const [message] = receiver.messages;
    expect(verify(added.secret, message!)).toMatchObject({
      type: 'webhook.test',
      data: { webhookId: added.id },
    });
    const listed = await callTeller(['webhook', 'list', '--json'], variables);
    expect(JSON.parse(listed.stdout)).toEqual({
      webhooks: [
        {
          id: added.id,
          orgId: wallet.orgId,
          projectId: wallet.projectId,
          url: receiver.url,
          events: EVENTS,
          walletIds: null,
          createdAt: expect.any(String),
          state: 'active',
          pendingCount: 0,
          failing: null,
          disabled: null,
        },
      ],
    });
    expect(listed.stdout).not.toContain('whsec_');
  });

  it('sends the chosen events of the chosen wallets', async () => {
    const other = await askTeller<Added>(
      ['wallet', 'add', '--unchecked', '--project', wallet.projectId, '--exchange', 'binance'],
      variables,
      '{"apiKey":"a","secret":"b"}',
    );
    const twice = ['--wallet', other.id, '--wallet', other.id];
    const added = await add(...twice, '--events', 'transaction.created');
    expect(added).toMatchObject({ walletIds: [other.id] });
    const { secret } = await add('--wallet', wallet.walletId, '--events', 'transaction.created');
    await askTeller(['import', '--wallet', wallet.walletId, '-'], variables, ROW);
    await deliver();
    expect(receiver.messages).toHaveLength(1);
    expect(verify(secret, receiver.messages[0]!)).toMatchObject({
      type: 'transaction.created',
      data: { walletId: wallet.walletId, cause: 'import', transaction: { amount: 1.5 } },
    });
    expect(receiver.messages[0]?.body).toContain('"amount":1.50,');
  });

  it('reports a failing webhook in the list and at its wallet', async () => {
    const { id } = await add();
    receiver.judge = () => 500;
    await askTeller(['import', '--wallet', wallet.walletId, '-'], variables, ROW);
    await deliver();
    const failing = {
      state: 'failing',
      // transaction.created, and wallet.failing and wallet.stopped of the refused key.
      pendingCount: 3,
      failing: { walletId: wallet.walletId, message: 'the receiver returned 500' },
    };
    expect(await askTeller(['webhook', 'list'], variables)).toMatchObject({ webhooks: [failing] });
    const shown = await askTeller(['wallet', 'show', wallet.walletId], variables);
    expect(shown).toMatchObject({ webhooks: [{ id, ...failing }] });
    const { stdout } = await callTeller(['wallet', 'show', wallet.walletId], variables);
    expect(stdout).toMatch(
      new RegExp(`Webhooks\n  ${id} failing since .*the receiver returned 500; 3 events pending`),
    );
    await add('--events', 'wallet.connected');
    const status = await callTeller(['status'], variables);
    expect(status.stdout).toMatch(/^Webhooks +1 active, 1 failing; 3 events wait for delivery$/m);
    const tested = await callTeller(['webhook', 'test', id], variables);
    expect(tested.code).toBe(1);
    expect(tested.stderr).toContain('the receiver returned 500');
  });

  it('says what to do if the secret cannot be read, because the master key was reset', async () => {
    const { id } = await add();
    rmSync(`${variables['TELLER_DATABASE_URL']}.key`);
    expect(await callTeller(['master-key', 'reset', '--yes'], variables)).toMatchObject({
      code: 0,
    });
    for (const command of ['test', 'rotate-secret']) {
      const { code, stderr } = await callTeller(['webhook', command, id], variables);
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`the secret of ${id} cannot be read`),
      ]);
      expect(stderr).toContain('remove the webhook and add it again');
    }
  });

  it('reports a disabled webhook at its wallet, with what to do', async () => {
    const { id } = await add();
    receiver.judge = () => 410;
    await deliver();
    const { stdout } = await callTeller(['wallet', 'show', wallet.walletId], variables);
    expect(stdout).toContain('disabled');
    expect(stdout).toContain('the receiver returned 410; undelivered events were dropped');
    expect(stdout).toContain(`once the receiver works, run: teller webhook enable ${id}`);
  });

  it('enables a disabled webhook, and reports which events are lost', async () => {
    const { id, secret } = await add('--events', 'transaction.created,wallet.stopped');
    receiver.judge = () => 410;
    await deliver();
    receiver.judge = () => 204;
    const { code, stdout, stderr } = await callTeller(['webhook', 'enable', id], variables);
    expect([code, stdout]).toEqual([0, `Enabled ${id}\n`]);
    expect(stderr).toMatch(
      /Lost: the events that were undelivered when it was disabled at \d{4}-.*Z, and all events since/,
    );
    expect(stderr).toContain(`Next: teller webhook test ${id}`);
    await askTeller(['import', '--wallet', wallet.walletId, '-'], variables, ROW);
    await deliver();
    expect(receiver.listAccepted().map(({ type }) => type)).toEqual(['transaction.created']);
    expect(verify(secret, receiver.messages.at(-1)!)).toBeDefined();
  });

  it('reports whether an enabled webhook was disabled as JSON', async () => {
    const { id } = await add();
    expect(await askTeller(['webhook', 'enable', id], variables)).toMatchObject({
      id,
      state: 'active',
      wasDisabled: null,
    });
    receiver.judge = () => 410;
    await deliver();
    const enabled = await callTeller(['webhook', 'enable', id, '--json'], variables);
    expect(enabled.stderr).toBe('');
    expect(JSON.parse(enabled.stdout)).toMatchObject({
      id,
      state: 'active',
      disabled: null,
      wasDisabled: {
        message: 'the receiver returned 410; undelivered events were dropped',
        at: expect.stringMatching(/^\d{4}-/),
      },
    });
    const { stdout, stderr } = await callTeller(['webhook', 'enable', id], variables);
    expect([stdout, stderr]).toEqual([`${id} was not disabled; nothing was changed\n`, '']);
  });

  it('removes a webhook, and reports an unknown one', async () => {
    const { id } = await add();
    expect(await askTeller(['webhook', 'remove', id], variables)).toEqual({ id, removed: true });
    for (const command of ['enable', 'remove', 'rotate-secret', 'test']) {
      const { code, stderr } = await callTeller(['webhook', command, id], variables);
      expect([code, stderr]).toEqual([1, expect.stringContaining(`there is no webhook ${id}`)]);
    }
  });

  it.each([
    ['http://example.com/', {}, /not https.*TELLER_WEBHOOK_ALLOW=http/],
    ['https://127.0.0.1/', {}, /127\.0\.0\.1 is a private.*TELLER_WEBHOOK_ALLOW=private/],
    ['https://localhost/', {}, /localhost has a private, local or reserved address/],
    ['https://user:hush@example.com/', {}, /has a user or a password/],
  ])('refuses %s with %o', async (url, allowed, message) => {
    const args = ['webhook', 'add', url, '--project', wallet.projectId];
    const { code, stderr, stdout } = await callTeller(args, { ...scratch.variables, ...allowed });
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr + stdout).not.toContain('hush');
  });

  it('refuses unknown events, projects, wallets and settings', async () => {
    const base = ['webhook', 'add', receiver.url];
    const project = ['--project', wallet.projectId];
    const run = (args: readonly string[], more = {}) =>
      callTeller([...base, ...args], { ...variables, ...more });
    expect(await run([])).toMatchObject({ code: 2 });
    const events = await run([...project, '--events', 'wallet.synced,wallet.moved']);
    expect([events.code, events.stderr]).toEqual([2, expect.stringContaining(EVENTS.join(', '))]);
    const missing = await run([...project, '--wallet', 'wallet_x']);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('wallet_x')]);
    const other = await createWallet(variables);
    expect(
      await run([...project, '--wallet', wallet.walletId, '--wallet', other.walletId]),
    ).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(
        `${other.walletId} is a wallet of ${other.projectId}, not of ${wallet.projectId}`,
      ),
    });
    const many = await run([...project, ...'--wallet x '.repeat(1001).trim().split(' ')]);
    expect([many.code, many.stderr]).toEqual([2, expect.stringContaining('repeated 1000 times')]);
    const unknown = await run(['--project', 'project_x']);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('project_x')]);
    const setting = await run(project, { TELLER_WEBHOOK_ALLOW: 'everything' });
    expect([setting.code, setting.stderr]).toEqual([
      2,
      expect.stringContaining('TELLER_WEBHOOK_ALLOW must be http, private or http,private'),
    ]);
  });

  it('rotates the secret, shows the new one once, and signs with both', async () => {
    const { id, secret } = await add();
    const before = Date.now();
    const { code, stdout, stderr } = await callTeller(['webhook', 'rotate-secret', id], variables);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^whsec_[\w+/]{43}=\n$/)]);
    const until = Date.parse(/Until (\S+), events/.exec(stderr)?.[1] ?? '') - 24 * 3_600_000;
    expect(until).toBeGreaterThanOrEqual(before);
    expect(until).toBeLessThanOrEqual(Date.now());
    expect(stderr).not.toContain('whsec_');
    await askTeller(['webhook', 'test', id], variables);
    for (const each of [secret, stdout.trim()]) {
      expect(verify(each, receiver.messages[0]!)).toBeDefined();
    }
    const rotated = await askTeller<Added>(['webhook', 'rotate-secret', id], variables);
    expect(rotated).toEqual({
      id,
      secret: expect.stringMatching(/^whsec_/),
      previousSecretUntil: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    await askTeller(['webhook', 'test', id], variables);
    for (const each of [stdout.trim(), rotated.secret]) {
      expect(verify(each, receiver.messages[1]!)).toBeDefined();
    }
    expect(() => verify(secret, receiver.messages[1]!)).toThrow(/No matching signature/);
    const bytes = readFileSync(variables['TELLER_DATABASE_URL'] ?? '', 'latin1');
    for (const each of [secret, stdout.trim(), rotated.secret]) {
      expect(bytes).not.toContain(each.slice('whsec_'.length));
    }
  });

  it('keeps both secrets in a backup, and under another master key', async () => {
    const { id, secret } = await add();
    const rotated = await askTeller<Added>(['webhook', 'rotate-secret', id], variables);
    const backup = join(scratch.folder, 'backup.db');
    await askTeller(['backup', backup], variables);
    const key = `${variables['TELLER_DATABASE_URL']}.key`;
    copyFileSync(key, `${backup}.key`);
    const report = await askTeller(['master-key', 'rotate'], variables);
    expect(report).toMatchObject({ walletCount: 1, webhookCount: 1, unreadable: [] });
    await askTeller(['webhook', 'test', id], variables);
    await askTeller(['webhook', 'test', id], { ...variables, TELLER_DATABASE_URL: backup });
    expect(receiver.messages).toHaveLength(2);
    for (const message of receiver.messages) {
      for (const each of [secret, rotated.secret]) expect(verify(each, message)).toBeDefined();
    }
  });

  it('stores and logs no secret', async () => {
    const { secret } = await add();
    receiver.judge = () => 500;
    const { stdout, stderr } = await deliver();
    expect(stderr).toContain('the receiver returned 500');
    expect(stdout + stderr).not.toContain(secret);
    const bytes = readFileSync(variables['TELLER_DATABASE_URL'] ?? '', 'latin1');
    expect(bytes).not.toContain(secret.slice('whsec_'.length));
  });
});
