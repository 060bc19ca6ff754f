/** The deliverer: claims due deliveries, and runs several of them concurrently. */
import { setTimeout as sleep } from 'node:timers/promises';

import { HOUR_MS } from '../domain/duration.ts';
import { StoreUnavailableError } from '../store/errors.ts';
import type { ClaimTimes } from '../store/records.ts';
import type { DueEndpoint } from '../store/webhooks.ts';
import type { DelivererOptions } from './deliverer-options.ts';
import { DELIVERY_LEASE_MS, type DeliveryResult, runDelivery } from './delivery-run.ts';
import { removeExpiredSecrets } from './expired-secrets.ts';

const CONCURRENT_DELIVERIES_MAX = 512;
/** Slots of which a project uses one at most, so that many projects with slow receivers leave one for the next. */
const SINGLE_SLOTS = 256;
/** A project has at most this part of the other slots that are free. */
const PART_OF_FREE_SLOTS = 1 / 8;
/** Maximum concurrent deliveries to one endpoint, so that a slow receiver does not use all slots of its project. */
const CONCURRENT_PER_ENDPOINT_MAX = 8;
/** The same for an endpoint whose last attempt failed, so that dead receivers do not use all slots either. */
const CONCURRENT_PER_FAILING_MAX = 1;
/** How often due deliveries are searched while none ends. */
const POLL_MS = 250;
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
      if (!(await deliveries.startRound())) await deliveries.waitForChange();
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
    if (await deliveries.startRound()) continue;
    if (isIdle) break;
    await deliveries.waitForOne();
  }
  await deliveries.finish();
}

/** The running deliveries, within the limits of the process, of each project and of each endpoint. */
class RunningDeliveries {
  readonly #options: DelivererOptions;
  /** Each with its endpoint. */
  readonly #running = new Map<Promise<void>, DueEndpoint>();
  /** The number of the last start of each endpoint. */
  readonly #starts = new Map<string, number>();
  #startCount = 0;
  /** Endpoints whose last attempt failed. */
  readonly #failing = new Set<string>();

  constructor(options: DelivererOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /**
   * Claims and starts one due delivery of each project that has a free slot, so that the backlog of a project delays
   * no other. Returns false if none was started.
   */
  async startRound(): Promise<boolean> {
    const { store, signal } = this.#options;
    const due = await store.listDueEndpoints(this.#readTimes());
    let isStarted = false;
    for (const [projectId, endpoints] of Map.groupBy(due, (each) => each.projectId)) {
      if (signal.aborted) break;
      const endpoint = this.#chooseEndpoint(projectId, endpoints);
      if (endpoint !== undefined && (await this.#start(endpoint))) isStarted = true;
    }
    return isStarted;
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

  /** Returns the endpoint of a project whose last start is longest ago among those with a free slot. */
  #chooseEndpoint(projectId: string, due: readonly DueEndpoint[]): DueEndpoint | undefined {
    const freeSlots = CONCURRENT_DELIVERIES_MAX - this.#running.size;
    const runs = [...this.#running.values()].filter((each) => each.projectId === projectId);
    if (runs.length >= countSlotsOfProject(freeSlots)) return undefined;
    const free = due.filter(({ endpointId }) => {
      const isFailing = this.#failing.has(endpointId);
      const endpointMax = isFailing ? CONCURRENT_PER_FAILING_MAX : CONCURRENT_PER_ENDPOINT_MAX;
      return runs.filter((run) => run.endpointId === endpointId).length < endpointMax;
    });
    const startOf = ({ endpointId }: DueEndpoint): number => this.#starts.get(endpointId) ?? 0;
    return free.toSorted((a, b) => startOf(a) - startOf(b))[0];
  }

  /** Claims and starts the delivery of an endpoint that has been due longest. Returns false if none is due any more. */
  async #start(endpoint: DueEndpoint): Promise<boolean> {
    const { endpointId } = endpoint;
    const { store, logger } = this.#options;
    const delivery = await store.claimDelivery({ ...this.#readTimes(), endpointId });
    if (delivery === undefined) return false;
    const run = runDelivery(this.#options, delivery)
      .then((result) => this.#note(endpointId, result))
      .catch((error: unknown) => {
        const { walletId } = delivery;
        logger.error({ err: error, webhookId: endpointId, walletId }, describeError(error));
      })
      .finally(() => this.#running.delete(run));
    this.#running.set(run, endpoint);
    this.#startCount += 1;
    this.#starts.set(endpointId, this.#startCount);
    return true;
  }

  #readTimes(): ClaimTimes {
    const nowMs = this.#options.nowMs();
    return { nowMs, untilMs: nowMs + DELIVERY_LEASE_MS };
  }

  #note(endpointId: string, result: DeliveryResult): void {
    if (result === 'failed') this.#failing.add(endpointId);
    else if (result === 'accepted') this.#failing.delete(endpointId);
  }
}

/**
 * Returns how many deliveries of a project may run. It decreases with the free slots: however the events of 250 projects
 * with slow receivers arrive, the next project finds a slot.
 */
export function countSlotsOfProject(freeSlots: number): number {
  const part = Math.floor((freeSlots - SINGLE_SLOTS) * PART_OF_FREE_SLOTS);
  return Math.min(freeSlots, Math.max(1, part));
}

function describeError(error: unknown): string {
  return error instanceof StoreUnavailableError
    ? 'the store does not respond; webhooks are delivered later'
    : 'webhooks of a wallet could not be delivered; continuing with the others';
}

async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  await sleep(durationMs, undefined, { signal }).catch(() => undefined);
}
