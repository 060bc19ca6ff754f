import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { TRANSACTION_FIELDS } from '../../src/domain/transaction.ts';
import { parseDigits } from './http-client.ts';
import { LISTING, sampleTransactions } from './samples.ts';
import { NOW_MS, type ServiceHarness, startService } from './service-harness.ts';
import { createTenant, headersOf, type Tenant } from './tenants.ts';
import { MASTER_KEY } from './service-harness.ts';

let service: ServiceHarness;
let tenant: Tenant;
const transactions = sampleTransactions(60);

beforeAll(async () => {
  service = await startService();
  tenant = await createTenant(service.store, MASTER_KEY, {
    transactions,
    syncedAtMs: NOW_MS - 5,
    historyComplete: true,
  });
});
afterAll(() => service.stop());

const list = (query = '', headers: Record<string, string> = {}) =>
  service.send({ path: `${LISTING}${query}`, headers: { ...headersOf(tenant), ...headers } });

interface Listing {
  transactions: Record<string, unknown>[];
  pagination: Record<string, unknown>;
}

const read = async (query: string): Promise<Listing> => {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  return parseDigits(body) as Listing;
};

describe('the listing', () => {
  it('writes every field of the specification in order, with the stored digits', async () => {
    const { transactions: rows, pagination } = await read('?limit=1000');
    expect(pagination).toEqual({ totalCount: '60', page: '0', limit: '1000', pageCount: '1' });
    const newestFirst = [...transactions].sort(
      (left, right) => right.timestampMs - left.timestampMs || (left.id < right.id ? 1 : -1),
    );
    expect(rows).toEqual(
      newestFirst.map(({ timestampMs, ...fields }) =>
        Object.assign(fields, {
          walletId: tenant.walletId,
          timestamp: String(timestampMs),
        }),
      ),
    );
    for (const row of rows) expect(Object.keys(row)).toEqual(TRANSACTION_FIELDS);
  });

  it('has ten transactions on its first page by default', async () => {
    const { transactions: rows, pagination } = await read('');
    expect(rows).toHaveLength(10);
    expect(pagination).toEqual({ totalCount: '60', page: '0', limit: '10', pageCount: '6' });
  });

  it('is empty past its end', async () => {
    const { transactions: rows, pagination } = await read('?page=1000&limit=7');
    expect(rows).toEqual([]);
    expect(pagination).toEqual({ totalCount: '60', page: '1000', limit: '7', pageCount: '9' });
  });

  it.each(['walletId', 'walletId,asset', 'id,walletId'])('returns only %s', async (fields) => {
    const { transactions: rows } = await read(`?fields=${fields}&limit=2`);
    const names = fields.split(',').toSorted();
    expect(rows.map((row) => Object.keys(row).toSorted())).toEqual([names, names]);
    expect(rows.map(({ walletId }) => walletId)).toEqual([tenant.walletId, tenant.walletId]);
  });

  it('returns only the requested fields, in the order of the specification', async () => {
    const { transactions: rows } = await read('?fields=status,%20id%20,amount,id&limit=3');
    for (const row of rows) expect(Object.keys(row)).toEqual(['id', 'amount', 'status']);
  });

  it('reads a plus that arrived as a space as an offset', async () => {
    const spaced = await read('?since=2024-01-01T01:00:10+01:00');
    const escaped = await read('?since=2024-01-01T00:00:10Z');
    expect(spaced).toEqual(escaped);
    expect(spaced.pagination['totalCount']).toBe('30');
  });

  it('compares a bound finer than a millisecond exactly', async () => {
    const at = await read('?since=2024-01-01T00:00:10.000Z');
    const after = await read('?since=2024-01-01T00:00:10.0000000001Z');
    expect(Number(at.pagination['totalCount']) - Number(after.pagination['totalCount'])).toBe(3);
    const before = await read('?before=2024-01-01T00:00:10.0000000001Z');
    expect(before.pagination['totalCount']).toBe('33');
  });

  it.each([
    ['?asset=BTC', '15'],
    ['?asset=btc', '15'],
    ['?asset=Btc', '0'],
    [`?asset=${encodeURIComponent('B&T "Ω\\"')}`, '15'],
    ['?type=deposit&status=pending', '2'],
    ['?since=2024-01-02&before=2024-01-01', '0'],
    ['?%6Cimit=5', '60'],
    ['?', '60'],
  ])('answers %s with %s transactions', async (query, totalCount) => {
    expect((await read(query)).pagination['totalCount']).toBe(totalCount);
  });

  it.each([
    ['page=1e2', 'page', 'invalid_parameter'],
    ['page', 'page', 'invalid_parameter'],
    ['limit=%zz', 'limit', 'invalid_parameter'],
    ['asset=', 'asset', 'invalid_parameter'],
    ['since=2024-02-30', 'since', 'invalid_parameter'],
    ['since=2024-02-29T12:00:00', 'since', 'invalid_parameter'],
    ['before=yesterday', 'before', 'invalid_parameter'],
    ['before=1709210096789', 'before', 'invalid_parameter'],
    ['fields=id&%66ields=id', 'fields', 'repeated_parameter'],
    ['Page=5', 'Page', 'unknown_parameter'],
    ['page[]=5', 'page[]', 'unknown_parameter'],
    ['__proto__=5', '__proto__', 'unknown_parameter'],
    ['wallet=x', 'wallet', 'unknown_parameter'],
  ])('refuses %s', async (query, parameter, code) => {
    const { status, headers, body } = await list(`?${query}`);
    expect(status).toBe(400);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(body)).toMatchObject({
      status: 400,
      code,
      requestId: headers['x-request-id'],
      errors: [{ parameter, code }],
    });
  });

  it('lists every invalid parameter', async () => {
    const { body } = await list('?pgae=1&limit=x&type=no');
    const problem = JSON.parse(body) as { errors: { parameter: string; message: string }[] };
    expect(problem.errors.map((error) => error.parameter)).toEqual(['pgae', 'limit', 'type']);
    expect(problem.errors[0]!.message).toContain('page');
    expect(problem.errors[2]!.message).toContain('deposit, withdrawal');
  });
});

