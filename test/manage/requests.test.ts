/** Requests to the management API that are refused, and what requests change. */
import { hash } from 'node:crypto';

import { beforeEach, expect, it } from 'vitest';

import { deriveMasterKey } from '../../src/domain/master-key.ts';
import { ExchangeError } from '../../src/exchanges/exchange.ts';
import { createApiKey } from '../../src/manage/api-keys.ts';
import { addWebhook } from '../../src/manage/webhooks.ts';
import type { FileToImport, ImportFile } from '../../src/http/manage/import-file.ts';
import { MASTER_KEY, NOW_MS } from '../http/service-harness.ts';
import { createTenant } from '../http/tenants.ts';
import { CREDENTIALS, makeWallet } from '../store/contract/fixtures.ts';
import { useManageApp } from './manage-app.ts';
import { LOCAL_TARGETS, NO_ROWS } from './manage-context.ts';

/** The counts of a file without rows. */

let nowMs = NOW_MS;
/** What the exchange says of the next key. */
let refusal: ExchangeError | undefined;
/** What the exchange says of the rights of the next key. */
let rightsError: ExchangeError | undefined;
/** The projects for which keys were checked. */
let checkedFor: unknown[];
/** Imports the file of a request. */
let importFile: ImportFile;

const opened = useManageApp({
  now: () => nowMs,
  webhookTargets: LOCAL_TARGETS,
  importFile: async (context, file) => importFile(context, file),
  checkKey: async (_exchange, _credentials, caller) => {
    checkedFor.push(caller?.projectId);
    return { permissions: undefined, permissionsError: rightsError, error: refusal };
  },
});
const { call } = opened;
beforeEach(() => {
  nowMs = NOW_MS;
  refusal = undefined;
  checkedFor = [];
  rightsError = undefined;
});

it('the page with the reference runs no script, and is shown in no frame', async () => {
  const { statusCode, headers, body } = await opened.app.inject({ url: '/docs' });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(body) ?? [];
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  );
});

it.each([' ', 'n'.repeat(201), 'a\nb'])('the name %j of a project is refused', async (name) => {
  const { orgId } = await opened.store.readProject(opened.projectId);
  const { status, body } = await call('POST /v0/projects', { orgId, name });
  expect([status, body.errors]).toMatchObject([400, [{ parameter: 'name' }]]);
  // A pattern would not help a caller.
  expect(body.errors[0].message).not.toContain('^');
});

it.each([
  'DELETE /v0/api-keys/key_none',
  'DELETE /v0/webhooks/webhook_none',
  'DELETE /v0/imports/import_none',
  'DELETE /v0/connect-sessions/connect_none',
  'DELETE /v0/wallets/wallet_none',
  'GET /v0/wallets/wallet_none',
  'GET /v0/projects/project_none/api-keys',
  'GET /v0/projects/project_none/wallets',
  'GET /v0/wallets?projectId=project_none',
  'GET /v0/audit?projectId=project_none',
  'GET /v0/projects?orgId=org_none',
])('%s: there is no such record', async (request) => {
  const { status, body } = await call(request);
  expect([status, body.code]).toEqual([404, expect.stringMatching(/not_found$/)]);
});

it('an organization without projects has an empty list of them', async () => {
  const { id } = (await call('POST /v0/organizations', { name: 'empty' })).body;
  const { status, body } = await call(`GET /v0/projects?orgId=${id}`);
  expect([status, body]).toEqual([200, { items: [] }]);
});

it('an import without a body is refused', async () => {
  const wallet = makeWallet('wallet_a', { projectId: opened.projectId });
  await opened.store.addWallet(wallet, CREDENTIALS);
  const { status, body } = await call('POST /v0/wallets/wallet_a/imports');
  expect([status, body.errors]).toMatchObject([400, [{ parameter: 'body' }]]);
});

it('a cursor that is longer than any cursor of the service is refused before it is opened', async () => {
  const { status, body } = await call(`GET /v0/organizations?cursor=${'c'.repeat(513)}`);
  expect([status, body.errors]).toMatchObject([
    400,
    [{ parameter: 'cursor', message: 'is longer than every issued one' }],
  ]);
});

