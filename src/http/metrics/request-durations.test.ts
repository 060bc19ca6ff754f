import { AggregatorRegistry, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';

import { RequestDurations } from './request-durations.ts';

const ANSWERS: readonly (readonly [route: string, status: number, durationMs: number])[] = [
  ['/a', 200, 0.1],
  ['/a', 200, 0.5],
  ['/a', 404, 700],
  ['/a', 200, 10_000],
  ['/b', 200, 10_001],
  ['/a', 200, 3],
];

it('reports the same text as a histogram of the library', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const durations = new RequestDurations(ours);
  const histogram = new Histogram({
    name: 'teller_http_request_duration_seconds',
    help: 'Time from the headers of a request to its response.',
    labelNames: ['route', 'status'] as const,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [theirs],
  });
  for (const [route, status, durationMs] of ANSWERS) {
    durations.observe(route, status, durationMs);
    histogram.observe({ route, status }, durationMs / 1000);
  }
  expect(await ours.metrics()).toBe(await theirs.metrics());
  const merged = AggregatorRegistry.aggregate([
    await ours.getMetricsAsJSON(),
    await ours.getMetricsAsJSON(),
  ]);
  const expected = AggregatorRegistry.aggregate([
    await theirs.getMetricsAsJSON(),
    await theirs.getMetricsAsJSON(),
  ]);
  expect(await merged.metrics()).toBe(await expected.metrics());
});
