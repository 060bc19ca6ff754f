import { Agent, request, type RequestOptions } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, describe, expect, it } from 'vitest';

import { shutDown } from '../../src/http/server.ts';
import { StoreUnavailableError } from '../../src/store/errors.ts';
import type { ServingStore } from '../../src/store/serving.ts';
import type { Store } from '../../src/store/store.ts';
import { addFaults, type FaultyStore } from './faulty-store.ts';
import { sendRaw } from './http-client.ts';
import { BALANCE, LISTING } from './samples.ts';
import {
  type HarnessOptions,
  MASTER_KEY,
  NOW_MS,
  type ServiceHarness,
  startService,
  untilInFlight,
} from './service-harness.ts';
import { createTenant, headersOf, type Tenant } from './tenants.ts';

const REQUESTS_MAX = 100_000;

let service: ServiceHarness;
let tenant: Tenant;
let faults: FaultyStore;

async function start(options: HarnessOptions = {}): Promise<void> {
  service = await startService({ wrapStore: (store) => (faults = addFaults(store)), ...options });
  tenant = await createTenant(service.store, MASTER_KEY, { syncedAtMs: NOW_MS });
}
afterEach(() => service.stop());

const ask = (path = LISTING) => service.send({ path, headers: headersOf(tenant) });

/** Makes the store wait until the returned function is called. */
function holdStore(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  faults.gate = promise;
  return resolve;
}

/** Sends requests over one connection, each immediately after the previous answer, until it is closed. */
async function askUntilClosed(): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const head = { port: service.port, host: '127.0.0.1', path: LISTING, agent };
  try {
    for (let count = 0; count < REQUESTS_MAX; count += 1) {
      const answer = await readAnswer({ ...head, headers: headersOf(tenant) });
      if (answer.endsWith('close')) return `closed after ${answer}`;
    }
    return 'never closed';
  } catch (error) {
    return String(error);
  } finally {
    agent.destroy();
  }
}

/** Returns the status and the `connection` header of a completely read answer. */
function readAnswer(options: RequestOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (response) => {
      const { statusCode, headers } = response.on('error', reject).resume();
      response.on('end', () => resolve(`${statusCode} ${headers.connection}`));
    });
    outgoing.on('error', reject).end();
  });
}

describe('a store that does not respond', () => {
  it('causes 503 on every route that needs it, until it responds', async () => {
    await start();
    faults.failure = new StoreUnavailableError('SQLITE_BUSY at /secret/path.db');
    for (const path of [LISTING, BALANCE, '/readyz']) {
      const { status, headers, body } = await ask(path);
      expect([status, headers['retry-after']]).toEqual([503, '2']);
      expect(JSON.parse(body)).toMatchObject({ code: 'store_unavailable', status: 503 });
      expect(body).not.toContain('SQLITE');
      expect(body).not.toContain('/secret');
      const logged = service.log.find((line) => line.includes(String(headers['x-request-id'])));
      expect(logged).toContain('SQLITE_BUSY at /secret/path.db');
    }
    expect((await ask('/livez')).status).toBe(200);
    faults.failure = undefined;
    for (const path of [LISTING, BALANCE, '/readyz']) expect((await ask(path)).status).toBe(200);
  });
});

describe('a defect', () => {
  it('causes 500 without its cause, which is logged with the request id', async () => {
    await start();
    faults.failure = new TypeError(`cannot read x of SELECT * FROM keys '${tenant.apiKey}'`);
    const { status, headers, body } = await ask();
    expect(status).toBe(500);
    expect(JSON.parse(body)).toMatchObject({ code: 'internal', status: 500 });
    expect(body).not.toContain('SELECT');
    const logged = service.log.find((line) => line.includes('SELECT'));
    expect(logged).toContain(headers['x-request-id']);
    expect(logged).not.toContain(tenant.apiKey);
  });
});

describe('too many concurrent requests', () => {
  it('are refused with 503 while the others wait, and the routes for operators answer', async () => {
    await start({ limits: { requestsInFlightMax: 2 } });
    const release = holdStore();
    const waiting = [ask(), ask()];
    await untilInFlight(service, 2);
    const refused = await ask();
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'overloaded' });
    expect((await ask('/livez')).status).toBe(200);
    release();
    expect((await Promise.all(waiting)).map((answer) => answer.status)).toEqual([200, 200]);
    expect((await ask()).status).toBe(200);
  });
});

