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

/** A fetch of a server that answers so, with small limits; told are paths and statuses. */
async function open(answer: (response: ServerResponse) => void) {
  const paths: (string | undefined)[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    answer(response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const abort = new AbortController();
  const limits = { timeoutMs: 300, bodyBytesMax: 10, signal: abort.signal };
  const fetch = createBoundedFetch(limits, (status) => statuses.push(status));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/first`;
  const ask = () => fetch(url, { method: 'GET', headers: {} });
  return { ask, abort, paths, statuses };
}

it('tells status, headers and text of an answer, characters that were cut between chunks too', async () => {
  const { ask, statuses } = await open((response) => {
    response.writeHead(503, { 'x-told': 'yes' });
    const bytes = Buffer.from('a€b');
    response.write(bytes.subarray(0, 2), () => response.end(bytes.subarray(2)));
  });
  const response = await ask();
  expect(response).toMatchObject({ status: 503, statusText: 'Service Unavailable' });
  expect(response.headers.get('x-told')).toBe('yes');
  expect(await response.text()).toBe('a€b');
  expect(statuses).toEqual([503]);
});

it('follows no redirect', async () => {
  const { ask, paths } = await open((response) => {
    response.writeHead(302, { location: '/second' }).end();
  });
  await expect(ask()).rejects.toMatchObject({ code: 'response_refused' });
  expect(paths).toEqual(['/first']);
});

it('refuses an answer of more bytes than allowed', async () => {
  const { ask } = await open((response) => response.end('12345678901'));
  await expect(ask()).rejects.toMatchObject({ code: 'response_refused' });
});

it('limits the time of the whole answer, not that of its head alone', async () => {
  const { ask, statuses } = await open((response) => response.write('a'));
  await expect(ask()).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(statuses).toEqual([200]);
});

it('ends when the process is to end', async () => {
  const { ask, abort } = await open(() => abort.abort());
  await expect(ask()).rejects.toMatchObject({ name: 'AbortError' });
});
