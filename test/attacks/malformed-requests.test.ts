import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { SERVER_LIMITS } from '../../src/http/limits.ts';
import { parseRaw, send, sendRaw, writeHeaderLines } from '../http/http-client.ts';
import { LISTING } from '../http/samples.ts';
import { MASTER_KEY, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createTenant, headersOf, type Tenant } from '../http/tenants.ts';

let service: ServiceHarness;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService({
    rateLimitPerSecond: 100,
    limits: { headersTimeoutMs: 200, requestTimeoutMs: 400, timeoutCheckIntervalMs: 50 },
  });
  tenant = await createTenant(service.store, MASTER_KEY);
});
afterAll(() => service.stop());

const closing = 'connection: close\r\n\r\n';
const credentialLines = (): string => writeHeaderLines(headersOf(tenant));

describe('bytes that are not HTTP', () => {
  it.each([
    'nonsense\r\n\r\n',
    'BREW /nowhere HTTP/1.1\r\nhost: a\r\n\r\n',
    `BR(W ${LISTING} HTTP/1.1\r\nhost: a\r\n\r\n`,
    `BREW ${LISTING}\r\nhost: a\r\n\r\n`,
    `GET ${LISTING}\r\nhost: a\r\n\r\n`,
    `GET ${LISTING} HTTP/2.0\r\nhost: a\r\n\r\n`,
    `GET ${LISTING} HTTP/1.1\r\nhost: a\r\nHOST: a\r\n\r\n`,
    `GET ${LISTING} HTTP/1.0\r\nhost: a\r\nhost: b\r\n\r\n`,
    `GET ${LISTING} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n`,
    `GET ${LISTING} HTTP/1.0\r\ntransfer-encoding: chunked\r\nconnection: keep-alive\r\n\r\n0\r\n\r\n`,
    `GET ${LISTING} HTTP/9.9\r\nhost: a\r\n\r\n`,
    `GET ${LISTING} HTTP/1.1\r\nhost: a\r\nbad name: x\r\n\r\n`,
    `GET ${LISTING} HTTP/1.1\r\nhost: a\r\ncontent-length: x\r\n\r\n`,
    `GET ${LISTING} HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`,
    `GET ${LISTING} HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n\r\n`,
    `GET  HTTP/1.1\r\nhost: a\r\n\r\n`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    `GET ${LISTING} HTTP/1.1\r\n${closing}`,
  ])('are answered with a problem: %j', async (bytes) => {
    const { text } = await sendRaw(service.port, bytes);
    const answer = parseRaw(text);
    expect(answer.status).toBe(400);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'x-content-type-options': 'nosniff',
      ratelimit: '"key";r=100;t=1',
      'ratelimit-policy': '"key";q=100;w=1',
      'content-length': String(answer.body.length),
      connection: 'close',
    });
    expect(JSON.parse(answer.body)).toMatchObject({
      status: 400,
      code: 'malformed_request',
      requestId: answer.headers['x-request-id'],
    });
  });

  it('are accepted without a host with HTTP/1.0', async () => {
    const { text } = await sendRaw(service.port, 'GET /livez HTTP/1.0\r\n\r\n');
    expect(parseRaw(text).status).toBe(200);
  });

  it('are accepted as a coding that ends in chunked', async () => {
    const head = `GET /livez HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip, Chunked\r\n${closing}`;
    expect(parseRaw((await sendRaw(service.port, `${head}0\r\n\r\n`)).text).status).toBe(200);
  });

  it('are answered once', async () => {
    const { text } = await sendRaw(service.port, 'nonsense\r\n\r\nnonsense\r\n\r\n');
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });

  it('close the connection of a caller who does not', async () => {
    const socket = connect({ host: '127.0.0.1', port: service.port, allowHalfOpen: true });
    socket.on('error', () => undefined).write('nonsense\r\n\r\n');
    await once(socket.resume(), 'end');
    const count = promisify(service.app.server.getConnections.bind(service.app.server));
    await expect.poll(() => count()).toBe(0);
    socket.destroy();
  });

  it('close the connection behind an unanswered request, which gets no response of others', async () => {
    const good = `GET ${LISTING} HTTP/1.1\r\nhost: a\r\n${credentialLines()}`;
    for (const bytes of [
      `${good}\r\nnonsense\r\n\r\n`,
      `${good}transfer-encoding: chunked\r\n\r\nzz\r\n`,
    ]) {
      expect((await sendRaw(service.port, bytes)).text).not.toContain(' 400 ');
    }
  });

  it('do not prevent an unknown expectation', async () => {
    const { status, headers } = await send(service.port, {
      path: '/livez',
      headers: { expect: 'tea' },
    });
    expect(status).toBe(200);
    expect(headers['x-request-id']).toBeDefined();
  });
});

