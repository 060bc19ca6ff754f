/** Compares the response times of requests that must look alike: medians of samples that alternate. */
import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { medianOf } from '../../bench/figures.ts';
import { mintKey } from '../../src/domain/api-key.ts';
import { createId } from '../../src/domain/id.ts';
import { LISTING } from '../http/samples.ts';
import { MASTER_KEY, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createTenant, createWallet, headersOf, type Tenant } from '../http/tenants.ts';
import { recordFigures } from '../prove/figures.ts';
import { RUNS_FACTOR } from '../random-cases.ts';

const SAMPLES = 400 * RUNS_FACTOR;
/** The part by which the medians may differ; a further statement or hash of a key takes more. */
const DIFFERENCE_MAX = 0.1;
/** Other processes may disturb one comparison. */
const ATTEMPTS = 5;
const WALLETS = 40;

let service: ServiceHarness;
let tenant: Tenant;
let foreign: readonly string[];

beforeAll(async () => {
  service = await startService();
  const { store } = service;
  tenant = await createTenant(store, MASTER_KEY);
  const { projectId } = await createTenant(store, MASTER_KEY);
  const created = Array.from({ length: WALLETS }, () =>
    createWallet(store, MASTER_KEY, projectId, {}),
  );
  foreign = await Promise.all(created);
});
afterAll(() => service.stop());

/** Returns the time of a request (ms). */
async function time(headers: Record<string, string>, status: number): Promise<number> {
  // No limit of a second applies.
  service.clock.nowMs += 1000;
  const startedAtMs = performance.now();
  const answer = await service.send({
    path: LISTING,
    headers: { ...headersOf(tenant), ...headers },
  });
  expect(answer.status).toBe(status);
  return performance.now() - startedAtMs;
}

/** Returns the part by which the medians of two kinds of requests differ, in the quietest of some attempts. */
async function compare(
  one: (index: number) => Promise<number>,
  other: (index: number) => Promise<number>,
): Promise<number> {
  const differences: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const [first, second]: [number[], number[]] = [[], []];
    for (let index = 0; index < SAMPLES; index += 1) {
      // Neither is always the first.
      if (index % 2 === 0) first.push(await one(index));
      second.push(await other(index));
      if (index % 2 === 1) first.push(await one(index));
    }
    const medians = [medianOf(first), medianOf(second)] as const;
    differences.push(Math.abs(medians[0] - medians[1]) / Math.max(...medians));
    if (differences.at(-1)! < DIFFERENCE_MAX) break;
  }
  return Math.min(...differences);
}

it("another tenant's wallet takes the time of an unknown one", async ({ task }) => {
  const unknown = foreign.map(() => createId('wallet', randomBytes));
  const ask = (ids: readonly string[]) => (index: number) =>
    time({ 'x-svc-wallet-id': ids[index % ids.length]! }, 404);
  const difference = await compare(ask(unknown), ask(foreign));
  expect(difference).toBeLessThan(DIFFERENCE_MAX);
  recordFigures(task, { maxima: { '% between wallets': 100 * difference } });
}, 120_000);

it('a wrong secret of a key takes the time of an unknown key', async ({ task }) => {
  const [id = ''] = tenant.apiKey.split('.');
  const mint = () => mintKey('key', MASTER_KEY, randomBytes).key;
  const wrong = () => `${id}.${mint().split('.')[1]}`;
  const ask = (make: () => string) => () => time({ 'x-svc-api-key': make() }, 401);
  const difference = await compare(ask(mint), ask(wrong));
  expect(difference).toBeLessThan(DIFFERENCE_MAX);
  recordFigures(task, { maxima: { '% between keys': 100 * difference } });
}, 120_000);
