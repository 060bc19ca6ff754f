import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { StoreUnavailableError } from '../errors.ts';
import { NodeShares } from './node-shares.ts';

const LIMITS = { heldMax: 2, waitMs: 30_000, stallMs: 50 };

/** Returns work that ends when the test calls `resolve` or `reject`. */
function makeWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, resolve, reject };
}

/** Returns shares in which the id of a wallet begins with the number of its node. */
function makeShares(limits = LIMITS): NodeShares {
  return new NodeShares((walletId) => Promise.resolve(Number(walletId[0])), limits);
}

describe('a share of a node', () => {
  it('is passed on in order, and does not limit other nodes', async () => {
    const shares = makeShares();
    const works = Array.from({ length: 4 }, makeWork);
    const ended: number[] = [];
    const runs = works.map(({ work }, index) =>
      shares.run('1_wallet', work).then(() => ended.push(index)),
    );
    expect(await shares.run('2_wallet', () => Promise.resolve('other'))).toBe('other');
    for (const { resolve } of works) resolve('done');
    await Promise.all(runs);
    expect(ended).toEqual([0, 1, 2, 3]);
  });

  it('is refused while none of the work in progress ends', async () => {
    const shares = makeShares();
    const stuck = [makeWork(), makeWork()];
    const running = stuck.map(({ work }) => shares.run('1_wallet', work));
    const next = () => shares.run('1_wallet', () => Promise.resolve('next'));
    await expect(next()).rejects.toThrow(StoreUnavailableError);
    stuck[0]!.reject(new StoreUnavailableError('the database does not respond in time'));
    await expect(running[0]).rejects.toThrow(StoreUnavailableError);
    const probe = makeWork();
    const probing = shares.run('1_wallet', probe.work);
    await expect(next()).rejects.toThrow(StoreUnavailableError);
    probe.resolve('answered');
    expect(await probing).toBe('answered');
    expect(await next()).toBe('next');
    stuck[1]!.resolve('late');
    await running[1];
  });

  it('is not refused while the node responds, even with errors', async () => {
    const stallMs = 2000;
    const shares = makeShares({ ...LIMITS, stallMs });
    const stuck = makeWork();
    const running = shares.run('1_wallet', stuck.work);
    const failing = Array.from({ length: 8 }, () =>
      shares.run('1_wallet', async () => {
        await sleep(stallMs / 6);
        throw new TypeError('refused');
      }),
    );
    const results = await Promise.allSettled(failing);
    const reasons = results.map((result) => result.status === 'rejected' && result.reason);
    expect(reasons.every((reason) => reason instanceof TypeError)).toBe(true);
    stuck.resolve('done');
    expect(await running).toBe('done');
  });
});
