/** Sends malformed and generated requests to both listeners of a service, which runs in a process of its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Random } from '../../simulator/random.ts';
import { createImportsWallet, shareScratch } from '../cli/scratch.ts';
import { sendRaw } from '../http/http-client.ts';
import { LISTING } from '../http/samples.ts';
import { readProcessorMs } from '../processor-time.ts';
import { recordFigures } from '../prove/figures.ts';
import { FIRST_SEED, RUNS_FACTOR } from '../random-cases.ts';
import { askTeller, headersOf, importRow, startService, type TellerService } from '../teller.ts';
import {
  CHANGES,
  disturbBytes,
  type Draft,
  drawRequest,
  findProblems,
  type Verdict,
  writeRequest,
} from './raw-requests.ts';

/** Generated requests, 20,000 in a round of `npm run prove`, and those until the service runs compiled code. */
const [REQUESTS, WARM_UP] = RUNS_FACTOR === 1 ? [400, 200] : [4000 * RUNS_FACTOR, 500];
/** Requests of a measurement of {@link measureCosts}. */
const BATCH = 5;
/** Measurements of a request. */
const BATCHES = 5 * RUNS_FACTOR;
const PROCESSOR_MS_MAX = 2;
/** The name of the figure of {@link measureCosts}. */
const COST =
  'ms of the processor for a request without valid credentials (its fastest measurement)';
/** Requests of a kind with wrong credentials until the service runs compiled code for it. */
const WARM_UP_WRONG = 100;
const P99_MS_MAX = 10;
/** Less than the server waits for a body. */
const REFUSED_MS_MAX = 5000;

/** A listener of the service, and what its requests are made of. */
interface Listener {
  readonly port: number;
  readonly credentials: readonly string[];
  /** Targets that need credentials. */
  readonly guarded: readonly string[];
  readonly open: readonly string[];
  /** A target that reads a body. */
  readonly posted: string;
  readonly methods: readonly string[];
  /** Well-formed credentials that are wrong, by what they are. Each call draws other ones. */
  readonly wrong: Readonly<Record<string, (random: Random) => Draft>>;
}

const scratch = shareScratch();
let service: TellerService;
let listeners: Readonly<Record<string, Listener>>;

beforeAll(async () => {
  const { variables } = scratch;
  const tenant = await createImportsWallet(variables);
  await importRow(tenant.walletId, variables);
  const { manageKey } = await askTeller<{ manageKey: string }>(['manage-key', 'create'], variables);
  const settings = { TELLER_RATE_LIMIT: '0', TELLER_TRUSTED_PROXIES: '127.0.0.1' };
  service = await startService({ ...variables, ...settings }, ['--no-sync', '--manage-port', '0']);
  const credentials = writeHeaders(headersOf(tenant, tenant.walletId));
  const project = `/v0/projects/${tenant.projectId}`;
  const ask = (apiKey: string): Draft =>
    draft(
      LISTING,
      writeHeaders({ ...headersOf(tenant, tenant.walletId), 'x-svc-api-key': apiKey }),
    );
  const manage = (token: string): Draft => draft('/v0/organizations', bearer(token));
  listeners = {
    public: {
      port: Number(new URL(service.url).port),
      credentials,
      guarded: [LISTING, `${LISTING}?limit=x`, '/v0/wallet/withdraw/balance'],
      open: ['/livez', '/nowhere', '/connect/api/session', '/connect/api/connection'],
      posted: '/connect/api/connection',
      methods: ['GET', 'GET', 'GET', 'POST', 'DELETE', 'OPTIONS'],
      wrong: {
        'an unknown API key': (random) => ask(`key_${drawId(random)}.${drawSecret(random)}`),
        'an API key with another secret': (random) =>
          ask(`${tenant.apiKey.split('.')[0]}.${drawSecret(random)}`),
        'an unknown connect token': (random) =>
          draft('/connect/api/session', bearer(drawSecret(random))),
      },
    },
    management: {
      port: Number(new URL(service.manageUrl).port),
      credentials: [...bearer(manageKey), 'content-type: application/json'],
      guarded: [
        '/v0/organizations',
        `${project}/wallets`,
        `${project}/webhooks`,
        '/v0/audit?limit=1',
      ],
      open: ['/livez', '/nowhere'],
      posted: '/v0/organizations',
      methods: ['GET', 'GET', 'POST', 'PUT', 'DELETE'],
      wrong: {
        'an unknown management key': (random) =>
          manage(`mkey_${drawId(random)}.${drawSecret(random)}`),
        'a management key with another secret': (random) =>
          manage(`${manageKey.split('.')[0]}.${drawSecret(random)}`),
      },
    },
  };
}, 120_000);
afterAll(() => service.stop());

