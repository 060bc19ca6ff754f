import { AggregatorRegistry } from 'prom-client';
import { expect, it } from 'vitest';

import { createProcessMetrics } from './process-metrics.ts';

it.each([
  ['nodejs_eventloop_lag_p99_seconds', 5],
  ['process_open_fds', 5],
  ['process_max_fds', 1],
  ['teller_http_connections_used_ratio', 5],
])('reports %s of the worker that is nearest to its limit', async (name, expected) => {
  const registry = createProcessMetrics({ connectionsUsed: async () => 0 });
  const described = (await registry.getMetricsAsJSON()).filter((metric) => metric.name === name);
  const workers = [3, 5, 1, 4].map((value) =>
    described.map((metric) => Object.assign({}, metric, { values: [{ value, labels: {} }] })),
  );
  const [reported] = await AggregatorRegistry.aggregate(workers).getMetricsAsJSON();
  expect(reported).toMatchObject({ name, values: [{ value: expected }] });
});
