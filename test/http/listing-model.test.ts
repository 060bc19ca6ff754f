import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  TRANSACTION_FIELDS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type Transaction,
} from '../../src/domain/transaction.ts';
import { parseDigits } from './http-client.ts';
import { FIRST_AT_MS, LISTING, sampleTransactions } from './samples.ts';
import { MASTER_KEY, type ServiceHarness, startService } from './service-harness.ts';
import { createTenant, headersOf, type Tenant } from './tenants.ts';

const TRANSACTION_COUNT = 200;
const transactions = sampleTransactions(TRANSACTION_COUNT);
const lastAtMs = transactions.at(-1)!.timestampMs;

let service: ServiceHarness;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await createTenant(service.store, MASTER_KEY, { transactions });
  // Another wallet with the same rows must not be visible.
  await createTenant(service.store, MASTER_KEY, {
    transactions: transactions.map((row) => ({ ...row, id: `${row.id}_other` })),
  });
});
afterAll(() => service.stop());

const instant = fc.integer({ min: FIRST_AT_MS - 2000, max: lastAtMs + 2000 });

const question = fc.record(
  {
    page: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 1000 })),
    limit: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1000 })),
    asset: fc.constantFrom('BTC', 'ETH', 'B&T "Ω\\"', 'btc', 'DOGE'),
    type: fc.constantFrom(...TRANSACTION_TYPES),
    status: fc.constantFrom(...TRANSACTION_STATUSES),
    since: instant,
    before: instant,
    fields: fc.subarray([...TRANSACTION_FIELDS], { minLength: 1 }),
  },
  { requiredKeys: [] },
);

type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;

function writeQuery({ since, before, fields, ...plain }: Question): string {
  const parameters = new URLSearchParams(
    Object.entries(plain).map(([name, value]): [string, string] => [name, String(value)]),
  );
  if (since !== undefined) parameters.set('since', new Date(since).toISOString());
  if (before !== undefined) parameters.set('before', new Date(before).toISOString());
  if (fields !== undefined) parameters.set('fields', fields.toReversed().join(','));
  return parameters.toString();
}

/** Returns the expected answer, computed in the simplest way. */
function answerPlainly(walletId: string, asked: Question): unknown {
  const { page = 0, limit = 10, since = -Infinity, before = Infinity } = asked;
  const matching = transactions
    .filter((row) => asked.asset === undefined || row.asset === asked.asset)
    .filter((row) => asked.type === undefined || row.type === asked.type)
    .filter((row) => asked.status === undefined || row.status === asked.status)
    .filter((row) => row.timestampMs >= since && row.timestampMs < before)
    .sort((left, right) => right.timestampMs - left.timestampMs || (left.id < right.id ? 1 : -1));
  const shown = matching.slice(page * limit, (page + 1) * limit);
  return {
    transactions: shown.map((row) => pickFields(walletId, row, asked.fields ?? TRANSACTION_FIELDS)),
    pagination: {
      totalCount: String(matching.length),
      page: String(page),
      limit: String(limit),
      pageCount: String(Math.ceil(matching.length / limit)),
    },
  };
}

function pickFields(
  walletId: string,
  { timestampMs, ...row }: Transaction,
  fields: readonly string[],
): unknown {
  const whole = { ...row, walletId, timestamp: String(timestampMs) };
  return Object.fromEntries(Object.entries(whole).filter(([name]) => fields.includes(name)));
}

describe('the listing against a plain model', () => {
  it('answers any combination of parameters like the model, with every digit', async () => {
    await fc.assert(
      fc.asyncProperty(question, async (asked) => {
        const path = `${LISTING}?${writeQuery(asked)}`;
        const { status, body } = await service.send({ path, headers: headersOf(tenant) });
        expect(status).toBe(200);
        expect(parseDigits(body)).toEqual(answerPlainly(tenant.walletId, asked));
      }),
      { numRuns: 300 },
    );
  });

  it('walks every transaction once, with any page size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 7, max: 250 }), async (limit) => {
        const ids: unknown[] = [];
        for (let page = 0; page * limit < TRANSACTION_COUNT; page += 1) {
          const path = `${LISTING}?limit=${limit}&page=${page}&fields=id`;
          const { body } = await service.send({ path, headers: headersOf(tenant) });
          ids.push(...(JSON.parse(body) as { transactions: { id: string }[] }).transactions);
        }
        expect(ids).toHaveLength(TRANSACTION_COUNT);
        expect(new Set(ids.map((row) => JSON.stringify(row))).size).toBe(TRANSACTION_COUNT);
      }),
      { numRuns: 20 },
    );
  });
});
