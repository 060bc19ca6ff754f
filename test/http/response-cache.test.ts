import { setImmediate as nextTurn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { ServingStore } from '../../src/store/serving.ts';
import type { Store } from '../../src/store/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { BALANCE, LISTING, SAMPLE_BALANCES, sampleTransactions } from './samples.ts';
import {
  type HarnessOptions,
  MASTER_KEY,
  NOW_MS,
  type ServiceHarness,
  startService,
} from './service-harness.ts';
import { createTenant, headersOf, recordSync, type Tenant } from './tenants.ts';
import { importRows } from '../store/contract/import-fixtures.ts';
import { storeRows } from '../store/store-rows.ts';

let service: ServiceHarness;
let tenant: Tenant;
/** Reads of the store, by method. */
let reads: Record<string, number>;

/** Whether notifications of changes by other processes are received. */
let isNotified = true;

/** Runs after a caller was read and before the service has its result. */
let afterCaller = async (): Promise<void> => undefined;

/** The store, with its reads counted. */
function countReads(store: Store): ServingStore {
  const count = <Result>(name: string, call: () => Promise<Result>): Promise<Result> => {
    reads[name] = (reads[name] ?? 0) + 1;
    return call();
  };
  return {
    tracksChanges: store.tracksChanges,
    generation: (keyId, walletId) => (isNotified ? store.generation(keyId, walletId) : undefined),
    findCaller: async (...args) => {
      const caller = await count('findCaller', () => store.findCaller(...args));
      await afterCaller();
      return caller;
    },
    listTransactions: (...args) => count('listTransactions', () => store.listTransactions(...args)),
    readBalances: (...args) => count('readBalances', () => store.readBalances(...args)),
    countWallets: () => store.countWallets(),
    countWebhooks: () => store.countWebhooks(),
    ping: () => store.ping(),
    listNodes: () => store.listNodes(),
  };
}

async function start(options: HarnessOptions = {}): Promise<void> {
  reads = {};
  isNotified = true;
  afterCaller = async () => undefined;
  service = await startService({ wrapStore: countReads, ...options });
  tenant = await createTenant(service.store, MASTER_KEY, {
    transactions: sampleTransactions(400),
    balances: SAMPLE_BALANCES,
    syncedAtMs: NOW_MS,
  });
}
beforeEach(() => start());
afterEach(() => service.stop());

const ask = (path: string, headers: Record<string, string> = {}) =>
  service.send({ path, headers: { ...headersOf(tenant), ...headers } });

/** Another process on the same database. */
async function elsewhere(work: (store: Store) => Promise<unknown>): Promise<void> {
  const store = openSqliteStore({ path: service.databasePath });
  await work(store);
  await store.close();
}

describe('a cached response', () => {
  it.each([LISTING, `${LISTING}?limit=50`, BALANCE])(
    'is returned without a read: %s',
    async (path) => {
      const first = await ask(path);
      const before = { ...reads };
      const second = await ask(path);
      expect(second.body).toBe(first.body);
      expect(second.headers.etag).toBe(first.headers.etag);
      expect(reads).toEqual(before);
    },
  );

  it('is returned without a read, a large one from the second request on', async () => {
    const path = `${LISTING}?limit=1000`;
    const first = await ask(path);
    await ask(path);
    const before = { ...reads };
    const third = await ask(path);
    expect(third.body).toBe(first.body);
    expect(reads).toEqual(before);
  });

  it('is replaced as soon as another process has changed the wallet', async () => {
    const first = await ask(LISTING);
    const [row] = sampleTransactions(401).slice(-1);
    await elsewhere((store) => storeRows(store, tenant.walletId, [row!]));
    const second = await ask(LISTING);
    expect(JSON.parse(second.body)).toMatchObject({ pagination: { totalCount: 401 } });
    expect(second.headers.etag).not.toBe(first.headers.etag);
  });

  it('of a balance shows the time of a synchronisation that has changed nothing', async () => {
    const { headers } = await ask(BALANCE);
    const content = { balances: SAMPLE_BALANCES };
    await elsewhere((store) => recordSync(store, tenant.walletId, content, NOW_MS + 60_000));
    const { status, body } = await ask(BALANCE, { 'if-none-match': headers.etag! });
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      lastSyncAt: new Date(NOW_MS + 60_000).toISOString(),
    });
  });

  it('is not returned after an import was undone whose rows an unfinished first synchronisation has read', async () => {
    tenant = await createTenant(service.store, MASTER_KEY, { syncedAtMs: null });
    const rows = sampleTransactions(2);
    await elsewhere(async (store) => {
      await importRows(store, tenant.walletId, rows);
      await storeRows(store, tenant.walletId, rows);
    });
    expect((await ask(LISTING)).status).toBe(200);
    const [imported] = await service.store.listImports(tenant.walletId);
    await elsewhere((store) => store.undoImport(imported!.id, 1));
    for (const path of [LISTING, `${LISTING}?limit=10`]) {
      const { status, body } = await ask(path);
      expect([status, JSON.parse(body)]).toMatchObject([503, { code: 'wallet_not_synced' }]);
    }
  });

  it('remains valid when another wallet changes', async () => {
    await ask(LISTING);
    const other = await createTenant(service.store, MASTER_KEY);
    await elsewhere((store) => storeRows(store, other.walletId, sampleTransactions(1)));
    await ask(LISTING);
    expect(reads['listTransactions']).toBe(1);
  });

  it('is not returned to another tenant, nor for another request', async () => {
    await ask(LISTING);
    const other = await createTenant(service.store, MASTER_KEY);
    const { body } = await service.send({ path: LISTING, headers: headersOf(other) });
    expect(JSON.parse(body)).toMatchObject({ transactions: [] });
    const stranger = { ...headersOf(other), 'x-svc-wallet-id': tenant.walletId };
    expect((await service.send({ path: LISTING, headers: stranger })).status).toBe(404);
    expect(JSON.parse((await ask(`${LISTING}?page=1`)).body)).toMatchObject({
      pagination: { page: 1 },
    });
  });
});

