import { afterEach, describe, expect, it } from 'vitest';

import { addFaults, type FaultyStore } from '../http/faulty-store.ts';
import { LISTING } from '../http/samples.ts';
import { MASTER_KEY, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createTenant, headersOf } from '../http/tenants.ts';

let service: ServiceHarness;
afterEach(() => service.stop());

describe('the rate limit', () => {
  it('counts the requests of a key within a second of the clock', async () => {
    service = await startService({ rateLimitPerSecond: 3 });
    const tenant = await createTenant(service.store, MASTER_KEY);
    const ask = () => service.send({ path: LISTING, headers: headersOf(tenant) });
    for (const left of [2, 1, 0]) {
      const { status, headers } = await ask();
      expect([status, headers['ratelimit']]).toEqual([200, `"key";r=${left};t=1`]);
      expect(headers['ratelimit-policy']).toBe('"key";q=3;w=1');
    }
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({
      'retry-after': '1',
      ratelimit: '"key";r=0;t=1',
      'ratelimit-policy': '"key";q=3;w=1',
    });
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'rate_limited', status: 429 });
    service.clock.nowMs += 1000;
    expect((await ask()).status).toBe(200);
    const metrics = await service.askMetrics();
    expect(metrics.body).toContain('teller_http_rate_limited_total 1');
  });

  it('limits the log of refused requests to twenty lines per second', async () => {
    service = await startService({ rateLimitPerSecond: 1 });
    const tenant = await createTenant(service.store, MASTER_KEY);
    const ask = () => service.send({ path: LISTING, headers: headersOf(tenant) });
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(49);
    await expect.poll(() => service.log.length).toBe(22);
    const last = JSON.parse(service.log.at(-1)!) as object;
    expect(last).toMatchObject({ countsByStatus: { 429: 29 } });
  });

  it('applies to each key separately', async () => {
    service = await startService({ rateLimitPerSecond: 1 });
    const [one, two] = [
      await createTenant(service.store, MASTER_KEY),
      await createTenant(service.store, MASTER_KEY),
    ];
    expect((await service.send({ path: LISTING, headers: headersOf(one) })).status).toBe(200);
    expect((await service.send({ path: LISTING, headers: headersOf(one) })).status).toBe(429);
    expect((await service.send({ path: LISTING, headers: headersOf(two) })).status).toBe(200);
  });

  it('comes before parameters and data, and after authentication', async () => {
    service = await startService({ rateLimitPerSecond: 1 });
    const tenant = await createTenant(service.store, MASTER_KEY);
    const headers = headersOf(tenant);
    const wrong = { ...headers, 'x-svc-api-key': `${tenant.apiKey.slice(0, -2)}AA` };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const answer = await service.send({ path: LISTING, headers: wrong });
      expect([answer.status, answer.headers['ratelimit']]).toEqual([401, '"key";r=1;t=1']);
    }
    const bad = await service.send({ path: `${LISTING}?limit=x`, headers });
    expect([bad.status, bad.headers['ratelimit']]).toEqual([400, '"key";r=0;t=1']);
    expect((await service.send({ path: `${LISTING}?limit=x`, headers })).status).toBe(429);
    const lost = { ...headers, 'x-svc-wallet-id': 'wallet_unknown' };
    expect((await service.send({ path: LISTING, headers: lost })).status).toBe(429);
    const foreign = { ...headers, 'x-svc-project-id': 'project_foreign' };
    expect((await service.send({ path: LISTING, headers: foreign })).status).toBe(429);
  });

  it('counts a delayed request in the second in which it is answered', async () => {
    let faults!: FaultyStore;
    service = await startService({
      rateLimitPerSecond: 1,
      wrapStore: (store) => (faults = addFaults(store)),
    });
    const headers = headersOf(await createTenant(service.store, MASTER_KEY));
    const ask = async (): Promise<number> =>
      (await service.send({ path: LISTING, headers })).status;
    const held = Promise.withResolvers<void>();
    faults.gate = held.promise;
    const late = ask();
    await expect.poll(async () => (await service.askMetrics()).body).toMatch(/in_flight 1\n/);
    service.clock.nowMs += 1000;
    held.resolve();
    expect(await late).toBe(200);
    expect(await ask()).toBe(429);
  });

  it('is reported by every response, in full if no key was counted', async () => {
    service = await startService({ rateLimitPerSecond: 7 });
    for (const path of ['/livez', '/readyz', '/openapi.json', '/metrics', '/nowhere', '/%zz']) {
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const { headers } = await service.send({ method, path });
        expect(headers['ratelimit']).toBe('"key";r=7;t=1');
        expect(headers['ratelimit-policy']).toBe('"key";q=7;w=1');
      }
    }
  });
});
