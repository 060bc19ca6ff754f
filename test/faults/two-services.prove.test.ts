/** Two `teller serve` on one SQLite file, which is allowed (docs/operations.md). */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import type { Simulator } from '../../simulator/simulator.ts';
import {
  addWallet,
  askTeller,
  createTenant,
  headersOf,
  startTeller,
  type Tenant,
} from '../teller.ts';
import { OKX, shareScratch } from '../cli/scratch.ts';
import { addAccount, startLiveExchanges, variablesOf } from '../live-exchanges.ts';

const WAIT = { timeout: 20_000, interval: 50 };

const scratch = shareScratch();
let simulator: Simulator;
let tenant: Tenant;
beforeAll(async () => {
  simulator = await startLiveExchanges();
  addAccount(simulator, 'okx', { seed: 'two', count: 40 }, { credentials: OKX });
  tenant = await createTenant(scratch.variables);
});
afterAll(() => simulator.close());

/** Starts a service with its sync worker. */
async function start() {
  const variables = {
    ...scratch.variables,
    ...variablesOf(simulator),
  };
  const child = startTeller(['serve', '--port', '0', '--json'], variables);
  let log = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    log += chunk;
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  const stop = async (): Promise<void> => {
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
  };
  return { url, stop, readLog: () => log };
}

it(
  'two services of one SQLite file log it, share the wallets, and see changes',
  { timeout: 60_000 },
  async () => {
    const services = [await start(), await start()];
    const readLogs = (): string => services.map(({ readLog }) => readLog()).join('');
    await vi.waitFor(
      () => expect(readLogs()).toContain('several sync workers use the database'),
      WAIT,
    );
    const walletId = await addWallet(tenant, 'okx', OKX, scratch.variables);
    const headers = headersOf(tenant, walletId);
    const list = (url: string) => fetch(`${url}/v0/wallet/transactions?limit=1000`, { headers });
    await vi.waitFor(async () => {
      for (const { url } of services) {
        expect((await list(url)).headers.get('x-svc-history')).toBe('complete');
      }
    }, WAIT);
    const bodies = await Promise.all(services.map(async ({ url }) => (await list(url)).text()));
    expect(bodies[0]).toBe(bodies[1]);
    expect(bodies[0]).toContain('"id":"tx_');
    const { keys } = await askTeller<{ keys: { id: string }[] }>(
      ['key', 'list'],
      scratch.variables,
    );
    await askTeller(['key', 'revoke', keys[0]!.id], scratch.variables);
    await vi.waitFor(async () => {
      for (const { url } of services) expect((await list(url)).status).toBe(401);
    }, WAIT);
    for (const { stop } of services) await stop();
    expect(readLogs()).not.toMatch(/"level":(?:"error"|50)/);
    expect(await askTeller(['doctor'], scratch.variables)).toMatchObject({ ok: true });
  },
);
