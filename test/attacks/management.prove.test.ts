import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { askTeller, callTeller } from '../teller.ts';
import { type ManageAnswer, type ManageHarness, startManagement } from '../manage/harness.ts';
import { LATER, type OwnProject, requestsOf } from './management-requests.ts';

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

async function createProject(): Promise<OwnProject> {
  const { id: orgId } = await api.ask('POST /v0/organizations', { name: 'o' });
  const { id: projectId } = await api.ask('POST /v0/projects', { orgId, name: 'p' });
  const path = `/v0/projects/${projectId}`;
  const wallet = await api.ask(`POST ${path}/wallets`, { ...LATER, externalId: 'the same' });
  const row = { asset: 'BTC', type: 'deposit', amount: '1', timestamp: 2e12, status: 'completed' };
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

describe('a key for one project', () => {
  it('finds no record of another project, on any engine', async () => {
    for (const [request, body] of requestsOf(foreign)) {
      expect([request, (await api.call(request, { body, key })).status]).toEqual([request, 404]);
    }
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

  it('runs one of many concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send('c', { label: 'concurrent' })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const { items } = await api.ask(`GET ${path()}`);
    const made = items.filter(({ label }: { label: string }) => label === 'concurrent');
    expect(made).toHaveLength(1);
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

const ROW =
  '{"asset":"BTC","type":"deposit","amount":"1","timestamp":1700000000001,"status":"completed"}';
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

  it.each([
    ['a long name that ends with a control character', `{"name":"${'a'.repeat(60_000)}\\u0001"}`],
    ['many unknown members', JSON.stringify(Object.fromEntries(makeMembers(5000, 'm')))],
  ])('refuses %s without delaying the service', async (_name, body) => {
    const { result, delayMs } = await measureDelay(() => post(body));
    expect(result.status).toBe(400);
    expect(delayMs).toBeLessThan(DELAY_MS_MAX);
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
        ROW.replace('1700000000001', String(1.7e12 + 1000 * no + 10_000 * index)),
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