it.each([
  ['GET /v0/projects/project_x/wallets', 'there is no such project'],
  ['GET /v0/webhooks/webhook_x/deliveries', 'the service has no such path'],
  ['DELETE /v0/webhooks/webhook_x', 'there is no such webhook'],
])('the problem of %s is true for a path and for a record', async (request, detail) => {
  const { status, body } = await call(request);
  expect([status, body]).toMatchObject([
    404,
    { code: 'not_found', title: 'No such path or record', detail },
  ]);
});

it('an unknown member of a body is named, with the member that is meant', async () => {
  const { status, body } = await call('POST /v0/organizations', { nam: 'x' });
  expect([status, body.errors]).toMatchObject([
    400,
    [
      { parameter: 'name', message: 'is missing' },
      { parameter: 'nam', code: 'unknown_parameter', message: expect.stringContaining('name') },
    ],
  ]);
});

it('a body without members names no other member', async () => {
  const { status, body } = await call('POST /v0/webhooks/webhook_none/rotate-secret', { x: 1 });
  expect([status, body.errors]).toEqual([
    400,
    [{ parameter: 'x', code: 'unknown_parameter', message: 'is not a member of this body' }],
  ]);
});

it('a part of a path that is longer than any identifier is refused', async () => {
  const { status, headers, body } = await call(`DELETE /v0/wallets/${'w'.repeat(101)}`);
  expect([status, body.code, headers.connection]).toEqual([414, 'uri_too_long', 'close']);
});

it('a disabled webhook is enabled again, and other members stay as they are', async () => {
  const { context, projectId, store } = opened;
  const added = { projectId, url: 'http://127.0.0.1:9/', events: [], walletIds: null };
  const { webhook } = await addWebhook(context, LOCAL_TARGETS, added);
  await store.disableWebhook(webhook.id, { message: 'the receiver returned 410', atMs: NOW_MS });
  const path = `/v0/webhooks/${webhook.id}`;
  const disabled = await call(`PATCH ${path}`, {});
  const reason = { message: 'the receiver returned 410', at: new Date(NOW_MS).toISOString() };
  expect(disabled.body).toMatchObject({ state: 'disabled', disabled: reason, url: added.url });
  const enabled = await call(`PATCH ${path}`, { enabled: true });
  expect([enabled.status, enabled.body]).toMatchObject([200, { state: 'active', url: added.url }]);
  const { items } = (await call('GET /v0/audit')).body;
  const actions = items.map(({ action }: { action: string }) => action);
  expect(actions).toContain('webhook.enable');
  expect(actions).not.toContain('webhook.change');
});

it.each(['test', 'rotate-secret'])(
  'a webhook whose secret cannot be read is removed and added again, says %s',
  async (action) => {
    const { context, projectId } = opened;
    const lost = { ...context, loadMasterKey: async () => deriveMasterKey('6b'.repeat(32)) };
    const added = { projectId, url: 'http://127.0.0.1:9/', events: [], walletIds: null };
    const { webhook } = await addWebhook(lost, LOCAL_TARGETS, added);
    const { status, body } = await call(`POST /v0/webhooks/${webhook.id}/${action}`);
    expect([status, body.code]).toEqual([409, 'webhook_secret_unreadable']);
    expect(body.detail).toContain('remove the webhook and add it again');
  },
);

it('an API key is listed as expired from the moment at which it expires', async () => {
  const { context, projectId } = opened;
  const expires = { atMs: NOW_MS + 1000 };
  await createApiKey(context, { projectId, walletId: null, label: null, expires });
  const path = `GET /v0/projects/${projectId}/api-keys`;
  nowMs = NOW_MS + 999;
  expect((await call(path)).body.items).toMatchObject([{ state: 'active' }]);
  nowMs = NOW_MS + 1000;
  expect((await call(path)).body.items).toMatchObject([{ state: 'expired' }]);
});

it('a body that is not UTF-8 is refused, instead of a name with other characters', async () => {
  const body = Buffer.from([...Buffer.from('{"name":"a'), 0xff, ...Buffer.from('"}')]);
  const refused = await call('POST /v0/organizations', body);
  expect([refused.status, refused.body.code]).toEqual([400, 'malformed_request']);
});

