import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ATTEMPTS_MAX } from '../../src/http/connect/attempts.ts';
import { KEYS } from '../sync/harness.ts';
import { type ManageHarness, POWERFUL, READ_ONLY, startManagement } from './harness.ts';

let api: ManageHarness;
let orgId: string;
beforeAll(async () => {
  api = await startManagement({
    TELLER_CONNECT_FRAME_ORIGINS: 'https://frame.example',
    TELLER_EXCHANGE_ADDRESSES: '203.0.113.7, 2001:db8::7',
  });
  orgId = (await api.ask('POST /v0/organizations', { name: 'Org' })).id;
});
afterAll(() => api.stop());

const KRAKEN = { exchange: 'kraken', credentials: READ_ONLY };
const RETURN_URL = 'https://product.example/done?user=7';
const createProject = async (name = 'Acme'): Promise<string> =>
  (await api.ask('POST /v0/projects', { orgId, name })).id;

async function createSession(projectId: string, options: object = {}) {
  const { id, url } = await api.ask(`POST /v0/projects/${projectId}/connect-sessions`, options);
  return { id: id as string, token: new URL(url).hash.slice(1) };
}

/** Sends a request to the API of the page. */
async function callPage(request: string, token?: string, body?: unknown, scheme = 'Bearer') {
  const [method = '', path = ''] = request.split(' ');
  const response = await fetch(`${api.publicUrl()}/connect/api/${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `${scheme} ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, text, body: text === '' ? undefined : JSON.parse(text) };
}
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [
  status,
  body.code,
];

