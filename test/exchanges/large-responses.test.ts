import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { createExchangeDirectory } from '../../src/exchanges/registry.ts';

const PADDING = ' '.repeat(12 * 1024 * 1024);

let server: Server;
beforeEach(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(decodeURIComponent((request.url ?? '').slice(1)));
    response.end(`${pathname.endsWith('/account') ? '{"balances":[]}' : '[]'}${PADDING}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('limits the bytes of all responses for the balances', async () => {
  const clock = { nowMs: Date.now, elapsedMs: Date.now, sleep: async () => Promise.resolve() };
  const directory = createExchangeDirectory({
    proxyUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    throttle: false,
    clock,
    signal: new AbortController().signal,
  });
  const credentials = { apiKey: 'key', secret: 'secret' };
  const account = await directory.openAccount('binance', credentials);
  await expect(account.readBalances()).rejects.toMatchObject({
    code: 'exchange_unavailable',
    message: 'balances: the responses exceed 33554432 bytes',
  });
});
