import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { vi } from 'vitest';

import { deriveMasterKey, type MasterKey } from '../../src/domain/master-key.ts';
import { createApps, type HttpApps, type HttpAppOptions } from '../../src/http/app.ts';
import { listen } from '../../src/http/server.ts';
import { openMigratedStore } from '../store/migrated-sqlite.ts';
import type { ServingStore } from '../../src/store/serving.ts';
import type { Store } from '../../src/store/store.ts';
import { type HttpAnswer, type HttpRequest, send } from './http-client.ts';

export const MASTER_KEY: MasterKey = deriveMasterKey('5a'.repeat(32));

/** The time of the clock of the tested service. */
export const NOW_MS = Date.UTC(2024, 5, 1, 12);

/** A listening service, and its properties for tests. */
export interface ServiceHarness extends HttpApps {
  readonly port: number;
  readonly store: Store;
  readonly databasePath: string;
  /** Lines of the log. */
  readonly log: string[];
  /** The service's clock. */
  readonly clock: { nowMs: number };
  readonly send: (request: HttpRequest) => Promise<HttpAnswer>;
  /** Sends a request to the port of the metrics. */
  readonly askMetrics: (path?: string) => Promise<HttpAnswer>;
  readonly stop: () => Promise<void>;
}

export interface HarnessOptions extends Partial<Omit<HttpAppOptions, 'store'>> {
  /** Wraps the store for the service. */
  readonly wrapStore?: (store: Store) => ServingStore;
}

/** Resolves when a service handles this number of requests. */
export async function untilInFlight(service: ServiceHarness, count: number): Promise<void> {
  const marker = `teller_http_requests_in_flight ${count}\n`;
  await vi.waitFor(
    async () => {
      const { body } = await service.askMetrics();
      if (!body.includes(marker)) throw new Error(`never ${count} requests in flight`);
    },
    { timeout: 20_000, interval: 5 },
  );
}

/** Starts a service with its own SQLite store. */
export async function startService(options: HarnessOptions = {}): Promise<ServiceHarness> {
  const { wrapStore = (store) => store, ...overrides } = options;
  const folder = mkdtempSync(join(tmpdir(), 'teller-http-'));
  const databasePath = join(folder, 'teller.db');
  const store = await openMigratedStore({ path: databasePath });
  const log: string[] = [];
  const clock = { nowMs: NOW_MS };
  const apps = createApps({
    store: wrapStore(store),
    masterKey: MASTER_KEY,
    rateLimitPerSecond: 0,
    logger: pino({ level: 'trace' }, { write: (line) => void log.push(line) }),
    now: () => clock.nowMs,
    randomId: randomUUID,
    ...overrides,
  });
  const port = await start(apps.app);
  const metricsPort = await start(apps.metricsApp);
  return {
    ...apps,
    port,
    store,
    databasePath,
    log,
    clock,
    send: (request) => send(port, request),
    askMetrics: (path = '/metrics') => send(metricsPort, { path }),
    stop: async () => {
      for (const app of [apps.app, apps.metricsApp]) {
        app.server.closeAllConnections();
        await app.close();
      }
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function start(app: FastifyInstance): Promise<number> {
  const url = await listen(app, { host: '127.0.0.1', port: 0 });
  return Number(new URL(url).port);
}
