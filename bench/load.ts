/**
 * The load: keep-alive connections that send the next request as soon as they have a response. Raw sockets,
 * because a client that parses would be slower than the server. Argument: plans as JSON, which run concurrently;
 * prints their results as JSON.
 */
import { connect } from 'node:net';

import { AnswerReader } from './answer-reader.ts';

/** The requests to send, and their duration. */
export interface LoadPlan {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The expected status of every response; `null` for any. */
  readonly status: number | null;
  /**
   * Pages that are requested in random order, each once before any is repeated; `&page=` is added to
   * the URL.
   */
  readonly pages?: { readonly from: number; readonly to: number };
  readonly connections: number;
  readonly warmUpMs: number;
  /** Duration of the plan; if missing, it runs as long as the concurrent plans. */
  readonly durationMs?: number | undefined;
}

/** The result of a plan. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  /** The number of all responses, including the warm-up. */
  readonly answers: number;
  readonly latencyP50Ms: number;
  readonly latencyP99Ms: number;
}

/** The result, or the reason why it could not be measured. */
export type LoadOutcome = LoadResult | { readonly failure: string };

/** Minimum responses of a measurement. With fewer, the server is measured for longer, up to a limit. */
const ANSWERS_MIN = 30;
const DURATION_FACTOR_MAX = 8;
const ANSWER_TIMEOUT_MS = 30_000;
const READ_BYTES = 256 * 1024;

/**
 * Runs the plan. A response with another status, or none, ends it with an error.
 *
 * @param haveOthersEnded returns true when the other plans have ended, which ends a plan without a duration.
 */
async function runLoad(plan: LoadPlan, haveOthersEnded: () => boolean): Promise<LoadResult> {
  const { hostname, port } = new URL(plan.url);
  const nextRequest = cycle(makeRequests(plan));
  const latencies: number[] = [];
  const startMs = performance.now() + plan.warmUpMs;
  let lastAnswerMs = startMs;
  let answers = 0;
  const isOver = (nowMs: number): boolean => {
    if (plan.durationMs === undefined) return haveOthersEnded();
    const durations = (nowMs - startMs) / plan.durationMs;
    return durations >= DURATION_FACTOR_MAX || (durations >= 1 && latencies.length >= ANSWERS_MIN);
  };

  const connection = async (): Promise<void> => {
    await new Promise<void>((resolve, reject) => {
      let sentMs = 0;
      const answer = new AnswerReader(plan.status);
      const read = (chunk: Uint8Array): void => {
        if (!answer.add(chunk)) return;
        answers += 1;
        const nowMs = performance.now();
        if (isOver(nowMs)) {
          resolve();
          socket.destroy();
          return;
        }
        if (nowMs >= startMs) {
          latencies.push(nowMs - sentMs);
          lastAnswerMs = nowMs;
        }
        send();
      };
      const callback = (bytes: number, buffer: Uint8Array): boolean => {
        try {
          read(buffer.subarray(0, bytes));
        } catch (error) {
          reject(error);
          socket.destroy();
        }
        return true;
      };
      const socket = connect({
        host: hostname,
        port: Number(port),
        noDelay: true,
        onread: { buffer: Buffer.alloc(READ_BYTES), callback },
      });
      const send = (): void => {
        sentMs = performance.now();
        socket.write(nextRequest());
      };
      socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error('no answer in time')));
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('the server closed a connection')));
      socket.on('connect', send);
    });
  };

  await Promise.all(Array.from({ length: plan.connections }, connection));
  if (latencies.length === 0) throw new Error('the server was too slow to answer');
  return { answers, ...summarise(latencies, lastAnswerMs - startMs) };
}

function makeRequests({ url, headers, pages }: LoadPlan): readonly Buffer[] {
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const makeRequest = (suffix: string): Buffer =>
    Buffer.from(
      `GET ${pathname}${search}${suffix} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n`,
    );
  if (pages === undefined) return [makeRequest('')];
  const { from, to } = pages;
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return shuffle(numbers).map((page) => makeRequest(`&page=${page}`));
}

function shuffle<Value>(values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, key: Math.random() }))
    .sort((left, right) => left.key - right.key)
    .map(({ value }) => value);
}

function cycle<Value>(values: readonly Value[]): () => Value {
  let next = 0;
  return () => {
    const value = values[next] as Value;
    next = (next + 1) % values.length;
    return value;
  };
}

/** Keeps the core awake, so that waking the core of the load does not count for the server. */
function spin(): void {
  setImmediate(spin);
}

function summarise(latencies: readonly number[], durationMs: number): Omit<LoadResult, 'answers'> {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    requestsPerSecond: (latencies.length / durationMs) * 1000,
    latencyP50Ms: at(0.5),
    latencyP99Ms: at(0.99),
  };
}

const plans = JSON.parse(process.argv[2] ?? '') as LoadPlan[];
const timed = new Set(plans.filter(({ durationMs }) => durationMs !== undefined));
spin();
const outcomes = await Promise.all(
  plans.map((plan) =>
    runLoad(plan, () => timed.size === 0)
      .catch((error: unknown): LoadOutcome => {
        return { failure: error instanceof Error ? error.message : String(error) };
      })
      .finally(() => timed.delete(plan)),
  ),
);
process.stdout.write(`${JSON.stringify(outcomes)}\n`);
process.exit();
