import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { generateHistory } from '../../simulator/catalogue.ts';
import { SimulatedClock } from '../../simulator/clock.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { KEYS } from '../sync/harness.ts';
import { addWallet, createTenant, runTeller, type Tenant } from '../teller.ts';
import { type OtlpReceiver, readAttributes, startOtlpReceiver } from './otlp-receiver.ts';
import { createScratch, type Scratch } from './scratch.ts';

const TOKEN = 'token of the receiver';

let scratch: Scratch;
let simulator: Simulator;
let receiver: OtlpReceiver;
let tenant: Tenant;
let walletId: string;
let variables: Record<string, string>;
beforeEach(async () => {
  scratch = createScratch();
  const toMs = Date.now();
  const clock = new SimulatedClock({ startMs: toMs, runsWith: Date.now });
  simulator = await startSimulator({ clock, rateLimits: false });
  const history = generateHistory('binance', { seed: 'traces', toMs, count: 20 });
  simulator.addAccount('binance', { credentials: KEYS.binance, history });
  receiver = await startOtlpReceiver();
  variables = {
    ...scratch.variables,
    TELLER_EXCHANGE_PROXY_URL: simulator.url,
    TELLER_EXCHANGE_THROTTLE: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: `x-token=${encodeURIComponent(TOKEN)}`,
    OTEL_SERVICE_NAME: 'wallets',
  };
  tenant = await createTenant(variables);
  walletId = await addWallet(tenant, 'binance', KEYS.binance, variables);
});
afterEach(async () => {
  await receiver.close();
  await simulator.close();
  scratch.remove();
});

const named = (name: string) => receiver.listSpans().filter((span) => span.name === name);

describe('traces', () => {
  it('contain a synchronisation and its requests to the exchange, without secrets', async () => {
    const { code, stderr } = await runTeller(['sync', '--once', '--wallet', walletId], variables);
    expect([code, stderr.includes('traces')]).toEqual([0, false]);
    const [sync, ...others] = named('sync wallet');
    expect(others).toEqual([]);
    expect(readAttributes(sync!.attributes)).toMatchObject({
      'teller.wallet.id': walletId,
      'teller.exchange': 'binance',
      'teller.sync.transactions': expect.any(Number) as number,
    });
    const requests = receiver.listSpans().filter(({ kind }) => kind === 3);
    expect(requests.length).toBeGreaterThan(3);
    for (const { traceId, parentSpanId, name, attributes } of requests) {
      expect([traceId, parentSpanId]).toEqual([sync!.traceId, sync!.spanId]);
      expect(name).toMatch(/^binance \w+$/);
      expect(readAttributes(attributes)).toEqual({
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'teller.exchange': 'binance',
      });
    }
    const whole = receiver.exports.map(({ body }) => body).join('');
    for (const secret of [...Object.values(KEYS.binance), 'signature', simulator.url, TOKEN]) {
      expect(whole).not.toContain(secret);
    }
  });

  it('mark a synchronisation that fails with the code of the failure', async () => {
    simulator.faults.add({ fault: { kind: 'refused-key' }, times: Infinity });
    await runTeller(['sync', '--once', '--wallet', walletId], variables);
    expect(named('sync wallet')).toMatchObject([{ status: { code: 2 } }]);
    const [sync] = named('sync wallet');
    expect(readAttributes(sync!.attributes)['error.type']).toBe('exchange_key_refused');
  });
});
