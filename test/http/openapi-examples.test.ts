/** Checks that the service returns the examples and the problems of the OpenAPI document. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { parseDecimal } from '../../src/domain/decimal.ts';
import { PROBLEMS, type ProblemCode } from '../../src/domain/problem.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { readServiceApi } from '../../tools/api-documents.ts';
import { StoreUnavailableError } from '../../src/store/errors.ts';
import { addFaults, type FaultyStore } from './faulty-store.ts';
import type { HttpAnswer, HttpRequest } from './http-client.ts';
import { BALANCE, LISTING, sampleTransactions } from './samples.ts';
import {
  MASTER_KEY,
  NOW_MS,
  type ServiceHarness,
  startService,
  untilInFlight,
} from './service-harness.ts';
import { createTenant, headersOf, type Tenant } from './tenants.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: unknown;
}
interface MediaType {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: Readonly<Record<string, MediaType>>;
        readonly 'x-codes'?: readonly string[];
      }
    >
  >;
}
interface ListedTransaction extends Omit<Transaction, 'timestampMs' | 'amount' | 'feeCost'> {
  readonly timestamp: number;
  readonly amount: number;
  readonly feeCost: number | null;
}

const document = (await readServiceApi()) as unknown as {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
};
const run = promisify(execFile);

let service: ServiceHarness;
let store: FaultyStore;
let tenant: Tenant;
let isShuttingDown = false;
beforeAll(async () => {
  service = await startService({
    wrapStore: (real) => (store = addFaults(real)),
    rateLimitPerSecond: 1,
    limits: { requestsInFlightMax: 1 },
    metricsToken: 'm'.repeat(16),
    isShuttingDown: () => isShuttingDown,
  });
  tenant = await createTenant(service.store, MASTER_KEY, { syncedAtMs: NOW_MS });
});
afterEach(() => {
  store.failure = undefined;
  store.gate = Promise.resolve();
  isShuttingDown = false;
});
afterAll(() => service.stop());

/** Sends a request in a separate second, so that the limit of the key does not apply. */
function ask(path: string, request: Partial<HttpRequest> = {}): Promise<HttpAnswer> {
  service.clock.nowMs += 1000;
  return service.send({ path, headers: headersOf(tenant), ...request });
}

function exampleOf(path: string, status: number): unknown {
  const content = document.paths[path]?.get.responses[status]?.content;
  return content?.['application/json']?.example;
}

describe('a response', () => {
  it.each(['/livez', '/readyz'])('of %s equals its example', async (path) => {
    expect(JSON.parse((await ask(path)).body)).toEqual(exampleOf(path, 200));
  });

  it('with transactions equals its example', async () => {
    const example = exampleOf(LISTING, 200) as { transactions: readonly ListedTransaction[] };
    const transactions = example.transactions.map(({ timestamp, amount, feeCost, ...row }) => ({
      ...row,
      timestampMs: timestamp,
      amount: parseDecimal(String(amount)),
      feeCost: feeCost === null ? null : parseDecimal(String(feeCost)),
    }));
    const own = await createTenant(service.store, MASTER_KEY, { transactions });
    const { body } = await ask(LISTING, { headers: headersOf(own) });
    const text = JSON.stringify(example);
    expect(body).toBe(text.replace(/wallet_[0-9a-f]{24}/, own.walletId));
  });

  it('with a balance equals its example', async () => {
    const example = exampleOf(BALANCE, 200) as {
      lastSyncAt: string;
      balances: readonly { asset: string; amount: number; networks: [] }[];
    };
    const balances = example.balances.map((balance) => ({
      ...balance,
      amount: parseDecimal(String(balance.amount)),
    }));
    const syncedAtMs = Date.parse(example.lastSyncAt);
    const own = await createTenant(service.store, MASTER_KEY, { balances, syncedAtMs });
    const { body } = await ask(BALANCE, { headers: headersOf(own) });
    expect(body).toBe(JSON.stringify(example));
  });
});

/** Stops a wallet before its first synchronisation. */
async function stopWallet({ walletId }: Tenant): Promise<void> {
  const lease = await service.store.claimWallet({
    nowMs: NOW_MS,
    untilMs: NOW_MS + 1000,
    walletId,
  });
  const message = 'the exchange refused the key';
  const failure = { code: 'exchange_key_refused', message, atMs: NOW_MS };
  await service.store.recordOutcome(lease!, { nextRunAtMs: null, failure });
}

const createUnsynced = () => createTenant(service.store, MASTER_KEY, { syncedAtMs: null });