describe('a cached authentication', () => {
  it('is invalid for the first request after any process has revoked the key', async () => {
    expect((await ask(LISTING)).status).toBe(200);
    await elsewhere((store) => store.revokeApiKey(tenant.keyId, NOW_MS));
    expect((await ask(LISTING)).status).toBe(401);
  });

  it('is invalid if the key was revoked while the caller was read', async () => {
    afterCaller = async () => {
      await elsewhere((store) => store.revokeApiKey(tenant.keyId, NOW_MS));
      // The version of the data is read once in a turn of the event loop.
      await nextTurn();
    };
    // The caller was read before the change.
    expect((await ask(LISTING)).status).toBe(200);
    afterCaller = async () => undefined;
    expect((await ask(LISTING)).status).toBe(401);
  });

  it('is re-read after a second, and while no notification of a revoked key can arrive', async () => {
    await ask(LISTING);
    await ask(LISTING);
    expect(reads['findCaller']).toBe(1);
    service.clock.nowMs += 1000;
    await ask(LISTING);
    expect(reads['findCaller']).toBe(2);
    isNotified = false;
    await ask(LISTING);
    await ask(LISTING);
    expect(reads['findCaller']).toBe(4);
  });

  it('is invalid when the key expires', async () => {
    const expiring = await createTenant(service.store, MASTER_KEY, {}, NOW_MS + 10);
    const request = { path: LISTING, headers: headersOf(expiring) };
    expect((await service.send(request)).status).toBe(200);
    service.clock.nowMs += 10;
    expect((await service.send(request)).status).toBe(401);
  });

  it('belongs to a single caller', async () => {
    await ask(LISTING);
    expect((await ask(LISTING, { 'x-svc-api-key': `${tenant.apiKey}x` })).status).toBe(401);
    expect((await ask(LISTING, { 'x-svc-org-id': 'org_other' })).status).toBe(403);
  });
});

describe('304', () => {
  it('reads no row, even if the response is not cached', async () => {
    await service.stop();
    await start({ limits: { responseCacheBytesMax: 0 } });
    const { headers } = await ask(LISTING);
    const again = await ask(LISTING, { 'if-none-match': headers.etag! });
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    expect(reads['listTransactions']).toBe(1);
    await storeRows(service.store, tenant.walletId, sampleTransactions(401).slice(-1));
    expect((await ask(LISTING, { 'if-none-match': headers.etag! })).status).toBe(200);
  });
});

describe('compression', () => {
  const gzip = { 'accept-encoding': 'br;q=1, gzip;q=0.5' };

  it('applies to large bodies if the caller accepts it, with its own tag', async () => {
    const path = `${LISTING}?limit=1000`;
    const plain = await ask(path);
    const packed = await ask(path, gzip);
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.bytes.length).toBeLessThan(plain.body.length / 3);
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.body);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    expect(plain.headers.vary).toContain('accept-encoding');
    const again = await ask(path, { ...gzip, 'if-none-match': packed.headers.etag! });
    expect([again.status, again.headers.etag]).toEqual([304, packed.headers.etag]);
  });

  it('does not apply to small bodies, or if the caller refuses it', async () => {
    expect((await ask(LISTING, gzip)).headers).not.toHaveProperty('content-encoding');
    const refusing = { 'accept-encoding': 'gzip;q=0, *' };
    expect((await ask(`${LISTING}?limit=1000`, refusing)).headers).not.toHaveProperty(
      'content-encoding',
    );
  });
});
