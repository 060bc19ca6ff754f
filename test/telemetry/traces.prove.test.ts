import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';

import type { Simulator } from '../../simulator/simulator.ts';
import { useScratch } from '../cli/scratch.ts';
import { createMigratedDatabase } from '../store/postgres-database.ts';
import { KEYS, MASTER_KEY_TEXT } from '../sync/harness.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import {
  addWallet,
  askTeller,
  createTenant,
  headersOf,
  importRow,
  runTeller,
  startTeller,
  type Tenant,
} from '../teller.ts';
import {
  type OtlpReceiver,
  readAttributes,
  type ReceivedSpan,
  startOtlpReceiver,
} from './otlp-receiver.ts';
import { addAccount, startLiveExchanges, variablesOf } from '../live-exchanges.ts';

const LISTING = '/v0/wallet/transactions';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
/** `SpanKind` and `StatusCode` of OTLP. */
const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;

const scratch = useScratch();
let simulator: Simulator;
let receiver: OtlpReceiver;
let tenant: Tenant;
let walletId: string;
let variables: Record<string, string>;
/** The variables that an operator adds for traces. */
let otel: Record<string, string>;
let service: ChildProcess | undefined;
beforeEach(async () => {
  simulator = await startLiveExchanges();
  addAccount(simulator, 'binance', { seed: 'traces', count: 20 });
  receiver = await startOtlpReceiver();
  variables = {
    ...scratch.variables,
    ...variablesOf(simulator),
  };
  otel = {
    NODE_OPTIONS: `--import=${new URL('register-sdk.ts', import.meta.url).href}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'wallets',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
  };
});
afterEach(async () => {
  service?.kill('SIGKILL');
  await receiver.close();
  await simulator.close();
});

async function createWallet(): Promise<void> {
  tenant = await createTenant(variables);
  walletId = await addWallet(tenant, 'binance', KEYS.binance, variables);
}

const named = (name: string): ReceivedSpan[] =>
  receiver.listSpans().filter((span) => span.name === name);

const attributesOf = (span: ReceivedSpan | undefined): Record<string, unknown> =>
  readAttributes(span?.attributes ?? []);

function expectNoSecrets(): void {
  const whole = receiver.exports.map(({ body }) => body).join('');
  for (const secret of [...Object.values(KEYS.binance), tenant.apiKey, 'signature=']) {
    expect(whole).not.toContain(secret);
  }
}

it('a synchronisation is a span with a child for each request to the exchange, without secrets', async () => {
  await createWallet();
  await runTeller(['sync', '--once', '--wallet', walletId], { ...variables, ...otel });
  const [sync, ...others] = named('sync wallet');
  expect(others).toEqual([]);
  expect(attributesOf(sync)).toEqual({
    'teller.wallet.id': walletId,
    'teller.exchange': 'binance',
    'teller.sync.transactions': expect.any(Number) as number,
  });
  const calls = receiver.listSpans().filter(({ name }) => name.startsWith('binance '));
  expect(calls.length).toBeGreaterThan(3);
  for (const call of calls) {
    expect([call.traceId, call.parentSpanId]).toEqual([sync!.traceId, sync!.spanId]);
    expect([call.name, call.kind]).toEqual([expect.stringMatching(/^binance \w+$/), CLIENT]);
    expect(attributesOf(call)).toEqual({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'teller.exchange': 'binance',
    });
  }
  expect(receiver.listResources()[0]).toMatchObject({ 'service.name': 'wallets' });
  expectNoSecrets();
});

it('a synchronisation that fails has the code of its failure', async () => {
  await createWallet();
  simulator.faults.add({ fault: { kind: 'refused-key' }, times: Infinity });
  await runTeller(['sync', '--once', '--wallet', walletId], { ...variables, ...otel });
  const [sync] = named('sync wallet');
  expect(sync).toMatchObject({ status: { code: ERROR } });
  expect(attributesOf(sync)['error.type']).toBe('exchange_key_refused');
  expect(JSON.stringify(receiver.listSpans())).not.toContain('exception');
  expectNoSecrets();
});

it('an import is a span with its counts', async () => {
  await createWallet();
  const row = { asset: 'BTC', type: 'deposit', amount: '1', timestamp: 2e12, status: 'completed' };
  const args = ['import', '--wallet', walletId, '-'];
  await runTeller(args, { ...variables, ...otel }, JSON.stringify(row));
  expect(attributesOf(named('import file')[0])).toMatchObject({
    'teller.wallet.id': walletId,
    'teller.import.id': expect.stringMatching(/^import_/) as string,
    'teller.import.added': 1,
  });
});

it('each delivery of a webhook is a span, without its URL and secret', async () => {
  await createWallet();
  const webhooks = await startReceiver();
  webhooks.judge = () => (webhooks.messages.length === 0 ? 204 : 503);
  variables['TELLER_WEBHOOK_ALLOW'] = 'http,private';
  const add = ['webhook', 'add', `${webhooks.url}/hush`, '--project', tenant.projectId];
  const { id, secret } = await askTeller<{ id: string; secret: string }>(add, variables);
  await runTeller(['sync', '--once', '--wallet', walletId], { ...variables, ...otel });
  await webhooks.close();
  const [accepted, refused, ...others] = named('deliver webhook');
  expect(others).toEqual([]);
  const ids = { 'teller.webhook.id': id, 'teller.wallet.id': walletId };
  expect(attributesOf(accepted)).toMatchObject({ ...ids, 'http.response.status_code': 204 });
  expect(attributesOf(refused)).toMatchObject({ ...ids, 'error.type': 'webhook_not_delivered' });
  const whole = receiver.exports.map(({ body }) => body).join('');
  expect(whole).not.toContain('hush');
  expect(whole).not.toContain(secret);
});

it("the SDK's spans of a request and of PostgreSQL continue the trace of the caller", async () => {
  const database = await createMigratedDatabase();
  variables['TELLER_DATABASE_URL'] = database.url;
  variables['TELLER_MASTER_KEY'] = MASTER_KEY_TEXT;
  await createWallet();
  await importRow(walletId, variables);
  const args = ['serve', '--port', '0', '--json', '--no-sync'];
  service = startTeller(args, { ...variables, ...otel });
  const [line] = (await once(service.stdout!, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { readonly url: string };
  const headers = { ...headersOf(tenant, walletId), traceparent: `00-${TRACE}-${SPAN}-01` };
  const response = await fetch(`${url}${LISTING}?limit=20`, { headers });
  expect(response.status).toBe(200);
  const closed = once(service, 'close');
  service.kill('SIGTERM');
  await closed;
  const spans = receiver.listSpans().filter(({ traceId }) => traceId === TRACE);
  const request = spans.find(({ kind }) => kind === SERVER);
  expect(request?.parentSpanId).toBe(SPAN);
  const queries = spans.filter(
    (span) =>
      attributesOf(span)['db.system.name'] === 'postgresql' ||
      attributesOf(span)['db.system'] === 'postgresql',
  );
  expect(queries.length).toBeGreaterThan(0);
  const ids = new Set(spans.map(({ spanId }) => spanId));
  for (const { parentSpanId = '' } of queries) expect(ids).toContain(parentSpanId);
  expectNoSecrets();
  await database.drop();
});
