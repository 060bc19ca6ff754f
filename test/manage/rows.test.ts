import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { KEYS } from '../sync/harness.ts';
import { askTeller } from '../teller.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { type ManageHarness, POWERFUL, READ_ONLY, startManagement } from './harness.ts';

let api: ManageHarness;
let projectId: string;
beforeAll(async () => {
  api = await startManagement({ TELLER_EXCHANGE_ADDRESSES: '203.0.113.7' });
  const { id: orgId } = await api.ask('POST /v0/organizations', { name: ' Example ' });
  projectId = (await api.ask('POST /v0/projects', { orgId, name: 'Main' })).id;
});
afterAll(() => api.stop());

const KRAKEN = { exchange: 'kraken', credentials: READ_ONLY };
const BINANCE = { exchange: 'binance', credentials: KEYS.binance };
const LATER = { ...KRAKEN, check: 'later' };
const addLater = (extra: object = {}) =>
  api.ask(`POST /v0/projects/${projectId}/wallets`, { ...LATER, ...extra });
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [
  status,
  body.code,
];

describe('the management API', () => {
  it('lists every exchange with all that a form needs', async () => {
    const { items } = await api.ask('GET /v0/exchanges?limit=1000');
    expect(items.length).toBeGreaterThan(70);
    const kraken = items.find(({ id }: { id: string }) => id === 'kraken');
    expect(kraken).toMatchObject({
      name: 'Kraken',
      certified: true,
      credentials: [
        { name: 'apiKey', label: expect.any(String), secret: false },
        { name: 'secret', secret: true },
      ],
      guide: { url: expect.stringMatching(/^https:/) },
      history: expect.any(String),
    });
    const { items: first } = await api.ask('GET /v0/exchanges');
    expect(first.length).toBeLessThanOrEqual(100);
  });

  it('creates and lists organizations and projects', async () => {
    const { items: orgs } = await api.ask('GET /v0/organizations');
    expect(orgs.map(({ name }: { name: string }) => name)).toEqual(['first', 'Example']);
    const { items } = await api.ask(`GET /v0/projects?orgId=${orgs[1].id}`);
    expect(items).toMatchObject([{ id: projectId, orgId: orgs[1].id, name: 'Main' }]);
    expect(
      codeOf(await api.call('POST /v0/projects', { body: { orgId: 'org_x', name: 'p' } })),
    ).toEqual([404, 'not_found']);
  });

  it('creates an API key that reads the service, lists and revokes it', async () => {
    const body = { label: 'reports', expiresAt: '2999-01-01' };
    const key = await api.ask(`POST /v0/projects/${projectId}/api-keys`, body);
    expect(key).toMatchObject({ label: 'reports', expiresAt: '2999-01-01T00:00:00.000Z' });
    expect(key.apiKey.startsWith(`${key.id}.`)).toBe(true);
    const list = await api.call(`GET /v0/projects/${projectId}/api-keys`);
    expect(list.body.items).toMatchObject([{ id: key.id, state: 'active' }]);
    expect(list.text).not.toContain(key.apiKey.split('.')[1]);
    expect((await api.call(`DELETE /v0/api-keys/${key.id}`)).status).toBe(204);
    const { items } = await api.ask(`GET /v0/projects/${projectId}/api-keys`);
    expect(items).toMatchObject([{ state: 'revoked' }]);
    // The second one is in the year 10000 in UTC.
    for (const expiresAt of ['2001-01-01', '9999-12-31T23:59:59-23:59']) {
      const sent = { body: { expiresAt } };
      const refused = await api.call(`POST /v0/projects/${projectId}/api-keys`, sent);
      expect(refused.body.errors).toMatchObject([{ parameter: 'expiresAt' }]);
    }
  });

  it('adds a wallet whose key the exchange accepts', async () => {
    const body = { ...KRAKEN, label: 'cold', externalId: 'customer-1' };
    const answer = await api.call(`POST /v0/projects/${projectId}/wallets`, { body });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      exchange: 'kraken',
      label: 'cold',
      externalId: 'customer-1',
      state: 'new',
      sameKeyAs: null,
    });
    for (const value of Object.values(READ_ONLY)) expect(answer.text).not.toContain(value);
    const again = await api.call(`POST /v0/projects/${projectId}/wallets`, { body });
    expect(codeOf(again)).toEqual([409, 'external_id_taken']);
    const other = await addLater();
    expect(other.sameKeyAs).toBe(answer.body.id);
    const wallet = await api.ask(`GET /v0/wallets/${answer.body.id}`);
    const { warnings: _warnings, sameKeyAs: _same, ...created } = answer.body;
    expect(wallet).toEqual(created);
    expect(wallet).toMatchObject({ lastError: null, transactionCount: 0, quarantinedCount: 0 });
  });

  it('refuses a key that may do more than read, and a check that gets no response', async () => {
    const path = `/v0/projects/${projectId}/wallets`;
    const before = (await api.ask(`GET ${path}`)).items.length;
    const powerful = { exchange: 'binance', credentials: POWERFUL };
    const refused = await api.call(`POST ${path}`, { body: powerful });
    expect(codeOf(refused)).toEqual([422, 'credentials_too_powerful']);
    api.simulator.faults.add({ fault: { kind: 'reset' }, times: Infinity });
    const unavailable = await api.call(`POST ${path}`, { body: KRAKEN });
    expect(codeOf(unavailable)).toEqual([503, 'exchange_unavailable']);
    api.simulator.faults.clear();
    const fault = { kind: 'status', status: 503 } as const;
    api.simulator.faults.add({ path: /apiRestrictions/, fault, times: Infinity });
    const unread = await api.call(`POST ${path}`, { body: powerful });
    expect(codeOf(unread)).toEqual([503, 'exchange_unavailable']);
    expect(unavailable.headers.get('retry-after')).toBe('30');
    expect((await api.ask(`GET ${path}`)).items).toHaveLength(before);
    const later = await api.call(`POST ${path}`, { body: LATER });
    expect(later.status).toBe(201);
    api.simulator.faults.clear();
  });

  it('stops a wallet whose key was stored unchecked and may do more than read', async () => {
    const added = await api.ask(`POST /v0/projects/${projectId}/wallets`, {
      exchange: 'binance',
      credentials: POWERFUL,
      check: 'later',
    });
    await expect(
      askTeller(['sync', '--once', '--wallet', added.id], api.variables),
    ).rejects.toThrow(/credentials_too_powerful/);
    expect(await api.ask(`GET /v0/wallets/${added.id}`)).toMatchObject({
      state: 'stopped',
      lastSyncAt: null,
      lastError: { code: 'credentials_too_powerful' },
    });
  });

  it('responds while keys are checked, and checks a bounded number of them at a time', async () => {
    const path = `/v0/projects/${projectId}/wallets`;
    let [open, most] = [0, 0];
    const stop = api.simulator.onRequest(() => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => (open -= 1), 0);
    });
    const adding = Array.from({ length: 40 }, () => api.call(`POST ${path}`, { body: BINANCE }));
    const meanwhile = await api.call('GET /v0/organizations');
    expect(meanwhile.status).toBe(200);
    const statuses = (await Promise.all(adding)).map(({ status }) => status);
    stop();
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(most).toBeLessThanOrEqual(32);
  });

  it('refuses keys, and stores nothing of them', async () => {
    const before = (await api.ask(`GET /v0/projects/${projectId}/wallets`)).items.length;
    const add = (body: object) => api.call(`POST /v0/projects/${projectId}/wallets`, { body });
    const secret = Buffer.alloc(64, 9).toString('base64');
    const rejected = await add({ exchange: 'kraken', credentials: { apiKey: 'unknown', secret } });
    expect(codeOf(rejected)).toEqual([422, 'credentials_rejected']);
    const msg = "Your IP 198.51.100.1 is not included in your API key's ip whitelist";
    const text = JSON.stringify({ code: '50110', msg, data: [] });
    const fault = { kind: 'status', status: 200, body: text } as const;
    api.simulator.faults.add({ fault, host: /okx/, path: /account|asset/, times: Infinity });
    const { body } = await add({ exchange: 'okx', credentials: KEYS.okx });
    api.simulator.faults.clear();
    expect(body.detail).toContain('. Allow 203.0.113.7, or');
    const malformed = await add({
      exchange: 'kraken',
      credentials: { apiKey: '...', secret: 'x y' },
    });
    expect(codeOf(malformed)).toEqual([422, 'credentials_malformed']);
    expect(malformed.body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'credentials.apiKey',
      'credentials.secret',
    ]);
    const unknown = await add({ exchange: 'krakn', credentials: {} });
    expect(unknown.body.errors).toMatchObject([{ parameter: 'exchange' }]);
    expect(unknown.body.detail).toContain('did you mean kraken?');
    expect((await api.ask(`GET /v0/projects/${projectId}/wallets`)).items).toHaveLength(before);
  });

  it('filters the wallets, and walks through them by links', async () => {
    await addLater({ externalId: 'customer-2' });
    const named = await api.ask(`GET /v0/projects/${projectId}/wallets?externalId=customer-2`);
    expect(named.items).toHaveLength(1);
    const none = await api.ask(`GET /v0/projects/${projectId}/wallets?state=synced`);
    expect(none.items).toEqual([]);
    const all = await api.ask(`GET /v0/projects/${projectId}/wallets?exchange=kraken`);
    const seen: string[] = [];
    let next = `/v0/projects/${projectId}/wallets?exchange=kraken&limit=1`;
    for (let pages = 0; next !== '' && pages < 200; pages += 1) {
      const { body, headers } = await api.call(`GET ${next}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      next = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
    }
    expect(seen).toEqual(all.items.map(({ id }: { id: string }) => id));
    const stolen = await api.call(`GET /v0/projects/${projectId}/wallets?limit=1`);
    const cursor = /cursor=([^&>]+)/.exec(stolen.headers.get('link') ?? '')![1];
    const reused = await api.call(
      `GET /v0/projects/${projectId}/wallets?state=new&cursor=${cursor}`,
    );
    expect(reused.body.errors).toMatchObject([{ parameter: 'cursor' }]);
  });

  it('changes, pauses, synchronises and removes a wallet, and replaces its key', async () => {
    const { id } = await addLater();
    const changed = await api.ask(`PATCH /v0/wallets/${id}`, {
      label: 'new name',
      externalId: null,
      paused: true,
    });
    expect(changed).toMatchObject({ label: 'new name', paused: true, state: 'paused' });
    const paused = await api.call(`POST /v0/wallets/${id}/sync`, { body: {} });
    expect(codeOf(paused)).toEqual([409, 'wallet_paused']);
    await api.ask(`PATCH /v0/wallets/${id}`, { paused: false });
    const due = await api.call(`POST /v0/wallets/${id}/sync`, { body: { from: '2024-01-01' } });
    expect([due.status, due.body]).toEqual([202, { id }]);
    const secret = Buffer.alloc(64, 9).toString('base64');
    const wrong = { credentials: { apiKey: 'unknown', secret } };
    const refused = await api.call(`PUT /v0/wallets/${id}/credentials`, { body: wrong });
    expect(codeOf(refused)).toEqual([422, 'credentials_rejected']);
    const body = { credentials: READ_ONLY };
    expect(await api.ask(`PUT /v0/wallets/${id}/credentials`, body)).toMatchObject({ id });
    expect((await api.call(`DELETE /v0/wallets/${id}`)).status).toBe(204);
    expect(codeOf(await api.call(`GET /v0/wallets/${id}`))).toEqual([404, 'wallet_not_found']);
  });

  it('imports a file, reads it across the project, and undoes it', async () => {
    const { id } = await addLater();
    const rows = [1, 2].map((amount) =>
      JSON.stringify({
        asset: 'BTC',
        type: 'deposit',
        amount: `${amount}.000000000000000001`,
        timestamp: 1_700_000_000_000 + amount,
        status: 'completed',
      }),
    );
    const call = { body: rows.join('\n'), headers: { 'content-type': 'application/x-ndjson' } };
    const dry = await api.call(`POST /v0/wallets/${id}/imports?dryRun=true`, call);
    expect([dry.status, dry.body]).toMatchObject([201, { id: null, dryRun: true, added: 2 }]);
    const audit = await api.ask(`GET /v0/audit?walletId=${id}`);
    expect(audit.items.map(({ action }: { action: string }) => action)).toEqual(['wallet.create']);
    const imported = await api.call(`POST /v0/wallets/${id}/imports?fileName=a.jsonl`, call);
    expect(imported.body).toMatchObject({ walletId: id, dryRun: false, rows: 2, added: 2 });
    const list = await api.ask(`GET /v0/wallets/${id}/imports`);
    expect(list.items).toMatchObject([
      { id: imported.body.id, fileName: 'a.jsonl', undoneAt: null },
    ]);
    const path = `/v0/projects/${projectId}/transactions`;
    const { text } = await api.call(`GET ${path}?walletId=${id}&fields=walletId,amount&limit=1`);
    expect(text).toBe(`{"items":[{"walletId":"${id}","amount":2.000000000000000001}]}`);
    expect((await api.ask(`GET ${path}?asset=ETH`)).items).toEqual([]);
    expect((await api.ask(`GET /v0/projects/${projectId}/balances?asset=BTC`)).items).toEqual([]);
    const undone = await api.ask(`DELETE /v0/imports/${imported.body.id}`);
    expect(undone).toEqual({ id: imported.body.id, walletId: id, removed: 2, restored: 0 });
    expect(codeOf(await api.call(`DELETE /v0/imports/${imported.body.id}`))).toEqual([
      404,
      'not_found',
    ]);
    const bad = { ...call, body: '{"asset":"BTC"}' };
    const refused = await api.call(`POST /v0/wallets/${id}/imports`, bad);
    expect(codeOf(refused)).toEqual([422, 'invalid_import']);
    expect(refused.body.detail).toMatch(/^the body: /);
  });

  it('imports a large file in a thread, with the same outcome, messages and audit log', async () => {
    const { id } = await addLater();
    const rows = Array.from({ length: 600 }, (_, index) =>
      JSON.stringify({
        id: `tx_${index}`,
        asset: 'BTC',
        type: 'deposit',
        amount: `${index}.000000000000000001`,
        timestamp: 1_700_000_000_000 + index * 1000,
        status: 'completed',
        txid: String(index).padStart(64, '0'),
      }),
    );
    const send = (body: string) => api.call(`POST /v0/wallets/${id}/imports`, { body });
    // Two at the same time take turns, in the order in which their bodies arrive.
    const sent = await Promise.all([send(rows.join('\n')), send(rows.join('\n'))]);
    const outcomes = sent.map(({ body }) => body).sort((one, other) => other.added - one.added);
    expect(outcomes).toMatchObject([
      { walletId: id, rows: 600, added: 600, known: 0 },
      { walletId: id, rows: 600, added: 0, known: 600 },
    ]);
    const refused = await send([...rows, '{"asset":"BTC"}'].join('\n'));
    expect(codeOf(refused)).toEqual([422, 'invalid_import']);
    expect(refused.body.detail).toMatch(
      /^the body: .*Nothing was stored\nline 601: type is missing/s,
    );
    const audit = await api.ask(`GET /v0/audit?walletId=${id}&limit=2`);
    expect(audit.items).toMatchObject([
      { actor: { kind: 'management-key' }, detail: { rows: 600 } },
      { actor: { kind: 'management-key' }, detail: { rows: 600 } },
    ]);
  });

  it.each([1, 1500])(
    'imports an export of an exchange with %d deposits by the preset and the decisions of the request',
    async (count) => {
      const { id } = await addLater();
      const rows = (day: number, word: string, change: string, times = 1) =>
        `1,2024-01-0${day} 03:04:05,Spot,${word},BTC,${change},\n`.repeat(times);
      const body =
        'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n' +
        rows(1, 'Deposit', '0.000000000000000001', count) +
        rows(2, 'Gift A', '0.2') +
        rows(2, 'Gift B', '-0.3') +
        rows(2, 'Move', '0.4');
      const send = (query: Record<string, string>) => {
        const path = `/v0/wallets/${id}/imports?${new URLSearchParams(query).toString()}`;
        return api.call(`POST ${path}`, { body, headers: { 'content-type': 'text/csv' } });
      };
      const query = { preset: 'binance', map: 'Gift A=reward\nGift B=fee', skip: 'Move' };
      const imported = await send(query);
      expect(imported.body).toMatchObject({ rows: count + 2, added: count + 2 });
      const { text } = await api.call(
        `GET /v0/projects/${projectId}/transactions?walletId=${id}&fields=type,amount&limit=100`,
      );
      expect(text).toContain('{"type":"deposit","amount":0.000000000000000001}');
      expect(text).toContain('{"type":"reward","amount":0.2}');
      expect(text).toContain('{"type":"fee","amount":0.3}');
      const answer = await send({ ...query, skip: 'Other' });
      expect(codeOf(answer)).toEqual([422, 'invalid_import']);
      expect(answer.body.detail).toContain('operation "Move": 1 row, 1 with positive amounts');
    },
  );

  it('imports a file with a time zone and decimal commas, and asks for the parameters', async () => {
    const { id } = await addLater();
    const send = (query: Readonly<Record<string, string>>) =>
      api.call(`POST /v0/wallets/${id}/imports?${new URLSearchParams(query).toString()}`, {
        body: 'User ID,Time,Account,Operation,Coin,Change,Remark\n1,25-11-28 13:37:32,Spot,Deposit,BTC,"1,50",\n',
        headers: { 'content-type': 'text/csv' },
      });
    const query = { preset: 'binance', timeZone: '+02:00', decimalComma: 'true' };
    expect((await send(query)).body).toMatchObject({ added: 1 });
    const path = `/v0/projects/${projectId}/transactions?walletId=${id}&fields=amount,timestamp`;
    const { text } = await api.call(`GET ${path}`);
    expect(text).toContain(`{"amount":1.50,"timestamp":${Date.parse('2025-11-28T11:37:32Z')}}`);
    const zone = await send({ preset: 'binance' });
    expect(codeOf(zone)).toEqual([422, 'invalid_import']);
    expect(zone.body.detail).toContain('Add it, for example timeZone UTC or timeZone +02:00');
    const comma = await send({ ...query, decimalComma: 'false' });
    expect(comma.body.detail).toContain('is read with decimalComma');
    expect(`${zone.body.detail}${comma.body.detail}`).not.toContain('--');
  });

  it('answers a large file as one for an unknown wallet if it is removed before its turn', async () => {
    const { id } = await addLater();
    const row =
      '{"asset":"BTC","type":"deposit","amount":"1","timestamp":1700000000001,"status":"completed"}\n';
    const send = () => api.call(`POST /v0/wallets/${id}/imports`, { body: row.repeat(1000) });
    const [first, ...others] = [send(), send(), send()];
    await first;
    expect((await api.call(`DELETE /v0/wallets/${id}`)).status).toBe(204);
    const last = (await Promise.all(others)).at(-1)!;
    expect(codeOf(last)).toEqual([404, 'wallet_not_found']);
  });

  it('adds, tests, changes, rotates and removes a webhook', async () => {
    const receiver = await startReceiver();
    const url = `${receiver.url}/hook`;
    const hook = await api.ask(`POST /v0/projects/${projectId}/webhooks`, { url });
    expect(hook).toMatchObject({ url, state: 'active', walletIds: null });
    expect(hook.secret).toMatch(/^whsec_/);
    const path = `/v0/webhooks/${hook.id}`;
    expect(await api.ask(`POST ${path}/test`)).toMatchObject({ delivered: true });
    const rotated = await api.ask(`POST ${path}/rotate-secret`);
    expect(rotated.secret).not.toBe(hook.secret);
    const changed = await api.ask(`PATCH ${path}`, { events: ['wallet.failing'] });
    expect(changed.events).toEqual(['wallet.failing']);
    await receiver.close();
    expect(codeOf(await api.call(`POST ${path}/test`))).toEqual([422, 'webhook_failed']);
    const list = await api.call(`GET /v0/projects/${projectId}/webhooks`);
    expect(list.body.items).toMatchObject([{ id: hook.id }]);
    expect(list.text).not.toContain('whsec_');
    expect((await api.call(`DELETE ${path}`)).status).toBe(204);
    const bad = await api.call(`POST /v0/projects/${projectId}/webhooks`, {
      body: { url: 'ftp://x' },
    });
    expect(bad.body.errors).toMatchObject([{ parameter: 'url' }]);
  });

  it('creates, reads and cancels a connect session', async () => {
    const body = {
      exchange: 'kraken',
      externalId: 'customer-9',
      returnUrl: 'https://product.example/done',
    };
    const path = `/v0/projects/${projectId}/connect-sessions`;
    const session = await api.ask(`POST ${path}`, body);
    expect(session.url).toMatch(/^https:\/\/teller\.example\/connect#[\w-]{43}$/);
    const read = await api.ask(`GET /v0/connect-sessions/${session.id}`);
    expect(read).toMatchObject({ state: 'open', walletId: null, exchange: 'kraken' });
    expect(JSON.stringify(read)).not.toContain(session.url.split('#')[1]);
    expect((await api.ask(`GET ${path}`)).items).toMatchObject([{ id: session.id }]);
    expect((await api.call(`DELETE /v0/connect-sessions/${session.id}`)).status).toBe(204);
    expect((await api.ask(`GET /v0/connect-sessions/${session.id}`)).state).toBe('canceled');
    const away = { returnUrl: 'https://evil.example/done' };
    const refused = await api.call(`POST ${path}`, { body: away });
    expect(refused.body.errors).toMatchObject([{ parameter: 'returnUrl' }]);
    const long = await api.call(`POST ${path}`, { body: { expiresInSeconds: 86_401 } });
    expect(long.body.errors).toMatchObject([{ parameter: 'expiresInSeconds' }]);
  });

  it('lists every change with its key or command, without secrets', async () => {
    const { items } = await api.ask('GET /v0/audit?limit=1000');
    const actions = new Set(items.map(({ action }: { action: string }) => action));
    for (const action of [
      'organization.create',
      'wallet.create',
      'wallet.pause',
      'webhook.remove',
    ]) {
      if (action !== 'wallet.pause') expect(actions).toContain(action);
    }
    expect(items.at(-1)).toMatchObject({ actor: { kind: 'command', id: 'org create' } });
    const own = api.key.split('.')[0];
    expect(items[0].actor).toEqual({ kind: 'management-key', id: own });
    const text = JSON.stringify(items);
    for (const value of Object.values(READ_ONLY)) expect(text).not.toContain(value);
  });
});
