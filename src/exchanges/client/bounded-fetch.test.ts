import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';

import { createBoundedFetch } from './bounded-fetch.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Returns a fetch with small limits from a server that responds so, and the paths and statuses it saw. */
async function open(respond: (response: ServerResponse) => void) {
  const paths: (string | undefined)[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    respond(response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const abort = new AbortController();
  const limits = { timeoutMs: 300, bodyBytesMax: 10, signal: abort.signal };
  const fetch = createBoundedFetch(limits, (status) => statuses.push(status));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/first`;
  const request = () => fetch(url, { method: 'GET', headers: {} });
  return { request, abort, paths, statuses };
}

it('returns status, headers and text of a response, and joins characters that were split between chunks', async () => {
  const { request, statuses } = await open((response) => {
    response.writeHead(503, { 'x-reported': 'yes' });
    const bytes = Buffer.from('a€b');
    response.write(bytes.subarray(0, 2), () => response.end(bytes.subarray(2)));
  });
  const response = await request();
  expect(response).toMatchObject({ status: 503, statusText: 'Service Unavailable' });
  expect(response.headers.get('x-reported')).toBe('yes');
  expect(await response.text()).toBe('a€b');
  expect(statuses).toEqual([503]);
});

it('follows no redirect', async () => {
  const { request, paths } = await open((response) => {
    response.writeHead(302, { location: '/second' }).end();
  });
  await expect(request()).rejects.toMatchObject({ code: 'response_refused' });
  expect(paths).toEqual(['/first']);
});

it('refuses a response of more bytes than allowed', async () => {
  const { request } = await open((response) => response.end('12345678901'));
  await expect(request()).rejects.toMatchObject({ code: 'response_refused' });
});

it('limits the time of the whole response, not only of its headers', async () => {
  const { request, statuses } = await open((response) => response.write('a'));
  await expect(request()).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(statuses).toEqual([200]);
});

it('ends when the process shuts down', async () => {
  const { request, abort } = await open(() => abort.abort());
  await expect(request()).rejects.toMatchObject({ name: 'AbortError' });
});
