import { randomBytes, randomUUID } from 'node:crypto';

import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { afterEach, beforeEach } from 'vitest';

import { mintKey } from '../../src/domain/api-key.ts';
import { createManageApp } from '../../src/http/manage/app.ts';
import type { ImportFile } from '../../src/http/manage/import-file.ts';
import { listen } from '../../src/http/server.ts';
import type { CheckKey } from '../../src/manage/key-check.ts';
import type { WebhookTargets } from '../../src/manage/webhooks.ts';
import type { Store } from '../../src/store/store.ts';
import { MASTER_KEY, NOW_MS } from '../http/service-harness.ts';
import { bodyTypeOf } from './harness.ts';
import { openManageContext } from './manage-context.ts';

/** For requests that check no key, import no file and send no webhook. */
const unused = async (): Promise<never> => {
  throw new Error('not part of these tests');
};

interface ManageAppOptions {
  readonly now: () => number;
  readonly rateLimitPerSecond: number;
  readonly explorerFolder?: string;
  readonly checkKey?: CheckKey;
  readonly importFile?: ImportFile;
  readonly webhookTargets?: WebhookTargets;
  /** Nothing is logged by default. */
  readonly logger?: Logger;
}

type OpenedManageApp = Awaited<ReturnType<typeof openManageContext>> & {
  readonly app: FastifyInstance;
  readonly port: number;
  /** A key for the whole installation. */
  readonly key: string;
};

/** Opens the management API over a new store for each test, or with `beforeAll` and `afterAll` for all of them. */
export function useManageApp(
  options: Partial<ManageAppOptions> = {},
  [before, after] = [beforeEach, afterEach],
) {
  const opened = {} as OpenedManageApp;
  before(async () => {
    Object.assign(opened, await openManageContext());
    const { store } = opened;
    const started = { now: () => NOW_MS, rateLimitPerSecond: 0, ...options };
    const { app, port } = await startManageApp(store, started);
    const key = await createManageKey(store, { expiresAtMs: null, projectId: null });
    Object.assign(opened, { app, port, key });
  });
  after(async () => {
    opened.app.server.closeAllConnections();
    await opened.app.close();
    await opened.close();
  });
  return Object.assign(opened, {
    /** Sends a request with the key. */
    call: (request: string, body?: unknown, headers: Record<string, string> = {}) =>
      callApp(opened.app, opened.key, request, { body, headers }),
  });
}

/** Starts the management API in this process. */
export async function startManageApp(
  store: Store,
  options: ManageAppOptions,
): Promise<{ readonly app: FastifyInstance; readonly port: number }> {
  const app = createManageApp({
    parts: {
      store,
      now: options.now,
      randomBytes,
      loadMasterKey: async () => MASTER_KEY,
      checkKey: options.checkKey ?? unused,
      exchangeAddresses: ['192.0.2.1'],
      importFile: options.importFile ?? unused,
      sendWebhook: unused,
      webhookTargets: options.webhookTargets ?? {
        allowed: { http: false, private: false },
        resolveName: unused,
      },
      connect: { publicUrl: 'https://teller.example', returnOrigins: [] },
    },
    masterKey: MASTER_KEY,
    metrics: { observeAnswer: () => undefined, countClosed: () => undefined },
    rateLimitPerSecond: options.rateLimitPerSecond,
    ...(options.explorerFolder !== undefined && { explorerFolder: options.explorerFolder }),
    logger: options.logger ?? pino({ level: 'silent' }),
    randomId: randomUUID,
  });
  const url = await listen(app, { host: '127.0.0.1', port: 0 });
  return { app, port: Number(new URL(url).port) };
}

/** Creates a management key, for everything or for one project. */
export async function createManageKey(
  store: Store,
  scope: { readonly expiresAtMs: number | null; readonly projectId: string | null },
): Promise<string> {
  const { id, hash, key } = mintKey('mkey', MASTER_KEY, randomBytes);
  await store.createManagementKey({ id, hash, label: null, createdAtMs: NOW_MS, ...scope });
  return key;
}

/** Sends a request with a key, such as `GET /v0/organizations`. A body that is not bytes is sent as JSON. */
export async function callApp(
  app: FastifyInstance,
  key: string,
  request: string,
  {
    body,
    headers = {},
  }: { readonly body?: unknown; readonly headers?: Record<string, string> } = {},
) {
  const [method, path] = request.split(' ') as [
    'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT',
    string,
  ];
  const answer = await app.inject({
    method,
    url: path,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': bodyTypeOf(path) }),
      ...headers,
    },
    ...(body !== undefined && {
      payload: body instanceof Buffer ? body : JSON.stringify(body),
    }),
  });
  const { statusCode: status, headers: answered } = answer;
  return { status, headers: answered, body: answer.body === '' ? undefined : answer.json() };
}
