/**
 * A simulation of many wallets: sync processes refresh the wallets that are due, oldest first, within their slots and
 * the rate limits of the exchanges. The times of the next refreshes are those of `src/sync/schedule.ts`.
 */
import { HOUR_MS } from '../src/domain/duration.ts';
import { nextRefreshAt } from '../src/sync/schedule.ts';
import { medianOf, quantileOf } from './figures.ts';

/** The slots of a sync process, as in `src/sync/worker.ts`. */
const SLOTS = 32;
const SLOTS_PER_EXCHANGE = 8;
const TICK_MS = 100;
/** The time since the latest transaction: one wallet in 20 has one in the last hour, one in five in the last day. */
const ACTIVITY_AGES_MS = [HOUR_MS / 2, 12 * HOUR_MS, 12 * HOUR_MS, 12 * HOUR_MS];
const ACTIVITY_OF = 20;

/** What is simulated. */
export interface SimulatedExchange {
  readonly exchange: string;
  readonly wallets: number;
  /** Duration of a refresh if nothing limits it. */
  readonly refreshMs: number;
  /** Maximum refreshes per second of all wallets together. */
  readonly refreshesPerSecond: number;
}

/** The settings of a simulation. */
export interface SimulationOptions {
  readonly processes: number;
  readonly durationMs: number;
  readonly intervalMs: number;
  /** 0 to 1, the same numbers in every run. */
  readonly random: () => number;
}

/** The wallets of an exchange at the end. */
export interface SimulatedResult {
  readonly exchange: string;
  readonly refreshesPerSecond: number;
  /** The median and the 99th percentile of the time that a due wallet waits, in seconds. */
  readonly delaySeconds: readonly [median: number, p99: number];
}

/** The due wallets of an exchange, in the order of their times, and its refreshes. */
interface Queue {
  readonly limits: SimulatedExchange;
  readonly waiting: { readonly dueAtMs: number; readonly ageMs: number }[];
  /** The index of the first wallet that still waits. */
  first: number;
  running: number;
  /** When the rate limit allows the next refresh. */
  allowedAtMs: number;
  readonly delaysMs: number[];
}

/** Simulates the wallets and returns, by exchange, what the second half of the time was like. */
export function simulateWallets(
  exchanges: readonly SimulatedExchange[],
  { processes, durationMs, intervalMs, random }: SimulationOptions,
): readonly SimulatedResult[] {
  const queues = exchanges.map((limits): Queue => {
    return { limits, waiting: [], first: 0, running: 0, allowedAtMs: 0, delaysMs: [] };
  });
  /** What happens in each tick. */
  const events = Array.from({ length: durationMs / TICK_MS }, (): (() => void)[] => []);
  const planRefresh = ({ waiting }: Queue, ageMs: number, atMs: number): void => {
    const tick = Math.ceil(atMs / TICK_MS);
    events[tick]?.push(() => void waiting.push({ dueAtMs: tick * TICK_MS, ageMs }));
  };
  const slots = { free: processes * SLOTS };
  const start = (queue: Queue, tick: number): void => {
    const nowMs = tick * TICK_MS;
    const { dueAtMs, ageMs } = queue.waiting[queue.first]!;
    queue.first += 1;
    queue.running += 1;
    slots.free -= 1;
    if (nowMs >= durationMs / 2) queue.delaysMs.push(nowMs - dueAtMs);
    // A refresh waits in its slot for the rate limit.
    const { refreshMs, refreshesPerSecond } = queue.limits;
    queue.allowedAtMs = Math.max(queue.allowedAtMs, nowMs) + 1000 / refreshesPerSecond;
    const endMs = Math.max(nowMs + refreshMs, queue.allowedAtMs);
    const endTick = Math.max(tick + 1, Math.ceil(endMs / TICK_MS));
    events[endTick]?.push(() => {
      queue.running -= 1;
      slots.free += 1;
    });
    const plan = { intervalMs, activityAgeMs: ageMs, random: random() };
    planRefresh(queue, ageMs, nextRefreshAt(endTick * TICK_MS, plan));
  };
  for (const queue of queues) {
    for (let no = 0; no < queue.limits.wallets; no += 1) {
      planRefresh(queue, ACTIVITY_AGES_MS[no % ACTIVITY_OF] ?? Infinity, random() * intervalMs);
    }
  }
  for (const [tick, planned] of events.entries()) {
    for (const event of planned) event();
    planned.length = 0;
    while (slots.free > 0) {
      const next = findLongestWaiting(queues, processes * SLOTS_PER_EXCHANGE);
      if (next === undefined) break;
      start(next, tick);
    }
  }
  return queues.map((queue) => describe(queue, durationMs));
}

/** Returns the exchange whose wallet waits longest; `undefined` if no wallet can start. */
function findLongestWaiting(queues: readonly Queue[], slots: number): Queue | undefined {
  let found: Queue | undefined;
  let foundMs = Infinity;
  for (const queue of queues) {
    const { dueAtMs } = queue.waiting[queue.first] ?? { dueAtMs: Infinity };
    if (queue.running >= slots || dueAtMs >= foundMs) continue;
    found = queue;
    foundMs = dueAtMs;
  }
  return found;
}

/** Wallets that still wait count with the time for which they have waited. */
function describe(
  { limits, delaysMs, waiting, first }: Queue,
  durationMs: number,
): SimulatedResult {
  const waited = waiting.slice(first).map(({ dueAtMs }) => durationMs - dueAtMs);
  const allMs = [...delaysMs, ...waited];
  return {
    exchange: limits.exchange,
    refreshesPerSecond: delaysMs.length / (durationMs / 2000),
    delaySeconds: [medianOf(allMs) / 1000, quantileOf(allMs, 0.99) / 1000],
  };
}
