import { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { AssetBalance } from '../../src/domain/balance.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { parseDigits } from './http-client.ts';
import { BALANCE, SAMPLE_BALANCES } from './samples.ts';
import { MASTER_KEY, NOW_MS, type ServiceHarness, startService } from './service-harness.ts';
import { createTenant, headersOf, type Tenant } from './tenants.ts';

let service: ServiceHarness;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await createTenant(service.store, MASTER_KEY, {
    balances: SAMPLE_BALANCES,
    syncedAtMs: NOW_MS,
  });
});
afterAll(() => service.stop());

describe('the balance', () => {
  it('contains every asset and network with exact digits and limits as text', async () => {
    const { status, headers, body } = await service.send({
      path: BALANCE,
      headers: headersOf(tenant),
    });
    expect(status).toBe(200);
    expect(parseDigits(body)).toEqual({
      lastSyncAt: '2024-06-01T12:00:00.000Z',
      balances: SAMPLE_BALANCES,
    });
    expect(body).toContain('"amount":12.340,"networks":[]');
    expect(body).toContain(
      '{"id":"ARB_ONE","code":"ARBITRUM","name":"Arbitrum One","displayName":"Arbitrum \\"One\\"",' +
        '"minWithdrawal":"1e-8","maxWithdrawal":null,"assetName":"USDC","addressRegex":"^(0x)[0-9A-Fa-f]{40}$"}',
    );
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'private, no-cache',
      'x-svc-last-sync-at': '2024-06-01T12:00:00.000Z',
      'x-svc-history': 'backfilling',
    });
  });

  it('lists the assets with unknown networks, if there are any', async () => {
    const ask = async (balances: readonly AssetBalance[]): Promise<string | undefined> => {
      const owner = await createTenant(service.store, MASTER_KEY, { balances, syncedAtMs: 1 });
      const { headers } = await service.send({ path: BALANCE, headers: headersOf(owner) });
      return headers['x-svc-unknown-networks'] as string | undefined;
    };
    const unknown = (asset: string): AssetBalance => ({
      asset,
      amount: parseDecimal('1'),
      networks: [],
      networksUnknown: true,
    });
    expect(await ask(SAMPLE_BALANCES)).toBeUndefined();
    expect(await ask([...SAMPLE_BALANCES, unknown('BTC'), unknown('A,é')])).toBe('A%2C%C3%A9,BTC');
    const many = Array.from({ length: 600 }, (_, index) => unknown(`A${index}`));
    expect(await ask(many)).toBe('*');
  });

  it('marks undocumented withdrawable amounts', async () => {
    const ask = async (withdrawableUnverified: boolean): Promise<unknown> => {
      const owner = await createTenant(service.store, MASTER_KEY, {
        balances: SAMPLE_BALANCES,
        withdrawableUnverified,
        syncedAtMs: 1,
      });
      const { headers } = await service.send({ path: BALANCE, headers: headersOf(owner) });
      return headers['x-svc-unverified-withdrawable'];
    };
    expect(await ask(true)).toBe('true');
    expect(await ask(false)).toBeUndefined();
  });

  it('returns 304 if the caller already has it', async () => {
    const { headers } = await service.send({ path: BALANCE, headers: headersOf(tenant) });
    const again = await service.send({
      path: BALANCE,
      headers: { ...headersOf(tenant), 'if-none-match': headers.etag! },
    });
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
  });

  it('is refused with 503 before the first synchronisation', async () => {
    const fresh = await createTenant(service.store, MASTER_KEY, { syncedAtMs: null });
    const { status, headers, body } = await service.send({
      path: BALANCE,
      headers: headersOf(fresh),
    });
    expect(status).toBe(503);
    expect(JSON.parse(body)).toMatchObject({ code: 'wallet_not_synced', status: 503 });
    expect(headers['retry-after']).toBe('10');
    expect(headers['x-svc-history']).toBe('backfilling');
    expect(headers).not.toHaveProperty('x-svc-last-sync-at');
  });

  it('is refused if it is corrupted, with the command to run in the log', async () => {
    const owner = await createTenant(service.store, MASTER_KEY, {
      balances: SAMPLE_BALANCES,
      syncedAtMs: NOW_MS,
    });
    const raw = new DatabaseSync(service.databasePath);
    raw
      .prepare(
        `UPDATE wallet_balance SET amount = amount || '1'
           WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?)`,
      )
      .run(owner.walletId);
    raw.close();
    const { status, headers, body } = await service.send({
      path: BALANCE,
      headers: headersOf(owner),
    });
    expect(status).toBe(503);
    expect(JSON.parse(body)).toMatchObject({ code: 'store_unavailable', status: 503 });
    expect(headers).toHaveProperty('retry-after');
    const log = service.log.join('');
    expect(log).toContain('the balances of a wallet are corrupted; run `teller doctor --fix`');
    expect(log).toContain(owner.walletId);
  });

  it('accepts no parameter', async () => {
    const { status, body } = await service.send({
      path: `${BALANCE}?asset=BTC`,
      headers: headersOf(tenant),
    });
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({
      code: 'unknown_parameter',
      errors: [{ parameter: 'asset' }],
    });
  });
});