describe('a connect session', () => {
  it('shows its page who asks, and for what', async () => {
    const { id, token } = await createSession(await createProject(), { returnUrl: RETURN_URL });
    const { status, headers, body } = await callPage('GET session', token);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      id,
      projectName: 'Acme',
      reads: ['balances', 'withdrawal_networks', 'transactions'],
      exchange: null,
      reconnects: null,
      returnOrigin: 'https://product.example',
      expiresAt: expect.stringMatching(/^\d{4}-/),
      connected: null,
    });
    // The scheme is read in any case (RFC 9110, section 11.1).
    const { items } = (await callPage('GET exchanges', token, undefined, 'bearer')).body;
    expect(items.length).toBeGreaterThan(70);
  });

  it('connects an account once, and leads to the return URL', async () => {
    const projectId = await createProject();
    const options = { returnUrl: RETURN_URL, externalId: 'user-7', label: 'Main' };
    const { id, token } = await createSession(projectId, options);
    const { status, body } = await callPage('POST connection', token, KRAKEN);
    const returnUrl = `https://product.example/done?user=7&session=${id}&state=connected`;
    expect([status, body]).toEqual([200, { returnUrl }]);
    const session = await api.ask(`GET /v0/connect-sessions/${id}`);
    const { items } = await api.ask(`GET /v0/projects/${projectId}/wallets`);
    expect(items).toMatchObject([{ exchange: 'kraken', externalId: 'user-7', label: 'Main' }]);
    expect(session).toMatchObject({ state: 'connected', walletId: items[0].id });
    const { items: audit } = await api.ask(`GET /v0/audit?walletId=${items[0].id}`);
    expect(audit).toMatchObject([
      { action: 'wallet.create', actor: { kind: 'connect-session', id } },
    ]);
    // The customer may have lost the response.
    expect((await callPage('GET session', token)).body.connected).toEqual({ returnUrl });
    expect(codeOf(await callPage('DELETE session', token))).toEqual([410, 'session_used']);
    const again = await callPage('POST connection', token, {
      exchange: 'binance',
      credentials: KEYS.binance,
    });
    expect(codeOf(again)).toEqual([410, 'session_used']);
  });

  it('connects one account if requests race', async () => {
    const projectId = await createProject();
    const { token } = await createSession(projectId);
    const keys = [KRAKEN, { exchange: 'binance', credentials: KEYS.binance }, KRAKEN, KRAKEN];
    const answers = await Promise.all(keys.map((key) => callPage('POST connection', token, key)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses[0]).toBe(200);
    expect(statuses.slice(1).every((status) => status === 409 || status === 410)).toBe(true);
    const { items } = await api.ask(`GET /v0/projects/${projectId}/wallets`);
    expect(items).toHaveLength(1);
  });

  it('refuses keys with a reason, and can be used again', async () => {
    const projectId = await createProject();
    const { token } = await createSession(projectId);
    const wrong = { exchange: 'kraken', credentials: { ...READ_ONLY, apiKey: 'unknown-key' } };
    const rejected = await callPage('POST connection', token, wrong);
    expect(rejected.status).toBe(422);
    expect(rejected.body).toMatchObject({
      code: 'credentials_rejected',
      reason: 'wrong_credentials',
    });
    expect(rejected.text).not.toContain('unknown-key');
    const malformed = { exchange: 'kraken', credentials: { apiKey: 'a', secret: 'no base64' } };
    expect((await callPage('POST connection', token, malformed)).body).toMatchObject({
      code: 'credentials_malformed',
      errors: [{ parameter: 'secret' }],
    });
    const powerful = { exchange: 'binance', credentials: POWERFUL };
    const refused = await callPage('POST connection', token, powerful);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      code: 'credentials_too_powerful',
      rights: ['withdraw', 'trade'],
    });
    const { items } = await api.ask(`GET /v0/projects/${projectId}/wallets`);
    expect(items).toEqual([]);
    expect((await callPage('POST connection', token, KRAKEN)).status).toBe(200);
  });

  it('explains why an exchange refuses a key', async () => {
    const { token } = await createSession(await createProject());
    const connectTo = async (exchange: keyof typeof KEYS, host: RegExp, body: object) => {
      const fault = { kind: 'status', status: 200, body: JSON.stringify(body) } as const;
      api.simulator.faults.add({ fault, host, path: /private|account|asset/, times: Infinity });
      const answer = await callPage('POST connection', token, {
        exchange,
        credentials: KEYS[exchange],
      });
      api.simulator.faults.clear();
      expect(answer.status).toBe(422);
      return answer.body;
    };
    const noRight = { error: ['EGeneral:Permission denied'] };
    expect(await connectTo('kraken', /kraken/, noRight)).toMatchObject({
      code: 'credentials_rejected',
      reason: 'missing_right',
    });
    const msg = "Your IP 198.51.100.1 is not included in your API key's ip whitelist";
    expect(await connectTo('okx', /okx/, { code: '50110', msg, data: [] })).toMatchObject({
      code: 'credentials_rejected',
      reason: 'address_not_allowed',
      addresses: ['203.0.113.7', '2001:db8::7'],
      detail: expect.stringContaining('Allow 203.0.113.7, 2001:db8::7'),
    });
  });

  it('can be repeated if the exchange does not respond', async () => {
    const { token } = await createSession(await createProject());
    api.simulator.faults.add({ fault: { kind: 'reset' }, times: Infinity });
    const down = await callPage('POST connection', token, KRAKEN);
    expect(codeOf(down)).toEqual([503, 'exchange_unavailable']);
    api.simulator.faults.clear();
    expect((await callPage('POST connection', token, KRAKEN)).status).toBe(200);
  });

  it('gives a customer no advice about the clock of the service', async () => {
    const { token } = await createSession(await createProject());
    const body = JSON.stringify({ error: ['EAPI:Invalid nonce'] });
    const fault = { kind: 'status', status: 200, body } as const;
    api.simulator.faults.add({ fault, path: /private/, times: Infinity });
    const refused = await callPage('POST connection', token, KRAKEN);
    api.simulator.faults.clear();
    expect(codeOf(refused)).toEqual([503, 'exchange_unavailable']);
    expect(refused.body.detail).toContain('widen the nonce window of the key');
    expect(refused.body.detail).not.toMatch(/this machine|retries/);
  });

  it('shows the step of the check that runs', async () => {
    const { token } = await createSession(await createProject());
    const readStep = async () => (await callPage('GET connection', token)).body.step;
    expect(await readStep()).toBeNull();
    const balances = Promise.withResolvers<void>();
    const stopHolding = api.simulator.onRequest(({ path }) =>
      path.includes('Balance') ? balances.promise : undefined,
    );
    const answer = callPage('POST connection', token, KRAKEN);
    await expect.poll(readStep).toBe('balances');
    balances.resolve();
    stopHolding();
    expect((await answer).status).toBe(200);
    expect(codeOf(await callPage('GET connection', token))).toEqual([410, 'session_used']);
  });

  it('refuses an account that the project has, with its state', async () => {
    const projectId = await createProject();
    const first = await createSession(projectId, { label: 'First' });
    await callPage('POST connection', first.token, KRAKEN);
    const second = await createSession(projectId);
    const { status, body } = await callPage('POST connection', second.token, KRAKEN);
    expect(status).toBe(409);
    // Of some exchanges an account is a public address, so its label is not for everyone who knows it.
    expect(body).toMatchObject({ code: 'already_connected', wallet: { state: 'new' } });
    expect(Object.keys(body.wallet)).toEqual(['state']);
    const other = await createSession(await createProject('Other'));
    expect((await callPage('POST connection', other.token, KRAKEN)).status).toBe(200);
  });

  it('replaces the key of its wallet, which keeps its identifier', async () => {
    const projectId = await createProject();
    const wallet = await api.ask(`POST /v0/projects/${projectId}/wallets`, {
      exchange: 'kraken',
      credentials: { ...READ_ONLY, apiKey: 'refused-key' },
      check: 'later',
      label: 'Mine',
    });
    const { id, token } = await createSession(projectId, { walletId: wallet.id });
    expect((await callPage('GET session', token)).body).toMatchObject({
      exchange: 'kraken',
      reconnects: { label: 'Mine', state: 'new' },
    });
    const changed = { walletId: wallet.id, exchange: 'kraken', label: 'Other', externalId: 'x' };
    const path = `POST /v0/projects/${projectId}/connect-sessions`;
    const { body: refused } = await api.call(path, { body: changed });
    expect(refused.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'exchange',
      'label',
      'externalId',
    ]);
    const foreign = { exchange: 'binance', credentials: KEYS.binance };
    expect(codeOf(await callPage('POST connection', token, foreign))).toEqual([
      400,
      'invalid_parameter',
    ]);
    expect((await callPage('POST connection', token, KRAKEN)).status).toBe(200);
    expect(await api.ask(`GET /v0/connect-sessions/${id}`)).toMatchObject({
      state: 'connected',
      walletId: wallet.id,
    });
    expect((await api.ask(`GET /v0/projects/${projectId}/wallets`)).items).toHaveLength(1);
  });

  it('ends if the customer or the operator cancels it, or its wallet is removed', async () => {
    const projectId = await createProject();
    const { id, token } = await createSession(projectId, { returnUrl: RETURN_URL });
    const { body } = await callPage('DELETE session', token);
    expect(body.returnUrl).toBe(`https://product.example/done?user=7&session=${id}&state=canceled`);
    expect(codeOf(await callPage('POST connection', token, KRAKEN))).toEqual([
      410,
      'session_canceled',
    ]);
    const later = await createSession(projectId);
    await api.call(`DELETE /v0/connect-sessions/${later.id}`);
    expect(codeOf(await callPage('GET session', later.token))).toEqual([410, 'session_canceled']);
    const wallet = await api.ask(`POST /v0/projects/${projectId}/wallets`, {
      ...KRAKEN,
      check: 'later',
    });
    const orphan = await createSession(projectId, { walletId: wallet.id });
    await api.call(`DELETE /v0/wallets/${wallet.id}`);
    expect((await api.ask(`GET /v0/connect-sessions/${orphan.id}`)).state).toBe('canceled');
    for (const request of ['GET session', 'POST connection']) {
      const sent = request.startsWith('POST') ? KRAKEN : undefined;
      const answer = await callPage(request, orphan.token, sent);
      expect(codeOf(answer)).toEqual([410, 'session_canceled']);
    }
  });
});

