import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { ProblemError, WalletTellerManagement } from '../../client/src/index.ts';
import { EXPORTS } from '../cli/share-imports.ts';
import { type ManageHarness, READ_ONLY, startManagement } from './harness.ts';

let api: ManageHarness;
let management: WalletTellerManagement;
beforeAll(async () => {
  api = await startManagement();
  management = new WalletTellerManagement({ baseUrl: api.manageUrl(), manageKey: api.key });
});
afterAll(() => api.stop());

it('provisions a customer, and reads and removes what it created', async () => {
  const org = await management.organizations.create({ name: 'Org' });
  const { id: projectId } = await management.projects.create({ orgId: org.id, name: 'Main' });
  const project = management.project(projectId);
  const { apiKey, id: keyId } = await project.apiKeys.create({ label: 'reports' });
  expect(apiKey.startsWith(`${keyId}.`)).toBe(true);
  const added = { exchange: 'kraken', credentials: { ...READ_ONLY }, check: 'later' } as const;
  for (const externalId of ['a', 'b', 'c']) await project.wallets.create({ ...added, externalId });
  const ids: (string | null)[] = [];
  for await (const wallet of project.wallets.all({ limit: 2 })) ids.push(wallet.externalId);
  expect(ids).toEqual(['a', 'b', 'c']);
  const { items } = await project.wallets.page({ state: 'new', externalId: 'b' });
  const wallet = management.wallet(items[0]!.id);
  expect(await wallet.change({ paused: true, label: 'B' })).toMatchObject({ state: 'paused' });
  await wallet.change({ paused: false });
  await wallet.sync();
  const row = {
    asset: 'BTC',
    type: 'deposit',
    amount: '1.10',
    status: 'completed',
    timestamp: 2e12,
  };
  const file = `${JSON.stringify(row)}\n`;
  const dry = await wallet.imports.create(file, { dryRun: true, format: 'jsonl' });
  expect(dry).toMatchObject({ id: null, dryRun: true, rows: 1, added: 1, warnings: [] });
  const imported = await wallet.imports.create(new Blob([file]), { fileName: 'old.jsonl' });
  expect((await wallet.imports.page()).items).toMatchObject([
    { id: imported.id, fileName: 'old.jsonl', added: 1, undoneAt: null },
  ]);
  expect((await project.transactions.page()).items).toMatchObject([{ amount: '1.10' }]);
  expect(await management.import(imported.id!).undo()).toMatchObject({ removed: 1 });
  const session = await project.connectSessions.create({ exchange: 'kraken' });
  expect(session.url).toContain('/connect#');
  await management.connectSession(session.id).cancel();
  expect(await management.connectSession(session.id).get()).toMatchObject({ state: 'canceled' });
  const hook = await project.webhooks.create({ url: 'http://127.0.0.1:9/' });
  await management.webhook(hook.id).remove();
  expect((await project.transactions.page()).items).toEqual([]);
  expect((await project.balances.page()).items).toEqual([]);
  await wallet.remove();
  await management.apiKey(keyId).revoke();
  const audit = (await management.audit.page({ projectId })).items.map(({ action }) => action);
  expect(audit.slice(0, 2)).toEqual(['api_key.revoke', 'wallet.remove']);
  expect((await management.exchanges.page({ limit: 3 })).items).toHaveLength(3);
});

it('warns of an imported file whose rows synchronisation does not recognise', async () => {
  const org = await management.organizations.create({ name: 'Org' });
  const { id: projectId } = await management.projects.create({ orgId: org.id, name: 'Imports' });
  const added = { exchange: 'kraken', credentials: { ...READ_ONLY }, check: 'later' } as const;
  const { id } = await management.project(projectId).wallets.create(added);
  const file = readFileSync(join(EXPORTS, 'bitvavo.csv'), 'utf8');
  const { warnings } = await management.wallet(id).imports.create(file, { preset: 'bitvavo' });
  expect(warnings).toEqual([
    expect.stringMatching(/^deposits and withdrawals of crypto have no txid .* twice: /),
  ]);
});

