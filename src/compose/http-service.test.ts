import { pino } from 'pino';
import { expect, it } from 'vitest';

import { LISTING, sampleTransactions } from '../../test/http/samples.ts';
import { MASTER_KEY, NOW_MS } from '../../test/http/service-harness.ts';
import { createTenant, headersOf } from '../../test/http/tenants.ts';
import { openMigratedStore } from '../../test/store/migrated-sqlite.ts';
import { makeTemporaryDatabase } from '../../test/store/temporary-database.ts';
import { readConfig } from '../config/read-config.ts';
import type { Store } from '../store/store.ts';
import { createHttpApps } from './http-service.ts';

it.each([
  ['0', 2],
  ['1', 1],
])(
  'with TELLER_CACHE_MEGABYTES=%s, two equal requests read the store %i times',
  async (size, times) => {
    const { path, remove } = makeTemporaryDatabase();
    const store = await openMigratedStore({ path });
    let reads = 0;
    const counting = Object.assign(Object.create(store) as Store, {
      listTransactions: (...args: Parameters<Store['listTransactions']>) => {
        reads += 1;
        return store.listTransactions(...args);
      },
    });
    const content = { transactions: sampleTransactions(1), syncedAtMs: NOW_MS };
    const headers = headersOf(await createTenant(store, MASTER_KEY, content));
    const { app } = await createHttpApps(readConfig({ TELLER_CACHE_MEGABYTES: size }, '/'), {
      store: counting,
      masterKey: MASTER_KEY,
      logger: pino({ level: 'silent' }),
      now: () => NOW_MS,
      isShuttingDown: () => false,
    });
    for (let count = 0; count < 2; count += 1) {
      expect((await app.inject({ url: LISTING, headers })).statusCode).toBe(200);
    }
    expect(reads).toBe(times);
    await app.close();
    await store.close();
    remove();
  },
);
