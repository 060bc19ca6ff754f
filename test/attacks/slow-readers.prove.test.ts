import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, describe, expect, it } from 'vitest';

import { BALANCE, LISTING, sampleTransactions } from '../http/samples.ts';
import { writeHeaderLines } from '../http/http-client.ts';
import { MASTER_KEY, NOW_MS, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createTenant, headersOf, type Tenant } from '../http/tenants.ts';

const ROWS = 1000;
/** Some 8 MB a page, which exceeds the system's buffers of a connection. */
const HISTORY = sampleTransactions(ROWS).map((row) =>
  Object.assign(row, { txid: 'x'.repeat(8000) }),
);
const MB = 1_048_576;
/** Time in which a page is read and written. */
const WRITTEN_MS = 300;

let service: ServiceHarness;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await service.stop();
});

const content = { transactions: HISTORY, syncedAtMs: NOW_MS };

/** Requests a page and does not read the response. */
function askWithoutReading(tenant: Tenant): Socket {
  const lines = writeHeaderLines({ host: 'x', ...headersOf(tenant) });
  const socket = connect(service.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause().write(`GET ${LISTING}?limit=${ROWS} HTTP/1.1\r\n${lines}\r\n`);
  sockets.push(socket);
  return socket;
}

const metric = async (name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\d+)`, 'm').exec((await service.askMetrics()).body)?.[1] ?? 0);
const countClosed = () => metric('teller_http_connections_closed_total{reason="slow_reader"}');
const countInFlight = () => metric('teller_http_requests_in_flight');

/** Resolves when this number of responses was written, some of which may have been closed since. */
async function untilWritten(count: number): Promise<void> {
  await expect.poll(async () => (await countInFlight()) + (await countClosed())).toBe(count);
  await sleep(WRITTEN_MS);
}

/** Reads the rest, and returns the number of bytes. */
async function readRest(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  socket.resume();
  for (let before = -1; before !== bytes && !socket.destroyed;) {
    before = bytes;
    await sleep(200);
  }
  return bytes;
}

describe('callers that do not read', () => {
  it('are in flight until their response is sent', async () => {
    service = await startService();
    const socket = askWithoutReading(await createTenant(service.store, MASTER_KEY, content));
    await untilWritten(1);
    expect(await countInFlight()).toBe(1);
    expect(await readRest(socket)).toBeGreaterThan(8 * MB * 0.9);
    expect(await countInFlight()).toBe(0);
    expect(await countClosed()).toBe(0);
  });

  it('are disconnected above the limit of all callers, beginning with the key with the most bytes', async () => {
    service = await startService({
      limits: { unreadBytesMax: 36 * MB, unreadCheckIntervalMs: 50 },
    });
    const tenant = await createTenant(service.store, MASTER_KEY, content);
    const other = await createTenant(service.store, MASTER_KEY, content);
    const held = askWithoutReading(other);
    await untilWritten(1);
    for (let count = 2; count <= 7; count += 1) {
      askWithoutReading(tenant);
      await untilWritten(count);
    }
    await expect.poll(countClosed).toBe(3);
    expect(await readRest(held)).toBeGreaterThan(8 * MB * 0.9);
    const { status } = await service.send({ path: LISTING, headers: headersOf(tenant) });
    expect(status).toBe(200);
  });

  it('do not end a request of the same key that has no response yet', async () => {
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
    service = await startService({
      limits: { unreadBytesMax: 20 * MB, unreadCheckIntervalMs: 50 },
      wrapStore: (store) => ({
        ...store,
        readBalances: async (...args) => {
          await isHeld;
          return store.readBalances(...args);
        },
      }),
    });
    const tenant = await createTenant(service.store, MASTER_KEY, content);
    const waiting = service.send({ path: BALANCE, headers: headersOf(tenant) });
    await expect.poll(countInFlight).toBe(1);
    for (let count = 2; count <= 4; count += 1) {
      askWithoutReading(tenant);
      await untilWritten(count);
    }
    await expect.poll(countClosed).toBe(1);
    release();
    expect((await waiting).status).toBe(200);
  });

  it('are disconnected after a time without traffic', async () => {
    service = await startService({ limits: { socketTimeoutMs: 2 * WRITTEN_MS } });
    const socket = askWithoutReading(await createTenant(service.store, MASTER_KEY, content));
    await untilWritten(1);
    await expect.poll(countInFlight).toBe(0);
    expect(await readRest(socket)).toBeLessThan(8 * MB * 0.9);
  });
});
