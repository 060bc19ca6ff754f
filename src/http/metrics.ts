import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds; the service answers most requests well below a millisecond of work. */
const DURATION_BUCKETS_SECONDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** What the service measures. No label is of a tenant or of the caller's making. */
export interface HttpMetrics {
  /** The text of the Prometheus exposition format. */
  readonly read: () => Promise<string>;
  readonly contentType: string;
  /** Counts one answer. `route` is a known path or `unknown`. */
  readonly observeAnswer: (route: string, status: number, durationMs: number) => void;
  readonly countRateLimited: () => void;
}

/** Metrics in a registry of their own, so that two services in a process do not share them. */
export function createHttpMetrics(inFlight: () => number): HttpMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'teller_http_request_duration_seconds',
    help: 'Time from the headers of a request to its answer.',
    labelNames: ['route', 'status'] as const,
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  const rateLimited = new Counter({
    name: 'teller_http_rate_limited_total',
    help: 'Requests that were refused with 429.',
    registers,
  });
  const requestsInFlight = new Gauge({
    name: 'teller_http_requests_in_flight',
    help: 'Requests that are being worked on.',
    registers: [],
    collect() {
      this.set(inFlight());
    },
  });
  registry.registerMetric(requestsInFlight);
  return {
    read: () => registry.metrics(),
    contentType: registry.contentType,
    observeAnswer: (route, status, durationMs) =>
      durations.observe({ route, status }, durationMs / 1000),
    countRateLimited: () => rateLimited.inc(),
  };
}
