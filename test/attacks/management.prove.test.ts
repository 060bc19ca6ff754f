import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { askTeller, callTeller } from '../teller.ts';
import {
  type ManageAnswer,
  type ManageHarness,
  READ_ONLY,
  startManagement,
} from '../manage/harness.ts';

interface OwnProject {
  readonly orgId: string;
  readonly projectId: string;
  readonly walletId: string;
  readonly apiKeyId: string;
  readonly webhookId: string;
  readonly sessionId: string;
  readonly importId: string;
}

let api: ManageHarness;
let own: OwnProject;
let foreign: OwnProject;
/** A key for the project of `own`. */
let key: string;
beforeAll(async () => {
  api = await startManagement();
  own = await createProject();
  foreign = await createProject();
  const args = ['manage-key', 'create', '--project', own.projectId];
  key = (await askTeller<{ manageKey: string }>(args, api.variables)).manageKey;
});
afterAll(() => api.stop());

const LATER = { exchange: 'kraken', credentials: READ_ONLY, check: 'later' };

async function createProject(): Promise<OwnProject> {
  const { id: orgId } = await api.ask('POST /v0/organizations', { name: 'o' });
  const { id: projectId } = await api.ask('POST /v0/projects', { orgId, name: 'p' });
  const path = `/v0/projects/${projectId}`;
  const wallet = await api.ask(`POST ${path}/wallets`, { ...LATER, externalId: 'the same' });
  const row = { asset: 'BTC', type: 'deposit', amount: '1', timestamp: 1, status: 'completed' };
  return {
    orgId,
    projectId,
    walletId: wallet.id,
    apiKeyId: (await api.ask(`POST ${path}/api-keys`, {})).id,
    webhookId: (await api.ask(`POST ${path}/webhooks`, { url: 'http://127.0.0.1:9/' })).id,
    sessionId: (await api.ask(`POST ${path}/connect-sessions`, {})).id,
    importId: (await api.ask(`POST /v0/wallets/${wallet.id}/imports`, row)).id,
  };
}

/** Every request about a record, with a body that is valid. */
function requestsOf(project: OwnProject): readonly (readonly [request: string, body?: unknown])[] {
  const { projectId, walletId, apiKeyId, webhookId, sessionId, importId } = project;
  const path = `/v0/projects/${projectId}`;
  return [
    [`POST ${path}/api-keys`, {}],
    [`GET ${path}/api-keys`],
    [`POST ${path}/wallets`, LATER],
    [`GET ${path}/wallets`],
    [`GET /v0/wallets?projectId=${projectId}`],
    [`POST ${path}/webhooks`, { url: 'http://127.0.0.1:9/' }],
    [`GET ${path}/webhooks`],
    [`POST ${path}/connect-sessions`, {}],
    [`GET ${path}/connect-sessions`],
    [`GET ${path}/transactions`],
    [`GET ${path}/balances`],
    [`GET /v0/wallets/${walletId}`],
    [`PATCH /v0/wallets/${walletId}`, { label: 'x' }],
    [`PUT /v0/wallets/${walletId}/credentials`, { credentials: READ_ONLY, check: 'later' }],
    [`POST /v0/wallets/${walletId}/sync`, {}],
    [`GET /v0/wallets/${walletId}/imports`],
    [
      `POST /v0/wallets/${walletId}/imports`,
      { asset: 'BTC', type: 'deposit', amount: '2', timestamp: 2, status: 'completed' },
    ],
    [`POST /v0/webhooks/${webhookId}/rotate-secret`, {}],
    [`POST /v0/webhooks/${webhookId}/test`, {}],
    [`PATCH /v0/webhooks/${webhookId}`, { events: ['wallet.failing'] }],
    [`GET /v0/connect-sessions/${sessionId}`],
    [`DELETE /v0/connect-sessions/${sessionId}`],
    [`DELETE /v0/imports/${importId}`],
    [`DELETE /v0/webhooks/${webhookId}`],
    [`DELETE /v0/api-keys/${apiKeyId}`],
    [`DELETE /v0/wallets/${walletId}`],
  ];
}

