/** Walks through the listing by the `Link` header. */
import { randomBytes, randomUUID } from 'node:crypto';

import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mintKey } from '../../src/domain/api-key.ts';
import { deriveMasterKey } from '../../src/domain/master-key.ts';
import { createApps } from '../../src/http/app.ts';
import type { HttpAnswer } from './http-client.ts';
import { FIRST_AT_MS, LISTING, sampleTransactions } from './samples.ts';
import { MASTER_KEY, type ServiceHarness, startService } from './service-harness.ts';
import { createTenant, headersOf, recordSync, type Tenant } from './tenants.ts';
import { storeRows } from '../store/store-rows.ts';

const ROWS = 1105;
const PAGES_MAX = 2000;
const transactions = sampleTransactions(ROWS);

let service: ServiceHarness;
let tenant: Tenant;
let other: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await createTenant(service.store, MASTER_KEY, { transactions });
  other = await createTenant(service.store, MASTER_KEY, { transactions });
});
afterAll(() => service.stop());

const ask = (
  path: string,
  headers: Record<string, string> = headersOf(tenant),
  method = 'GET',
): Promise<HttpAnswer> => service.send({ path, method, headers });

interface Listing {
  readonly transactions: readonly { readonly id: string }[];
  readonly pagination: Readonly<Record<string, number>>;
}

/** Returns the URL of the next page, resolved like a client does. */
function nextOf({ headers }: HttpAnswer, path: string): string | undefined {
  const link = headers['link'] as string | undefined;
  if (link === undefined) return undefined;
  const [, reference] = /^<([^<>]*)>; rel="next"$/.exec(link)!;
  const { pathname, search } = new URL(reference!, `http://service.test${path}`);
  return pathname + search;
}

async function walk(start: string): Promise<{ ids: string[]; pages: Listing['pagination'][] }> {
  const ids: string[] = [];
  const pages: Listing['pagination'][] = [];
  let path: string | undefined = start;
  while (path !== undefined && pages.length < PAGES_MAX) {
    const answer = await ask(path);
    expect([answer.status, path]).toEqual([200, path]);
    const { transactions: rows, pagination } = JSON.parse(answer.body) as Listing;
    ids.push(...rows.map(({ id }) => id));
    pages.push(pagination);
    path = nextOf(answer, path);
  }
  return { ids, pages };
}

const newestFirst = transactions
  .toSorted((left, right) => right.timestampMs - left.timestampMs || (left.id < right.id ? 1 : -1))
  .map(({ id }) => id);

async function firstCursor(query = '', of = tenant): Promise<string> {
  const path = `${LISTING}?${query}`;
  const next = nextOf(await ask(path, headersOf(of)), path)!;
  return new URLSearchParams(next.slice(next.indexOf('?'))).get('cursor')!;
}

/** Returns the message of the refused cursor of a request. */
async function refusalOf(query: string): Promise<string | undefined> {
  const { status, body } = await ask(`${LISTING}?${query}`);
  const problem = JSON.parse(body) as { errors: { parameter: string; message: string }[] };
  expect([status, problem]).toMatchObject([400, { code: 'invalid_parameter' }]);
  return problem.errors.find(({ parameter }) => parameter === 'cursor')?.message;
}

