/** What changes of the management API store, return and record in the audit log. */
import { beforeEach, expect, it } from 'vitest';

import { HOUR_MS } from '../../src/domain/duration.ts';
import type { ImportFile } from '../../src/http/manage/import-file.ts';
import { changeWallet } from '../../src/manage/wallets.ts';
import { NOW_MS } from '../http/service-harness.ts';
import { CREDENTIALS, makeWallet } from '../store/contract/fixtures.ts';
import { useManageApp } from './manage-app.ts';
import { LOCAL_TARGETS, NO_ROWS } from './manage-context.ts';

const WALLET = 'wallet_a';
const HOOK = 'http://127.0.0.1:9/hook?secret=1';
const EXCHANGE_KEY = { apiKey: 'a'.repeat(64), secret: 's'.repeat(64) };

let nowMs = NOW_MS;
let project = '';

/** Changes a wallet twice, and imports nothing. */
const importFile: ImportFile = async (context, { walletId }) => {
  await changeWallet(context, walletId, { label: 'imported' });
  await changeWallet(context, walletId, { externalId: 'imported' });
  return { ...NO_ROWS, id: 'import_1', walletId };
};

const opened = useManageApp({ now: () => nowMs, importFile, webhookTargets: LOCAL_TARGETS });
const { call } = opened;
beforeEach(() => {
  nowMs = NOW_MS;
  project = `/v0/projects/${opened.projectId}`;
});

/** Adds a wallet of the project; with `importsOnly`, one without a key. */
async function addWallet(importsOnly = false): Promise<void> {
  const wallet = makeWallet(WALLET, { projectId: opened.projectId, importsOnly });
  await opened.store.addWallet(wallet, ...(importsOnly ? [] : [CREDENTIALS]));
}

/** Returns the last change: what was done, and its detail. */
async function readLastChange() {
  const [entry] = (await call('GET /v0/audit?limit=1')).body.items;
  return [entry.action, entry.detail];
}

it.each([
  [{ paused: true }, 'wallet.pause'],
  [{ paused: false }, 'wallet.resume'],
  [{ label: 'cold' }, 'wallet.change'],
  [{ label: 'cold', paused: true }, 'wallet.change'],
  [{ externalId: 'customer-1', paused: false }, 'wallet.change'],
])('the change %j of a wallet is recorded as %s', async (changes, action) => {
  await addWallet();
  expect((await call(`PATCH /v0/wallets/${WALLET}`, changes)).status).toBe(200);
  expect(await readLastChange()).toEqual([action, changes]);
});

it.each([
  ['paused', `PATCH /v0/wallets/${WALLET}`, { paused: true }],
  ['resumed', `PATCH /v0/wallets/${WALLET}`, { paused: false }],
  ['synchronised', `POST /v0/wallets/${WALLET}/sync`, {}],
])('a wallet without a key is not %s', async (_, request, sent) => {
  await addWallet(true);
  const { status, body } = await call(request, sent);
  expect([status, body.code]).toEqual([409, 'wallet_imports_only']);
  expect((await call('GET /v0/audit')).body.items).toEqual([]);
});

it('a change of a webhook is recorded with its events, and with the origin of its URL', async () => {
  const { id } = (await call(`POST ${project}/webhooks`, { url: HOOK })).body;
  const events = ['wallet.failing', 'wallet.stopped'];
  nowMs += 1;
  await call(`PATCH /v0/webhooks/${id}`, { events });
  expect(await readLastChange()).toEqual(['webhook.change', { events }]);
  nowMs += 1;
  await call(`PATCH /v0/webhooks/${id}`, { url: `${HOOK}2` });
  expect(await readLastChange()).toEqual(['webhook.change', { origin: 'http://127.0.0.1:9' }]);
});

it('a webhook has each event once, in the order of the documentation', async () => {
  const events = ['wallet.failing', 'wallet.stopped', 'wallet.failing'];
  const { body } = await call(`POST ${project}/webhooks`, { url: HOOK, events });
  expect(body.events).toEqual(['wallet.stopped', 'wallet.failing']);
});

it('a webhook is for 1000 wallets at most', async () => {
  const walletIds = Array.from({ length: 1001 }, (_, index) => `wallet_${index}`);
  const { status, body } = await call(`POST ${project}/webhooks`, { url: HOOK, walletIds });
  expect([status, body.errors]).toMatchObject([400, [{ parameter: 'walletIds' }]]);
});

it('an API key that expires at this moment is refused', async () => {
  const create = (atMs: number) =>
    call(`POST ${project}/api-keys`, { expiresAt: new Date(atMs).toISOString() });
  const { status, body } = await create(nowMs);
  expect([status, body.errors]).toMatchObject([400, [{ parameter: 'expiresAt' }]]);
  expect((await create(nowMs + 1)).status).toBe(201);
});