/** Returns a problem without what differs between requests. */
function problemOf({ status, body }: ManageAnswer): object {
  return { status, ...body, requestId: '' };
}

describe('a key for one project', () => {
  it('gets for records of another project the answer of records that do not exist', async () => {
    const unknown = Object.fromEntries(
      Object.entries(foreign).map(([name, id]) => [name, id.replace(/_.*/, `_${'0'.repeat(24)}`)]),
    ) as unknown as OwnProject;
    const missing = requestsOf(unknown);
    const audited = (await api.ask('GET /v0/audit?limit=1000')).items.length;
    for (const [index, [request, body]] of requestsOf(foreign).entries()) {
      const answer = await api.call(request, { body, key });
      expect([request, answer.status]).toEqual([request, 404]);
      const [unknownRequest, unknownBody] = missing[index]!;
      const expected = await api.call(unknownRequest, { body: unknownBody, key });
      expect(problemOf(answer)).toEqual(problemOf(expected));
    }
    expect((await api.ask('GET /v0/audit?limit=1000')).items).toHaveLength(audited);
  });

  it('is tested with every route of a record', async () => {
    const { paths } = await api.ask('GET /openapi.json');
    const documented = Object.entries<object>(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const ofRecords = documented
      .filter((route) => route.includes('{'))
      .map((route) => route.replace(/\{\w+\}/, '{id}'));
    const tested = new Set(requestsOf(own).map(([each]) => each.replace(/[a-z]+_\w{24}/, '{id}')));
    expect(ofRecords.length).toBeGreaterThan(20);
    expect(ofRecords.filter((route) => !tested.has(route))).toEqual([]);
  });

  it('sees in lists only its own project, and cannot create others', async () => {
    const ids = async (path: string): Promise<string[]> =>
      (await api.ask(`GET ${path}`, undefined, key)).items.map(({ id }: { id: string }) => id);
    expect(await ids('/v0/projects')).toEqual([own.projectId]);
    expect(await ids('/v0/organizations')).toEqual([own.orgId]);
    expect(await ids(`/v0/projects?orgId=${foreign.orgId}`)).toEqual([]);
    expect(await ids('/v0/wallets?search=the+same')).toEqual([own.walletId]);
    const { items } = await api.ask('GET /v0/audit?limit=1000', undefined, key);
    expect(items.length).toBeGreaterThan(0);
    for (const { targets } of items) expect(targets.projectId).toBe(own.projectId);
    const audit = await api.call(`GET /v0/audit?projectId=${foreign.projectId}`, { key });
    expect(audit.status).toBe(404);
    const ofWallet = `GET /v0/audit?walletId=${foreign.walletId}`;
    expect((await api.ask(ofWallet, undefined, key)).items).toEqual([]);
    for (const [path, body] of [
      ['organizations', { name: 'x' }],
      ['projects', { orgId: own.orgId, name: 'x' }],
    ] as const) {
      expect((await api.call(`POST /v0/${path}`, { body, key })).status).toBe(404);
    }
    const mixed = { walletId: foreign.walletId };
    const apiKey = await api.call(`POST /v0/projects/${own.projectId}/api-keys`, {
      body: mixed,
      key,
    });
    expect(apiKey.status).toBe(404);
    const read = `GET /v0/projects/${own.projectId}/transactions?walletId=${foreign.walletId}`;
    expect((await api.call(read, { key })).status).toBe(404);
    const session = `POST /v0/projects/${own.projectId}/connect-sessions`;
    expect((await api.call(session, { body: mixed, key })).status).toBe(404);
  });

  it('may do everything in its own project', async () => {
    for (const [request, body] of requestsOf(own)) {
      const { status, text } = await api.call(request, { body, key });
      // Nothing listens at the address of the webhook.
      const isDone = status < 300 || text.includes('connect ECONNREFUSED');
      expect([request, isDone, text]).toEqual([request, true, text]);
    }
  });
});

describe('management keys', () => {
  it.each([
    ['none', null, 'missing_credentials'],
    ['an unknown one', `mkey_${'0'.repeat(24)}.${'a'.repeat(43)}`, 'invalid_credentials'],
    ['another form', 'secret', 'invalid_credentials'],
  ])('refuses %s', async (_name, wrong, code) => {
    const answer = await api.call('GET /v0/projects', { key: wrong });
    expect([answer.status, answer.body.code]).toEqual([401, code]);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
  });

  it('refuses an API key here, and a management key at the service', async () => {
    const made = await api.ask(`POST /v0/projects/${foreign.projectId}/api-keys`, {});
    expect((await api.call('GET /v0/projects', { key: made.apiKey })).status).toBe(401);
    const headers = {
      'x-svc-api-key': api.key,
      'x-svc-org-id': foreign.orgId,
      'x-svc-project-id': foreign.projectId,
      'x-svc-wallet-id': foreign.walletId,
    };
    const answer = await fetch(`${api.publicUrl()}/v0/wallet/transactions`, { headers });
    expect(answer.status).toBe(401);
    expect((await fetch(`${api.publicUrl()}/v0/projects`, { headers })).status).toBe(404);
  });

  it('refuses a revoked key immediately', async () => {
    const made = await askTeller<{ id: string; manageKey: string }>(
      ['manage-key', 'create'],
      api.variables,
    );
    expect((await api.call('GET /v0/projects', { key: made.manageKey })).status).toBe(200);
    await askTeller(['manage-key', 'revoke', made.id], api.variables);
    expect((await api.call('GET /v0/projects', { key: made.manageKey })).status).toBe(401);
  });
});

describe('idempotency keys', () => {
  const path = () => `/v0/projects/${foreign.projectId}/api-keys`;
  const send = (idempotencyKey: string, body: object, other?: string): Promise<ManageAnswer> =>
    api.call(`POST ${other ?? path()}`, { body, headers: { 'idempotency-key': idempotencyKey } });

  it('returns the same response for a repetition, also after a restart', async () => {
    const first = await send('a', { label: 'once' });
    const second = await send('a', { label: 'once' });
    expect(first.status).toBe(201);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    await api.restart();
    const third = await send('a', { label: 'once' });
    expect([third.status, third.text]).toEqual([first.status, first.text]);
    const { items } = await api.ask(`GET ${path()}`);
    expect(items.filter(({ label }: { label: string }) => label === 'once')).toHaveLength(1);
  });

  it('refuses another body and another path', async () => {
    await send('b', { label: 'x' });
    const conflict = [409, 'idempotency_conflict'];
    const other = await send('b', { label: 'y' });
    expect([other.status, other.body.code]).toEqual(conflict);
    const elsewhere = await send('b', { label: 'x' }, `/v0/projects/${own.projectId}/api-keys`);
    expect([elsewhere.status, elsewhere.body.code]).toEqual(conflict);
  });

  it('runs one of many concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send('c', { label: 'concurrent' })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const { items } = await api.ask(`GET ${path()}`);
    const made = items.filter(({ label }: { label: string }) => label === 'concurrent');
    expect(made).toHaveLength(1);
  });

  it('runs a refused request again, and belongs to its management key', async () => {
    expect((await send('d', { label: '' })).status).toBe(400);
    expect((await send('d', { label: 'good' })).status).toBe(201);
    const { manageKey } = await askTeller<{ manageKey: string }>(
      ['manage-key', 'create'],
      api.variables,
    );
    const headers = { 'idempotency-key': 'd' };
    const others = await api.call(`POST ${path()}`, { body: {}, headers, key: manageKey });
    expect(others.status).toBe(201);
  });

  it('stores no key in plain text', async () => {
    const { body } = await send('e', { label: 'sealed' });
    const secret = body.apiKey.split('.')[1];
    const { stdout } = await callTeller(['doctor', '--json'], api.variables);
    expect(stdout).not.toContain(secret);
    expect((await api.readResponses()).includes(secret)).toBe(false);
  });
});

