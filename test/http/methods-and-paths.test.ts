import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { parseRaw, sendRaw, writeHeaderLines } from './http-client.ts';
import { BALANCE, LISTING, SAMPLE_BALANCES, sampleTransactions } from './samples.ts';
import { MASTER_KEY, NOW_MS, type ServiceHarness, startService } from './service-harness.ts';
import { createTenant, headersOf, type Tenant } from './tenants.ts';

const PATHS = [LISTING, BALANCE, '/livez', '/readyz', '/metrics', '/openapi.json'];

let service: ServiceHarness;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await createTenant(service.store, MASTER_KEY, {
    transactions: sampleTransactions(30),
    balances: SAMPLE_BALANCES,
    syncedAtMs: NOW_MS,
  });
});
afterAll(() => service.stop());

describe('methods', () => {
  it.each([LISTING, BALANCE, '/livez', '/readyz', '/openapi.json'])(
    'answer HEAD %s as GET without a body',
    async (path) => {
      const headers = { ...headersOf(tenant), 'x-request-id': 'same' };
      const got = await service.send({ path, headers });
      const headed = await service.send({ method: 'HEAD', path, headers });
      expect(headed.body).toBe('');
      expect(headed.status).toBe(200);
      expect({ ...headed.headers, date: '' }).toEqual({ ...got.headers, date: '' });
      expect(headed.headers['content-length']).toBe(String(Buffer.byteLength(got.body)));
    },
  );

  it('answer HEAD with the status of GET if it is refused', async () => {
    const unauthenticated = await service.send({ method: 'HEAD', path: LISTING });
    expect([unauthenticated.status, unauthenticated.body]).toEqual([401, '']);
  });

  it.each([LISTING, BALANCE, '/openapi.json'])(
    'answer HEAD %s as GET if it is not modified, without a length (RFC 9110 §8.6)',
    async (path) => {
      const headers = { ...headersOf(tenant), 'x-request-id': 'same' };
      const { etag } = (await service.send({ path, headers })).headers;
      const known = { path, headers: { ...headers, 'if-none-match': etag! } };
      const got = await service.send(known);
      const headed = await service.send({ ...known, method: 'HEAD' });
      expect(headed.status).toBe(304);
      expect({ ...headed.headers, date: '' }).toEqual({ ...got.headers, date: '' });
      expect(headed.headers).not.toHaveProperty('content-length');
    },
  );

  it.each(PATHS)('answer OPTIONS %s with the allowed methods for every caller', async (path) => {
    for (const target of [path, `${path}?limit=x`]) {
      const { status, headers, body } = await service.send({ method: 'OPTIONS', path: target });
      expect([status, headers.allow, body]).toEqual([204, 'GET, HEAD, OPTIONS', '']);
      expect(headers['x-request-id']).toBeDefined();
    }
  });

  it.each([
    ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'MKCOL', 'QUERY', 'PURGE', 'SEARCH'],
    ['LOCK', 'REPORT', 'M-SEARCH', 'SUBSCRIBE', 'LINK', 'SOURCE', 'BIND', 'ACL', 'COPY', 'MOVE'],
  ])('refuse %s and similar methods with 405', async (...methods) => {
    for (const method of methods) {
      for (const path of PATHS) {
        const { status, headers, body } = await service.send({ method, path });
        expect([method, path, status]).toEqual([method, path, 405]);
        expect(headers.allow).toBe('GET, HEAD, OPTIONS');
        expect(headers['content-type']).toBe('application/problem+json');
        expect(JSON.parse(body)).toMatchObject({
          code: 'method_not_allowed',
          requestId: headers['x-request-id'],
        });
      }
      expect((await service.send({ method, path: '/nowhere' })).status).toBe(404);
    }
  });

  it('are refused with any body', async () => {
    for (const type of ['application/json', 'nonsense', 'multipart/form-data', 'text/plain']) {
      const { status } = await service.send({
        method: 'POST',
        path: LISTING,
        headers: { 'content-type': type },
        body: '{"a":',
      });
      expect(status).toBe(405);
    }
  });

  it.each(['FOO', 'get', 'Head', 'BREW', 'X-a.b~1'])(
    'refuse %s, which is not a method of HTTP, with 405 on a path of the service',
    async (method) => {
      const ask = (target: string) => `${method} ${target} HTTP/1.1\r\nhost: a\r\n\r\n`;
      for (const target of [LISTING, `${LISTING}?limit=1`, `http://a${BALANCE}`, '/livez']) {
        const answer = parseRaw((await sendRaw(service.port, ask(target))).text);
        expect([target, answer.status]).toEqual([target, 405]);
        expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
        expect(answer.headers.connection).toBe('close');
      }
      for (const target of ['/nowhere', '/%zz']) {
        expect(parseRaw((await sendRaw(service.port, ask(target))).text).status).toBe(400);
      }
    },
  );

  it('close the connection of CONNECT', async () => {
    const { text } = await sendRaw(service.port, 'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n');
    expect(text).toBe('');
    expect((await service.send({ path: '/livez' })).status).toBe(200);
  });
});

