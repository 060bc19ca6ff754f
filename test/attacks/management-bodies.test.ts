/** Bodies that the management API refuses, and what it says about them. */
import { afterAll, beforeAll, expect, it } from 'vitest';

import { DEFAULT_WEBHOOK_EVENTS } from '../../src/domain/webhook.ts';
import { MASTER_KEY } from '../http/service-harness.ts';
import { createTenant, createWallet, type Tenant } from '../http/tenants.ts';
import { useManageApp } from '../manage/manage-app.ts';
import { LOCAL_TARGETS } from '../manage/manage-context.ts';

const opened = useManageApp({ webhookTargets: LOCAL_TARGETS }, [beforeAll, afterAll]);
const { call } = opened;
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(opened.store, MASTER_KEY);
});

type Answer = Awaited<ReturnType<typeof call>>;

const ofProject = (list: string, body: object) =>
  call(`POST /v0/projects/${tenant.projectId}/${list}`, body);
/** Sends a body as it is. */
const send = (body: string, type = 'application/json') =>
  call('POST /v0/organizations', Buffer.from(body), { 'content-type': type });
const namesOf = ({ body }: Answer): string[] =>
  body.errors.map(({ parameter }: { parameter: string }) => parameter);

it('all errors of a body are reported at once, and nothing is changed', async () => {
  const list = 'wallets';
  const body = { exchnge: 'kraken', label: '', externalId: 7, check: 'never' };
  const answer = await ofProject(list, body);
  expect([answer.status, answer.headers['content-type']]).toEqual([
    400,
    'application/problem+json',
  ]);
  const names = ['check', 'credentials', 'exchange', 'exchnge', 'externalId', 'label'];
  expect(namesOf(answer).toSorted()).toEqual(names);
  const { items } = (await call(`GET /v0/projects/${tenant.projectId}/${list}`)).body;
  expect(items).toHaveLength(1);
});

it.each([
  ['webhooks', { url: 'ftp://host/', events: ['none'] }, ['events.0', 'url']],
  [
    'connect-sessions',
    { exchange: 'nowhere', label: '', returnUrl: 'https://evil.example/' },
    ['label', 'exchange', 'returnUrl'],
  ],
  ['connect-sessions', { expiresInSeconds: 0 }, ['expiresInSeconds']],
  ['connect-sessions', { expiresInSeconds: 86_401 }, ['expiresInSeconds']],
  ['api-keys', { label: '', expiresAt: 'yesterday' }, ['label', 'expiresAt']],
  ['api-keys', { expiresAt: '9999-12-31T23:59:59.9999Z' }, ['expiresAt']],
  ['wallets', { exchange: 'nowhere', credentials: {}, label: '' }, ['label', 'exchange']],
  ['webhooks', { url: 'https://receiver.example/', events: [] }, ['events']],
  ['webhooks', { url: 'https://receiver.example/', walletIds: [] }, ['walletIds']],
])(
  'the form and the meaning of the fields of %s are checked at once',
  async (list, body, names) => {
    const answer = await ofProject(list, body);
    expect([answer.status, namesOf(answer)]).toEqual([400, names]);
  },
);

it('a member with one of several words names all of them', async () => {
  const { body } = await ofProject('wallets', {
    exchange: 'kraken',
    credentials: {},
    check: 'never',
  });
  expect(body.errors).toMatchObject([{ parameter: 'check', message: 'must be one of now, later' }]);
});

it('a webhook has the usual events by default, and is enabled but not disabled', async () => {
  const { status, body } = await ofProject('webhooks', { url: 'http://RECEIVER.example' });
  expect([status, body.url]).toEqual([201, 'http://receiver.example/']);
  expect(body.events).toEqual(DEFAULT_WEBHOOK_EVENTS);
  expect(body.events).not.toContain('wallet.synced');
  const refused = await call(`PATCH /v0/webhooks/${body.id}`, { enabled: false });
  expect([refused.status, namesOf(refused)]).toEqual([400, ['enabled']]);
});

it('a wallet without a key is not reconnected', async () => {
  const walletId = await createWallet(opened.store, MASTER_KEY, tenant.projectId, {
    importsOnly: true,
  });
  const { status, body } = await ofProject('connect-sessions', { walletId });
  expect([status, body.code]).toEqual([409, 'wallet_imports_only']);
});

it('a time and an unknown member of one body are reported at once', async () => {
  const body = { from: 'yesterday', form: 1 };
  const answer = await call(`POST /v0/wallets/${tenant.walletId}/sync`, body);
  expect(namesOf(answer)).toEqual(['form', 'from']);
});

it('more fields of credentials than any exchange has are refused', async () => {
  const fields = Array.from({ length: 1000 }, (_, index) => [`field${index}`, 'x'] as const);
  const body = { exchange: 'kraken', credentials: Object.fromEntries(fields) };
  expect(namesOf(await ofProject('wallets', body))).toEqual(['credentials']);
});

it.each([
  ['{', 'malformed_request', 400],
  ['[]', 'invalid_parameter', 400],
  ['"text"', 'invalid_parameter', 400],
  ['null', 'invalid_parameter', 400],
  ['7', 'invalid_parameter', 400],
  ['', 'invalid_parameter', 400],
  [JSON.stringify({ name: 'x'.repeat(70_000) }), 'body_too_large', 413],
  [JSON.stringify({ name: 'a\u0000b' }), 'invalid_parameter', 400],
  [`{"name":${'['.repeat(20_000)}`, 'malformed_request', 400],
  [String.raw`{"name":"\ud800"}`, 'malformed_request', 400],
])('the body %.20j is refused', async (body, code, status) => {
  const answer = await send(body);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

it.each([
  'application/xml',
  'text/plain',
  'text/csv',
  'application/octet-stream',
  'application/json-patch+json',
])('JSON that is sent as %s is refused', async (type) => {
  const answer = await send('{"name":"x"}', type);
  expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
});

it.each(['Application/JSON', 'application/json; charset=utf-8', 'application/json ;charset=utf-8'])(
  'JSON that is sent as %s is accepted',
  async (type) => {
    expect((await send('{"name":"x"}', type)).status).toBe(201);
  },
);

it('another method and invalid parameters are refused', async () => {
  const method = await call('PUT /v0/organizations', {});
  expect([method.status, method.headers['allow']]).toEqual([405, 'POST, GET, HEAD, OPTIONS']);
  for (const query of ['limt=1', 'limit=0', 'limit=1001', 'limit=1&limit=2', 'cursor=abc']) {
    expect([query, (await call(`GET /v0/organizations?${query}`)).status]).toEqual([query, 400]);
  }
});

it('no secret of a body is in an error or in the audit log', async () => {
  const secret = 'SECRET-OF-THE-TEST';
  const credentials = { apiKey: 'k', secret, [secret]: secret };
  const refused = await ofProject('wallets', { exchange: 'kraken', credentials });
  expect(refused.status).toBe(422);
  // A secret may be in the place of the name of the exchange.
  const misplaced = [secret, 'secretOfTheTestWithLettersOnly'];
  for (const exchange of misplaced) {
    const { body } = await ofProject('wallets', { exchange, credentials: {} });
    expect(JSON.stringify(body)).not.toContain(exchange);
  }
  const broken = await send(`{"name": "${secret}`);
  expect(broken.status).toBe(400);
  const url = `http://127.0.0.1:9/${secret}?token=${secret}`;
  expect((await ofProject('webhooks', { url })).status).toBe(201);
  const audit = await call('GET /v0/audit');
  expect(JSON.stringify([refused.body, broken.body, audit.body])).not.toContain(secret);
});
