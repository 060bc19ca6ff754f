import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';

import { deriveMasterKey } from '../../src/domain/master-key.ts';
import { runOnce } from '../../src/http/manage/idempotency.ts';
import type { ManageContext } from '../../src/manage/context.ts';
import { StoreUnavailableError } from '../../src/store/errors.ts';
import { MASTER_KEY, NOW_MS } from '../http/service-harness.ts';
import { openManageContext } from './manage-context.ts';

const SECOND_MS = 1000;

afterEach(() => vi.useRealTimers());

it.each([
  ['', 0],
  [', also if its time could not be extended once', 1],
])(
  'a request that takes longer than a minute is not run again meanwhile%s',
  async (_, failures) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { store, context, close } = await openManageContext();
    let nowMs = NOW_MS;
    const extensions: Promise<void>[] = [];
    const extendRequest: typeof store.extendRequest = (...args) => {
      if (extensions.length < failures) {
        extensions.push(Promise.resolve());
        return Promise.reject(new StoreUnavailableError('the database is locked'));
      }
      const extension = store.extendRequest(...args);
      extensions.push(extension);
      return extension;
    };
    const slow = { ...context, now: () => nowMs, store: { ...store, extendRequest } };
    const request = {
      managementKeyId: 'mkey_1',
      idempotencyKey: 'once',
      method: 'POST',
      target: '/v0/organizations?',
      body: Buffer.from('{}'),
    };
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    let runs = 0;
    const { promise: isBegun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: isEnded, resolve: end } = Promise.withResolvers<void>();
    const send = () =>
      runOnce(
        slow,
        request,
        (run: number) => ({ status: 201, headers: {}, body: String(run) }),
        async () => {
          runs += 1;
          begin();
          await isEnded;
          return runs;
        },
      );
    const first = send();
    await isBegun;
    for (let second = 0; second < 90; second += 15) {
      nowMs += 15 * SECOND_MS;
      vi.advanceTimersByTime(15 * SECOND_MS);
      await Promise.all(extensions);
    }
    const repeated = send();
    await sleep(100);
    end();
    const bodies = [(await first).body, (await repeated).body];
    expect([bodies, runs]).toEqual([['1', '1'], 1]);
    expect(vi.getTimerCount()).toBe(0);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
    await close();
  },
);

it('a request whose process has crashed runs again after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { context, close } = await openManageContext();
  let nowMs = NOW_MS;
  const { promise: crash, reject: crashNow } = Promise.withResolvers<never>();
  const { promise: isBegun, resolve: begin } = Promise.withResolvers<void>();
  const send = (run: () => Promise<string>) =>
    runOnce(
      { ...context, now: () => nowMs },
      {
        managementKeyId: 'mkey_1',
        idempotencyKey: 'once',
        method: 'POST',
        target: '/v0/organizations?',
        body: Buffer.from('{}'),
      },
      (body: string) => ({ status: 201, headers: {}, body }),
      run,
    );
  const crashed = send(() => {
    begin();
    return crash;
  });
  await isBegun;
  nowMs += 61 * SECOND_MS;
  expect(await send(() => Promise.resolve('second'))).toMatchObject({ body: 'second' });
  crashNow(new Error('ends the test'));
  await expect(crashed).rejects.toThrow('ends the test');
  await close();
});

it('of many repetitions of a running request, a few wait, and the others are refused at once', async () => {
  const { context, store, close } = await openManageContext();
  let lookUps = 0;
  const beginRequest: typeof store.beginRequest = (request) => {
    lookUps += 1;
    return store.beginRequest(request);
  };
  const counted = { ...context, store: { ...store, beginRequest } };
  const { promise: isEnded, resolve: end } = Promise.withResolvers<void>();
  const send = (managementKeyId: string) =>
    runOnce(
      counted,
      {
        managementKeyId,
        idempotencyKey: 'once',
        method: 'POST',
        target: '/',
        body: Buffer.alloc(0),
      },
      (body: string) => ({ status: 201, headers: {}, body }),
      async () => {
        await isEnded;
        return 'first';
      },
    );
  const all = [send('mkey_1'), send('mkey_2')];
  await vi.waitFor(() => expect(lookUps).toBe(2));
  const repetitions = Array.from({ length: 20 }, () => send('mkey_1'));
  const settled = Promise.allSettled(repetitions);
  const ofOther = send('mkey_2');
  await sleep(1000);
  // Each looks again after 50, 100, 200 and 400 ms.
  expect(lookUps).toBeLessThanOrEqual(2 + 20 + 1 + 9 * 5);
  end();
  const reasons = (await settled).flatMap((each) =>
    each.status === 'rejected' ? [each.reason] : [],
  );
  expect(reasons.map(({ code }) => code)).toEqual(Array(12).fill('idempotency_running'));
  expect((await ofOther).body).toBe('first');
  expect((await Promise.all(all)).map(({ body }) => body)).toEqual(['first', 'first']);
  await close();
});

/** Runs a request whose response is its body. */
function runEcho(context: ManageContext, body: string) {
  const request = {
    managementKeyId: 'mkey_1',
    idempotencyKey: 'once',
    method: 'POST',
    target: '/v0/organizations?',
    body: Buffer.from(body),
  };
  const respond = (result: string) => ({ status: 201, headers: {}, body: result });
  return runOnce(context, request, respond, async () => body);
}

it('a request without a master key is forgotten, so that it or a corrected one can run', async () => {
  const { context, close } = await openManageContext();
  const loadMasterKey = () => Promise.reject(new Error('the key file cannot be read'));
  const failing = runEcho({ ...context, loadMasterKey }, '{}');
  await expect(failing).rejects.toThrow('the key file cannot be read');
  expect(await runEcho(context, '{"name":"corrected"}')).toMatchObject({ status: 201 });
  await close();
});

it('a request fails with its own error if it cannot be forgotten', async () => {
  const { store, context, close } = await openManageContext();
  const loadMasterKey = () => Promise.reject(new Error('the key file cannot be read'));
  const abandonRequest = () => Promise.reject(new StoreUnavailableError('the database is locked'));
  const failing = { ...context, loadMasterKey, store: { ...store, abandonRequest } };
  await expect(runEcho(failing, '{}')).rejects.toThrow('the key file cannot be read');
  await close();
});

it('a request during which the master key is replaced is stored under the new one, and is repeated', async () => {
  const { store, context, close } = await openManageContext();
  const key = deriveMasterKey('6b'.repeat(32));
  let present = MASTER_KEY;
  await store.recordMasterKey({ id: MASTER_KEY.current.id, servingKeys: null });
  const changing = { ...context, loadMasterKey: async () => present };
  let runs = 0;
  const send = () =>
    runOnce(
      changing,
      {
        managementKeyId: 'mkey_1',
        idempotencyKey: 'once',
        method: 'POST',
        target: '/v0/wallets/wallet_a/imports?',
        body: Buffer.from('a,b'),
      },
      (body: string) => ({ status: 201, headers: {}, body }),
      async () => {
        runs += 1;
        present = key;
        await store.replaceMasterKey({ id: key.current.id, servingKeys: null });
        return `run ${runs}`;
      },
    );
  expect([(await send()).body, (await send()).body]).toEqual(['run 1', 'run 1']);
  await close();
});