describe('an offer to change the protocol', () => {
  it.each(['', 'x-request-id: connection\r\n'])(
    'is refused, and the connection is closed after the answer (%j)',
    async (header) => {
      const offer = `connection: upgrade\r\nupgrade: websocket\r\n${header}`;
      const next = 'GET /livez HTTP/1.1\r\nhost: a\r\n\r\n';
      const { text, lastedMs } = await sendRaw(
        service.port,
        `GET /livez HTTP/1.1\r\nhost: a\r\n${offer}\r\n${next}`,
      );
      expect(parseRaw(text).status).toBe(200);
      expect(parseRaw(text).headers.connection).toBe('close');
      expect(lastedMs).toBeLessThan(SERVER_LIMITS.keepAliveTimeoutMs);
    },
  );
});

describe('too much', () => {
  it('accepts a target of 8,192 characters and refuses one more, for every caller', async () => {
    const target = `${LISTING}?asset=`.padEnd(8192, 'A');
    expect((await service.send({ path: target, headers: headersOf(tenant) })).status).toBe(200);
    const { status, headers, body } = await service.send({ path: `${target}A` });
    expect(status).toBe(414);
    expect(headers['x-request-id']).toBeDefined();
    expect(JSON.parse(body)).toMatchObject({ code: 'uri_too_long', status: 414 });
  });

  it.each([20_000, 65_500, 65_536, 70_000, 100_000])(
    'distinguishes a target of %d characters from headers of that size',
    async (size) => {
      const line = `GET ${LISTING}?asset=${'A'.repeat(size)} HTTP/1.1\r\nhost: a\r\n${closing}`;
      const long = await sendRaw(service.port, line);
      expect(parseRaw(long.text).status).toBe(414);
      const wide = `GET /livez HTTP/1.1\r\nhost: a\r\nx-wide: ${'a'.repeat(size)}\r\n${closing}`;
      const { text } = await sendRaw(service.port, wide);
      expect(parseRaw(text).status).toBe(size < 65_000 ? 200 : 431);
      expect(text.includes('headers_too_large')).toBe(size >= 65_000);
    },
  );

  it('accepts headers of nearly 64 KiB and refuses more', async () => {
    const head = `GET /livez HTTP/1.1\r\nhost: a\r\n${`x: ${'y'.repeat(500)}\r\n`.repeat(128)}`;
    const fill = (size: number): string => `${head}z: ${'z'.repeat(size)}\r\n${closing}`;
    expect(parseRaw((await sendRaw(service.port, fill(500))).text).status).toBe(200);
    expect(parseRaw((await sendRaw(service.port, fill(1500))).text).status).toBe(431);
  });

  it('accepts 256 headers and refuses one more', async () => {
    const head = (count: number): string =>
      `GET /livez HTTP/1.1\r\nhost: a\r\n${'x: y\r\n'.repeat(count - 2)}${closing}`;
    expect(parseRaw((await sendRaw(service.port, head(256))).text).status).toBe(200);
    for (const count of [257, 258, 300, 7000]) {
      const { text } = await sendRaw(service.port, head(count));
      expect(parseRaw(text).status).toBe(431);
      expect(parseRaw(text).body).toContain('headers_too_large');
    }
  });

  it('finds a repeated credential after hundreds of other headers', async () => {
    const { text } = await sendRaw(
      service.port,
      `GET ${LISTING} HTTP/1.1\r\nhost: a\r\n${credentialLines()}${'x: y\r\n'.repeat(240)}` +
        `x-svc-wallet-id: other\r\n${closing}`,
    );
    expect(parseRaw(text).body).toContain('missing_credentials');
  });

  it('ignores a body and keeps the connection', async () => {
    const once = `GET /livez HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\nhello`;
    const last = `GET /livez HTTP/1.1\r\nhost: a\r\n${closing}`;
    const { text } = await sendRaw(service.port, `${once}${once}${last}`);
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  });

  it('ignores a body in chunks and keeps the connection', async () => {
    const head = 'GET /livez HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n';
    const last = `GET /livez HTTP/1.1\r\nhost: a\r\n${closing}`;
    const body = `${'1\r\nx\r\n'.repeat(50)}0\r\n\r\n`;
    const { text } = await sendRaw(service.port, `${head}${body}${last}`);
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });

  it('stops reading an endless body', async () => {
    const head = 'GET /livez HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000000\r\n\r\n';
    const { text } = await sendRaw(service.port, head, (socket) => {
      socket.write('x'.repeat(2_000_000));
    });
    expect(text.startsWith('HTTP/1.1 200') || text === '').toBe(true);
  });
});

describe('a slow sender', () => {
  it('is disconnected while its headers arrive slowly', async () => {
    const { text, lastedMs } = await sendRaw(service.port, 'GET /livez HTTP/1.1\r\n', (socket) => {
      const drip = setInterval(() => socket.write('x: y\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(text).toBe('');
    expect(lastedMs).toBeGreaterThan(150);
  });

  it('is disconnected if it sends nothing', async () => {
    const { text } = await sendRaw(service.port, '');
    expect(text).toBe('');
  });

  it('is answered, and disconnected if its declared body does not arrive', async () => {
    const { text } = await sendRaw(
      service.port,
      `GET ${LISTING} HTTP/1.1\r\nhost: a\r\n${credentialLines()}content-length: 10\r\n\r\n`,
    );
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  });
});