const NAMES = ['public', 'management'] as const;

function draft(target: string, headers: readonly string[], method = 'GET'): Draft {
  const all = ['host: a', ...headers];
  return { method, target, version: 'HTTP/1.1', headers: all, body: '', verdict: 'answered' };
}

const writeHeaders = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
const bearer = (token: string): readonly string[] => [`authorization: Bearer ${token}`];
const drawId = (random: Random): string => drawText(random, '0123456789abcdef', 24);
const drawSecret = (random: Random): string =>
  drawText(random, 'ABCDEFGHIJKLMNOPabcdefghijklmnop0123456789-_', 43);

function drawText(random: Random, characters: string, length: number): string {
  return Array.from({ length }, () => characters[random.integer(0, characters.length - 1)]!).join(
    '',
  );
}

/**
 * Sends a request and the next one, and returns what the service wrote. A caller that ends its side may lose responses, so
 * only one whose request may be incomplete does.
 */
async function exchange(port: number, bytes: string, verdict: Verdict): Promise<string> {
  const isIncomplete = verdict === 'cut' || verdict === 'any';
  return (await sendRaw(port, bytes, (socket) => void (isIncomplete && socket.end()))).text;
}

describe.each(NAMES)('on the %s listener', (name) => {
  it('a malformed request is refused, and hides no other request', async ({ task }) => {
    const { port, guarded, credentials } = listeners[name]!;
    const problems: string[] = [];
    for (const [change, apply] of Object.entries(CHANGES)) {
      for (const headers of [[], credentials]) {
        const request = apply(draft(guarded[0]!, headers));
        const isRefused = headers.length === 0;
        const text = await exchange(port, writeRequest(request), request.verdict);
        const found = findProblems(text, { verdict: request.verdict, isRefused });
        problems.push(...found.map((problem) => `${change}: ${problem}`));
      }
    }
    expect(problems).toEqual([]);
    recordFigures(task, { counts: { 'malformed requests': 2 * Object.keys(CHANGES).length } });
  });

  it('a request without a body is answered with any method and type', async () => {
    const { port, guarded, open, methods, credentials } = listeners[name]!;
    const headers = [...new Set([...credentials, 'content-type: application/json'])];
    for (const method of new Set(methods)) {
      for (const target of [...guarded, ...open]) {
        const text = await exchange(port, writeRequest(draft(target, headers, method)), 'answered');
        const problems = findProblems(text, { verdict: 'answered', isRefused: false });
        expect([method, target, ...problems]).toEqual([method, target]);
      }
    }
  });

  it('a malformed body is refused without waiting for its rest', async () => {
    const { port, posted, credentials } = listeners[name]!;
    const post = draft(posted, [...credentials, 'content-type: application/json'], 'POST');
    for (const change of ['a size of a chunk with a prefix', 'LF after a chunk']) {
      const request = CHANGES[change]!(post);
      const { text, lastedMs } = await sendRaw(port, writeRequest(request));
      expect(findProblems(text, { verdict: 'cut', isRefused: true })).toEqual([]);
      expect(lastedMs).toBeLessThan(REFUSED_MS_MAX);
    }
  });

  it(
    'no generated request fails or is answered without credentials, and 99 % take less than 10 ms of the processor',
    async ({ task }) => {
      const listener = listeners[name]!;
      const random = new Random(`requests ${name} ${FIRST_SEED}`);
      const failures: string[] = [];
      const elapsed: number[] = [];
      const processor: number[] = [];
      for (let index = 0; index < REQUESTS && failures.length === 0; index += 1) {
        const { bytes, description, expectation } = generate(listener, random);
        const [startedAtMs, beforeMs] = [performance.now(), readProcessorMs(service.pid)];
        const text = await exchange(listener.port, bytes, expectation.verdict);
        elapsed.push(performance.now() - startedAtMs);
        processor.push(readProcessorMs(service.pid) - beforeMs);
        const problems = findProblems(text, expectation);
        if (problems.length > 0) failures.push(description, bytes, ...problems);
      }
      expect(failures).toEqual([]);
      // Other processes of the machine may delay a response, but use no processor time of the service. A few
      // collections of garbage are more than one in a hundred of few requests.
      const p99 = readP99(processor.slice(WARM_UP));
      if (RUNS_FACTOR > 1) expect(p99).toBeLessThan(P99_MS_MAX);
      recordFigures(task, {
        counts: { 'generated requests': REQUESTS },
        maxima: {
          // Other processes of the machine are part of it, so it is not asserted.
          'ms p99 with the other work of the machine': readP99(elapsed),
          'ms of the processor p99': readP99(processor.slice(WARM_UP)),
        },
      });
    },
    60_000 * RUNS_FACTOR,
  );

  it(
    'no malformed request without credentials takes 2 ms of the processor',
    async ({ task }) => {
      const { port, guarded } = listeners[name]!;
      const sends = Object.entries(CHANGES).map(([change, apply]) => {
        const request = apply(draft(guarded[0]!, []));
        return [change, () => exchange(port, writeRequest(request), request.verdict)] as const;
      });
      const costs = await measureCosts(sends);
      recordFigures(task, { maxima: { [COST]: Math.max(...costs.values()) } });
      expect(listAbove(costs, PROCESSOR_MS_MAX)).toEqual([]);
    },
    60_000 * RUNS_FACTOR,
  );

  it(
    'no request with wrong credentials takes 2 ms of the processor',
    async ({ task }) => {
      const { port, wrong } = listeners[name]!;
      const random = new Random(`wrong ${name} ${FIRST_SEED}`);
      let count = 0;
      const send = async (make: (random: Random) => Draft): Promise<void> => {
        const request = make(random);
        // One address may send few wrong keys in a second; further ones are refused before they are verified.
        const address = `x-forwarded-for: 10.0.${count >> 8}.${count & 255}`;
        const bytes = writeRequest({ ...request, headers: [...request.headers, address] });
        expect(await exchange(port, bytes, 'answered')).toMatch(/^HTTP\/1\.1 401 /);
        count += 1;
      };
      const sends = Object.entries(wrong).map(([kind, make]) => [kind, () => send(make)] as const);
      for (let sent = 0; sent < WARM_UP_WRONG; sent += 1) {
        for (const [, each] of sends) await each();
      }
      const costs = await measureCosts(sends);
      recordFigures(task, {
        counts: { 'requests with wrong credentials': count },
        maxima: { [COST]: Math.max(...costs.values()) },
      });
      expect(listAbove(costs, PROCESSOR_MS_MAX)).toEqual([]);
    },
    60_000 * RUNS_FACTOR,
  );
});

