/** What the management API removes automatically after its time. */
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pino } from 'pino';

import { createManageService, type ManageService } from '../../src/compose/manage-service.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { DAY_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import { StoreUnavailableError } from '../../src/store/errors.ts';
import { raw } from '../../src/store/sql/query.ts';
import { MASTER_KEY, NOW_MS } from '../http/service-harness.ts';
import { openManageContext } from './manage-context.ts';

let opened: Awaited<ReturnType<typeof openManageContext>>;
let service: ManageService;
let nowMs = NOW_MS;
/** Thrown by the next removal. */
let failure: Error | undefined;
/** Removals that have begun. */
let removals: Promise<unknown>[];
/** The numbers of rows that each may remove. */
let limits: number[];
const log: string[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  opened = await openManageContext();
  [nowMs, failure, removals, limits, log.length] = [NOW_MS, undefined, [], [], 0];
  const { store } = opened;
  const pruneRequests: typeof store.pruneRequests = async (...args) => {
    if (failure !== undefined) throw failure;
    limits.push(args[1]);
    return store.pruneRequests(...args);
  };
  const pruneConnectSessions: typeof store.pruneConnectSessions = (...args) => {
    const removal = store.pruneConnectSessions(...args);
    limits.push(args[1]);
    removals.push(removal);
    return removal;
  };
  service = await createManageService(readConfig({}, '/'), {
    store: { ...store, pruneRequests, pruneConnectSessions },
    masterKey: MASTER_KEY,
    logger: pino({ level: 'warn' }, { write: (line) => void log.push(line) }),
    metrics: { observeAnswer: () => undefined, countClosed: () => undefined },
    publicUrl: 'https://teller.example',
    now: () => nowMs,
    randomBytes,
    importFile: () => Promise.reject(new Error('not part of these tests')),
    mainPath: '/',
    env: {},
    workingFolder: '/',
  });
});
afterEach(async () => {
  vi.useRealTimers();
  service.close();
  await service.app.close();
  await opened.close();
});

/** Stores a request and a session that end after a day. */
async function addExpiring(): Promise<void> {
  const { store, projectId } = opened;
  const expiresAtMs = NOW_MS + DAY_MS;
  await store.beginRequest({
    managementKeyId: 'mkey_1',
    idempotencyKey: 'k',
    requestHash: new Uint8Array([1]),
    nowMs: NOW_MS,
    runsUntilMs: NOW_MS + MINUTE_MS,
    expiresAtMs,
  });
  await store.createConnectSession({
    id: 'connect_1',
    projectId,
    tokenHash: new Uint8Array([1]),
    exchange: null,
    externalId: null,
    label: null,
    walletId: null,
    returnUrl: null,
    createdAtMs: NOW_MS,
    expiresAtMs,
  });
}

/** Returns the numbers of stored requests and sessions, ten minutes after this time. */
async function countAfter(atMs: number): Promise<readonly number[]> {
  nowMs = atMs;
  const begun = removals.length;
  vi.advanceTimersByTime(10 * MINUTE_MS);
  if (failure === undefined) {
    await expect.poll(() => removals.length).toBe(begun + 1);
    await Promise.all(removals);
  } else await expect.poll(() => log.length).toBe(1);
  const [counts] = await opened.store.database.rows<Record<string, number>>(
    raw(`SELECT (SELECT count(*) FROM idempotency_key) AS requests,
      (SELECT count(*) FROM connect_session) AS sessions`),
  );
  return Object.values(counts!);
}

it('responses are removed when they may no longer be repeated, sessions a month after their end', async () => {
  await addExpiring();
  expect(await countAfter(NOW_MS + DAY_MS - 1)).toEqual([1, 1]);
  expect(await countAfter(NOW_MS + DAY_MS)).toEqual([0, 1]);
  expect(await countAfter(NOW_MS + 31 * DAY_MS)).toEqual([0, 1]);
  expect(await countAfter(NOW_MS + 31 * DAY_MS + 1)).toEqual([0, 0]);
  // Other writers wait for each removal.
  expect([limits.length, new Set(limits)]).toEqual([8, new Set([10_000])]);
});

it('a removal that fails is logged, and repeated', async () => {
  await addExpiring();
  failure = new StoreUnavailableError('the database is locked');
  expect(await countAfter(NOW_MS + 40 * DAY_MS)).toEqual([1, 1]);
  failure = undefined;
  expect(await countAfter(NOW_MS + 40 * DAY_MS)).toEqual([0, 0]);
  expect(log).toEqual([expect.stringContaining('the database is locked')]);
});

it('nothing is removed after the service has ended', async () => {
  service.close();
  vi.advanceTimersByTime(60 * MINUTE_MS);
  await setImmediate();
  expect(removals).toEqual([]);
});