describe('a caller who has disconnected', () => {
  it('causes no large page to be read, and does not delay others', async () => {
    await start();
    const path = `${LISTING}?limit=1000`;
    const release = holdStore();
    const before = ask(path);
    const { port } = service;
    const gone = request({ host: '127.0.0.1', port, path, headers: headersOf(tenant) });
    gone.on('error', () => undefined).end();
    await untilInFlight(service, 2);
    gone.destroy();
    // The service has noticed it when it answers another connection.
    await service.send({ path: '/livez' });
    release();
    expect((await before).status).toBe(200);
    expect((await ask(path)).status).toBe(200);
    await untilInFlight(service, 0);
    // The second response is from the cache.
    expect(faults.pageCount).toBe(1);
    const counted = (await service.askMetrics()).body;
    expect(counted).toContain(`_seconds_count{route="${LISTING}",status="499"} 1\n`);
    expect(service.log.filter((line) => line.includes('"status":499,'))).toHaveLength(1);
  });
});

describe('shutting down', () => {
  it('answers running requests, closes their connections and accepts no more', async () => {
    await start();
    const release = holdStore();
    const waiting = ask();
    await untilInFlight(service, 1);
    const closed = shutDown(service.app, 10_000);
    await expect.poll(() => service.app.server.listening).toBe(false);
    release();
    const answer = await waiting;
    expect([answer.status, answer.headers.connection]).toEqual([200, 'close']);
    await closed;
    await expect(ask('/livez')).rejects.toThrow('ECONNREFUSED');
  });

  it('answers busy connections once more, with connection: close, and resets none', async () => {
    await start({ limits: { drainMs: 60_000 } });
    const endings = Array.from({ length: 8 }, () => askUntilClosed());
    await expect.poll(() => service.log.length).toBeGreaterThan(100);
    const closed = shutDown(service.app, 60_000);
    expect(await Promise.all(endings)).toEqual(endings.map(() => 'closed after 200 close'));
    await closed;
  });

  it('accepts one more request on an idle connection', async () => {
    await start({ limits: { drainMs: 60_000 } });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const head = { port: service.port, host: '127.0.0.1', path: '/livez', agent };
    expect(await readAnswer(head)).toBe('200 keep-alive');
    const closed = shutDown(service.app, 60_000);
    await expect.poll(() => service.app.server.listening).toBe(false);
    expect(await readAnswer(head)).toBe('200 close');
    await closed;
    agent.destroy();
  });

  it('does not wait for an idle connection', async () => {
    await start({ limits: { drainMs: 20 } });
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve) => {
      request({ port: service.port, host: '127.0.0.1', path: '/livez', agent }, (response) => {
        response.resume().on('end', resolve);
      }).end();
    });
    await shutDown(service.app, 60_000);
    expect(service.app.server.listening).toBe(false);
    agent.destroy();
  });

  it('closes connections after its grace period', async () => {
    await start();
    const release = holdStore();
    const waiting = ask();
    const outcome = waiting.then(
      () => 'answered',
      () => 'cut',
    );
    await untilInFlight(service, 1);
    await shutDown(service.app, 20);
    expect(await outcome).toBe('cut');
    release();
  });

  it('makes the service not ready before it is closed', async () => {
    let ending = false;
    await start({ isShuttingDown: () => ending });
    expect((await ask('/readyz')).status).toBe(200);
    ending = true;
    const { status, headers } = await ask('/readyz');
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect((await ask()).status).toBe(200);
  });
});

