/** Polling of the real service. */
import { afterAll, beforeAll, expect, it } from 'vitest';

import { poll, WalletTeller } from '../../client/src/index.ts';
import { sampleTransactions } from '../http/samples.ts';
import { MASTER_KEY, NOW_MS, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createTenant } from '../http/tenants.ts';
import { storeRows } from '../store/store-rows.ts';

const INTERVAL_MS = 5;
/** Number of requests without a change for which a test waits. */
const UNCHANGED = 3;

let service: ServiceHarness;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Creates a wallet with three transactions, and its client. */
async function createWallet(
  fetch = globalThis.fetch,
): Promise<{ walletId: string; wallet: WalletTeller }> {
  const transactions = sampleTransactions(3);
  const tenant = await createTenant(service.store, MASTER_KEY, {
    transactions,
    syncedAtMs: NOW_MS,
    historyComplete: true,
  });
  const baseUrl = `http://127.0.0.1:${service.port}`;
  return { walletId: tenant.walletId, wallet: new WalletTeller({ baseUrl, fetch, ...tenant }) };
}

const countResponses = (status: number): number =>
  service.log.filter((line) => line.includes(`"status":${status},`)).length;

/** Waits until the service has sent several responses without a body. */
async function untilUnchanged(): Promise<void> {
  const before = countResponses(304);
  await expect.poll(() => countResponses(304)).toBeGreaterThan(before + UNCHANGED);
}

it('yields a listing again after a change, and transfers no body before', async () => {
  const { walletId, wallet } = await createWallet();
  const changes = poll((options) => wallet.transactions.list({}, options), {
    intervalMs: INTERVAL_MS,
  });
  expect((await changes.next()).value?.pagination.totalCount).toBe(3);
  const bodies = countResponses(200);
  const next = changes.next();
  await untilUnchanged();
  expect(countResponses(200)).toBe(bodies);
  await storeRows(service.store, walletId, sampleTransactions(4));
  expect((await next).value?.pagination.totalCount).toBe(4);
  await changes.return();
});

it('yields the same rows when the state of the synchronisation has changed', async () => {
  const { walletId, wallet } = await createWallet();
  const changes = poll((options) => wallet.transactions.list({}, options), {
    intervalMs: INTERVAL_MS,
  });
  const first = await changes.next();
  expect(first.value?.sync.state).toBe('synced');
  const next = changes.next();
  await untilUnchanged();
  const { store } = service;
  const lease = await store.claimWallet({ nowMs: NOW_MS, untilMs: NOW_MS + 1000, walletId });
  const failure = { code: 'exchange_unavailable', message: 'the exchange is down', atMs: NOW_MS };
  await store.recordOutcome(lease!, { nextRunAtMs: NOW_MS + 1000, failure });
  const second = await next;
  expect(second.value?.sync).toMatchObject({ state: 'failing', error: 'exchange_unavailable' });
  expect(second.value?.transactions).toBe(first.value?.transactions);
  await changes.return();
});

it('yields changed rows although a proxy removes the entity tag', async () => {
  const { walletId, wallet } = await createWallet(async (...request) => {
    const { body, headers } = await fetch(...request);
    const passed = new Response(body, { headers });
    passed.headers.delete('etag');
    return passed;
  });
  const changes = poll((options) => wallet.transactions.list({}, options), {
    intervalMs: INTERVAL_MS,
  });
  expect((await changes.next()).value?.pagination.totalCount).toBe(3);
  await storeRows(service.store, walletId, sampleTransactions(4));
  expect((await changes.next()).value?.pagination.totalCount).toBe(4);
  await changes.return();
});

it('ends when the caller aborts, even between two requests', async () => {
  const { wallet } = await createWallet();
  const caller = new AbortController();
  const options = { intervalMs: 60_000, signal: caller.signal };
  const changes = poll((call) => wallet.transactions.list({}, call), options);
  await changes.next();
  const next = changes.next();
  caller.abort();
  await expect(next).rejects.toMatchObject({ name: 'AbortError' });
});

it('yields a result again if only the error of the synchronisation has changed', async () => {
  const errors = ['exchange_unavailable', 'exchange_unavailable', 'exchange_key_refused'];
  const read = async () => {
    const [error] = errors.splice(0, 1);
    if (error === undefined) throw new Error('nothing has changed');
    const sync = { state: 'failing', lastSyncAt: null, history: null } as const;
    const caveats = { unknownNetworks: [], unverifiedWithdrawable: false };
    return { etag: '"1"', sync: { ...sync, ...caveats, error } };
  };
  const changes = poll(read, { intervalMs: INTERVAL_MS });
  expect((await changes.next()).value?.sync.error).toBe('exchange_unavailable');
  expect((await changes.next()).value?.sync.error).toBe('exchange_key_refused');
});

it('ends at once if the caller has aborted before it asks for the next result', async () => {
  const { wallet } = await createWallet();
  const caller = new AbortController();
  const options = { intervalMs: 60_000, signal: caller.signal };
  const changes = poll((call) => wallet.transactions.list({}, call), options);
  await changes.next();
  caller.abort();
  await expect(changes.next()).rejects.toMatchObject({ name: 'AbortError' });
});