/** Longer than the service needs on a busy machine, and much shorter than the delays that these bodies caused. */
const DELAY_MS_MAX = 3000;

const ROW = '{"asset":"BTC","type":"deposit","amount":"1","timestamp":1,"status":"completed"}';
const HEADER = 'asset,type,amount,timestamp,status';

function makeMembers(count: number, prefix: string): readonly (readonly [string, string])[] {
  return Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'x']);
}

/** Returns the result of a request, and the longest response time of the public service meanwhile. */
async function measureDelay<Result>(
  request: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly delayMs: number }> {
  let delayMs = 0;
  const ended = new AbortController();
  const running = request().finally(() => ended.abort());
  while (!ended.signal.aborted) {
    const startMs = performance.now();
    await fetch(`${api.publicUrl()}/livez`);
    delayMs = Math.max(delayMs, performance.now() - startMs);
  }
  return { result: await running, delayMs };
}

describe('bodies', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    api.call('POST /v0/organizations', { body, headers });
  const namesOf = ({ body }: Pick<ManageAnswer, 'body'>): string[] =>
    body.errors.map(({ parameter }: { parameter: string }) => parameter);

  it('reports all errors of a body at once, and changes nothing', async () => {
    const before = (await api.ask('GET /v0/organizations')).items.length;
    const { projectId } = foreign;
    const body = { exchnge: 'kraken', label: '', externalId: 7, check: 'never' };
    const {
      status,
      body: problem,
      headers,
    } = await api.call(`POST /v0/projects/${projectId}/wallets`, { body });
    expect(status).toBe(400);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(namesOf({ body: problem }).toSorted()).toEqual(
      ['check', 'credentials', 'exchange', 'exchnge', 'externalId', 'label'].toSorted(),
    );
    expect((await api.ask('GET /v0/organizations')).items).toHaveLength(before);
  });

  it.each([
    ['webhooks', { url: 'ftp://host/', events: ['none'] }, ['events.0', 'url']],
    [
      'connect-sessions',
      { exchange: 'nowhere', label: '', returnUrl: 'https://evil.example/' },
      ['exchange', 'label', 'returnUrl'],
    ],
    ['api-keys', { label: '', expiresAt: 'yesterday' }, ['expiresAt', 'label']],
    ['wallets', { exchange: 'nowhere', credentials: {}, label: '' }, ['exchange', 'label']],
  ])('reports the form and the meaning of the fields of %s at once', async (list, body, names) => {
    const answer = await api.call(`POST /v0/projects/${foreign.projectId}/${list}`, { body });
    expect(answer.status).toBe(400);
    expect(namesOf(answer).toSorted()).toEqual(names);
  });

  it('reports a time and an unknown member of one body at once', async () => {
    const path = `/v0/wallets/${foreign.walletId}/sync`;
    const answer = await api.call(`POST ${path}`, { body: { from: 'yesterday', form: 1 } });
    expect(namesOf(answer).toSorted()).toEqual(['form', 'from']);
  });

  it.each([
    ['{', 'malformed_request', 400],
    ['[]', 'invalid_parameter', 400],
    ['"text"', 'invalid_parameter', 400],
    ['', 'invalid_parameter', 400],
    [JSON.stringify({ name: 'x'.repeat(70_000) }), 'body_too_large', 413],
    [JSON.stringify({ name: 'a\u0000b' }), 'invalid_parameter', 400],
    [`{"name":${'['.repeat(20_000)}`, 'malformed_request', 400],
    [String.raw`{"name":"\ud800"}`, 'malformed_request', 400],
  ])('refuses %.20j', async (body, code, status) => {
    const answer = await post(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it.each(['application/xml', 'text/plain', 'text/csv', 'application/octet-stream'])(
    'refuses JSON that is sent as %s',
    async (type) => {
      const answer = await post('{"name":"x"}', { 'content-type': type });
      expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it('refuses another method and unknown parameters', async () => {
    const method = await api.call('PUT /v0/organizations', { body: {} });
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'POST, GET, HEAD, OPTIONS']);
    for (const query of ['limt=1', 'limit=0', 'limit=1001', 'limit=1&limit=2', 'cursor=abc']) {
      expect((await api.call(`GET /v0/organizations?${query}`)).status).toBe(400);
    }
  });

  it.each([
    ['a long name that ends with a control character', `{"name":"${'a'.repeat(60_000)}\\u0001"}`],
    ['many unknown members', JSON.stringify(Object.fromEntries(makeMembers(5000, 'm')))],
  ])('refuses %s without delaying the service', async (_name, body) => {
    const { result, delayMs } = await measureDelay(() => post(body));
    expect(result.status).toBe(400);
    expect(delayMs).toBeLessThan(DELAY_MS_MAX);
  });

  it('refuses more fields of credentials than any exchange has', async () => {
    const credentials = Object.fromEntries(makeMembers(1000, 'field'));
    const body = { exchange: 'kraken', credentials };
    const { status, body: problem } = await api.call(
      `POST /v0/projects/${foreign.projectId}/wallets`,
      { body },
    );
    expect([status, problem.errors]).toEqual([
      400,
      [expect.objectContaining({ parameter: 'credentials' })],
    ]);
  });

  it.each([
    ['many bad rows', '{}\n'.repeat(1_000_000)],
    ['many rows, the last of which is bad', `${ROW}\n`.repeat(100_000) + '{}'],
    ['a header with many columns', `asset${',x'.repeat(500_000)}`],
    ['rows with many cells', `${HEADER}\n${`${','.repeat(1_000_000)}\n`.repeat(8)}`],
  ])('refuses a file with %s without delaying the service', async (_name, body) => {
    const request = `POST /v0/wallets/${foreign.walletId}/imports`;
    const headers = { 'content-type': 'text/csv' };
    const { result, delayMs } = await measureDelay(() => api.call(request, { body, headers }));
    expect([result.status, result.body.code]).toEqual([422, 'invalid_import']);
    expect(delayMs).toBeLessThan(DELAY_MS_MAX);
  });

  it('imports files at the same time as other changes without delaying the service', async () => {
    const request = `POST /v0/wallets/${foreign.walletId}/imports`;
    const headers = { 'content-type': 'application/x-ndjson' };
    const files = [1, 2, 3].map((no) =>
      Array.from({ length: 6000 }, (_, index) =>
        ROW.replace('"timestamp":1', `"timestamp":${1000 * no + 10_000 * index}`),
      ).join('\n'),
    );
    const { result, delayMs } = await measureDelay(() =>
      Promise.all([
        ...files.map((body) => api.call(request, { body, headers })),
        ...files.map((_file, no) =>
          api.call('POST /v0/organizations', { body: { name: `while ${no}` } }),
        ),
      ]),
    );
    expect(result.map(({ status }) => status)).toEqual(Array<number>(6).fill(201));
    expect(delayMs).toBeLessThan(DELAY_MS_MAX);
  });

  it('never shows a secret of a body in an error or the audit log', async () => {
    const secret = 'SECRET-OF-THE-TEST';
    const body = { exchange: 'kraken', credentials: { apiKey: 'k', secret, [secret]: secret } };
    const answer = await api.call(`POST /v0/projects/${foreign.projectId}/wallets`, { body });
    expect(answer.status).toBe(422);
    expect(answer.text).not.toContain(secret);
    const broken = await post(`{"name": "${secret}`);
    expect([broken.status, broken.text.includes(secret)]).toEqual([400, false]);
    const url = `http://127.0.0.1:9/${secret}?token=${secret}`;
    await api.ask(`POST /v0/projects/${foreign.projectId}/webhooks`, { url });
    expect((await api.call('GET /v0/audit')).text).not.toContain(secret);
  });
});

describe('teller serve', () => {
  it('refuses to serve the management API on the public port', async () => {
    const args = ['serve', '--port', '18080', '--manage-port', '18080'];
    const { code, stderr } = await callTeller(args, api.variables);
    expect([code, stderr]).toEqual([2, expect.stringContaining('needs a port of its own')]);
  });

  it('refuses to serve the management API on the port of the metrics', async () => {
    const args = ['serve', '--port', '0', '--manage-port', '18080'];
    const variables = { ...api.variables, TELLER_METRICS_PORT: '18080' };
    const { code, stderr } = await callTeller(args, variables);
    expect([code, stderr]).toEqual([2, expect.stringContaining('needs a port of its own')]);
  });
});