describe('the Link of a listing', () => {
  it('leads to every transaction once, beyond page 1000 too, with exact numbers', async () => {
    const { ids, pages } = await walk(`${LISTING}?limit=1`);
    expect(ids).toEqual(newestFirst);
    expect(pages).toEqual(
      newestFirst.map((_, page) => ({
        totalCount: ROWS,
        page,
        limit: 1,
        pageCount: ROWS,
      })),
    );
  });

  it('continues after the default page, and after a page that was requested by number', async () => {
    expect((await walk(LISTING)).ids).toEqual(newestFirst);
    expect((await walk(`${LISTING}?page=3&limit=200`)).ids).toEqual(newestFirst.slice(600));
  });

  it('keeps every other parameter', async () => {
    const since = new Date(FIRST_AT_MS + 5000).toISOString().replace('Z', '+00:00');
    const asset = encodeURIComponent('B&T "Ω\\"');
    const query = `fields=timestamp,id&asset=${asset}&since=${since}&limit=7&page=0`;
    const wanted = transactions
      .filter((row) => row.asset === 'B&T "Ω\\"' && row.timestampMs >= FIRST_AT_MS + 5000)
      .map(({ id }) => id);
    expect((await walk(`${LISTING}?${query}`)).ids.toSorted()).toEqual(wanted.toSorted());
    const path = `${LISTING}?${query}`;
    const next = new URLSearchParams(nextOf(await ask(path), path)!.split('?')[1]);
    const given = new URLSearchParams(query);
    given.delete('page');
    next.delete('cursor');
    // The blank is an unencoded plus sign.
    expect(Object.fromEntries(next)).toEqual(Object.fromEntries(given));
  });

  it('is missing on the last page and after the end', async () => {
    for (const query of [`limit=1000&page=1`, 'page=1000', 'asset=none', 'limit=1000&page=7']) {
      expect((await ask(`${LISTING}?${query}`)).headers).not.toHaveProperty('link');
    }
    const exact = await createTenant(service.store, MASTER_KEY, {
      transactions: transactions.slice(0, 10),
    });
    expect((await ask(LISTING, headersOf(exact))).headers).not.toHaveProperty('link');
  });

  it('is also in a response to HEAD, and in one from the cache', async () => {
    const first = await ask(`${LISTING}?limit=3`);
    for (const method of ['GET', 'HEAD']) {
      const again = await ask(`${LISTING}?limit=3`, headersOf(tenant), method);
      expect(again.headers['link']).toBe(first.headers['link']);
    }
  });

  it('never exceeds the maximum length of a request target', async () => {
    const path = `${LISTING}?limit=2&fields=${Array(1900).fill('id').join(',')}`;
    const next = nextOf(await ask(path), path)!;
    expect((await ask(next)).status).toBe(200);
  });

  it('continues after a bound with very many digits', async () => {
    const digits = '0'.repeat(4040);
    const since = new Date(FIRST_AT_MS + 5000).toISOString().replace('Z', `${digits}1Z`);
    const before = new Date(FIRST_AT_MS + 9000).toISOString().replace('Z', `${digits}Z`);
    const { ids } = await walk(`${LISTING}?since=${since}&before=${before}&limit=1`);
    const wanted = transactions
      .filter(({ timestampMs: at }) => at > FIRST_AT_MS + 5000 && at < FIRST_AT_MS + 9000)
      .map(({ id }) => id);
    expect(wanted.length).toBeGreaterThan(1);
    expect(ids.toSorted()).toEqual(wanted.toSorted());
  });

  it('returns 304 for a page that is unchanged', async () => {
    const path = nextOf(await ask(`${LISTING}?limit=4`), LISTING)!;
    const { headers } = await ask(path);
    const known = { ...headersOf(tenant), 'if-none-match': headers.etag! };
    expect((await ask(path, known)).status).toBe(304);
    const own = await createTenant(service.store, MASTER_KEY, { transactions });
    const ownPath = nextOf(await ask(`${LISTING}?limit=4`, headersOf(own)), LISTING)!;
    const before = await ask(ownPath, headersOf(own));
    const row = { ...transactions[0]!, id: 'tx_new', timestampMs: 1 };
    await storeRows(service.store, own.walletId, [row]);
    const ownKnown = { ...headersOf(own), 'if-none-match': before.headers.etag! };
    const after = await ask(ownPath, ownKnown);
    expect(after.status).toBe(200);
    expect(JSON.parse(after.body)).toMatchObject({ pagination: { totalCount: ROWS + 1 } });
  });

  it('is not affected by rows that arrive or get an earlier time', async () => {
    const own = await createTenant(service.store, MASTER_KEY, { transactions });
    const ids: string[] = [];
    let path: string | undefined = `${LISTING}?limit=50`;
    for (let page = 0; path !== undefined; page += 1) {
      const answer: HttpAnswer = await ask(path, headersOf(own));
      ids.push(...(JSON.parse(answer.body) as Listing).transactions.map(({ id }) => id));
      path = nextOf(answer, path);
      const newest = transactions.findLast(({ id }) => ids.includes(id))!;
      await storeRows(service.store, own.walletId, [
        { ...newest, id: `tx_new_${page}`, timestampMs: newest.timestampMs + 1e6 },
        { ...newest, timestampMs: FIRST_AT_MS - 1 },
        { ...transactions[page]!, timestampMs: FIRST_AT_MS - 2 },
      ]);
    }
    expect(ids.filter((id) => !id.startsWith('tx_new_')).toSorted()).toEqual(
      newestFirst.toSorted(),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a cursor', () => {
  const NOT_ISSUED = /was not issued for this wallet and these parameters/;

  it('is refused together with page, and all other errors are listed', async () => {
    const cursor = await firstCursor();
    expect(await refusalOf(`cursor=${cursor}&page=1`)).toMatch(/cannot be combined with page/);
    expect(await refusalOf(`cursor=${cursor}&page=x&limit=0`)).toMatch(
      /cannot be combined with page/,
    );
  });

  it.each([
    'limit=11',
    'asset=BTC',
    'type=deposit',
    'status=pending',
    'since=2024-01-01',
    'before=2100-01-01',
    'fields=id',
  ])('is refused with other parameters: %s', async (query) => {
    expect(await refusalOf(`cursor=${await firstCursor()}&${query}`)).toMatch(NOT_ISSUED);
    const cursor = await firstCursor(query);
    expect(await refusalOf(`cursor=${cursor}`)).toMatch(NOT_ISSUED);
    expect((await ask(`${LISTING}?${query}&cursor=${cursor}`)).status).toBe(200);
  });

  it('accepts parameters with the same meaning', async () => {
    const cursor = await firstCursor('since=2024-01-01&fields=id,amount');
    const query = `since=2024-01-01T01:00:00%2B01:00&fields=amount,id,id&cursor=${cursor}`;
    expect((await ask(`${LISTING}?${query}`)).status).toBe(200);
  });

  it('is refused for another wallet, and by a service with another master key', async () => {
    expect(await refusalOf(`cursor=${await firstCursor('', other)}`)).toMatch(NOT_ISSUED);
    const masterKey = deriveMasterKey('c3'.repeat(32));
    const stranger = await startService({ masterKey });
    const own = await createTenant(stranger.store, masterKey, { transactions });
    const { headers } = await stranger.send({ path: LISTING, headers: headersOf(own) });
    const cursor = /cursor=([\w-]+)/.exec(headers['link'] as string)![1];
    await stranger.stop();
    expect(await refusalOf(`cursor=${cursor}`)).toMatch(NOT_ISSUED);
  });

  it('is not contained in a response that a caller keeps if the master key was replaced', async () => {
    const path = `${LISTING}?limit=5`;
    const known = await ask(path);
    const masterKey = deriveMasterKey('c3'.repeat(32));
    const { id, key, hash } = mintKey('key', masterKey, randomBytes);
    const { projectId } = tenant;
    await service.store.createApiKey({
      id,
      projectId,
      label: null,
      hash,
      createdAtMs: 0,
      expiresAtMs: null,
    });
    const next = createApps({
      store: service.store,
      masterKey,
      rateLimitPerSecond: 0,
      logger: pino({ level: 'silent' }),
      now: () => FIRST_AT_MS,
      randomId: randomUUID,
    });
    const headers = {
      ...headersOf({ ...tenant, apiKey: key }),
      'if-none-match': String(known.headers['etag']),
    };
    const { statusCode, headers: received } = await next.app.inject({ url: path, headers });
    await Promise.all([next.app.close(), next.metricsApp.close()]);
    expect([known.status, statusCode]).toEqual([200, 200]);
    expect(received['link']).not.toBe(known.headers['link']);
  });

  it('is refused if it is empty, not a token, or signed by nobody', async () => {
    expect(await refusalOf('cursor=')).toMatch(/must not be empty/);
    expect(await refusalOf('cursor=%00%FF')).toMatch(/percent-encoding/);
    expect(await refusalOf(`cursor=${'A'.repeat(600)}`)).toMatch(NOT_ISSUED);
    const signature = 'A'.repeat(22);
    const payload = Buffer.from('[1,0,"tx_1",0]').toString('base64url');
    // A decoder of base64url ignores these characters.
    const cursor = await firstCursor();
    for (const ignored of ['=', '.', '%20']) {
      expect(await refusalOf(`cursor=${cursor}${ignored}`)).toMatch(NOT_ISSUED);
    }
    expect(await refusalOf(`cursor=${signature}${payload}`)).toMatch(NOT_ISSUED);
  });

  it('is refused after any modification', async () => {
    const cursor = await firstCursor();
    const change = fc.oneof(
      fc.nat({ max: cursor.length - 1 }).map((length) => cursor.slice(0, length)),
      fc
        .tuple(fc.nat({ max: cursor.length - 1 }), fc.stringMatching(/^[A-Za-z0-9_-]{1,3}$/))
        .map(([at, text]) => cursor.slice(0, at) + text + cursor.slice(at + 1)),
      fc.string({ minLength: 1 }),
    );
    const check = fc.asyncProperty(change, async (changed) => {
      fc.pre(changed !== cursor && changed !== '');
      const path = `${LISTING}?cursor=${encodeURIComponent(changed)}`;
      const { status, body } = await ask(path);
      expect([status, JSON.parse(body)]).toMatchObject([
        400,
        { errors: [{ parameter: 'cursor' }] },
      ]);
    });
    await fc.assert(check, { numRuns: 300 });
  });

  it('is refused with 400 after the database was restored to an earlier state', async () => {
    const own = await createTenant(service.store, MASTER_KEY, { transactions });
    const [row] = transactions;
    await storeRows(service.store, own.walletId, [{ ...row!, timestampMs: 1 }]);
    const path = nextOf(await ask(LISTING, headersOf(own)), LISTING)!;
    await service.store.removeWallet(own.walletId);
    const [wallet] = await service.store.listWallets(tenant.projectId);
    await service.store.addWallet(
      { ...wallet!, id: own.walletId, projectId: own.projectId },
      { keyId: 'k', sealed: new Uint8Array(4) },
    );
    await recordSync(service.store, own.walletId, {}, 1);
    const { status, body } = await ask(path, headersOf(own));
    expect([status, body]).toEqual([400, expect.stringContaining('or the database was restored')]);
  });
});
