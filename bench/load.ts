/** The load: autocannon in processes of their own, and the work of servers under it. */
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import { medianOf, round } from './figures.ts';
import type { Result } from './floors.ts';
import { LOAD_CORE, makeCommand, processorSeconds, startProcess } from './processes.ts';

const CONNECTIONS = 16;
/** Each connection sends one. */
const REQUESTS_MIN = CONNECTIONS;
/** Milliseconds after which autocannon looks whether a load has ended; by default it looks once a second. */
const SAMPLE_INTERVAL = 20;
/**
 * Processor time of a warm-up: the compiler optimizes a service after thousands of requests. A page of ten rows from PostgreSQL
 * took the service 690, 470, 320, 340 and then 220 µs, for each 3,000 requests, and `pg` alone 260, 140 and then 100.
 */
const WARM_UP_SECONDS = 8;
const WARM_UPS_MAX = 12;
/**
 * Processor time of a load. The speed of a shared machine changes within seconds, and the loads of a round have to see the
 * same speed: with 25 short rounds the ratio of two runs differed by 2 %, with 5 of a second by a third.
 */
const LOAD_SECONDS = 0.3;
/** Maximum factor between the numbers of requests of two warm-ups. */
const WARM_UP_GROWTH = 20;
/** A server with more requests than it can answer, and a busy machine, may take long. */
const TIMEOUT_SECONDS = 60;

/** Requests to a server. */
export interface Load {
  /** One URL, or several of one server that are requested in turn. */
  readonly urls: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  /** Number of requests, or seconds. */
  readonly requests?: number;
  readonly seconds?: number;
  /** Requests in a second, without waiting for a slow server; by default, a connection sends the next after an answer. */
  readonly rate?: number;
  /** True if the load must not sleep; see send-load.js. Only one such load may run. */
  readonly neverSleeps?: true;
}

/** The part of autocannon's result that is used. */
export interface LoadResult {
  readonly '2xx': number;
  readonly non2xx: number;
  readonly errors: number;
  /** Responses by their status. */
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  /** Seconds. */
  readonly duration: number;
  /** Milliseconds. */
  readonly latency: { readonly p99: number };
}

/** Runs a load, and returns its result when it has ended. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const { urls, requests, seconds, rate, ...others } = load;
  const child = startProcess(makeCommand('send-load.js'), LOAD_CORE);
  const options = {
    ...others,
    url: urls[0],
    requests: urls.map((url) => {
      const { pathname, search } = new URL(url);
      return { path: pathname + search };
    }),
    amount: requests,
    duration: seconds,
    overallRate: rate,
    ignoreCoordinatedOmission: rate !== undefined,
    timeout: TIMEOUT_SECONDS,
    sampleInt: SAMPLE_INTERVAL,
  };
  child.stdin!.end(JSON.stringify(options));
  const [output, [code]] = await Promise.all([text(child.stdout!), once(child, 'close')]);
  if (code !== 0) throw new Error(`autocannon ended with ${code}: ${output}`);
  return JSON.parse(output) as LoadResult;
}

/** A server and a request whose work is measured. */
export interface Subject {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Processes of the server and its database. */
  readonly pids: readonly number[];
}

/**
 * Measures the median of the rounds' quotients: the work of a request to a baseline divided by that to a subject. Each
 * round sends both of them requests for {@link LOAD_SECONDS}; every other round is in reverse order. A pair is compared
 * before the next one, because a server closes idle connections to its database, and to open them again takes as long as
 * a load.
 *
 * @throws {Error} if a response is not a success.
 */
export async function compareWork(
  subject: Subject,
  baseline: Subject,
  rounds: number,
): Promise<Pick<Result, 'measured' | 'requestMicros' | 'baselineMicros'>> {
  const own = { subject, requests: await warmUp(subject), micros: [] as number[] };
  const other = { subject: baseline, requests: await warmUp(baseline), micros: [] as number[] };
  for (let no = 0; no < rounds; no += 1) {
    for (const side of no % 2 === 0 ? [own, other] : [other, own]) {
      const seconds = await measureSeconds(side.subject, side.requests);
      side.micros.push((seconds * 1e6) / side.requests);
    }
  }
  return {
    measured: round(medianOf(own.micros.map((time, no) => other.micros[no]! / time))),
    requestMicros: Math.round(medianOf(own.micros)),
    baselineMicros: Math.round(medianOf(other.micros)),
  };
}

/**
 * Returns the number of requests that take {@link LOAD_SECONDS} of a subject's processor time. No load ends before its last response,
 * because a database would still run the query of an abandoned request while another subject is measured.
 */
async function warmUp(subject: Subject): Promise<number> {
  let count = REQUESTS_MIN;
  let warmSeconds = 0;
  for (let run = 0; run < WARM_UPS_MAX && warmSeconds < WARM_UP_SECONDS; run += 1) {
    const seconds = await measureSeconds(subject, count);
    warmSeconds += seconds;
    count = Math.max(REQUESTS_MIN, Math.round(count / Math.max(seconds, 1 / WARM_UP_GROWTH)));
  }
  return Math.max(REQUESTS_MIN, Math.round(count * LOAD_SECONDS));
}

/** Returns the processor time of requests in seconds. */
async function measureSeconds(subject: Subject, requests: number): Promise<number> {
  const { url, headers, pids } = subject;
  const startSeconds = processorSeconds(pids);
  const load = { urls: [url], headers, connections: CONNECTIONS, requests };
  const { '2xx': answered } = await runLoad({ ...load, neverSleeps: true });
  if (answered === requests) return processorSeconds(pids) - startSeconds;
  throw new Error(`${url}: ${answered} of ${requests} requests were answered with success`);
}