describe('an account of the project', () => {
  it('is refused as long as a wallet has it, also a second one with the same key', async () => {
    const projectId = await createProject();
    const wallets = `/v0/projects/${projectId}/wallets`;
    const first = await api.ask(`POST ${wallets}`, KRAKEN);
    const second = await api.ask(`POST ${wallets}`, KRAKEN);
    expect(second.sameKeyAs).toBe(first.id);
    await api.call(`DELETE /v0/wallets/${first.id}`);
    const { token } = await createSession(projectId);
    const answer = await callPage('POST connection', token, KRAKEN);
    expect(codeOf(answer)).toEqual([409, 'already_connected']);
    expect((await api.ask(`GET ${wallets}`)).items).toHaveLength(1);
  });

  it('can be connected again by each of its wallets', async () => {
    const projectId = await createProject();
    const wallet = { ...KRAKEN, check: 'later' };
    for (let count = 0; count < 2; count += 1) {
      const { id } = await api.ask(`POST /v0/projects/${projectId}/wallets`, wallet);
      const { token } = await createSession(projectId, { walletId: id });
      expect((await callPage('POST connection', token, KRAKEN)).status).toBe(200);
    }
  });

  it('has its external id: no session is created for another one', async () => {
    const projectId = await createProject();
    const wallet = { ...KRAKEN, check: 'later', externalId: 'user-8' };
    await api.ask(`POST /v0/projects/${projectId}/wallets`, wallet);
    const path = `POST /v0/projects/${projectId}/connect-sessions`;
    const refused = await api.call(path, { body: { externalId: 'user-8' } });
    expect(codeOf(refused)).toEqual([409, 'external_id_taken']);
    expect((await api.call(path, { body: { externalId: 'user-9' } })).status).toBe(201);
  });
});