describe('readiness', () => {
  it('lasts as long as a node of the cluster responds', async () => {
    const lost: boolean[] = [true, false];
    const listNodes = async () =>
      lost.map((isLost, index) => ({ address: `node${index}:5432`, isReachable: !isLost }));
    await start({ wrapStore: (store) => ({ ...addFaults(store), listNodes }) });
    const part = await ask('/readyz');
    expect([part.status, JSON.parse(part.body)]).toMatchObject([
      200,
      { status: 'ready', unavailableNodes: ['node0:5432'] },
    ]);
    lost[1] = true;
    const { status, body } = await ask('/readyz');
    expect([status, JSON.parse(body)]).toMatchObject([503, { code: 'store_unavailable' }]);
  });

  it('lasts while the next version has migrated the database', async () => {
    await start();
    const raw = new DatabaseSync(service.databasePath);
    raw.exec("INSERT INTO schema_migration (version, name) VALUES (9999, 'later')");
    expect((await ask('/readyz')).status).toBe(200);
    raw.exec('DELETE FROM schema_migration');
    raw.close();
    const { status, body } = await ask('/readyz');
    expect([status, body]).toEqual([503, expect.stringContaining('another version')]);
  });

  it('is one query to the database for all concurrent callers', async () => {
    let pings = 0;
    const ping = (): Promise<void> => {
      pings += 1;
      return faults.ping();
    };
    await start({ wrapStore: (store) => ({ ...(faults = addFaults(store)), ping }) });
    const release = holdStore();
    const asked = Array.from({ length: 4 }, () => ask('/readyz'));
    await untilInFlight(service, 4);
    expect(pings).toBe(1);
    release();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    faults.failure = new StoreUnavailableError('down');
    expect((await ask('/readyz')).status).toBe(503);
    expect(pings).toBe(2);
  });
});

