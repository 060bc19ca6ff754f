import { afterEach, beforeEach, expect, it } from 'vitest';

import { EXCHANGE_NAMES } from '../../simulator/catalogue.ts';
import { requireExchange } from '../../src/exchanges/catalogue.ts';
import { EARLY_MS, KEYS, SyncBench } from './harness.ts';

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
function listCanaries(exchange: keyof typeof KEYS): string[] {
  const secrets = Object.values(KEYS[exchange]) as readonly string[];
  const lines = secrets.flatMap((secret) => secret.split('\n'));
  return lines.filter((line) => line !== '' && !line.startsWith('-----'));
}

it.each(EXCHANGE_NAMES)(
  'the debug log has the claim, the requests and the windows of %s, without its key or a query',
  async (exchange) => {
    await bench.add(exchange, { count: 30 });
    const walletId = `wallet_${exchange}`;
    expect((await bench.sync(walletId)).ok).toBe(true);
    expect(linesOf('wallet claimed')).toMatchObject([{ walletId, leaseToken: 1 }]);
    const requests = linesOf('exchange request');
    expect(requests.length).toBe(bench.simulator.requests.received);
    const endpoints: readonly string[] = requireExchange(exchange).readEndpoints;
    for (const { method, path, ...fields } of requests) {
      expect(endpoints).toContain(`${String(method)} ${String(path)}`);
      expect(fields).toMatchObject({ walletId, exchange, status: 200, ms: 0 });
      expect(fields['call']).toMatch(/^\w+$/);
    }
    expect(requests.some(({ rows }) => Number(rows) > 0)).toBe(exchange !== 'kraken');
    const windows = linesOf('window stored');
    expect(windows.some(({ transactionCount }) => Number(transactionCount) > 0)).toBe(true);
    const whole = [...bench.log.debugLines, ...bench.log.lines].join('\n');
    for (const canary of listCanaries(exchange)) expect(whole).not.toContain(canary);
    expect(whole).not.toMatch(/[?&]\w+=|signature/i);
  },
);

it('the debug log has the status of a refused request, and none if there was no response', async () => {
  await bench.add('binance', { count: 1 });
  bench.simulator.faults.add({ fault: { kind: 'reset' }, times: 1 });
  bench.simulator.faults.add({ fault: { kind: 'refused-key' }, times: Infinity });
  await bench.sync('wallet_binance');
  const statuses = linesOf('exchange request').map(({ status }) => status);
  expect(statuses).toContain(401);
  expect(statuses).toContain(undefined);
});