it('a connect session is open for half an hour by default', async () => {
  const { body } = await call(`POST ${project}/connect-sessions`, {});
  expect(Date.parse(body.expiresAt)).toBe(nowMs + HOUR_MS / 2);
  const stateAt = async (atMs: number): Promise<string> => {
    nowMs = atMs;
    return (await call(`GET /v0/connect-sessions/${body.id}`)).body.state;
  };
  expect(await stateAt(NOW_MS + HOUR_MS / 2 - 1)).toBe('open');
  expect(await stateAt(NOW_MS + HOUR_MS / 2)).toBe('expired');
});

it('an expired connect session cannot be canceled, a canceled one can be again', async () => {
  const create = async () =>
    `/v0/connect-sessions/${(await call(`POST ${project}/connect-sessions`, {})).body.id}`;
  const [expired, canceled] = [await create(), await create()];
  expect((await call(`DELETE ${canceled}`)).status).toBe(204);
  nowMs += HOUR_MS / 2;
  expect((await call(`DELETE ${canceled}`)).status).toBe(204);
  const { status, body } = await call(`DELETE ${expired}`);
  expect([status, body]).toMatchObject([
    409,
    { code: 'session_not_open', detail: expect.stringContaining('has expired') },
  ]);
});

it('names are stored without the white space around them', async () => {
  const { id: orgId, name } = (await call('POST /v0/organizations', { name: ' org ' })).body;
  const named = await call('POST /v0/projects', { orgId, name: ' project ' });
  expect([name, named.body.name]).toEqual(['org', 'project']);
  const padded = { label: ' Main ', externalId: ' customer-1 ' };
  const created = await call(`POST ${project}/api-keys`, { label: ' reader ' });
  expect(created.body.label).toBe('reader');
  const exchange = { exchange: 'binance', credentials: EXCHANGE_KEY, check: 'later' };
  const added = await call(`POST ${project}/wallets`, { ...padded, ...exchange });
  expect(added.body).toMatchObject({ label: 'Main', externalId: 'customer-1' });
  const changes = { label: ' Other ', externalId: ' customer-2 ' };
  const changed = await call(`PATCH /v0/wallets/${added.body.id}`, changes);
  expect(changed.body).toMatchObject({ label: 'Other', externalId: 'customer-2' });
  const session = await call(`POST ${project}/connect-sessions`, { ...padded, externalId: ' c ' });
  const read = await call(`GET /v0/connect-sessions/${session.body.id}`);
  expect(read.body).toMatchObject({ label: 'Main', externalId: 'c' });
});

it.each([
  ['enabled: must be true', 'PATCH /v0/webhooks/webhook_x', { enabled: false }],
  ['events: must not be empty', 'PATCH /v0/webhooks/webhook_x', { events: [] }],
  ['name: must not be empty', 'POST /v0/organizations', { name: '' }],
  ['name: must not be empty', 'POST /v0/organizations', { name: ' ' }],
  ['name: must not have control characters', 'POST /v0/organizations', { name: 'a\tb' }],
  ['name: must have at most 200 characters', 'POST /v0/organizations', { name: 'n'.repeat(201) }],
  ['label: must not have control characters', `PATCH /v0/wallets/${WALLET}`, { label: 'a\tb' }],
])('a body is refused with the words "%s"', async (detail, request, body) => {
  const answer = await call(request, body);
  expect([answer.status, answer.body.detail]).toEqual([400, detail]);
});

it('the errors of a body are limited in number, and quote the beginning of a name', async () => {
  const members = Array.from({ length: 50 }, (_, index) => [`${index}${'m'.repeat(100)}`, 1]);
  const unknown = (await call('POST /v0/organizations', Object.fromEntries(members))).body;
  expect(unknown.errors).toHaveLength(20);
  for (const { parameter } of unknown.errors) expect(parameter.length).toBeLessThanOrEqual(64);
  const credentials = { ['c'.repeat(1000)]: 1 };
  const wrong = (await call(`POST ${project}/wallets`, { exchange: 'binance', credentials })).body;
  expect(wrong.errors).toMatchObject([{ parameter: `credentials.${'c'.repeat(52)}` }]);
});

it('a request is repeated with its idempotency key for a day, and runs again afterwards', async () => {
  const create = async () => {
    const { body } = await call(
      'POST /v0/organizations',
      { name: 'o' },
      { 'idempotency-key': '1' },
    );
    return body.id;
  };
  const id = await create();
  nowMs += 24 * HOUR_MS - 1;
  expect(await create()).toBe(id);
  nowMs += 1;
  expect(await create()).not.toBe(id);
});

it('a request with several changes is repeated by its idempotency key', async () => {
  await addWallet();
  const send = () =>
    call(`POST /v0/wallets/${WALLET}/imports`, Buffer.from('a'), {
      'content-type': 'text/csv',
      'idempotency-key': 'file',
    });
  const first = await send();
  expect([first.status, first.body.id]).toEqual([201, 'import_1']);
  const again = await send();
  expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
  expect((await call('GET /v0/audit')).body.items).toHaveLength(2);
});
