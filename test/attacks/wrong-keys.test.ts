import { afterEach, describe, expect, it } from 'vitest';

import { parseTrustedProxies } from '../../src/config/values.ts';
import { ManageError } from '../../src/manage/errors.ts';
import { LISTING } from '../http/samples.ts';
import { MASTER_KEY, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createTenant, headersOf, type Tenant } from '../http/tenants.ts';

let service: ServiceHarness;
let reads = 0;
afterEach(() => service.stop());

async function start(options: Parameters<typeof startService>[0] = {}): Promise<Tenant> {
  service = await startService({
    limits: { wrongKeysOfAddressMax: 5 },
    wrapStore: (store) =>
      new Proxy(store, {
        get: (target, name: keyof typeof store) => {
          if (name === 'findCaller') reads += 1;
          const member: unknown = target[name];
          return typeof member === 'function' ? member.bind(target) : member;
        },
      }),
    ...options,
  });
  const tenant = await createTenant(service.store, MASTER_KEY);
  reads = 0;
  return tenant;
}

const ask = async (
  tenant: Tenant,
  apiKey = tenant.apiKey,
  more: Readonly<Record<string, string>> = {},
) =>
  service.send({
    path: LISTING,
    headers: { ...headersOf(tenant), 'x-svc-api-key': apiKey, ...more },
  });
const askWrong = (tenant: Tenant, index: number, more?: Readonly<Record<string, string>>) =>
  ask(tenant, `key_${String(index).padStart(24, '0')}.${'A'.repeat(43)}`, more);

describe('wrong keys of an address', () => {
  it('are refused without verification beyond a limit, until the second ends', async () => {
    const tenant = await start();
    const statuses: number[] = [];
    for (let index = 0; index < 10; index += 1) {
      statuses.push((await askWrong(tenant, index)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429, 429]);
    expect(reads).toBe(5);
    const refused = await askWrong(tenant, 10);
    expect(refused.headers['retry-after']).toBe('1');
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'rate_limited' });
    service.clock.nowMs += 1000;
    expect((await askWrong(tenant, 11)).status).toBe(401);
    expect((await ask(tenant)).status).toBe(200);
  });

  it('do not affect a key that was valid before, even if it is not cached any more', async () => {
    const tenant = await start();
    expect((await ask(tenant)).status).toBe(200);
    service.clock.nowMs += 60_000;
    for (let index = 0; index < 10; index += 1) await askWrong(tenant, index);
    expect((await ask(tenant)).status).toBe(200);
    expect((await ask(tenant)).status).toBe(200);
  });

  it('include a revoked key', async () => {
    const tenant = await start();
    await ask(tenant);
    await service.store.revokeApiKey(tenant.keyId, service.clock.nowMs);
    service.clock.nowMs += 60_000;
    const statuses: number[] = [];
    for (let index = 0; index < 7; index += 1) statuses.push((await ask(tenant)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it('are limited for each caller behind a trusted proxy, not by an address that the caller claims', async () => {
    const tenant = await start({ trustedProxies: parseTrustedProxies('127.0.0.0/8, 10.0.0.0/8') });
    const statusOf = async (index: number, address: string): Promise<number> => {
      const forwarded = { 'x-forwarded-for': `203.0.113.${index}, ${address}, 10.0.0.2` };
      return (await askWrong(tenant, index, forwarded)).status;
    };
    for (let index = 0; index < 10; index += 1) {
      expect(await statusOf(index, '198.51.100.7')).toBe(index < 5 ? 401 : 429);
    }
    expect(await statusOf(10, '198.51.100.8')).toBe(401);
  });

  it('are limited apart from wrong tokens of connect sessions', async () => {
    const unused = () => Promise.reject(new Error('not part of this test'));
    const refuse = async () => {
      throw new ManageError('session_not_found', 'there is no such session');
    };
    const connect = { readSession: refuse, cancel: unused, connect: unused, readProgress: unused };
    const page = { listExchanges: unused, folder: '/none', frameOrigins: [] };
    const tenant = await start({ connect: { ...connect, ...page } });
    const authorization = `Bearer ${'A'.repeat(43)}`;
    for (const status of [401, 401, 401, 401, 401, 429]) {
      const path = '/connect/api/session';
      expect((await service.send({ path, headers: { authorization } })).status).toBe(status);
    }
    expect((await ask(tenant)).status).toBe(200);
  });

  it('are limited together if the trusted proxy forwards no address', async () => {
    const tenant = await start({ trustedProxies: parseTrustedProxies('127.0.0.0/8') });
    for (let index = 0; index < 10; index += 1) {
      expect((await askWrong(tenant, index)).status).toBe(index < 5 ? 401 : 429);
    }
  });

  it('are limited by the address of the connection without a trusted proxy', async () => {
    const tenant = await start();
    for (let index = 0; index < 10; index += 1) {
      const forwarded = { 'x-forwarded-for': `198.51.100.${index}` };
      expect((await askWrong(tenant, index, forwarded)).status).toBe(index < 5 ? 401 : 429);
    }
  });
});

describe('the log of refusals', () => {
  it('has twenty lines per second, and one with the number of the others', async () => {
    const tenant = await start();
    for (let index = 0; index < 50; index += 1) await askWrong(tenant, index);
    expect(service.log).toHaveLength(20);
    await expect.poll(() => service.log.length).toBe(21);
    expect(JSON.parse(service.log[20]!)).toMatchObject({ countsByStatus: { 429: 30 } });
    await ask(tenant);
    expect(service.log).toHaveLength(22);
  });
});
