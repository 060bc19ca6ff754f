import cluster from 'node:cluster';
import { once } from 'node:events';

import { AggregatorRegistry, Counter, Gauge, Histogram, register, Registry } from 'prom-client';

import type { ServingStore } from '../../store/serving.ts';
import { createProcessMetrics, type ProcessMetricsOptions } from './process-metrics.ts';
import { readStoreMetrics, type StoreMetricsOptions } from './store-metrics.ts';

/** Buckets in seconds; most requests take well below a millisecond. */
const BUCKETS_SECONDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/**
 * The reason for closing connections: a caller reads slowly or sends too many requests without waiting, all idle ones
 * because there were too many connections, or an address has too many.
 */
export type CloseReason = 'slow_reader' | 'pipelining' | 'idle' | 'address';

/** The media types of the formats. */
export const PROMETHEUS_TYPE = 'text/plain';
export const OPEN_METRICS_TYPE = 'application/openmetrics-text';

/** Maximum media types of `accept` that are read; Prometheus sends four. */
const ACCEPTED_MAX = 32;

/** Returns the metrics in the format that the header `accept` prefers. */
export type ReadMetrics = (
  accept: string | undefined,
) => Promise<{ readonly contentType: string; readonly text: string }>;

/** The metrics of the requests of one listener. No label contains a tenant or a text of a caller. */
export interface RequestMetrics {
  /** Counts one answer. `route` is a known path or `unknown`. */
  readonly observeAnswer: (route: string, status: number, durationMs: number) => void;
  /** Counts a connection that was closed because of a limit. */
  readonly countClosed: (reason: CloseReason) => void;
}

/** The metrics of a process. */
export interface HttpMetrics {
  readonly read: ReadMetrics;
  /** Of the service. */
  readonly service: RequestMetrics;
  /** Of the management API. */
  readonly management: RequestMetrics;
}

/** The sources of the metrics. */
export interface MetricsOptions extends StoreMetricsOptions, ProcessMetricsOptions {
  readonly store: StoreMetricsOptions['store'] & Pick<ServingStore, 'generation' | 'tracksChanges'>;
  /** Returns the number of requests in flight. */
  readonly inFlight: () => number;
}

/**
 * Creates metrics in separate registries, so that two services in a process do not share them. Those of the library's own
 * registry, where it adds a metric by default, are also read.
 */
export function createHttpMetrics(options: MetricsOptions): HttpMetrics {
  const { store, now, inFlight } = options;
  const registry = createProcessMetrics(options);
  const service = createRequestMetrics(registry, 'teller_http');
  void new Gauge({
    name: 'teller_http_requests_in_flight',
    help: 'Requests whose response was not sent yet.',
    registers: [registry],
    collect() {
      this.set(inFlight());
    },
  });
  // A service that reads a standby has no notifications, which is no fault.
  if (store.tracksChanges) {
    void new Gauge({
      name: 'teller_store_notifications_connected',
      help: '1 while notifications of changes by other processes are received, otherwise 0: nothing is cached then.',
      aggregator: 'min',
      registers: [registry],
      collect() {
        this.set(store.generation('', '') === undefined ? 0 : 1);
      },
    });
  }
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries([registry, register]);
    // The first instance answers the requests of the primary process, which collects the metrics of all workers.
    void new AggregatorRegistry();
  }
  const own = new Registry();
  return {
    service,
    management: createRequestMetrics(own, 'teller_management'),
    read: async (accept = '') => {
      const ofStore = await readStoreMetrics({ store, now });
      const all = Registry.merge([registry, own, ofStore, register]);
      return prefersOpenMetrics(accept) ? writeOpenMetrics(all) : writePrometheus(all);
    },
  };
}

/** @param prefix of the names of the metrics. */
function createRequestMetrics(registry: Registry, prefix: string): RequestMetrics {
  const registers = [registry];
  const durations = new Histogram({
    name: `${prefix}_request_duration_seconds`,
    help: 'Time from the headers of a request to the end of its response.',
    labelNames: ['route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const rateLimited = new Counter({
    name: `${prefix}_rate_limited_total`,
    help: 'Requests that were refused with 429.',
    registers,
  });
  const closed = new Counter({
    name: `${prefix}_connections_closed_total`,
    help: 'Closings of connections because of a limit, by reason; all idle ones together count once.',
    labelNames: ['reason'],
    registers,
  });
  return {
    observeAnswer: (route, status, durationMs) => {
      durations.observe({ route, status }, durationMs / 1000);
      if (status === 429) rateLimited.inc();
    },
    countClosed: (reason) => closed.inc({ reason }),
  };
}

/** Whether OpenMetrics is named, with a weight above zero and at least that of the text format (RFC 9110 §12.5.1). */
export function prefersOpenMetrics(accept: string): boolean {
  const weights = new Map<string, number>();
  for (const part of accept.toLowerCase().split(',', ACCEPTED_MAX)) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1);
    weights.set(type, Math.max(weights.get(type) ?? 0, weight));
  }
  const openMetrics = weights.get(OPEN_METRICS_TYPE) ?? 0;
  const text = weights.get(PROMETHEUS_TYPE) ?? weights.get('text/*') ?? weights.get('*/*') ?? 0;
  return openMetrics > 0 && openMetrics >= text;
}

async function writePrometheus(registry: Registry): ReturnType<ReadMetrics> {
  return { contentType: Registry.PROMETHEUS_CONTENT_TYPE, text: await registry.metrics() };
}

/** A registry of OpenMetrics renames its counters, so it gets other objects with the same values. */
async function writeOpenMetrics(registry: Registry): ReturnType<ReadMetrics> {
  const renamed = new Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>();
  renamed.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  for (const metric of registry.getMetricsAsArray()) {
    renamed.registerMetric(Object.create(metric as object));
  }
  return { contentType: Registry.OPENMETRICS_CONTENT_TYPE, text: await renamed.metrics() };
}

/**
 * Creates the sums of the metrics of all workers of this process, the metrics of the store, and those of the management
 * API, which this process serves.
 */
export function createClusterMetrics(options: StoreMetricsOptions): Omit<HttpMetrics, 'service'> {
  const aggregator = new AggregatorRegistry();
  const own = new Registry();
  return {
    management: createRequestMetrics(own, 'teller_management'),
    // The library sums the metrics of workers in this format only.
    read: async () => {
      const workers = await readLivingWorkers(() => aggregator.clusterMetrics());
      const ofStore = await readStoreMetrics(options);
      const { contentType, text } = await writePrometheus(Registry.merge([own, ofStore]));
      return { contentType, text: `${workers}${text}` };
    },
  };
}

/**
 * Returns the result of `read`. If a worker exits meanwhile, the library does not stop waiting for it, so `read` is repeated
 * for the other workers.
 */
async function readLivingWorkers(read: () => Promise<string>): Promise<string> {
  const finished = new AbortController();
  const { signal } = finished;
  try {
    return await Promise.race([read(), once(cluster, 'disconnect', { signal }).then(read)]);
  } finally {
    finished.abort();
  }
}
