/** Connections of the Connect page while a key is checked, which takes longer than other requests. */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, expect, it } from 'vitest';

// Loaded by the first request otherwise, which can take longer than the timeout.
import '../../src/http/connect/connect-request.ts';
import { SERVER_LIMITS } from '../../src/http/limits.ts';
import { sendRaw } from './http-client.ts';
import { type ServiceHarness, startService } from './service-harness.ts';

const SOCKET_MS = 500;
const CHECK_MS = 2 * SOCKET_MS;
const SESSION = {
  id: 'connect_1',
  projectName: 'Acme',
  reads: ['balances'],
  exchange: null,
  reconnects: null,
  returnOrigin: null,
  expiresAt: '2030-01-01T00:00:00.000Z',
  connected: null,
} as const;
const BODY = JSON.stringify({ exchange: 'kraken', credentials: { apiKey: 'a' } });
const AUTHORIZATION = `authorization: Bearer ${'a'.repeat(43)}\r\n`;
const POST = `POST /connect/api/connection HTTP/1.1\r\nhost: a\r\n${AUTHORIZATION}content-type: application/json\r\ncontent-length: ${BODY.length}\r\n`;
const GET = `GET /connect/api/connection HTTP/1.1\r\nhost: a\r\n${AUTHORIZATION}\r\n`;

let service: ServiceHarness;
afterEach(() => service.stop());

const start = async (): Promise<ServiceHarness> =>
  startService({
    limits: { socketTimeoutMs: SOCKET_MS },
    connect: {
      readSession: async () => SESSION,
      connect: async () => {
        await sleep(CHECK_MS);
        return { returnUrl: null };
      },
      // Never answered.
      readProgress: () => new Promise(() => undefined),
      cancel: async () => ({ returnUrl: null }),
      listExchanges: async () => '{"items":[]}',
      folder: '/none',
      frameOrigins: [],
    },
  });

it('a key is checked for as long as the page waits', async () => {
  service = await start();
  const { text } = await sendRaw(service.port, `${POST}connection: close\r\n\r\n${BODY}`);
  expect(text).toContain('HTTP/1.1 200 OK');
  expect(text).toContain('{"returnUrl":null}');
  // `SUBMIT_MS_MAX` of the page.
  expect(SERVER_LIMITS.keyCheckSocketTimeoutMs).toBeGreaterThan(60_000);
});

it.each([
  ['pipelined', GET, ''],
  ['later', '', GET],
])('a %s request of the connection has the timeout of every request', async (_, first, after) => {
  service = await start();
  const { text, lastedMs } = await sendRaw(service.port, `${POST}\r\n${BODY}${first}`, (socket) => {
    socket.once('data', () => socket.write(after));
  });
  expect(text.split('HTTP/1.1 ')).toHaveLength(2);
  expect(lastedMs).toBeGreaterThan(CHECK_MS);
  expect(lastedMs).toBeLessThan(CHECK_MS + 10 * SOCKET_MS);
});
