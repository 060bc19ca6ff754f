import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, describe, expect, it } from 'vitest';

import { parseTrustedProxies } from '../../src/config/values.ts';
import { addFaults, type FaultyStore } from '../http/faulty-store.ts';
import { LISTING } from '../http/samples.ts';
import { writeHeaderLines } from '../http/http-client.ts';
import { MASTER_KEY, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createTenant, headersOf } from '../http/tenants.ts';

const REQUEST = 'GET /livez HTTP/1.1\r\nhost: a\r\n\r\n';

let service: ServiceHarness;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await service.stop();
});

/** Opens a connection; `text` returns the received text. */
async function open(localAddress = '127.0.0.1'): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect({ port: service.port, host: '127.0.0.1', localAddress });
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return { socket, text: () => text };
}

async function isServed({ socket, text }: Awaited<ReturnType<typeof open>>): Promise<boolean> {
  const before = text().length;
  socket.write(REQUEST);
  for (let wait = 0; wait < 50 && text().length === before && !socket.closed; wait += 1) {
    await sleep(10);
  }
  return text().length > before;
}

const countClosed = async (reason = 'idle'): Promise<number> => {
  const { body } = await service.askMetrics();
  const count = new RegExp(`connections_closed_total\\{reason="${reason}"\\} (\\d+)`).exec(body);
  return Number(count?.[1] ?? 0);
};

it('a closed connection is forgotten', async () => {
  service = await startService();
  const client = await open();
  expect(await isServed(client)).toBe(true);
  expect(service.app.openRequests.size).toBe(1);
  client.socket.destroy();
  await expect.poll(() => service.app.openRequests.size).toBe(0);
});

it('the metrics have the share of the connections that are open', async () => {
  service = await startService({ limits: { connectionsMax: 8 } });
  const readShare = async () =>
    /^teller_http_connections_used_ratio (.*)$/m.exec((await service.askMetrics()).body)?.[1];
  expect(await readShare()).toBe('0');
  const [client] = [await open(), await open(), await open()];
  await expect.poll(readShare).toBe('0.375');
  client.socket.destroy();
  await expect.poll(readShare).toBe('0.25');
});

describe('connections at the limit of all', () => {
  it('are closed for new callers, the idle ones', async () => {
    service = await startService({ limits: { connectionsMax: 20 } });
    const first = await open();
    expect(await isServed(first)).toBe(true);
    for (let count = 0; count < 17; count += 1) expect(await isServed(await open())).toBe(true);
    expect(first.socket.closed).toBe(false);
    for (let count = 0; count < 3; count += 1) await open();
    await expect.poll(async () => isServed(await open())).toBe(true);
    expect(first.socket.closed).toBe(true);
    expect(await countClosed()).toBeGreaterThan(0);
  });

  it('are closed at most once in a tenth of a second', async () => {
    service = await startService({ limits: { connectionsMax: 5 } });
    const startMs = performance.now();
    for (let count = 0; count < 200; count += 1) await open();
    const tenths = Math.ceil((performance.now() - startMs) / 100);
    expect(await countClosed()).toBeLessThanOrEqual(tenths + 1);
  });

  it('are closed in time if they never sent a request', async () => {
    const limits = {
      connectionsMax: 20,
      headersTimeoutMs: 100,
      requestTimeoutMs: 60_000,
      timeoutCheckIntervalMs: 20,
    };
    service = await startService({ limits });
    for (let count = 0; count < 20; count += 1) await open();
    await expect.poll(async () => isServed(await open())).toBe(true);
  });

  it('are not closed while a request is handled', async () => {
    let faults!: FaultyStore;
    service = await startService({
      limits: { connectionsMax: 4 },
      wrapStore: (store) => (faults = addFaults(store)),
    });
    const headers = headersOf(await createTenant(service.store, MASTER_KEY));
    const held = Promise.withResolvers<void>();
    faults.gate = held.promise;
    const lines = writeHeaderLines({ host: 'a', ...headers });
    const atWork = await open();
    atWork.socket.write(`GET ${LISTING} HTTP/1.1\r\n${lines}\r\n`);
    const isServedInTime = async (): Promise<boolean> => isServed(await open());
    for (let count = 0; count < 5; count += 1) await expect.poll(isServedInTime).toBe(true);
    held.resolve();
    await expect.poll(atWork.text).toContain('HTTP/1.1 200');
  });
});

describe('connections of one address', () => {
  const limits = { connectionsOfAddressMax: 5 };

  it('are limited separately from connections of other addresses', async () => {
    service = await startService({ limits });
    const own = [];
    for (let count = 0; count < 5; count += 1) own.push(await open());
    expect(await isServed(await open())).toBe(false);
    expect(await countClosed('address')).toBe(1);
    expect(await isServed(await open('127.0.0.2'))).toBe(true);
    expect(await isServed(own[0]!)).toBe(true);
    own[1]!.socket.destroy();
    await expect.poll(async () => isServed(await open())).toBe(true);
    expect(await isServed(await open())).toBe(false);
  });

  it('are not limited for a trusted proxy', async () => {
    service = await startService({ limits, trustedProxies: parseTrustedProxies('127.0.0.1') });
    const first = await open();
    for (let count = 0; count < 10; count += 1) expect(await isServed(await open())).toBe(true);
    expect(await isServed(first)).toBe(true);
  });
});