// RFC 9110 §11.1: the case of a scheme has no meaning.
it.each(['bearer ', 'BEARER '])('a management key after %j is accepted', async (scheme) => {
  const headers = { authorization: `${scheme}${opened.key}` };
  expect((await call('GET /v0/organizations', undefined, headers)).status).toBe(200);
});

it.each(['', 'Basic ', 'Bearer', 'ApiKey '])(
  'a management key after %j, not after "Bearer ", is refused',
  async (scheme) => {
    const { status } = await call('GET /v0/organizations', undefined, {
      authorization: `${scheme}${opened.key}`,
    });
    expect(status).toBe(401);
  },
);

it.each(['a b', 'ä', 'k'.repeat(256)])(
  'the idempotency key %j is refused',
  async (idempotencyKey) => {
    const headers = { 'idempotency-key': idempotencyKey };
    const { status, body } = await call('POST /v0/organizations', { name: 'o' }, headers);
    expect([status, body.errors]).toMatchObject([400, [{ parameter: 'idempotency-key' }]]);
  },
);

it('an import is read as its parameters say', async () => {
  const { store, projectId } = opened;
  await store.addWallet(makeWallet('wallet_a', { projectId }), CREDENTIALS);
  const files: FileToImport[] = [];
  importFile = async (_context, file) => {
    files.push(file);
    return { id: null, walletId: file.walletId, ...NO_ROWS };
  };
  const query = new URLSearchParams({
    preset: 'kraken',
    format: 'csv',
    map: 'gift=reward\nfee=withdrawal',
    skip: 'note\nsum',
  });
  const headers = { 'content-type': 'text/csv' };
  const path = `POST /v0/wallets/wallet_a/imports?${query.toString()}`;
  expect((await call(path, Buffer.from('a,b'), headers)).status).toBe(201);
  expect(files).toMatchObject([
    {
      walletId: 'wallet_a',
      preset: 'kraken',
      format: 'csv',
      map: ['gift=reward', 'fee=withdrawal'],
      skip: ['note', 'sum'],
      isDryRun: false,
    },
  ]);
});

it('requests that arrive together begin in an iteration of the event loop each', async () => {
  const { store, projectId } = opened;
  await store.addWallet(makeWallet('wallet_a', { projectId }), CREDENTIALS);
  let iteration = 0;
  let isOver = false;
  const count = (): void => {
    iteration += 1;
    if (!isOver) setImmediate(count);
  };
  const begun: number[] = [];
  importFile = async (_context, { walletId }) => {
    begun.push(iteration);
    return { id: null, walletId, ...NO_ROWS };
  };
  const send = () =>
    call('POST /v0/wallets/wallet_a/imports', Buffer.from('a'), { 'content-type': 'text/csv' });
  await send();
  setImmediate(count);
  await Promise.all([send(), send(), send()]);
  isOver = true;
  expect(new Set(begun).size).toBe(4);
});

it('the check of a key waits for the turn of its project, and a refusal names the addresses of the service', async () => {
  const { store, projectId } = opened;
  await store.addWallet(makeWallet('wallet_a', { projectId }), CREDENTIALS);
  refusal = new ExchangeError('exchange_key_refused', 'Unmatched IP');
  const credentials = { apiKey: 'a'.repeat(64), secret: 's'.repeat(64) };
  const added = { exchange: 'binance', credentials };
  const answers = [
    await call(`POST /v0/projects/${projectId}/wallets`, added),
    await call('PUT /v0/wallets/wallet_a/credentials', { credentials }),
  ];
  for (const { status, body } of answers) {
    expect([status, body.detail]).toEqual([422, expect.stringContaining('Allow 192.0.2.1')]);
  }
  expect(checkedFor).toEqual([projectId, projectId]);
});

it('a wallet that only takes imports is added without credentials, at any place', async () => {
  const path = `POST /v0/projects/${opened.projectId}/wallets`;
  const added = { exchange: ' cold storage ', importsOnly: true, externalId: 'cold-1' };
  const { status, body } = await call(path, added);
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({
      exchange: 'cold storage',
      externalId: 'cold-1',
      state: 'imported',
      nextSyncAt: null,
      warnings: [],
      sameKeyAs: null,
    }),
  ]);
  expect(checkedFor).toEqual([]);
  const { warnings: _warnings, sameKeyAs: _same, ...created } = body;
  expect((await call(`GET /v0/wallets/${String(body.id)}`)).body).toEqual(created);
  expect((await call(path, added)).body).toMatchObject({ code: 'external_id_taken' });
});

