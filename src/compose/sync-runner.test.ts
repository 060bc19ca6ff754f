import { dirname } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { openMigratedStore } from '../../test/store/migrated-sqlite.ts';
import { makeTemporaryDatabase } from '../../test/store/temporary-database.ts';
import { readConfig } from '../config/read-config.ts';
import type { Store } from '../store/store.ts';
import { createSyncRunner } from './sync-runner.ts';

let database: ReturnType<typeof makeTemporaryDatabase>;
let store: Store;
let stop: AbortController;
beforeEach(async () => {
  database = makeTemporaryDatabase();
  store = await openMigratedStore({ path: database.path });
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await store.close();
  database.remove();
});

it('ends with the error of the synchronisation, and delivers no further webhooks', async () => {
  const config = readConfig({ TELLER_DATABASE_URL: database.path }, dirname(database.path));
  const log = () => undefined;
  const runner = await createSyncRunner(config, {
    store: { ...store, findWallet: () => Promise.reject(new Error('a defect')) },
    logger: { debug: log, info: log, warn: log, error: log },
    nowMs: Date.now,
    signal: stop.signal,
  });
  await expect(runner.run('wallet_1')).rejects.toThrow('a defect');
});
