import { getEventListeners, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';

import { type BoundedRequest, createBoundedFetch, type FetchLimits } from './bounded-fetch.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const GET: BoundedRequest = { method: 'GET', headers: {} };

/**
 * Returns a fetch with small limits, whose requests `respond` answers, and the paths and statuses of its
 * requests.
 */
async function open(
  respond: (response: ServerResponse, request: IncomingMessage) => unknown,
  onBytes?: FetchLimits['onBytes'],
) {
  const paths: (string | undefined)[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    respond(response, request);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const abort = new AbortController();
  const limits = {
    timeoutMs: 300,
    bodyBytesMax: 10,
    signal: abort.signal,
    ...(onBytes === undefined ? {} : { onBytes }),
  };
  const fetch = createBoundedFetch(limits, (status) => statuses.push(status));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/first`;
  const request = (sent = GET) => fetch(url, sent);
  return { request, abort, paths, statuses, server, url, fetch };
}

it('returns status, headers and text of a response, and joins characters that were split between chunks', async () => {
  const { request, statuses } = await open((response) => {
    response.writeHead(503, { 'x-reported': ['yes', 'again'] });
    const bytes = Buffer.from('a€b');
    response.write(bytes.subarray(0, 2), () => response.end(bytes.subarray(2)));
  });
  const response = await request();
  expect(response).toMatchObject({ status: 503, statusText: 'Service Unavailable' });
  expect(response.headers.get('x-reported')).toBe('yes, again');
  expect(await response.text()).toBe('a€b');
  expect(statuses).toEqual([503]);
});

it('sends the headers and the body of a request', async () => {
  const sent: unknown[] = [];
  const { request } = await open(async (response, incoming) => {
    const { method, headers } = incoming;
    const { accept, 'x-key': key, 'content-length': length } = headers;
    sent.push(method, accept, key, length, await text(incoming));
    response.end('{}');
  });
  await request({ method: 'POST', headers: { 'X-Key': 'a' }, body: '€' });
  expect(sent).toEqual(['POST', '*/*', 'a', '3', '€']);
});

it('marks a character of which the end is missing, so that a truncated response is no valid one', async () => {
  const { request } = await open((response) => response.end(Buffer.from('{}€').subarray(0, 3)));
  expect(await (await request()).text()).toBe('{}\uFFFD');
});

it('encrypts requests to addresses with https', async () => {
  const { fetch, server, url } = await open(() => undefined);
  const received = once(server, 'clientError').then(([error, socket]) => {
    (socket as Socket).destroy();
    return (error as { readonly rawPacket: Buffer }).rawPacket[0];
  });
  const request = fetch(url.replace('http:', 'https:'), GET);
  await expect(request).rejects.toMatchObject({ code: 'ECONNRESET' });
  // The first byte of a TLS handshake (RFC 8446, 5.1).
  expect(await received).toBe(22);
});

it('accepts compressed responses, and limits their decompressed length', async () => {
  const bodies = ['a€b', '12345678901'];
  const encodings: unknown[] = [];
  const { request } = await open((response, { headers }) => {
    encodings.push(headers['accept-encoding']);
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(bodies.shift() ?? ''));
  });
  const response = await request({ method: 'GET', headers: { 'Accept-Encoding': 'br' } });
  expect(await response.text()).toBe('a€b');
  await expect(request()).rejects.toMatchObject({ code: 'response_refused' });
  expect(encodings).toEqual(['gzip', 'gzip']);
});

it.each([
  ['another encoding', 'deflate', deflateSync('a'), { code: 'response_refused' }],
  [
    'a truncated compressed response',
    'gzip',
    gzipSync('a').subarray(0, 15),
    { code: 'Z_BUF_ERROR' },
  ],
  ['a corrupted compressed response', 'gzip', Buffer.from('a'), { code: 'Z_BUF_ERROR' }],
])('refuses %s', async (_name, encoding, body, error) => {
  const { request } = await open((response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(body);
  });
  await expect(request()).rejects.toMatchObject(error);
});

it('fails if the connection ends before the response or in the middle of it', async () => {
  const endings = [
    (response: ServerResponse) => response.socket?.destroy(),
    (response: ServerResponse) =>
      response.writeHead(101, { upgrade: 'x', connection: 'upgrade' }).end(),
    (response: ServerResponse) => response.write('a', () => response.destroy()),
    (response: ServerResponse) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .write(gzipSync('a').subarray(0, 15), () => response.destroy()),
  ];
  const { request } = await open((response) => endings.shift()?.(response));
  await expect(request()).rejects.toMatchObject({ code: 'ECONNRESET' });
  await expect(request()).rejects.toThrow('the connection ended before the response');
  await expect(request()).rejects.toMatchObject({ code: 'ECONNRESET' });
  await expect(request()).rejects.toMatchObject({ code: 'ECONNRESET' });
});

it('refuses redirects', async () => {
  const { request, paths } = await open((response) => {
    response.writeHead(302, { location: '/second' }).end();
  });
  await expect(request()).rejects.toMatchObject({ code: 'response_refused' });
  expect(paths).toEqual(['/first']);
});

it.each([
  [302, { location: '/second' }, 'a'],
  [200, { 'content-encoding': 'deflate' }, 'a'],
  [200, { 'content-encoding': 'identity' }, '12345678901'],
  [200, { 'content-encoding': 'gzip' }, gzipSync('12345678901')],
])('closes the connection of a response that it refuses: %i %o', async (status, headers, body) => {
  const closed = Promise.withResolvers<void>();
  const { request } = await open((response) => {
    response.once('close', closed.resolve);
    response.writeHead(status, headers).write(body);
  });
  await expect(request()).rejects.toMatchObject({ code: 'response_refused' });
  await closed.promise;
});

it('reads the next chunk when the receiver of lengths is ready, and fails if it fails', async () => {
  const lengths: number[] = [];
  const { request } = await open(
    (response) => response.end('abc'),
    async (bytes) => {
      await Promise.resolve();
      lengths.push(bytes);
      if (lengths.length > 1) throw new Error('too much memory');
    },
  );
  expect(await (await request()).text()).toBe('abc');
  await expect(request()).rejects.toThrow('too much memory');
  expect(lengths).toEqual([3, 3]);
});

it('refuses a response that exceeds the size limit', async () => {
  const bodies = ['1234567890', '12345678901'];
  const { request } = await open((response) => response.end(bodies.shift()));
  expect(await (await request()).text()).toBe('1234567890');
  await expect(request()).rejects.toMatchObject({ code: 'response_refused' });
});

it('limits the time of the whole response, not only of its headers', async () => {
  const { request, statuses } = await open((response) => response.write('a'));
  await expect(request()).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(statuses).toEqual([200]);
});

it('aborts requests when the process shuts down, and sends none afterwards', async () => {
  const { request, abort, paths } = await open(() => abort.abort());
  await expect(request()).rejects.toMatchObject({ name: 'AbortError' });
  await expect(request()).rejects.toMatchObject({ name: 'AbortError' });
  expect(paths).toEqual(['/first']);
});

it('removes its listeners and its timer, so that neither keeps the process running', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { request, abort } = await open((response) => response.end('{}'));
  await request();
  expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it('refuses a key with a character that no header can contain', async () => {
  const { request, paths } = await open((response) => response.end());
  const sent = request({ ...GET, headers: { 'x-passphrase': 'пароль' } });
  await expect(sent).rejects.toMatchObject({ code: 'exchange_key_refused' });
  expect(paths).toEqual([]);
});