function readP99(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.99)]!;
}

/**
 * Returns the processor time that each request costs (ms), with that of the request behind it and of their connection: the
 * smallest of {@link BATCHES} measurements. The compiler, collections of garbage and other processes, which use the same
 * caches, add to a measurement, and nothing takes away from it. Each is the mean of {@link BATCH} requests, because a thread
 * may use time for a request after its response. A request is measured again after all others: what disturbs the machine
 * for a moment disturbs one measurement of it.
 */
async function measureCosts(
  sends: readonly (readonly [request: string, send: () => Promise<unknown>])[],
): Promise<ReadonlyMap<string, number>> {
  const costs = new Map<string, number>();
  for (let batch = 0; batch < BATCHES; batch += 1) {
    for (const [request, send] of sends) {
      const beforeMs = readProcessorMs(service.pid);
      for (let count = 0; count < BATCH; count += 1) await send();
      const meanMs = (readProcessorMs(service.pid) - beforeMs) / BATCH;
      costs.set(request, Math.min(costs.get(request) ?? Infinity, meanMs));
    }
  }
  return costs;
}

/** Returns the requests that cost at least so many ms. */
function listAbove(costs: ReadonlyMap<string, number>, limitMs: number): readonly string[] {
  return [...costs]
    .filter(([, cost]) => cost >= limitMs)
    .map(([request, cost]) => `${request}: ${cost} ms`);
}

/** Draws a request: most with a change of {@link CHANGES}, others with random bytes. */
function generate({ guarded, open, methods, credentials }: Listener, random: Random) {
  const isGuarded = random.percent(70);
  const hasCredentials = random.percent(30);
  const target = random.pick(isGuarded ? guarded : open);
  const base = draft(target, hasCredentials ? credentials : [], random.pick(methods));
  const { name, draft: changed } = drawRequest(base, random);
  const isRefused = isGuarded && !hasCredentials && base.method !== 'OPTIONS';
  const bytes = writeRequest(changed);
  const description = `${base.method} ${target}: ${name}`;
  if (random.percent(70)) {
    return { bytes, description, expectation: { verdict: changed.verdict, isRefused } };
  }
  return {
    bytes: disturbBytes(bytes, random),
    description: `${description}, random bytes`,
    // A changed target may be one that needs no credentials.
    expectation: { verdict: 'any' as const, isRefused: false },
  };
}
