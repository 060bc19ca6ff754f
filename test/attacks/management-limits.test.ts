/** Who may use the management API, how often, and with which cursors; in one process, whose clock is set. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

import { pino } from 'pino';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { mintKey, WRONG_KEYS_OF_ADDRESS_MAX } from '../../src/domain/api-key.ts';
import { createId } from '../../src/domain/id.ts';
import type { ImportedFile } from '../../src/http/manage/import-file.ts';
import { countOpen } from '../../src/http/plugins/open-requests.ts';
import { type HttpAnswer, send } from '../http/http-client.ts';
import { MASTER_KEY, NOW_MS } from '../http/service-harness.ts';
import { createWallet } from '../http/tenants.ts';
import { createManageKey, useManageApp } from '../manage/manage-app.ts';
import { NO_ROWS } from '../manage/manage-context.ts';

const RATE_LIMIT = 100;
const PROJECTS = 4;

let nowMs = NOW_MS;
/** Lines of the log. */
const log: string[] = [];
let projectIds: readonly string[] = [];

/** Ends when a test ends all imports. */
let importing = Promise.withResolvers<ImportedFile>();
let importCount = 0;

const opened = useManageApp({
  now: () => nowMs,
  rateLimitPerSecond: RATE_LIMIT,
  logger: pino({}, { write: (line) => void log.push(line) }),
  importFile: () => {
    importCount += 1;
    return importing.promise;
  },
});
beforeEach(async () => {
  importing = Promise.withResolvers();
  importCount = 0;
  nowMs = NOW_MS;
  projectIds = await createProjects();
});

/** Adds projects to that of the store, and returns all. */
async function createProjects(): Promise<readonly string[]> {
  const { store, projectId } = opened;
  const { orgId } = await store.readProject(projectId);
  const ids = Array.from({ length: PROJECTS - 1 }, () => createId('project', randomBytes));
  for (const id of ids) await store.createProject({ id, orgId, name: 'p', createdAtMs: NOW_MS });
  return [projectId, ...ids];
}

function createKey(expiresAtMs: number | null = null, projectId: string | null = null) {
  return createManageKey(opened.store, { expiresAtMs, projectId });
}

function ask(
  path: string,
  authorization: string | string[] = `Bearer ${opened.key}`,
): Promise<HttpAnswer> {
  return send(opened.port, { path, headers: { authorization } });
}

async function statusOf(path: string, authorization?: string | string[]): Promise<number> {
  return (await ask(path, authorization)).status;
}

const LIST = '/v0/projects?limit=1';

describe('a management key', () => {
  it('is accepted until the millisecond of its expiry', async () => {
    const expiring = `Bearer ${await createKey(NOW_MS + 10)}`;
    nowMs = NOW_MS + 9;
    expect(await statusOf(LIST, expiring)).toBe(200);
    nowMs += 1;
    expect(await statusOf(LIST, expiring)).toBe(401);
  });

  it('is named in the log of its requests, also of those that are refused', async () => {
    const [keyId] = opened.key.split('.');
    for (const path of [LIST, '/v0/projects?limit=x']) {
      const requestId = String((await ask(path)).headers['x-request-id']);
      const findLine = () => log.find((line) => line.includes(requestId));
      await expect.poll(findLine).toContain(`"keyId":"${keyId}"`);
    }
  });

  it('is refused if its header is repeated', async () => {
    const { status, body } = await ask(LIST, [`Bearer ${opened.key}`, `Bearer ${opened.key}`]);
    expect(status).toBe(401);
    expect(JSON.parse(body)).toMatchObject({ code: 'missing_credentials' });
  });

  it('makes a limited number of requests per second', async () => {
    for (let sent = 0; sent < RATE_LIMIT; sent += 1) expect(await statusOf(LIST)).toBe(200);
    const refused = await ask(LIST);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.any(String)]);
    nowMs += 1000;
    expect(await statusOf(LIST)).toBe(200);
  });
});

it('a request has two minutes, because a key is checked and a file is imported meanwhile', () => {
  const { requestTimeout, timeout } = opened.app.server;
  expect([requestTimeout, timeout]).toEqual([120_000, 120_000]);
});

it('wrong management keys of an address are refused without verification beyond a limit', async () => {
  const wrong = (): string => `Bearer ${mintKey('mkey', MASTER_KEY, randomBytes).key}`;
  expect(await statusOf(LIST)).toBe(200);
  for (let sent = 0; sent < WRONG_KEYS_OF_ADDRESS_MAX; sent += 1) {
    expect(await statusOf(LIST, wrong())).toBe(401);
  }
  expect(await statusOf(LIST, wrong())).toBe(429);
  // A key that was valid before is still verified.
  expect(await statusOf(LIST)).toBe(200);
  nowMs += 1000;
  expect(await statusOf(LIST, wrong())).toBe(401);
});