describe('headers of the listing', () => {
  it('describe the body, its caching and the state of the synchronisation', async () => {
    const { headers, rawHeaders, body } = await list();
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'private, no-cache',
      vary: 'x-svc-api-key, x-svc-org-id, x-svc-project-id, x-svc-wallet-id, accept-encoding',
      'x-content-type-options': 'nosniff',
      'x-svc-history': 'complete',
      'x-svc-last-sync-at': '2024-06-01T11:59:59.995Z',
      'content-length': String(Buffer.byteLength(body)),
    });
    expect(headers.etag).toMatch(/^"[\w-]{27}"$/);
    expect(headers).not.toHaveProperty('ratelimit');
    const names = rawHeaders
      .filter((_, index) => index % 2 === 0)
      .map((name) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
  });

  it('return a valid request id, and replace any other', async () => {
    const sane = 'Abc-1.2_3~:z';
    expect((await list('', { 'x-request-id': sane })).headers['x-request-id']).toBe(sane);
    for (const odd of ['a b', 'a,b', 'x'.repeat(129), '<script>']) {
      const { headers } = await list('', { 'x-request-id': odd });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('report an unfinished history of a wallet without transactions', async () => {
    const empty = await createTenant(service.store, MASTER_KEY, { syncedAtMs: NOW_MS });
    const { status, headers } = await service.send({ path: LISTING, headers: headersOf(empty) });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'x-svc-history': 'backfilling',
      'x-svc-sync-state': 'backfilling',
      'x-svc-last-sync-at': '2024-06-01T12:00:00.000Z',
    });
  });
});

describe('conditional requests', () => {
  it('are answered with 304 for the tag, a list with it, its weak form and *', async () => {
    const { headers: first } = await list();
    const tag = first.etag!;
    for (const condition of [tag, `"x", W/"y,z" , ${tag}`, `W/${tag}`, '*']) {
      const { status, headers, body } = await list('', { 'if-none-match': condition });
      expect([condition, status, body]).toEqual([condition, 304, '']);
      expect(headers).toMatchObject({
        etag: tag,
        'cache-control': first['cache-control'],
        vary: first.vary,
        'x-svc-history': 'complete',
        'x-svc-last-sync-at': first['x-svc-last-sync-at'],
      });
      expect(headers['x-request-id']).toBeDefined();
      expect(headers).not.toHaveProperty('content-type');
    }
  });

  it('are answered in full for another tag, a tag without quotes and after a change', async () => {
    const { headers: first } = await list();
    for (const condition of ['"x"', first.etag!.slice(1, -1), '', 'W/"*"']) {
      expect((await list('', { 'if-none-match': condition })).status).toBe(200);
    }
    const other = await list('?limit=11', { 'if-none-match': first.etag! });
    expect(other.status).toBe(200);
    expect(other.headers.etag).not.toBe(first.etag);
  });
});