it.each([
  [{ exchange: 'binance' }, ['credentials']],
  [{ exchange: 'nowhere', label: '' }, ['label', 'exchange', 'credentials']],
  [{ exchange: 'cold storage', credentials: { apiKey: 'a' } }, ['exchange']],
  [
    { exchange: '-', importsOnly: true, credentials: {}, check: 'now' },
    ['exchange', 'credentials', 'check'],
  ],
])('the new wallet %j is refused with all of its errors', async (added, parameters) => {
  const { status, body } = await call(`POST /v0/projects/${opened.projectId}/wallets`, added);
  const errors = body.errors as readonly { readonly parameter: string }[];
  expect([status, errors.map(({ parameter }) => parameter)]).toEqual([400, parameters]);
});

it('a session that reconnects a wallet is refused with all of its errors', async () => {
  const path = `POST /v0/projects/${opened.projectId}/connect-sessions`;
  const wanted = { walletId: 'wallet_a', label: 'new', returnUrl: 'javascript:alert(1)' };
  const { status, body } = await call(path, wanted);
  const errors = body.errors as readonly { readonly parameter: string }[];
  expect([status, errors.map(({ parameter }) => parameter)]).toEqual([400, ['returnUrl', 'label']]);
});

it('an import returns the rows that differ from a synchronised one, with line and fields', async () => {
  const { store, projectId } = opened;
  await store.addWallet(makeWallet('wallet_a', { projectId }), CREDENTIALS);
  const conflictRows = [{ line: 2, id: 'tx_1', fields: ['amount'] }] as const;
  importFile = async (_context, { walletId }) => {
    return { ...NO_ROWS, id: null, walletId, rows: 1, conflicts: 1, conflictRows };
  };
  const headers = { 'content-type': 'text/csv' };
  const answer = await call('POST /v0/wallets/wallet_a/imports', Buffer.from('a'), headers);
  expect(answer).toMatchObject({ status: 201, body: { conflicts: 1, conflictRows } });
});

it('a key whose rights could not be checked is stored with a warning', async () => {
  const path = `POST /v0/projects/${opened.projectId}/wallets`;
  const credentials = { apiKey: 'a'.repeat(64), secret: 's'.repeat(64) };
  rightsError = new ExchangeError('exchange_permission_denied', 'no right to read rights');
  const { status, body } = await call(path, { exchange: 'binance', credentials });
  expect(status).toBe(201);
  expect(body.warnings).toEqual([
    { code: 'permissions_not_checked', message: expect.stringContaining('no right') },
  ]);
});

it('a replaced key that another wallet has is stored with its id, one that could not be checked with a warning', async () => {
  const path = `POST /v0/projects/${opened.projectId}/wallets`;
  const keyOf = (letter: string) => ({ apiKey: letter.repeat(64), secret: 's'.repeat(64) });
  const add = async (letter: string): Promise<string> =>
    (await call(path, { exchange: 'binance', credentials: keyOf(letter) })).body.id;
  const [first, second] = [await add('a'), await add('b')];
  rightsError = new ExchangeError('exchange_permission_denied', 'no right to read rights');
  const replace = (letter: string) =>
    call(`PUT /v0/wallets/${second}/credentials`, { credentials: keyOf(letter) });
  const same = await replace('a');
  expect([same.status, same.body]).toMatchObject([
    200,
    { id: second, sameKeyAs: first, warnings: [{ code: 'permissions_not_checked' }] },
  ]);
  rightsError = undefined;
  expect((await replace('c')).body).toMatchObject({ id: second, sameKeyAs: null, warnings: [] });
});

it('the rights of a key that replaces another one unchecked are checked later', async () => {
  const { store, projectId } = opened;
  await store.addWallet(makeWallet('wallet_a', { projectId }), CREDENTIALS);
  const credentials = { apiKey: 'a'.repeat(64), secret: 's'.repeat(64) };
  const path = 'PUT /v0/wallets/wallet_a/credentials';
  expect((await call(path, { credentials, check: 'later' })).status).toBe(200);
  expect((await store.readCredentials('wallet_a')).rightsUnchecked).toBe(true);
});

