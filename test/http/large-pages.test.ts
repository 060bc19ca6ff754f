/** The limits of pages that are read: of all, and of large ones, which are read one after the other. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { LARGE_PAGE_ROWS, LARGE_PAGES_OF_PROJECT_MAX } from '../../src/http/plugins/reads.ts';
import { addFaults } from './faulty-store.ts';
import { BALANCE, LISTING } from './samples.ts';
import { MASTER_KEY, NOW_MS, type ServiceHarness, startService } from './service-harness.ts';
import { createTenant, headersOf, type Tenant } from './tenants.ts';

const REQUESTS_MAX = 64;

let service: ServiceHarness;
let pages: PromiseWithResolvers<void>;
beforeEach(async () => {
  pages = Promise.withResolvers();
  service = await startService({
    limits: { requestsInFlightMax: REQUESTS_MAX },
    wrapStore: (store) => ({
      ...addFaults(store),
      listTransactions: async (...args) => {
        await pages.promise;
        return store.listTransactions(...args);
      },
    }),
  });
});
afterEach(() => service.stop());

it('further ones are refused while a number is read, also if their callers are cached', async () => {
  const headers = headersOf(await createTenant(service.store, MASTER_KEY, { syncedAtMs: NOW_MS }));
  const ask = async (url: string) => (await service.app.inject({ url, headers })).statusCode;
  expect(await ask(BALANCE)).toBe(200);
  const asked = Array.from({ length: REQUESTS_MAX + 1 }, (_, index) =>
    ask(`${LISTING}?limit=${index + 1}`),
  );
  expect(await Promise.race(asked)).toBe(503);
  pages.resolve();
  const statuses = await Promise.all(asked);
  expect(statuses.filter((status) => status !== 200)).toEqual([503]);
});

it('large ones that a project has queued refuse no large page of another project', async () => {
  const busy = await createTenant(service.store, MASTER_KEY, { syncedAtMs: NOW_MS });
  const other = await createTenant(service.store, MASTER_KEY, { syncedAtMs: NOW_MS });
  let answered = 0;
  const ask = async (tenant: Tenant, more = 0) => {
    const url = `${LISTING}?limit=${LARGE_PAGE_ROWS + more}`;
    const { statusCode } = await service.app.inject({ url, headers: headersOf(tenant) });
    answered += 1;
    return statusCode;
  };
  const count = LARGE_PAGES_OF_PROJECT_MAX + 1;
  const queued = Array.from({ length: count }, (_, index) => ask(busy, index));
  await vi.waitFor(() => expect(answered).toBe(1));
  const asked = ask(other);
  // This request arrives after that of the other project, before any page was read.
  expect(await ask(busy)).toBe(503);
  pages.resolve();
  expect(await asked).toBe(200);
  expect((await Promise.all(queued)).filter((status) => status === 503)).toHaveLength(1);
});
