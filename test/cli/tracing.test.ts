import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { generateHistory } from '../../simulator/catalogue.ts';
import { SimulatedClock } from '../../simulator/clock.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { createMigratedDatabase } from '../store/postgres-database.ts';
import { KEYS, MASTER_KEY_TEXT } from '../sync/harness.ts';
import {
  addWallet,
  createTenant,
  headersOf,
  runTeller,
  startTeller,
  type Tenant,
  importRow,
} from '../teller.ts';
import { type OtlpReceiver, readAttributes, startOtlpReceiver } from './otlp-receiver.ts';
import { createScratch, type Scratch } from './scratch.ts';

const LISTING = '/v0/wallet/transactions';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
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
  service?.kill('SIGKILL');
  await receiver.close();
  await simulator.close();
  scratch.remove();
});

let service: ChildProcess | undefined;

/** Starts the service without a sync worker and returns its URL. */
async function serve(...options: readonly string[]): Promise<string> {
  const args = ['serve', '--port', '0', '--json', '--no-sync', ...options];
  service = startTeller(args, variables);
  const [line] = (await once(service.stdout!, 'data')) as [Buffer];
  return (JSON.parse(line.toString()) as { url: string }).url;
}

/** Stops the service and returns its log. */
async function stop(): Promise<string> {
  const log = text(service!.stderr!);
  const closed = once(service!, 'close');
  service!.kill('SIGTERM');
  await closed;
  return log;
}

function send(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { headers: { ...headersOf(tenant, walletId), ...headers } });
}

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

  it('continue the trace of a caller, and contain the reads of the store', async () => {
    await runTeller(['sync', '--once', '--wallet', walletId], variables);
    const before = BigInt(Date.now()) * 1_000_000n;
    variables['TELLER_TRUSTED_PROXIES'] = '127.0.0.1';
    const url = await serve();
    const query = `${LISTING}?limit=20&asset=BTC`;
    const response = await send(url + query, { traceparent: `00-${TRACE}-${SPAN}-01` });
    expect(response.status).toBe(200);
    await send(url + query, { traceparent: `00-${'1'.repeat(32)}-${SPAN}-00` });
    await fetch(`${url}/secret-path?${tenant.apiKey}`);
    await stop();
    const spans = receiver.listSpans().filter(({ traceId }) => traceId === TRACE);
    const request = spans.find(({ kind }) => kind === 2)!;
    expect(request).toMatchObject({ name: `GET ${LISTING}`, parentSpanId: SPAN });
    expect(readAttributes(request.attributes)).toEqual({
      'http.request.method': 'GET',
      'http.route': LISTING,
      'http.response.status_code': 200,
      'teller.request.id': response.headers.get('x-request-id'),
      'teller.key.id': tenant.apiKey.split('.')[0],
      'teller.wallet.id': walletId,
    });
    const reads = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
    expect(reads.map(({ name }) => name)).toContain('store listTransactions');
    for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
      expect(BigInt(startTimeUnixNano)).toBeGreaterThan(before);
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
    }
    expect(receiver.listSpans().some(({ traceId }) => traceId.startsWith('1111'))).toBe(false);
    expect(named('GET')).toHaveLength(1);
    const whole = receiver.exports.map(({ body }) => body).join('');
    expect(whole).not.toContain('secret-path');
    expect(whole).not.toContain(tenant.apiKey);
    expect(receiver.exports.at(-1)).toMatchObject({
      url: '/v1/traces',
      headers: { 'x-token': TOKEN, 'content-type': 'application/json' },
    });
    expect(receiver.listResources().at(-1)).toMatchObject({ 'service.name': 'wallets' });
  });

  it('are recorded as a caller decides only if it is a trusted proxy', async () => {
    variables['OTEL_TRACES_SAMPLER'] = 'parentbased_traceidratio';
    variables['OTEL_TRACES_SAMPLER_ARG'] = '0';
    for (const [trusted, count] of [
      ['192.0.2.1', 0],
      ['192.0.2.1, 127.0.0.1', 1],
    ] as const) {
      variables['TELLER_TRUSTED_PROXIES'] = trusted;
      const url = await serve();
      await send(url + LISTING, { traceparent: `00-${TRACE}-${SPAN}-01` });
      // An id that a ratio would record.
      await fetch(url, { headers: { traceparent: `00-1${'0'.repeat(31)}-${SPAN}-00` } });
      await stop();
      expect(named(`GET ${LISTING}`)).toHaveLength(count);
      expect(named('GET /')).toEqual([]);
    }
  });

  it('contain the reads of PostgreSQL by several HTTP workers', async () => {
    const database = await createMigratedDatabase();
    variables['TELLER_DATABASE_URL'] = database.url;
    variables['TELLER_MASTER_KEY'] = MASTER_KEY_TEXT;
    tenant = await createTenant(variables);
    walletId = await addWallet(tenant, 'binance', KEYS.binance, variables);
    await runTeller(['sync', '--once', '--wallet', walletId], variables);
    const url = await serve('--workers', '2');
    const traces = Array.from({ length: 8 }, (_, no) => `${no + 1}`.repeat(32));
    // Equal requests would share a response, and its trace.
    await Promise.all(
      traces.map((trace, no) =>
        send(`${url}${LISTING}?limit=${no + 1}`, { traceparent: `00-${trace}-${SPAN}-01` }),
      ),
    );
    await stop();
    for (const trace of traces) {
      const spans = receiver.listSpans().filter(({ traceId }) => traceId === trace);
      const request = spans.find(({ kind }) => kind === 2)!;
      expect(request).toMatchObject({ name: `GET ${LISTING}`, parentSpanId: SPAN });
      const reads = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
      expect(reads.map(({ name }) => name)).toContain('store listTransactions');
    }
    await database.drop();
  });

  it('that cannot be sent delay no response, and are logged once without the headers', async () => {
    await receiver.close();
    await importRow(walletId, variables);
    const url = await serve();
    expect((await send(`${url}${LISTING}`)).status).toBe(200);
    const log = await stop();
    expect(log.match(/traces could not be sent/g)).toHaveLength(1);
    expect(log).toContain('ECONNREFUSED');
    expect(log).not.toContain(TOKEN);
    receiver = await startOtlpReceiver();
  });
});