it('a label and an external id are removed by null, and no change is audited without one', async () => {
  const { store, projectId } = opened;
  const named = { projectId, label: 'cold', externalId: 'customer-1' };
  await store.addWallet(makeWallet('wallet_a', named), CREDENTIALS);
  const same = await call('PATCH /v0/wallets/wallet_a', {});
  expect([same.status, same.body]).toMatchObject([200, { label: 'cold' }]);
  expect((await call('GET /v0/audit')).body.items).toEqual([]);
  const cleared = await call('PATCH /v0/wallets/wallet_a', { label: null });
  expect(cleared.body).toMatchObject({ label: null, externalId: 'customer-1' });
  const both = await call('PATCH /v0/wallets/wallet_a', { externalId: null });
  expect(both.body).toMatchObject({ label: null, externalId: null });
});

it('a webhook receives events of chosen wallets of its own project only', async () => {
  const { store, projectId } = opened;
  await store.addWallet(makeWallet('wallet_a', { projectId }), CREDENTIALS);
  const { walletId: foreign } = await createTenant(store, MASTER_KEY);
  const path = `/v0/projects/${projectId}/webhooks`;
  const add = (walletIds: readonly string[]) =>
    call(`POST ${path}`, { url: 'http://127.0.0.1:9/', walletIds });
  const added = await add(['wallet_a', 'wallet_a']);
  expect([added.status, added.body.walletIds]).toEqual([201, ['wallet_a']]);
  const refused = await add(['wallet_a', foreign]);
  expect([refused.status, refused.body.code]).toEqual([404, 'wallet_not_found']);
  expect((await call(`GET ${path}`)).body.items).toMatchObject([{ walletIds: ['wallet_a'] }]);
});

it.each(['GET /v0/wallets/wallet_a?fields=id', 'DELETE /v0/wallets/wallet_a?dryRun=true'])(
  '%s: a parameter that the request does not have is refused',
  async (request) => {
    const { store, projectId } = opened;
    await store.addWallet(makeWallet('wallet_a', { projectId }), CREDENTIALS);
    const { status, body } = await call(request);
    expect([status, body.errors]).toMatchObject([400, [{ code: 'unknown_parameter' }]]);
    expect(await store.listWallets()).toHaveLength(1);
  },
);

it('a request whose key the exchange refused can be repeated at once with its idempotency key', async () => {
  const path = `POST /v0/projects/${opened.projectId}/wallets`;
  const credentials = { apiKey: 'a'.repeat(64), secret: 's'.repeat(64) };
  const wallet = { exchange: 'binance', credentials };
  const headers = { 'idempotency-key': 'k'.repeat(255) };
  refusal = new ExchangeError('exchange_unavailable', 'no response');
  expect((await call(path, wallet, headers)).status).toBe(503);
  refusal = undefined;
  const added = await call(path, wallet, headers);
  expect(added.status).toBe(201);
  const again = await call(path, wallet, headers);
  expect([again.body, again.headers['idempotent-replayed']]).toEqual([added.body, 'true']);
  expect(await opened.store.listWallets()).toHaveLength(1);
});

it('refuses to read the history of a wallet again from a time in the future', async () => {
  const { store } = opened;
  const { walletId } = await createTenant(store, MASTER_KEY);
  const syncFrom = (fromMs: number) =>
    call(`POST /v0/wallets/${walletId}/sync`, { from: new Date(fromMs).toISOString() });
  expect((await syncFrom(NOW_MS)).status).toBe(202);
  const refused = await syncFrom(NOW_MS + 1);
  expect([refused.status, refused.body.errors]).toMatchObject([400, [{ parameter: 'from' }]]);
});

it('no cache stores a response, which may have a new key', async () => {
  const path = `/v0/projects/${opened.projectId}/api-keys`;
  for (const request of [`POST ${path}`, `GET ${path}`]) {
    const body = request.startsWith('POST') ? {} : undefined;
    expect((await call(request, body)).headers['cache-control']).toBe('no-store');
  }
});