describe('an attacker', () => {
  it('cannot lead the customer to a URL that is not a page of an allowed origin', async () => {
    const path = `POST /v0/projects/${await createProject()}/connect-sessions`;
    for (const returnUrl of [
      'blob:https://product.example/x',
      'https://product.example@evil.example/',
      'https://user:password@product.example/',
      'https://user@product.example/',
      'https://:password@product.example/',
      'https://evil.example\\@product.example/',
      'https://product.example:8443/',
      'http://product.example/',
      'https://product.example.evil.example/',
      'javascript:alert(1)//https://product.example/',
      '//product.example/',
    ]) {
      const answer = await api.call(path, { body: { returnUrl } });
      expect([returnUrl, answer.status]).toEqual([returnUrl, 400]);
    }
    const made = await api.ask(path, { returnUrl: ' HTTPS://product.example/a\r\nb\u0000c' });
    const session = await api.ask(`GET /v0/connect-sessions/${made.id}`);
    expect(session.returnUrl).toBe('https://product.example/ab%00c');
  });

  it('learns nothing without a token', async () => {
    const { token } = await createSession(await createProject());
    for (const wrong of [undefined, '', 'x', `${token}x`, token.slice(1), 'A'.repeat(43)]) {
      for (const request of ['GET session', 'GET exchanges', 'DELETE session']) {
        const answer = await callPage(request, wrong);
        expect(codeOf(answer)).toEqual([401, 'session_not_found']);
      }
      const posted = await callPage('POST connection', wrong, { exchange: 7 });
      expect(codeOf(posted)).toEqual([401, 'session_not_found']);
    }
  });

  it('gets no answer for another site, and no token from a URL', async () => {
    const { token } = await createSession(await createProject());
    const preflight = await fetch(`${api.publicUrl()}/connect/api/connection`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    expect(preflight.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
    const plain = await fetch(`${api.publicUrl()}/connect/api/connection`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
      body: JSON.stringify(KRAKEN),
    });
    expect([plain.status, plain.headers.get('connection')]).toEqual([415, 'close']);
    const inUrl = await callPage(`GET session?token=${token}`, undefined);
    expect(inUrl.status).toBe(401);
    expect(inUrl.headers.get('www-authenticate')).toBe('Bearer realm="wallet-teller connect"');
  });

  it('cannot try many keys, or send a large body', async () => {
    const { token } = await createSession(await createProject());
    const malformed = { exchange: 'kraken', credentials: { apiKey: 'a' } };
    for (let count = 0; count < ATTEMPTS_MAX; count += 1) {
      expect((await callPage('POST connection', token, malformed)).status).toBe(422);
    }
    const answer = await callPage('POST connection', token, KRAKEN);
    expect(codeOf(answer)).toEqual([429, 'rate_limited']);
    const retryAfterSeconds = Number(answer.headers.get('retry-after'));
    expect(retryAfterSeconds).toBeGreaterThan(60);
    expect(retryAfterSeconds).toBeLessThanOrEqual(600);
    const large = { exchange: 'kraken', credentials: { apiKey: 'a'.repeat(70_000) } };
    const refused = await callPage('POST connection', token, large);
    expect([...codeOf(refused), refused.headers.get('connection')]).toEqual([
      413,
      'body_too_large',
      'close',
    ]);
    for (const bad of ['{', '[]', '{"exchange":"kraken"}', '{"x":1}']) {
      const other = await createSession(await createProject());
      expect((await callPage('POST connection', other.token, bad)).status).toBe(400);
    }
  });

  it('cannot send other members, many fields or a long value', async () => {
    const { token } = await createSession(await createProject());
    const fields = Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`field${at}`, 'a']));
    const bodies: readonly (readonly [object, string])[] = [
      [{ ...KRAKEN, label: 'Main' }, 'label'],
      [{ ...KRAKEN, credentials: fields }, 'credentials'],
      [{ ...KRAKEN, credentials: { apiKey: 'a'.repeat(16_385) } }, 'credentials.apiKey'],
    ];
    for (const [sent, parameter] of bodies) {
      const { status, body } = await callPage('POST connection', token, sent);
      expect([status, body.errors]).toMatchObject([400, [{ parameter }]]);
    }
  });

  it('cannot frame the page, except from an origin of the operator, or load anything into it', async () => {
    const page = await fetch(`${api.publicUrl()}/connect`);
    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('frame-ancestors https://frame.example;');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
  });

  it('cannot guess a token', async () => {
    const rounds = 20;
    const statuses = new Set<number>();
    for (let round = 0; round < rounds && !statuses.has(429); round += 1) {
      const guesses = Array.from({ length: 60 }, (_, index) =>
        callPage('GET session', String(60 * round + index).padStart(43, 'B')),
      );
      for (const { status } of await Promise.all(guesses)) statuses.add(status);
    }
    expect(statuses).toEqual(new Set([401, 429]));
  });
});
