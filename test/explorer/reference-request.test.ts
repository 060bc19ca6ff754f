import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, it } from 'vitest';

import { sendRequest } from '../../explorer/src/docs/request.ts';

/** Starts a server. Returns its address, and a function that stops it. */
async function listen(handle: RequestListener) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${port}/`, stop };
}

it('a request of the API reference follows no redirect, whose host would get the key', async () => {
  const received: unknown[] = [];
  const other = await listen(({ headers }, response) => {
    received.push(headers['x-svc-api-key']);
    response.end();
  });
  const service = await listen((_request, response) => {
    response.writeHead(307, { location: other.address }).end();
  });
  const sent = sendRequest(service.address, [['x-svc-api-key', 'secret']]);
  await expect(sent).rejects.toThrow(TypeError);
  expect(received).toEqual([]);
  service.stop();
  other.stop();
});
