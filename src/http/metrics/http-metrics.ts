import cluster from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

import type { ServingStore, WalletCount } from '../../store/serving.ts';
import type { WebhookCount } from '../../store/webhooks.ts';
import { RequestDurations } from './request-durations.ts';
import { singleFlight } from '../routes/single-flight.ts';

const STORE_TIMEOUT_MS = 1000;
/** Gauges of prom-client with the suffix of a counter. Other gauges report the same numbers by type. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/**
 * The reason for closing a connection: its caller reads slowly, it was idle for the longest time of too many
 * connections, or its address opens too many per second.
 */
export type CloseReason = 'slow_reader' | 'idle' | 'rate';

/** The metrics of the service. No label contains a tenant or a text of a caller. */
export interface HttpMetrics {
  /** Returns the metrics in Prometheus' text format. */
  readonly read: () => Promise<string>;
  /** Counts one answer. `route` is a known path or `unknown`. */
  readonly observeAnswer: (route: string, status: number, durationMs: number) => void;
  readonly countRateLimited: () => void;
  /** Counts a connection that was closed because of a limit. */
  readonly countClosed: (reason: CloseReason) => void;
}

/** The sources of the metrics. */
export interface MetricsOptions {
  readonly store: Pick<ServingStore, 'countWallets' | 'countWebhooks' | 'generation'>;
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** Returns the number of requests in flight. */
  readonly inFlight: () => number;
}

/** Creates metrics in a separate registry, so that two services in a process do not share them. */
export function createHttpMetrics({ store, now, inFlight }: MetricsOptions): HttpMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const durations = new RequestDurations(registry);
  const rateLimited = new Counter({
    name: 'teller_http_rate_limited_total',
    help: 'Requests that were refused with 429.',
    registers,
  });
  const closed = new Counter({
    name: 'teller_http_connections_closed_total',
    help: 'Connections that were closed because their callers read slowly, too many were idle, or one address opened too many.',
    labelNames: ['reason'],
    registers,
  });
  const requestsInFlight = new Gauge({
    name: 'teller_http_requests_in_flight',
    help: 'Requests whose response was not sent yet.',
    registers: [],
    collect() {
      this.set(inFlight());
    },
  });
  const receivesChanges = new Gauge({
    name: 'teller_store_notifications_connected',
    help: '1 while notifications of changes by other processes are received, otherwise 0: nothing is cached then.',
    registers: [],
    aggregator: 'min',
    collect() {
      this.set(store.generation('', '') === undefined ? 0 : 1);
    },
  });
  for (const gauge of [requestsInFlight, receivesChanges]) registry.registerMetric(gauge);
  if (cluster.isWorker) answerPrimary(registry);
  const readStore = createStoreMetrics(store, now);
  return {
    read: async () => `${await registry.metrics()}${await readStore()}`,
    observeAnswer: (route, status, durationMs) => durations.observe(route, status, durationMs),
    countRateLimited: () => rateLimited.inc(),
    countClosed: (reason) => closed.inc({ reason }),
  };
}

/** Makes this worker answer requests of the primary process, which collects the metrics of all workers. */
function answerPrimary(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  // The first instance of this class installs the listener for the primary's requests.
  void new AggregatorRegistry();
}

/** The sources of the metrics of a cluster; each worker reports the other metrics itself. */
interface ClusterMetricsOptions extends Pick<MetricsOptions, 'now'> {
  readonly store: Pick<ServingStore, 'countWallets' | 'countWebhooks'>;
}

/** Creates the sums of the metrics of all workers of this process, and the metrics of the store. */
export function createClusterMetrics({
  store,
  now,
}: ClusterMetricsOptions): Pick<HttpMetrics, 'read'> {
  const aggregator = new AggregatorRegistry();
  const readWorkers = singleFlight(() => readLivingWorkers(() => aggregator.clusterMetrics()));
  const readStore = createStoreMetrics(store, now);
  return {
    read: async () => `${await readWorkers()}${await readStore()}`,
  };
}

/**
 * Returns the result of `read`. If a worker exits meanwhile, the library does not stop waiting for it, so
 * `read` is repeated for the other workers.
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

/** Creates the metrics of the wallets and webhooks in the store, for all processes that synchronise. */
function createStoreMetrics(
  store: ClusterMetricsOptions['store'],
  now: () => number,
): () => Promise<string> {
  const registry = new Registry();
  const showWallets = createWalletGauges(registry);
  const showWebhooks = createWebhookGauges(registry);
  return async () => {
    const [wallets, webhooks] = await Promise.all([
      countInTime(() => store.countWallets()),
      countInTime(() => store.countWebhooks()),
    ]);
    showWallets(wallets, now());
    showWebhooks(webhooks, now());
    return registry.metrics();
  };
}

/**
 * Returns counts of the store; if it does not respond, these metrics are omitted and the others are still
 * returned.
 */
async function countInTime<Count>(
  count: () => Promise<readonly Count[]>,
): Promise<readonly Count[]> {
  const timeout = new AbortController();
  const nothing = sleep(STORE_TIMEOUT_MS, [], { signal: timeout.signal, ref: false });
  try {
    return await Promise.race([count(), nothing]);
  } catch {
    return [];
  } finally {
    timeout.abort();
    nothing.catch(() => undefined);
  }
}

function createWalletGauges(
  registry: Registry,
): (counts: readonly WalletCount[], nowMs: number) => void {
  const labelNames = ['exchange', 'state'] as const;
  const registers = [registry];
  const wallets = new Gauge({
    name: 'teller_wallets',
    help: 'Wallets by the state of their synchronisation; the operator has to act on stopped ones.',
    labelNames,
    registers,
  });
  const oldestSync = new Gauge({
    name: 'teller_wallet_oldest_sync_age_seconds',
    help: 'Time since the last synchronisation of the wallet with the oldest one.',
    labelNames,
    registers,
  });
  const quarantined = new Gauge({
    name: 'teller_wallet_quarantined_rows',
    help: 'Rows of exchanges that could not be read.',
    labelNames,
    registers,
  });
  return (counts, nowMs) => {
    for (const gauge of [wallets, oldestSync, quarantined]) gauge.reset();
    for (const { exchange, state, count, oldestSyncAtMs, quarantinedCount } of counts) {
      const labels = { exchange, state };
      wallets.set(labels, count);
      quarantined.set(labels, quarantinedCount);
      if (oldestSyncAtMs !== null) oldestSync.set(labels, (nowMs - oldestSyncAtMs) / 1000);
    }
  };
}

function createWebhookGauges(
  registry: Registry,
): (counts: readonly WebhookCount[], nowMs: number) => void {
  const registers = [registry];
  const webhooks = new Gauge({
    name: 'teller_webhooks',
    help: 'Webhooks by state; a failing one is retried, the operator has to act on disabled ones.',
    labelNames: ['state'] as const,
    registers,
  });
  const pending = new Gauge({
    name: 'teller_webhook_pending_events',
    help: 'Events that were not delivered yet.',
    registers,
  });
  const failing = new Gauge({
    name: 'teller_webhook_failing_seconds',
    help: 'Time since the first failed attempt of the event that has failed longest; 0 if none is failing.',
    registers,
  });
  return (counts, nowMs) => {
    webhooks.reset();
    for (const { state, count } of counts) webhooks.set({ state }, count);
    pending.set(counts.reduce((sum, { pendingCount }) => sum + pendingCount, 0));
    const sinceMs = counts.flatMap(({ failingSinceMs }) => failingSinceMs ?? []);
    failing.set(sinceMs.length === 0 ? 0 : (nowMs - Math.min(...sinceMs)) / 1000);
  };
}
