import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it } from 'vitest';

import { SteadyCallers } from '../faults/steady-callers.ts';
import { headersOf, importRow } from '../teller.ts';
import { isAlive, killStarted, startLongRunning, until } from './long-running.ts';
import { createWallet, useScratch } from './scratch.ts';

const scratch = useScratch();
afterEach(() => killStarted());

const start = <Ready>(args: readonly string[]) => startLongRunning<Ready>(args, scratch.variables);

/** Returns the number of sync workers that the database knows. */
function countAnnounced(): unknown {
  const database = new DatabaseSync(scratch.variables['TELLER_DATABASE_URL']!, { readOnly: true });
  const [row] = database.prepare('SELECT count(*) AS count FROM sync_worker').all();
  database.close();
  return row?.['count'];
}

it('teller serve responds, and shuts down with its sync worker at SIGTERM, without breaking a request', async () => {
  const tenant = await createWallet(scratch.variables);
  await importRow(tenant.walletId, scratch.variables);
  const { child, ready, workers } = await start<{ url: string }>(['serve', '--port', '0']);
  expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  // The management API is off unless it has a port.
  expect(ready).not.toHaveProperty('manageUrl');
  const headers = headersOf(tenant, tenant.walletId);
  const answer = await fetch(`${ready.url}/v0/wallet/transactions`, { headers });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ transactions: [{ asset: 'BTC' }] });
  await until(() => workers().length === 1);
  const [worker] = workers();
  expect(isAlive(worker!)).toBe(true);
  await until(() => countAnnounced() === 1);
  const callers = new SteadyCallers(ready.url, { fresh: 4, keepAlive: 4 });
  await until(() => callers.answered > 50);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(isAlive(worker!)).toBe(false);
  // It has ended in order: a killed one would be counted for ten seconds, and would use its share of the rate limits.
  expect(countAnnounced()).toBe(0);
  await callers.whenEnded();
  expect(callers.losses.filter(({ isReused }) => isReused)).toEqual([]);
}, 60_000);
