/** One synchronisation at every certified exchange. */
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { EXCHANGE_NAMES, type ExchangeName } from '../../simulator/catalogue.ts';
import { requireExchange } from '../../src/exchanges/catalogue.ts';
import { openedAtMs } from '../faults/follow-history.ts';
import { listBalances } from '../store/contract/fixtures.ts';
import { EARLY_MS, KEYS, SyncBench } from './harness.ts';

const KEY_REFUSED = 'exchange_key_refused';

let bench: SyncBench;
beforeEach(async () => {
  bench = await new SyncBench({ startMs: EARLY_MS }).open();
});
afterEach(() => bench.close());

/** Returns the fields of debug lines with a message. */
function linesOf(message: string): Record<string, unknown>[] {
  return bench.log.debugLines
    .filter((line) => line.startsWith(`${message} {`))
    .map((line) => JSON.parse(line.slice(message.length + 1)) as Record<string, unknown>);
}

/** Returns the lines of the secrets of a key, because a log escapes line breaks. */
function listCanaries(exchange: ExchangeName): string[] {
  const secrets = Object.values(KEYS[exchange]) as readonly string[];
  const lines = secrets.flatMap((secret) => secret.split('\n'));
  return lines.filter((line) => line !== '' && !line.startsWith('-----'));
}

it.each(EXCHANGE_NAMES)(
  '%s: one run stores every row, requests only read endpoints, logs each, and writes no part of the key',
  async (exchange) => {
    const history = await bench.add(exchange, { count: 30, fromMs: openedAtMs(exchange) });
    bench.simulator.faults.add({ fault: { kind: 'status', status: 500 }, skip: 2 });
    const walletId = `wallet_${exchange}`;
    expect((await bench.sync(walletId)).ok).toBe(true);
    expect(await bench.compare(walletId, history)).toEqual([]);
    const { sync, quarantinedCount } = await bench.store.readWalletStatus(walletId);
    expect(sync).toMatchObject({ historyComplete: true, failure: null });
    expect(quarantinedCount).toBe(history.rows.filter(({ malformed }) => malformed).length);
    expect(await listBalances(bench.store, walletId)).not.toEqual([]);
    expectDebugLog(exchange, walletId);
    expectNoSecrets(exchange);
    // So the simulated exchange checks keys.
    const wrong = { ...KEYS[exchange], apiKey: `${KEYS[exchange].apiKey}0` };
    await bench.addWallet('wallet_other', exchange, wrong);
    expect(await bench.sync('wallet_other')).toMatchObject({ failure: { code: KEY_REFUSED } });
  },
);

/** Fails unless the debug log has the claim, each request to an endpoint that the profile lists, and the windows. */
function expectDebugLog(exchange: ExchangeName, walletId: string): void {
  expect(linesOf('wallet claimed')).toMatchObject([{ walletId, leaseToken: 1 }]);
  const requests = linesOf('exchange request');
  expect(requests.length).toBe(bench.simulator.requests.received);
  const endpoints: readonly string[] = requireExchange(exchange).readEndpoints;
  for (const { method, path, ...fields } of requests) {
    expect(endpoints).toContain(`${String(method)} ${String(path)}`);
    expect(fields).toMatchObject({ walletId, exchange, ms: 0 });
    expect(fields['call']).toMatch(/^\w+$/);
  }
  const statuses = requests.map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200)).toEqual([500]);
  expect(requests.some(({ rows }) => Number(rows) > 0)).toBe(true);
  const windows = linesOf('window stored');
  expect(windows.some(({ transactionCount }) => Number(transactionCount) > 0)).toBe(true);
}

/** Fails if the log or, on SQLite, the database has a part of the key, or the log has a query. */
function expectNoSecrets(exchange: ExchangeName): void {
  const logged = [...bench.log.debugLines, ...bench.log.lines].join('\n');
  expect(logged).not.toMatch(/[?&]\w+=|signature/i);
  const files = ['', '-wal'].map((suffix) => `${bench.databasePath}${suffix}`).filter(existsSync);
  const written = [logged, ...files.map((file) => readFileSync(file, 'latin1'))];
  for (const canary of listCanaries(exchange)) {
    expect(written.filter((text) => text.includes(canary)).length).toBe(0);
  }
}

it('the debug log has the status of a refused request, and none if there was no response', async () => {
  await bench.add('binance', { count: 1 });
  bench.simulator.faults.add({ fault: { kind: 'reset' }, times: 1 });
  bench.simulator.faults.add({ fault: { kind: 'refused-key' }, times: Infinity });
  await bench.sync('wallet_binance');
  const statuses = linesOf('exchange request').map(({ status }) => status);
  expect(statuses).toContain(401);
  expect(statuses).toContain(undefined);
});