it('lists the rows of an imported file that were skipped, and decisions that no row needs', async () => {
  const org = await management.organizations.create({ name: 'Org' });
  const { id: projectId } = await management.projects.create({ orgId: org.id, name: 'Skipped' });
  const added = { exchange: 'kraken', credentials: { ...READ_ONLY }, check: 'later' } as const;
  const { id } = await management.project(projectId).wallets.create(added);
  const file = readFileSync(join(EXPORTS, 'bitvavo.csv'), 'utf8');
  const options = { preset: 'bitvavo', skip: ['tombola'] };
  const imported = await management.wallet(id).imports.create(file, options);
  expect(imported).toMatchObject({
    conflicts: 0,
    conflictRows: [],
    skipped: [
      { reason: 'buy: a trade', rows: 1, firstLine: 3 },
      { reason: expect.stringMatching(/^withdrawal_cancelled: /), rows: 1, firstLine: 7 },
    ],
    unusedOptions: ["--skip 'tombola'"],
  });
});

it('throws problems, and executes a call with an idempotency key once', async () => {
  const refused = management.projects.create({ orgId: 'org_x', name: 'p' });
  await expect(refused).rejects.toThrow(ProblemError);
  await expect(management.wallet('wallet_x').get()).rejects.toMatchObject({
    code: 'wallet_not_found',
  });
  const options = { idempotencyKey: 'customer-7' };
  const first = await management.organizations.create({ name: 'Once' }, options);
  expect(await management.organizations.create({ name: 'Once' }, options)).toEqual(first);
  await expect(management.organizations.create({ name: 'Other' }, options)).rejects.toMatchObject({
    code: 'idempotency_conflict',
    status: 409,
  });
});

it('reports that a file is too large, although the service refuses it before all of it was sent', async () => {
  const options = { baseUrl: api.manageUrl(), manageKey: api.key, retries: 0 };
  const { imports } = new WalletTellerManagement(options).wallet('wallet_x');
  for (let count = 0; count < 3; count += 1) {
    const refused = imports.create('a'.repeat(17e6));
    await expect(refused).rejects.toMatchObject({ status: 413, code: 'body_too_large' });
  }
});

/** Returns a client that loses the first response. */
function loseFirst(): WalletTellerManagement {
  let lost = 0;
  return new WalletTellerManagement({
    baseUrl: api.manageUrl(),
    manageKey: api.key,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      lost += 1;
      if (lost === 1) throw new TypeError('the connection was lost');
      return response;
    },
  });
}

it('takes a text with the path of another route for an unknown id', async () => {
  const org = await management.organizations.create({ name: 'Paths' });
  const { id } = await management.projects.create({ orgId: org.id, name: 'Paths' });
  const hook = await management.project(id).webhooks.create({ url: 'http://127.0.0.1:9/' });
  const rotates = `${hook.id}/rotate-secret?`;
  await expect(management.webhook(rotates).test()).rejects.toMatchObject({ status: 404 });
  const { items } = await management.audit.page({ projectId: id });
  expect(items.map(({ action }) => action)).toEqual(['webhook.create', 'project.create']);
});

it('repeats a call whose response was lost, and changes once', async () => {
  const unreliable = loseFirst();
  const { id } = await unreliable.organizations.create({ name: 'Lost' });
  const found: string[] = [];
  for await (const org of management.organizations.all()) {
    if (org.name === 'Lost') found.push(org.id);
  }
  expect(found).toEqual([id]);
});

it('removes something once although the response was lost, and nothing that is unknown', async () => {
  const org = await management.organizations.create({ name: 'Hooks' });
  const { id } = await management.projects.create({ orgId: org.id, name: 'Hooks' });
  const hook = await management.project(id).webhooks.create({ url: 'http://127.0.0.1:9/' });
  await expect(loseFirst().webhook(hook.id).remove()).resolves.toBeUndefined();
  await expect(management.webhook(hook.id).remove()).rejects.toMatchObject({ status: 404 });
});