describe('files that are imported', () => {
  const COUNTS = { ...NO_ROWS, rows: 1, added: 1 };
  let walletId = '';
  beforeEach(async () => {
    const content = { importsOnly: true };
    walletId = await createWallet(opened.store, MASTER_KEY, projectIds[0]!, content);
  });
  const importAs = (
    authorization: string,
    body: RequestInit['body'] = 'file',
    signal: AbortSignal | null = null,
  ) =>
    fetch(`http://127.0.0.1:${opened.port}/v0/wallets/${walletId}/imports`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'text/csv' },
      body,
      signal,
    });
  const start = (count: number, authorization: string) =>
    Array.from({ length: count }, () => importAs(authorization));
  const end = () => importing.resolve({ ...COUNTS, id: 'import_1', walletId });

  it('at the same time are limited for a key and for all, and none is counted after its end', async () => {
    const keys = [`Bearer ${opened.key}`];
    for (let no = 1; no < 5; no += 1) keys.push(`Bearer ${await createKey()}`);
    const [first, second, third, fourth, fifth] = keys as [string, string, string, string, string];
    const started = start(8, first);
    await vi.waitFor(() => expect(importCount).toBe(8));
    expect((await importAs(first)).status).toBe(503);
    for (const other of [second, third, fourth]) started.push(...start(8, other));
    await vi.waitFor(() => expect(importCount).toBe(32));
    expect((await importAs(fifth)).status).toBe(503);
    expect((await ask(LIST, fifth)).status).toBe(200);
    end();
    const statuses = (await Promise.all(started)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([201]));
    for (const { status } of await Promise.all(start(8, first))) expect(status).toBe(201);
  });

  it('are counted until they are imported, although their caller disconnects', async () => {
    const leaving = new AbortController();
    const started = Array.from({ length: 8 }, () =>
      importAs(`Bearer ${opened.key}`, 'file', leaving.signal),
    );
    await expect.poll(() => importCount).toBe(8);
    leaving.abort();
    await Promise.allSettled(started);
    await expect.poll(() => countOpen(opened.app)).toBe(0);
    expect((await importAs(`Bearer ${opened.key}`)).status).toBe(503);
    end();
    expect((await importAs(`Bearer ${opened.key}`)).status).toBe(201);
  });

  it('are not counted if their body does not arrive', async () => {
    end();
    const head = `POST /v0/wallets/${walletId}/imports HTTP/1.1\r\nhost: a\r\ncontent-type: text/csv\r\nauthorization: Bearer ${opened.key}\r\ncontent-length: 99\r\n\r\n`;
    const sockets = Array.from({ length: 8 }, () => connect(opened.port, '127.0.0.1'));
    for (const socket of sockets) socket.write(head);
    await vi.waitFor(async () => expect((await importAs(`Bearer ${opened.key}`)).status).toBe(503));
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect((await importAs(`Bearer ${opened.key}`)).status).toBe(201));
  });
});

it('a body that is refused is read to its end, so that its caller is not reset before the response', async () => {
  const socket = connect(opened.port, '127.0.0.1');
  let response = '';
  socket.on('data', (chunk) => (response += String(chunk)));
  const closed = once(socket, 'close');
  socket.write(
    `POST /v0/wallets/wallet_x/imports HTTP/1.1\r\nhost: a\r\ncontent-type: application/xml\r\nauthorization: Bearer ${opened.key}\r\ncontent-length: 2\r\n\r\na`,
  );
  await expect.poll(() => response).toMatch(/^HTTP\/1\.1 415 [^]*\}$/);
  // The service would have closed the connection before it answers another one.
  expect(await statusOf(LIST)).toBe(200);
  expect(socket.readableEnded).toBe(false);
  socket.write('b');
  expect(await closed).toEqual([false]);
});

describe('the cursor of a list', () => {
  /** Returns the path of the next page. */
  async function nextOf(path: string): Promise<string> {
    const { headers } = await ask(path);
    return /<([^>]+)>/.exec(String(headers['link']))![1]!;
  }

  async function cursorOf(path: string): Promise<string> {
    return new URLSearchParams((await nextOf(path)).split('?')[1]).get('cursor')!;
  }

  it('continues the list that it was issued for', async () => {
    const ids: string[] = [];
    for (let path = LIST; path !== '';) {
      const { body, headers } = await ask(path);
      ids.push(...(JSON.parse(body) as { items: { id: string }[] }).items.map(({ id }) => id));
      path = headers['link'] === undefined ? '' : await nextOf(path);
    }
    expect(ids.toSorted()).toEqual(projectIds.toSorted());
  });

  it('is refused if it was changed', async () => {
    const cursor = await cursorOf(LIST);
    const place = Buffer.from(cursor.slice(22), 'base64url').toString();
    const changed = Buffer.from(place.replace(/\d+/, '0')).toString('base64url');
    for (const wrong of [cursor.slice(0, 22) + changed, `A${cursor.slice(1)}`, cursor.slice(1)]) {
      if (wrong !== cursor) expect(await statusOf(`${LIST}&cursor=${wrong}`)).toBe(400);
    }
    expect(await statusOf(`${LIST}&cursor=${cursor}`)).toBe(200);
  });

  it('is refused for another list, another filter and the key of one project', async () => {
    const [projectId = ''] = projectIds;
    for (let made = 0; made < 2; made += 1) {
      const { id, hash } = mintKey('key', MASTER_KEY, randomBytes);
      const record = { id, projectId, label: null, hash, createdAtMs: NOW_MS, expiresAtMs: null };
      await opened.store.createApiKey(record);
    }
    const cursor = await cursorOf(LIST);
    const keys = `/v0/projects/${projectId}/api-keys?limit=1`;
    expect(await statusOf(`/v0/organizations?cursor=${cursor}`)).toBe(400);
    expect(await statusOf(`${keys}&cursor=${cursor}`)).toBe(400);
    expect(await statusOf(`${LIST}&orgId=org_1&cursor=${cursor}`)).toBe(400);
    const scoped = `Bearer ${await createKey(null, projectId)}`;
    expect(await statusOf(`${LIST}&cursor=${cursor}`, scoped)).toBe(400);
    const ofKeys = `${keys}&cursor=${await cursorOf(keys)}`;
    expect(await statusOf(ofKeys)).toBe(200);
    expect(await statusOf(ofKeys, scoped)).toBe(400);
  });
});
