import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { createExchangeDirectory } from '../../src/exchanges/registry.ts';

const START_MS = Date.UTC(2024, 5, 1);
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

async function openBinance() {
  const clock = { nowMs: Date.now, elapsedMs: Date.now, sleep: async () => Promise.resolve() };
  const directory = createExchangeDirectory({
    proxyUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    throttle: false,
    clock,
    signal: new AbortController().signal,
  });
  const credentials = { apiKey: 'key', secret: 'secret' };
  return directory.openAccount('binance', credentials);
}

it('divides a window with a large response, and reads it if it cannot be divided', async () => {
  const account = await openBinance();
  const source = account.sources.find(({ name }) => name === 'deposits')!;
  const read = (lengthMs: number) => account.readWindow(source, START_MS, START_MS + lengthMs);
  await expect(read(DAY_MS)).rejects.toMatchObject({ code: 'window_overflow' });
  expect(await read(source.windowMsMin)).toEqual({ transactions: [], unreadable: [] });
});

it('limits the bytes of all responses for the balances', async () => {
  const account = await openBinance();
  await expect(account.readBalances()).rejects.toMatchObject({
    code: 'exchange_unavailable',
    message: 'balances: the responses exceed 33554432 bytes',
  });
});
