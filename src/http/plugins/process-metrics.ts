/** The metrics of a process, and which of them the primary process reports for several workers. */
import { type Aggregator, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** Gauges of prom-client with the suffix of a counter. Other gauges report the same numbers by type. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/**
 * Metrics that alerts compare with a limit of one process. The average or the sum of the library would hide one worker of
 * several that is near its limit.
 */
const NEAREST_TO_LIMIT: ReadonlyMap<string, Aggregator> = new Map([
  ['nodejs_eventloop_lag_p99_seconds', 'max'],
  ['process_open_fds', 'max'],
  ['process_max_fds', 'min'],
]);

/** The sources of the metrics. */
export interface ProcessMetricsOptions {
  /** Returns the open connections of the service, divided by their maximum. */
  readonly connectionsUsed: () => Promise<number>;
}

/** Creates a registry with the metrics of this process. */
export function createProcessMetrics({ connectionsUsed }: ProcessMetricsOptions): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  for (const metric of registry.getMetricsAsArray()) {
    metric.aggregator = NEAREST_TO_LIMIT.get(metric.name) ?? metric.aggregator;
  }
  void new Gauge({
    name: 'teller_http_connections_used_ratio',
    help: 'Open connections of a process, divided by their maximum; of several workers, the largest.',
    aggregator: 'max',
    registers: [registry],
    async collect() {
      this.set(await connectionsUsed());
    },
  });
  return registry;
}