describe('paths', () => {
  it.each([
    '/',
    '/docs',
    '/v0',
    '/v0/wallet',
    `${LISTING}/`,
    `${BALANCE}/`,
    LISTING.toUpperCase(),
    '/v0/Wallet/transactions',
    '/V0/wallet/transactions',
    `/${LISTING}`,
    '/v0//wallet/transactions',
    '/v0/wallet/./transactions',
    '/v0/wallet/../wallet/transactions',
    '/v0/wallet%2Ftransactions',
    '/v0%2fwallet%2ftransactions',
    `${LISTING}%00`,
    `${LISTING}%20`,
    `${LISTING};a=b`,
    `${LISTING}%3Flimit=1`,
    `${LISTING}%23`,
    '/%2e%2e/livez',
    '/v0/wallet/%2574ransactions',
    '/constructor',
    '/__proto__',
    '/openapi-json',
    '/v0/wallet/transactions%E2%80%A8',
    `/${'a/'.repeat(2000)}`,
  ])('that the service does not have are unknown: %s', async (path) => {
    const { status, headers, body } = await service.send({ path, headers: headersOf(tenant) });
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(body)).toMatchObject({
      code: 'not_found',
      requestId: headers['x-request-id'],
    });
  });

  it('are the same with unreserved characters escaped', async () => {
    const path = '/v0/wallet/%74ransactions';
    const headers = headersOf(tenant);
    expect((await service.send({ path, headers })).status).toBe(200);
    expect((await service.send({ path })).status).toBe(401);
    expect((await service.send({ path, method: 'POST' })).status).toBe(405);
    expect((await service.send({ path, method: 'OPTIONS' })).status).toBe(204);
  });

  it.each(['/%', '/%zz', '/v0/wallet/transactions%f', '/%c3%28', '/%ff', `${LISTING}%`])(
    'that do not decode are malformed: %s',
    async (path) => {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'PROPFIND']) {
        const { status, headers, body } = await service.send({ method, path });
        expect([method, status]).toEqual([method, 400]);
        expect(headers['x-request-id']).toBeDefined();
        // The end of its body is not known.
        expect(headers.connection).toBe('close');
        const reported = method === 'HEAD' ? '' : '"code":"malformed_request"';
        expect(body).toContain(reported);
      }
    },
  );

  it('may be in absolute form', async () => {
    const credentials = writeHeaderLines(headersOf(tenant));
    const ask = async (target: string, method = 'GET'): Promise<number> => {
      const { text } = await sendRaw(
        service.port,
        `${method} ${target} HTTP/1.1\r\nhost: a\r\n${credentials}connection: close\r\n\r\n`,
      );
      return parseRaw(text).status;
    };
    expect(await ask(`http://any.example${LISTING}?limit=1`)).toBe(200);
    expect(await ask(`http://any.example${LISTING}?limit=x`)).toBe(400);
    expect(await ask('http://any.example')).toBe(404);
    // The path `/` has a page.
    expect(await ask('http://any.example', 'POST')).toBe(405);
    expect(await ask('http://any.example?limit=1')).toBe(404);
    expect(await ask('HTTP://any.example/livez')).toBe(200);
    expect(await ask('HTTP://any.example/livez', 'POST')).toBe(405);
    expect(await ask('*', 'OPTIONS')).toBe(404);
    // A proxy does not know these as paths, so its rules for paths do not apply.
    for (const target of ['*', '*livez', '*%6civez', '*readyz']) {
      expect(await ask(target)).toBe(400);
    }
  });
});
