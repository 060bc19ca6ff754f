import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { findFreePort } from '../../test/free-port.ts';
import { MASTER_KEY, NOW_MS } from '../../test/http/service-harness.ts';
import { openMigratedStore } from '../../test/store/migrated-sqlite.ts';
import { makeTemporaryDatabase } from '../../test/store/temporary-database.ts';
import { type Config, readConfig } from '../config/read-config.ts';
import type { Store } from '../store/store.ts';
import {
  explainListenError,
  type HttpServerOptions,
  SERVICE_SETTINGS,
  startHttpServer,
} from './http-server.ts';

const explain = (code: string, allowsAnyPort = true) => {
  const settings = { ...SERVICE_SETTINGS, allowsAnyPort };
  return explainListenError(Object.assign(new Error(code), { code }), {
    host: 'h',
    port: 80,
    settings,
  });
};

it.each([
  ['EACCES', 'this user may not use the port; choose one from 1024 on with --port'],
  ['ENOTFOUND', 'choose an address of this machine with --host, 127.0.0.1 or 0.0.0.0 for example'],
  [
    'EADDRNOTAVAIL',
    'choose an address of this machine with --host, 127.0.0.1 or 0.0.0.0 for example',
  ],
])('a listener that fails with %s says what to do', (code, advice) => {
  expect(explain(code)).toMatchObject({
    code: 'cannot_listen',
    message: `cannot listen on port 80 of h (${code}): ${advice}`,
  });
});

it('a port in use has port 0 as its advice only if the setting may be 0', () => {
  const used = 'port 80 of h is in use; choose another with --port';
  expect(explain('EADDRINUSE')).toMatchObject({ message: `${used}, or 0 for any free port` });
  expect(explain('EADDRINUSE', false)).toMatchObject({ code: 'port_in_use', message: used });
});

it('another error of a listener is passed on as it is', () => {
  const error = new Error('odd');
  const listener = { host: 'h', port: 1, settings: SERVICE_SETTINGS };
  expect(explainListenError(error, listener)).toBe(error);
});

describe('a service', () => {
  const database = makeTemporaryDatabase();
  const stop = new AbortController();
  let store: Store;
  let other: Server;
  let usedPort: number;

  beforeEach(async () => {
    store = await openMigratedStore({ path: database.path });
    other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    usedPort = (other.address() as AddressInfo).port;
  });
  afterEach(async () => {
    other.close();
    await store.close();
    database.remove();
  });

  const start = (options: Partial<HttpServerOptions>, settings: Partial<Config> = {}) => {
    const env = { TELLER_DATABASE_URL: database.path };
    const { stdin, stdout, stderr } = process;
    const runtime = { mainPath: '', env, workingFolder: '/', stdin, stdout, stderr, randomBytes };
    const config = { ...readConfig(env, '/'), ...settings };
    const logger = pino({ level: 'silent' });
    const { signal } = stop;
    const base = {
      store,
      masterKey: MASTER_KEY,
      logger,
      host: '127.0.0.1',
      ports: [0],
      stop: signal,
    };
    return startHttpServer(
      { ...runtime, now: () => NOW_MS, config, json: false },
      { ...base, ...options },
    );
  };

  const ask = async (base: string, path: string): Promise<number> =>
    (await fetch(`${base}${path}`, { headers: { connection: 'close' } })).status;

  it('listens on the first of its ports that is free', async () => {
    const server = await start({ ports: [usedPort, 0] });
    expect(await ask(server.url, '/livez')).toBe(200);
    await server.close();
    const used = { code: 'port_in_use', message: expect.stringContaining(`port ${usedPort} of`) };
    await expect(start({ ports: [usedPort, usedPort] })).rejects.toMatchObject(used);
    const refused = { code: 'cannot_listen', message: expect.stringContaining('port 81 of') };
    await expect(start({ host: '192.0.2.1', ports: [81, 82] })).rejects.toMatchObject(refused);
  });

  it('does not listen if its metrics have no port', async () => {
    const port = await findFreePort();
    const message = expect.stringContaining(`port ${usedPort} of 127.0.0.1 is in use`);
    const starting = start({ ports: [port] }, { metricsPort: usedPort });
    await expect(starting).rejects.toMatchObject({ code: 'port_in_use', message });
    await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow(TypeError);
  });

  it('answers for the delay of its shutdown, and then closes all of its ports', async () => {
    const metricsPort = await findFreePort();
    const server = await start({}, { metricsPort, shutdownDelayMs: 300 });
    const { url } = server;
    const metrics = `http://127.0.0.1:${metricsPort}`;
    expect([await ask(url, '/readyz'), await ask(metrics, '/metrics')]).toEqual([200, 200]);
    stop.abort();
    const closed = server.close();
    expect([await ask(url, '/readyz'), await ask(url, '/livez')]).toEqual([503, 200]);
    await closed;
    for (const base of [url, metrics]) {
      await expect(ask(base, '/livez')).rejects.toThrow(TypeError);
    }
  });
});
