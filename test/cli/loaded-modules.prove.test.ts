import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Simulator } from '../../simulator/simulator.ts';
import { KEYS } from '../sync/harness.ts';
import { addWallet, createTenant, headersOf, startTeller } from '../teller.ts';
import { useScratch } from './scratch.ts';
import { addAccount, startLiveExchanges, variablesOf } from '../live-exchanges.ts';

const CLASS_OF_CCXT = /\/ccxt\/js\/(?:src\/)?(\w+)\.js$/;

const scratch = useScratch();
let simulator: Simulator;
let service: ChildProcess | undefined;
beforeEach(async () => {
  simulator = await startLiveExchanges();
  addAccount(simulator, 'binance', { seed: 'modules', count: 5 });
  addAccount(simulator, 'kraken', { seed: 'modules', count: 5 });
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
    ...variablesOf(simulator),
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
