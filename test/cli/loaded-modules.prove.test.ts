import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { generateHistory } from '../../simulator/catalogue.ts';
import { SimulatedClock } from '../../simulator/clock.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { KEYS } from '../sync/harness.ts';
import { addWallet, createTenant, headersOf, startTeller } from '../teller.ts';
import { useScratch } from './scratch.ts';

const CLASS_OF_CCXT = /\/ccxt\/js\/(?:src\/)?(\w+)\.js$/;

const scratch = useScratch();
let simulator: Simulator;
let service: ChildProcess | undefined;
beforeEach(async () => {
  const toMs = Date.now();
  const clock = new SimulatedClock({ startMs: toMs, runsWith: Date.now });
  simulator = await startSimulator({ clock, rateLimits: false });
  const { binance, kraken } = KEYS;
  const options = { seed: 'modules', toMs, count: 5 };
  simulator.addAccount('binance', {
    credentials: binance,
    history: generateHistory('binance', options),
  });
  simulator.addAccount('kraken', {
    credentials: kraken,
    history: generateHistory('kraken', options),
  });
});
afterEach(async () => {
  service?.kill('SIGKILL');
  await simulator.close();
});

/** Waits until the service returns balances. */
async function untilSynced(url: string, headers: Record<string, string>): Promise<void> {
  const check = async (): Promise<void> => {
    const answer = await fetch(`${url}/v0/wallet/withdraw/balance`, { headers });
    expect(answer.headers.get('x-svc-last-sync-at')).not.toBeNull();
  };
  await vi.waitFor(check, { timeout: 20_000, interval: 100 });
}

it('loads ccxt only in the sync process and only the classes of exchanges with a wallet', async () => {
  const variables = {
    ...scratch.variables,
    TELLER_EXCHANGE_PROXY_URL: simulator.url,
    TELLER_EXCHANGE_THROTTLE: 'off',
  };
  const tenant = await createTenant(variables);
  const walletIds = [
    await addWallet(tenant, 'binance', KEYS.binance, variables),
    await addWallet(tenant, 'kraken', KEYS.kraken, variables),
  ];
  const moduleLog = join(scratch.folder, 'modules');
  service = startTeller(['serve', '--port', '0', '--json'], {
    ...variables,
    MODULE_LOG: moduleLog,
    NODE_OPTIONS: `--import=${new URL('record-modules.ts', import.meta.url).href}`,
  });
  const [line] = (await once(service.stdout!, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { readonly url: string };
  for (const walletId of walletIds) await untilSynced(url, headersOf(tenant, walletId));

  const loads = readFileSync(moduleLog, 'utf8').split('\n');
  const ofService = loads.filter((each) => each.startsWith(`${service?.pid} `));
  expect(ofService).not.toEqual([]);
  expect(ofService.filter((each) => each.includes('/ccxt/'))).toEqual([]);
  const classes = loads.flatMap((each) => CLASS_OF_CCXT.exec(each)?.[1] ?? []);
  expect(classes.toSorted()).toEqual(['binance', 'kraken']);
});
