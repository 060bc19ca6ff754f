/** The deliverer: claims due deliveries, and runs several of them concurrently. */
import { setTimeout as sleep } from 'node:timers/promises';

import { HOUR_MS } from '../domain/duration.ts';
import { StoreUnavailableError } from '../store/errors.ts';
import type { DelivererOptions } from './deliverer-options.ts';
import { DELIVERY_LEASE_MS, type DeliveryResult, runDelivery } from './delivery-run.ts';
import { removeExpiredSecrets } from './expired-secrets.ts';

const CONCURRENT_DELIVERIES_MAX = 32;
/** Maximum concurrent deliveries to one endpoint, so that a slow receiver does not use all slots. */
const CONCURRENT_PER_ENDPOINT_MAX = 8;
/** The same for an endpoint whose last attempt failed, so that dead receivers do not use all slots either. */
const CONCURRENT_PER_FAILING_MAX = 1;
const POLL_MS = 1000;
const STORE_RETRY_MS = 2000;
const SECRET_REMOVAL_MS = HOUR_MS;

/** Delivers events as they become due, until the signal aborts. */
export async function runDeliverer(options: DelivererOptions): Promise<void> {
  const { signal, logger } = options;
  const deliveries = new RunningDeliveries(options);
  let secretsDueAtMs = 0;
  while (!signal.aborted) {
    try {
      if (options.nowMs() >= secretsDueAtMs) {
        await removeExpiredSecrets(options);
        secretsDueAtMs = options.nowMs() + SECRET_REMOVAL_MS;
      }
      if (!(await deliveries.startNext())) await deliveries.waitForChange();
    } catch (error) {
      logger.error({ err: error }, describeError(error));
      await pause(STORE_RETRY_MS, signal);
    }
  }
  await deliveries.finish();
}

/** Delivers all events that are due, and returns. Retries nothing. */
export async function deliverDue(options: DelivererOptions): Promise<void> {
  await removeExpiredSecrets(options);
  const deliveries = new RunningDeliveries(options);
  while (!options.signal.aborted) {
    // A delivery that ends during the claim may have been the reason why none was claimed.
    const { isIdle } = deliveries;
    if (await deliveries.startNext()) continue;
    if (isIdle) break;
    await deliveries.waitForOne();
  }
  await deliveries.finish();
}

/** The running deliveries, within the limits of the process and of each endpoint. */
class RunningDeliveries {
  readonly #options: DelivererOptions;
  /** Each with its endpoint. */
  readonly #running = new Map<Promise<void>, string>();
  /** Endpoints whose last attempt failed. */
  readonly #failing = new Set<string>();

  constructor(options: DelivererOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /** Claims and starts a due delivery. Returns false if none is due or all slots are in use. */
  async startNext(): Promise<boolean> {
    if (this.#running.size >= CONCURRENT_DELIVERIES_MAX) return false;
    const nowMs = this.#options.nowMs();
    const untilMs = nowMs + DELIVERY_LEASE_MS;
    const exceptEndpoints = this.#listFullEndpoints();
    const delivery = await this.#options.store.claimDelivery({ nowMs, untilMs, exceptEndpoints });
    if (delivery === undefined) return false;
    const run = runDelivery(this.#options, delivery)
      .then((result) => this.#note(delivery.endpointId, result))
      .catch((error: unknown) => {
        const { endpointId: webhookId, walletId } = delivery;
        this.#options.logger.error({ err: error, webhookId, walletId }, describeError(error));
      })
      .finally(() => this.#running.delete(run));
    this.#running.set(run, delivery.endpointId);
    return true;
  }

  async waitForChange(): Promise<void> {
    await Promise.race([pause(POLL_MS, this.#options.signal), ...this.#running.keys()]);
  }

  /** Waits for the end of a running delivery, if there is one. */
  async waitForOne(): Promise<void> {
    if (!this.isIdle) await Promise.race(this.#running.keys());
  }

  async finish(): Promise<void> {
    await Promise.all(this.#running.keys());
  }

  #listFullEndpoints(): string[] {
    const counts = Map.groupBy(this.#running.values(), (endpointId) => endpointId);
    const full = [...counts].filter(([endpointId, runs]) => {
      const isFailing = this.#failing.has(endpointId);
      return runs.length >= (isFailing ? CONCURRENT_PER_FAILING_MAX : CONCURRENT_PER_ENDPOINT_MAX);
    });
    return full.map(([endpointId]) => endpointId);
  }

  #note(endpointId: string, result: DeliveryResult): void {
    if (result === 'failed') this.#failing.add(endpointId);
    else if (result === 'accepted') this.#failing.delete(endpointId);
  }
}

function describeError(error: unknown): string {
  return error instanceof StoreUnavailableError
    ? 'the store does not respond; webhooks are delivered later'
    : 'webhooks of a wallet could not be delivered; continuing with the others';
}

async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  await sleep(durationMs, undefined, { signal }).catch(() => undefined);
}