/** Causes each problem at the listing. */
const CAUSES: Readonly<Partial<Record<ProblemCode, () => Promise<HttpAnswer>>>> = {
  invalid_parameter: () => ask(`${LISTING}?limit=0`),
  unknown_parameter: () => ask(`${LISTING}?limt=5`),
  repeated_parameter: () => ask(`${LISTING}?limit=5&limit=6`),
  malformed_request: () => ask(`${LISTING}%zz`),
  missing_credentials: () => ask(LISTING, { headers: {} }),
  invalid_credentials: () => ask(LISTING, withHeader('x-svc-api-key', 'key_wrong')),
  scope_mismatch: () => ask(LISTING, withHeader('x-svc-org-id', 'org_other')),
  wallet_not_found: () => ask(LISTING, withHeader('x-svc-wallet-id', 'wallet_other')),
  method_not_allowed: () => ask(LISTING, { method: 'POST' }),
  uri_too_long: () => ask(`${LISTING}?asset=${'A'.repeat(8192)}`),
  headers_too_large: () => ask(LISTING, withHeader('x-wide', 'a'.repeat(70_000))),
  rate_limited: async () => {
    await ask(LISTING);
    return service.send({ path: LISTING, headers: headersOf(tenant) });
  },
  internal: () => {
    store.failure = new TypeError('a defect');
    return ask(LISTING);
  },
  wallet_not_synced: async () => ask(LISTING, { headers: headersOf(await createUnsynced()) }),
  wallet_stopped: async () => {
    const fresh = await createUnsynced();
    await stopWallet(fresh);
    return ask(LISTING, { headers: headersOf(fresh) });
  },
  store_unavailable: () => {
    store.failure = new StoreUnavailableError('SQLITE_BUSY');
    return ask(LISTING);
  },
  overloaded: async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    store.gate = promise;
    const waiting = ask(LISTING);
    await untilInFlight(service, 1);
    const refused = await ask(LISTING);
    resolve();
    await waiting;
    return refused;
  },
};

function withHeader(name: string, value: string): Partial<HttpRequest> {
  return { headers: { ...headersOf(tenant), [name]: value } };
}

/** Fails if an answer is not the problem, or the document does not list it. */
function expectProblem(path: string, code: ProblemCode, answer: HttpAnswer): void {
  const { status } = PROBLEMS[code];
  expect(document.paths[path]?.get.responses[status]?.['x-codes']).toContain(code);
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([status, { code, status }]);
}

describe('a problem', () => {
  const { responses = {} } = document.paths[LISTING]?.get ?? {};
  const codes = Object.values(responses).flatMap(({ 'x-codes': own = [] }) => own);

  it('of the listing is caused here', () => {
    expect(codes.toSorted()).toEqual(Object.keys(CAUSES).toSorted());
  });

  it.each(codes as ProblemCode[])('%s is returned', async (code) => {
    expectProblem(LISTING, code, await CAUSES[code]!());
  });

  it('of a wallet without a balance is returned', async () => {
    const fresh = await createUnsynced();
    const own = { headers: headersOf(fresh) };
    expectProblem(BALANCE, 'wallet_not_synced', await ask(BALANCE, own));
    await stopWallet(fresh);
    expectProblem(BALANCE, 'wallet_stopped', await ask(BALANCE, own));
  });

  it('of a wallet that only takes imports equals its example', async () => {
    const own = await createTenant(service.store, MASTER_KEY, { importsOnly: true });
    const answer = await ask(BALANCE, { headers: headersOf(own) });
    expectProblem(BALANCE, 'balance_not_available', answer);
  });

  it('of the metrics equals its example', async () => {
    expectProblem('/metrics', 'missing_credentials', await ask('/metrics'));
    const wrong = { headers: { authorization: 'Bearer wrong' } };
    expectProblem('/metrics', 'invalid_credentials', await ask('/metrics', wrong));
  });

  it('of a service that shuts down equals its example', async () => {
    isShuttingDown = true;
    expectProblem('/readyz', 'overloaded', await ask('/readyz'));
  });
});

describe('the introduction', () => {
  it('reads an amount with every digit in JavaScript', async () => {
    const [, program] = /`(const exact = [^`]+)`/.exec(document.info.description) ?? [];
    const own = await createTenant(service.store, MASTER_KEY, {
      transactions: sampleTransactions(7),
    });
    const { body } = await ask(`${LISTING}?fields=amount,feeCost`, { headers: headersOf(own) });
    const script = `const text = process.argv[1];
      const { transactions } = eval(${JSON.stringify(program)});
      console.log(JSON.stringify(transactions));`;
    const { stdout } = await run(process.execPath, ['-e', script, body]);
    const read = JSON.parse(stdout) as { amount: string; feeCost: string | null }[];
    const expected = sampleTransactions(7).map(({ amount, feeCost }) => ({ amount, feeCost }));
    const byText = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
    expect(byText(read)).toEqual(byText(expected));
  });
});
