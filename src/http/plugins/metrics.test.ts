import { Counter, register } from 'prom-client';
import { expect, it } from 'vitest';

import { createClusterMetrics, createHttpMetrics, prefersOpenMetrics } from './metrics.ts';

it.each([
  ['application/openmetrics-text', true],
  ['application/openmetrics-text;q=0, text/plain', false],
  ['application/openmetrics-text;q=0', false],
  ['application/openmetrics-text;q=0.3,text/plain;q=0.5', false],
  ['application/openmetrics-text;q=0.3,text/*;q=0.4', false],
  ['application/openmetrics-text; q=0.3, */*', false],
  ['application/openmetrics-text;q=x', false],
  ['*/*', false],
  ['', false],
  ['Application/OpenMetrics-Text', true],
  // The largest weight of a type counts.
  ['application/openmetrics-text;q=0.9,text/plain;q=0.5,application/openmetrics-text;q=0.1', true],
  [`${'a/b,'.repeat(32)}application/openmetrics-text`, false],
  // Of Prometheus 2.42 and 3.
  [
    'application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
    true,
  ],
  [
    'application/openmetrics-text;version=1.0.0;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2',
    true,
  ],
])('%j prefers OpenMetrics: %j', (accept, isPreferred) => {
  expect(prefersOpenMetrics(accept)).toBe(isPreferred);
});

const store = {
  countWallets: async () => [],
  countWebhooks: async () => [],
  generation: () => undefined,
  tracksChanges: false,
};
const sources = { store, now: () => 0, inFlight: () => 0, connectionsUsed: async () => 0.25 };

it.each([
  ['one process', createHttpMetrics],
  ['the workers', createClusterMetrics],
])('the metrics of %s have the requests of the management API', async (_, create) => {
  const { management, read } = create(sources);
  management.observeAnswer('/v0/wallets', 200, 5);
  const { text } = await read(undefined);
  expect(text).toContain(
    '\nteller_management_request_duration_seconds_count{route="/v0/wallets",status="200"} 1\n',
  );
});

it('returns what a plugin counts by the defaults of the library', async () => {
  const counter = new Counter({ name: 'extension_calls_total', help: 'Calls.' });
  const { read } = createHttpMetrics(sources);
  counter.inc(3);
  expect((await read(undefined)).text).toContain('\nextension_calls_total 3\n');
  register.removeSingleMetric('extension_calls_total');
});