describe('metrics', () => {
  it('are disabled without a token, and the message says how to enable them', async () => {
    await start();
    const { status, headers, body } = await service.send({
      path: '/metrics',
      headers: { authorization: 'Bearer undefined' },
    });
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toMatch(/^Bearer /);
    expect(body).toContain('TELLER_METRICS_TOKEN');
    expect(body).toContain('TELLER_METRICS_PORT');
  });

  it('require the token also if the path is percent-encoded', async () => {
    await start({ metricsToken: 'a-long-enough-token' });
    for (const path of ['/metrics', '/%6detrics', '/%6D%65tric%73']) {
      expect((await service.send({ path })).status).toBe(401);
      const authorization = 'Bearer a-long-enough-token';
      expect((await service.send({ path, headers: { authorization } })).status).toBe(200);
    }
    for (const path of ['/%256detrics', '/%2fmetrics', '//metrics', '/./metrics', '/METRICS']) {
      expect((await service.send({ path })).status).toBe(404);
    }
  });

  it('are returned only for the token, and contain no tenant', async () => {
    await start({ metricsToken: 'a-long-enough-token' });
    await ask();
    await ask('/nowhere/at/all');
    const read = (authorization: string) =>
      service.send({ path: '/metrics', headers: { authorization } });
    for (const wrong of [
      '',
      'Bearer',
      'Bearer x',
      'Basic a-long-enough-token',
      'a-long-enough-token',
    ]) {
      expect((await read(wrong)).status).toBe(401);
    }
    const { status, headers, body } = await read('bearer a-long-enough-token');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(body).toContain(
      `teller_http_request_duration_seconds_count{route="${LISTING}",status="200"} 1`,
    );
    expect(body).toContain('{route="unknown",status="404"} 1');
    expect(body).toContain('process_cpu_seconds_total');
    for (const secret of [tenant.walletId, tenant.keyId, tenant.orgId, 'nowhere']) {
      expect(body).not.toContain(secret);
    }
  });

  it('are returned as OpenMetrics to callers that prefer it, with a counter for each family', async () => {
    await start({ metricsToken: 'a-long-enough-token' });
    await ask();
    const text = await service.send({
      path: '/metrics',
      headers: {
        authorization: 'Bearer a-long-enough-token',
        accept: 'application/openmetrics-text; version=1.0.0',
      },
    });
    expect(text.headers).toMatchObject({
      'content-type': 'application/openmetrics-text; version=1.0.0; charset=utf-8',
      vary: 'accept',
    });
    const counters = [...text.body.matchAll(/^# TYPE (\w+) counter$/gm)].map(([, name]) => name!);
    expect(counters).toContain('teller_http_rate_limited');
    expect(counters.filter((name) => name.endsWith('_total'))).toEqual([]);
    expect(text.body).toContain('\nteller_http_rate_limited_total 0\n');
    expect(text.body.endsWith('\n# EOF\n')).toBe(true);
    // The suffix is that of counters.
    expect(text.body).not.toMatch(/^# TYPE \w+_total gauge$|\n\n/m);
  });

  it('count the wallets of an exchange by state', async () => {
    await start();
    const { body } = await service.askMetrics();
    expect(body).toMatch(/teller_wallets\{exchange="binance",state="backfilling"\} [1-9]/);
    expect(body).toContain('teller_wallet_oldest_sync_age_seconds{exchange="binance"');
    expect(body).toContain('teller_wallet_quarantined_rows{exchange="binance"');
  });

  it('count the webhooks by state, their pending events, and the time of failure', async () => {
    await start();
    expect((await service.askMetrics()).body).toContain('teller_webhook_pending_events 0\n');
    const counts = [
      { state: 'active', count: 3, pendingCount: 0, failingSinceMs: null },
      { state: 'disabled', count: 1, pendingCount: 0, failingSinceMs: null },
      { state: 'failing', count: 2, pendingCount: 7, failingSinceMs: NOW_MS - 90_000 },
    ] as const;
    await service.stop();
    const countWebhooks = () => Promise.resolve(counts);
    await start({ wrapStore: (store: Store) => Object.assign(store, { countWebhooks }) });
    const { body } = await service.askMetrics();
    expect(body).toContain('teller_webhooks{state="active"} 3\n');
    expect(body).toContain('teller_webhooks{state="failing"} 2\n');
    expect(body).toContain('teller_webhooks{state="disabled"} 1\n');
    expect(body).toContain('teller_webhook_pending_events 7\n');
    expect(body).toContain('teller_webhook_failing_seconds 90\n');
  });

  it('report whether notifications of changes are received', async () => {
    let isNotified = true;
    const wrapStore = (store: Store) =>
      new Proxy<ServingStore>(store, {
        get: (target, name: keyof ServingStore) =>
          name === 'generation' ? () => (isNotified ? 1 : undefined) : Reflect.get(target, name),
      });
    await start({ wrapStore });
    expect((await service.askMetrics()).body).toContain('teller_store_notifications_connected 1\n');
    isNotified = false;
    expect((await service.askMetrics()).body).toContain('teller_store_notifications_connected 0\n');
  });

  it('omit the state of notifications if the service reads a standby', async () => {
    const none = { tracksChanges: false, generation: () => undefined };
    await start({ wrapStore: (store) => ({ ...store, ...none }) });
    expect((await service.askMetrics()).body).not.toContain('teller_store_notifications_connected');
  });

  it('are returned by the app for a separate port, which serves nothing else, and are not cached', async () => {
    await start();
    for (const path of ['/metrics', '/livez']) {
      const { status, headers } = await service.askMetrics(path);
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    }
    expect((await service.askMetrics(LISTING)).status).toBe(404);
  });
});

describe('the log', () => {
  it('has one line for each request and no secret, with any errors', async () => {
    await start({ metricsToken: 'a-long-enough-token' });
    const headers = { ...headersOf(tenant), authorization: 'Bearer a-long-enough-token' };
    const requests = [
      { path: LISTING, headers },
      { path: `${LISTING}?asset=${tenant.apiKey}&limit=x`, headers },
      { path: `${LISTING}?${tenant.apiKey}=1`, headers },
      { path: `/${tenant.apiKey}`, headers },
      { path: `/%zz${tenant.apiKey}`, headers },
      { path: LISTING, headers: { ...headers, 'x-svc-api-key': [tenant.apiKey, tenant.apiKey] } },
      { path: LISTING, headers: { ...headers, 'x-svc-org-id': tenant.apiKey } },
      { path: LISTING, headers: { ...headers, 'x-svc-wallet-id': tenant.apiKey } },
      { path: '/metrics', headers },
      { path: LISTING, method: 'POST', headers },
    ];
    for (const request of requests) await service.send(request);
    await sendRaw(service.port, `x-svc-api-key: ${tenant.apiKey}\r\n\r\n`);
    expect(service.log).toHaveLength(requests.length + 1);
    const whole = service.log.join('');
    expect(whole).not.toContain(tenant.apiKey);
    expect(whole).not.toContain(tenant.apiKey.split('.')[1]);
    expect(whole).not.toContain('a-long-enough-token');
    expect(whole).not.toContain(MASTER_KEY.apiKeyPepper.export().toString('hex'));
    expect(JSON.parse(service.log[0]!)).toMatchObject({
      method: 'GET',
      route: LISTING,
      status: 200,
      durationMs: expect.any(Number) as number,
      requestId: expect.any(String) as string,
      keyId: tenant.keyId,
      walletId: tenant.walletId,
    });
  });
});
