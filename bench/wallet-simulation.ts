/**
 * A simulation of many wallets: sync processes refresh the wallets that are due, oldest first, within their slots and
 * the rate limits of the exchanges. The times of the next refreshes are those of `src/sync/schedule.ts`.
 */
import { HOUR_MS } from '../src/domain/duration.ts';
import { nextRefreshAt } from '../src/sync/schedule.ts';

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

/** One exchange, with its due wallets in the order of their times. */
class Queue {
  readonly limits: SimulatedExchange;
  /** The wallets that become due in a tick: their activity. */
  readonly due = new Map<number, number[]>();
  readonly waiting: { readonly dueAtMs: number; readonly ageMs: number }[] = [];
  first = 0;
  running = 0;
  /** When the rate limit allows the next refresh. */
  allowedAtMs = 0;
  readonly delaysMs: number[] = [];

  constructor(limits: SimulatedExchange) {
    this.limits = limits;
  }

  plan(ageMs: number, atMs: number): void {
    const tick = Math.ceil(atMs / TICK_MS);
    const planned = this.due.get(tick);
    if (planned === undefined) this.due.set(tick, [ageMs]);
    else planned.push(ageMs);
  }

  /** Moves the wallets that are due to the queue. */
  advance(tick: number): void {
    const dueAtMs = tick * TICK_MS;
    for (const ageMs of this.due.get(tick) ?? []) this.waiting.push({ dueAtMs, ageMs });
    this.due.delete(tick);
  }

  /** Returns the end of a refresh that starts now: it waits in its slot for the rate limit. */
  endOf(nowMs: number): number {
    const { refreshMs, refreshesPerSecond } = this.limits;
    this.allowedAtMs = Math.max(this.allowedAtMs, nowMs) + 1000 / refreshesPerSecond;
    return Math.max(nowMs + refreshMs, this.allowedAtMs);
  }

  /** The time of the wallet that waits longest; infinite if no wallet can start. */
  headMs(slots: number): number {
    if (this.running >= slots) return Infinity;
    return this.waiting[this.first]?.dueAtMs ?? Infinity;
  }
}

/** Simulates the wallets and returns, by exchange, what the second half of the time was like. */
export function simulateWallets(
  exchanges: readonly SimulatedExchange[],
  options: SimulationOptions,
): readonly SimulatedResult[] {
  const { processes, durationMs, intervalMs, random } = options;
  const queues = exchanges.map((limits) => new Queue(limits));
  for (const queue of queues) {
    for (let no = 0; no < queue.limits.wallets; no += 1) {
      queue.plan(ACTIVITY_AGES_MS[no % ACTIVITY_OF] ?? Infinity, random() * intervalMs);
    }
  }
  const ends = new Map<number, Queue[]>();
  let running = 0;
  const start = (queue: Queue, tick: number): void => {
    const nowMs = tick * TICK_MS;
    const { dueAtMs, ageMs } = queue.waiting[queue.first]!;
    queue.first += 1;
    queue.running += 1;
    running += 1;
    if (nowMs >= durationMs / 2) queue.delaysMs.push(nowMs - dueAtMs);
    const endTick = Math.max(tick + 1, Math.ceil(queue.endOf(nowMs) / TICK_MS));
    const ending = ends.get(endTick) ?? [];
    ends.set(endTick, ending);
    ending.push(queue);
    const plan = { intervalMs, activityAgeMs: ageMs, random: random() };
    queue.plan(ageMs, nextRefreshAt(endTick * TICK_MS, plan));
  };
  for (let tick = 0; tick * TICK_MS < durationMs; tick += 1) {
    for (const queue of ends.get(tick) ?? []) {
      queue.running -= 1;
      running -= 1;
    }
    ends.delete(tick);
    for (const queue of queues) queue.advance(tick);
    for (let free = processes * SLOTS - running; free > 0; free -= 1) {
      const next = findLongestWaiting(queues, processes * SLOTS_PER_EXCHANGE);
      if (next === undefined) break;
      start(next, tick);
    }
  }
  return queues.map((queue) => describe(queue, durationMs));
}

function findLongestWaiting(queues: readonly Queue[], slots: number): Queue | undefined {
  let found: Queue | undefined;
  for (const queue of queues) {
    const headMs = queue.headMs(slots);
    if (headMs < (found?.headMs(slots) ?? Infinity)) found = queue;
  }
  return found;
}

/** Wallets that still wait count with the time for which they have waited. */
function describe(
  { limits, delaysMs, waiting, first }: Queue,
  durationMs: number,
): SimulatedResult {
  const refreshes = delaysMs.length;
  const waited = waiting.slice(first).map(({ dueAtMs }) => durationMs - dueAtMs);
  const sorted = [...delaysMs, ...waited].toSorted((left, right) => left - right);
  const at = (share: number): number => (sorted[Math.floor(sorted.length * share)] ?? 0) / 1000;
  return {
    exchange: limits.exchange,
    refreshesPerSecond: refreshes / (durationMs / 2000),
    delaySeconds: [at(0.5), at(0.99)],
  };
}
