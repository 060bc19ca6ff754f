import { describe, expect, it } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/duration.ts';
import type { RefreshOutcome } from '../../../src/store/sync.ts';
import { LeaseLostError, RecordNotFoundError } from '../../../src/store/errors.ts';
import {
  addOneWallet,
  addProject,
  claim,
  CREDENTIALS,
  listAll,
  makeBalance,
  makeBalances,
  makeTransaction,
  makeWallet,
  makeWindow,
  type OpenStore,
  T0,
  useStore,
  listBalances,
} from './fixtures.ts';

const YEAR_MS = 365 * DAY_MS;
const SUCCESS = { nextRunAtMs: T0 + 5000, syncedAtMs: T0 };

/** Tests which worker may write to a wallet, and when a wallet is due. */
export function describeLeases(openStore: OpenStore): void {
  describe('leases', () => {
    const store = useStore(openStore);

    it('assigns a wallet to a single worker until the lease ends', async () => {
      await addOneWallet(store());
      const first = await store().claimWallet({ nowMs: T0, untilMs: T0 + 100 });
      expect(first?.walletId).toBe('wallet_one');
      expect(await store().claimWallet({ nowMs: T0 + 99, untilMs: T0 + 200 })).toBeUndefined();
      const named = { nowMs: T0 + 99, untilMs: T0 + 200, walletId: 'wallet_one' };
      expect(await store().claimWallet(named)).toBeUndefined();
      const second = await store().claimWallet({ nowMs: T0 + 100, untilMs: T0 + 200 });
      expect(second?.token).toBe(first!.token + 1);
    });

    it('never assigns one wallet to two workers that claim concurrently', async () => {
      await addProject(store());
      for (let index = 0; index < 5; index += 1) {
        await store().addWallet(makeWallet(`wallet_${index}`), CREDENTIALS);
      }
      const claims = Array.from({ length: 12 }, () =>
        store().claimWallet({ nowMs: T0, untilMs: T0 + 100 }),
      );
      const leases = (await Promise.all(claims)).filter((lease) => lease !== undefined);
      const ids = leases.map(({ walletId }) => walletId).sort();
      expect(ids).toEqual(['wallet_0', 'wallet_1', 'wallet_2', 'wallet_3', 'wallet_4']);
    });

    it('claims the wallet that has been due longest, and none that is not due', async () => {
      await addProject(store());
      await store().addWallet(makeWallet('wallet_late', { createdAtMs: T0 + 20 }), CREDENTIALS);
      await store().addWallet(makeWallet('wallet_soon', { createdAtMs: T0 + 10 }), CREDENTIALS);
      const next = async (nowMs: number): Promise<string | undefined> =>
        (await store().claimWallet({ nowMs, untilMs: nowMs + 1000 }))?.walletId;
      expect(await next(T0 + 9)).toBeUndefined();
      expect(await next(T0 + 20)).toBe('wallet_soon');
      expect(await next(T0 + 20)).toBe('wallet_late');
      expect(await next(T0 + 20)).toBeUndefined();
    });

    it('does not claim wallets of excluded exchanges, unless they are named', async () => {
      await addProject(store());
      const first = makeWallet('wallet_okx', { exchange: 'okx', createdAtMs: T0 - 1 });
      await store().addWallet(first, CREDENTIALS);
      await store().addWallet(makeWallet('wallet_binance'), CREDENTIALS);
      const times = { nowMs: T0, untilMs: T0 + 100 };
      const except = { ...times, exceptExchanges: ['okx', 'kraken'] };
      expect((await store().claimWallet(except))?.walletId).toBe('wallet_binance');
      expect(await store().claimWallet(except)).toBeUndefined();
      const named = await store().claimWallet({ ...except, walletId: 'wallet_okx' });
      expect(named?.walletId).toBe('wallet_okx');
    });

    it('counts the running workers', async () => {
      const announce = async (id: string, nowMs: number, aliveSinceMs = T0): Promise<number> =>
        (await store().announceWorker({ id, nowMs, aliveSinceMs })).count;
      expect(await announce('one', T0)).toBe(1);
      expect(await announce('two', T0 + 5)).toBe(2);
      expect(await announce('two', T0 + 10)).toBe(2);
      expect(await announce('two', T0 + 20, T0 + 1)).toBe(1);
      expect(await announce('three', T0 + 20)).toBe(2);
      await store().removeWorker('two');
      await store().removeWorker('two');
      expect(await announce('three', T0 + 21)).toBe(1);
    });

    it('does not count a worker that was announced too far in the future', async () => {
      const announce = async (id: string, nowMs: number): Promise<number> =>
        (await store().announceWorker({ id, nowMs, aliveSinceMs: nowMs - 10_000 })).count;
      await announce('years ahead', T0 + YEAR_MS);
      await announce('little ahead', T0 + 10_000);
      expect(await announce('right', T0)).toBe(2);
    });

    it('takes over a lease that ends too far in the future, and no other', async () => {
      const id = await addOneWallet(store());
      await store().claimWallet({ nowMs: T0 + YEAR_MS, untilMs: T0 + YEAR_MS + 10_000 });
      const claims = { nowMs: T0, untilMs: T0 + 10_000 };
      expect(await store().claimWallet(claims)).toMatchObject({ walletId: id });
      const close = { nowMs: T0 - 9000, untilMs: T0 + 1000, walletId: id };
      expect(await store().claimWallet(close)).toBeUndefined();
    });

    const failed = (atMs: number) => ({ code: 'exchange_unavailable', message: 'down', atMs });
    const outcomes: readonly (readonly [string, RefreshOutcome, boolean])[] = [
      ['waits for its interval', { syncedAtMs: T0, nextRunAtMs: T0 + MINUTE_MS }, false],
      [
        'waits for longer than its interval',
        { syncedAtMs: T0, nextRunAtMs: T0 + 3 * MINUTE_MS },
        true,
      ],
      ['waits for a year', { syncedAtMs: T0, nextRunAtMs: T0 + YEAR_MS }, true],
      ['was never read, and is planned in two hours', { nextRunAtMs: T0 + 2 * HOUR_MS }, true],
      [
        'was read two hours from now',
        { syncedAtMs: T0 + 2 * HOUR_MS, nextRunAtMs: T0 + 2 * HOUR_MS + 1000 },
        true,
      ],
      [
        'was read two hours from now, and is planned in two minutes',
        { syncedAtMs: T0 + 2 * HOUR_MS, nextRunAtMs: T0 + 2 * MINUTE_MS },
        true,
      ],
      [
        'was read two hours from now, and is planned in a second',
        { syncedAtMs: T0 + 2 * HOUR_MS, nextRunAtMs: T0 + 1000 },
        false,
      ],
      [
        'was read by a worker whose clock is seconds ahead',
        { syncedAtMs: T0 + 5000, nextRunAtMs: T0 + MINUTE_MS + 5000 },
        false,
      ],
      [
        'failed, and waits for a day and its jitter',
        { failure: failed(T0), nextRunAtMs: T0 + 26 * HOUR_MS },
        false,
      ],
      [
        'failed two hours from now',
        { failure: failed(T0 + 2 * HOUR_MS), nextRunAtMs: T0 + 2 * HOUR_MS + 1000 },
        true,
      ],
      [
        'failed, and waits for two days',
        { failure: failed(T0), nextRunAtMs: T0 + 48 * HOUR_MS },
        true,
      ],
    ];

    it.each(outcomes)('a wallet that %s: %o is due: %s', async (_name, outcome, isDue) => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      await store().recordOutcome(lease, outcome);
      await store().releaseLease(lease);
      const times = { nowMs: T0, refreshWaitMsMax: 1.1 * MINUTE_MS };
      const claimed = await store().claimWallet({ ...times, untilMs: T0 + 10_000 });
      expect(claimed?.walletId).toBe(isDue ? id : undefined);
    });

    it('a wallet that was added two hours from now is due, however long the interval is', async () => {
      await addProject(store());
      const createdAtMs = T0 + 2 * HOUR_MS;
      await store().addWallet(makeWallet('wallet_later', { createdAtMs }), CREDENTIALS);
      const times = { nowMs: T0, refreshWaitMsMax: 24 * HOUR_MS };
      const claimed = await store().claimWallet({ ...times, untilMs: T0 + 10_000 });
      expect(claimed?.walletId).toBe('wallet_later');
    });

    it('claims a stopped wallet, or one that is not due, only when it is named', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      await store().recordOutcome(lease, { nextRunAtMs: null });
      await store().releaseLease(lease);
      expect(await store().claimWallet({ nowMs: T0 + 1e9, untilMs: T0 + 2e9 })).toBeUndefined();
      const named = await claim(store(), id);
      await store().recordOutcome(named, { nextRunAtMs: T0 + 10_000 });
      await store().releaseLease(named);
      expect(await store().claimWallet({ nowMs: T0, untilMs: T0 + 1000 })).toBeUndefined();
      expect((await claim(store(), id)).token).toBe(lease.token + 2);
    });

    it('claims a named wallet only if it is due, if the worker asks for that', async () => {
      const id = await addOneWallet(store());
      await store().addWallet(makeWallet('wallet_two'), CREDENTIALS);
      const lease = await claim(store(), id);
      await store().recordOutcome(lease, { nextRunAtMs: T0 + 10_000 });
      await store().releaseLease(lease);
      const which = { walletId: id, onlyIfDue: true, untilMs: T0 + 20_000 };
      expect(await store().claimWallet({ ...which, nowMs: T0 + 9999 })).toBeUndefined();
      expect(await store().claimWallet({ ...which, nowMs: T0 + 10_000 })).toMatchObject({
        walletId: id,
      });
    });

    it('renews a lease, even an expired one that was not taken over', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      await store().renewLease(lease, T0 + 9000);
      expect(await store().claimWallet({ nowMs: T0 + 8999, untilMs: T0 + 9999 })).toBeUndefined();
      await store().renewLease(lease, T0 + 9001);
      await claim(store(), id, T0 + 9001);
      await expect(store().renewLease(lease, T0 + 99_999)).rejects.toThrow(LeaseLostError);
    });

    it('releases a wallet, and ignores a worker that has lost the lease', async () => {
      const id = await addOneWallet(store());
      const first = await claim(store(), id);
      await store().releaseLease(first);
      const second = await claim(store(), id);
      expect(second.token).toBe(first.token + 1);
      await store().releaseLease(first);
      expect(await store().claimWallet({ nowMs: T0, untilMs: T0 + 1000 })).toBeUndefined();
      await store().releaseLease({ walletId: 'wallet_x', token: 1, nextRunAtMs: null });
    });

    it('keeps a run that was requested while the wallet was synchronised', async () => {
      const id = await addOneWallet(store());
      const nextRunAfter = async (outcome: RefreshOutcome, requestedAtMs?: number) => {
        const lease = await claim(store(), id);
        if (requestedAtMs !== undefined) await store().makeWalletDue(id, requestedAtMs);
        await store().recordOutcome(lease, { ...SUCCESS, nextRunAtMs: T0 + 1, unfinished: true });
        await store().recordOutcome(lease, outcome);
        await store().releaseLease(lease);
        return (await store().readSyncState(id)).nextRunAtMs;
      };
      const failure = { code: 'exchange_credentials', message: 'refused', atMs: T0 + 8 };
      expect(await nextRunAfter(SUCCESS)).toBe(SUCCESS.nextRunAtMs);
      expect(await nextRunAfter(SUCCESS, T0 + 6)).toBe(T0 + 6);
      expect(await nextRunAfter({ nextRunAtMs: null, failure }, T0 + 7)).toBe(T0 + 7);
      expect(await nextRunAfter({ nextRunAtMs: null, failure })).toBeNull();
    });

    it('plans the next run of a stopped wallet before its backfill, and takes no plan for a request', async () => {
      const id = await addOneWallet(store());
      const failure = { code: 'exchange_credentials', message: 'refused', atMs: T0 };
      const stopped = await claim(store(), id);
      await store().recordOutcome(stopped, { nextRunAtMs: null, failure });
      await store().releaseLease(stopped);
      const nextRun = async () => (await store().readSyncState(id)).nextRunAtMs;
      const refresh = async () => {
        const lease = await claim(store(), id);
        const planned = await store().recordOutcome(lease, { ...SUCCESS, unfinished: true });
        expect(await nextRun()).toBe(SUCCESS.nextRunAtMs);
        return planned;
      };
      const planned = await refresh();
      await store().recordOutcome(planned, { nextRunAtMs: null, failure });
      expect(await nextRun()).toBeNull();
      await store().releaseLease(planned);
      const other = await refresh();
      await store().makeWalletDue(id, T0 + 6);
      await store().recordOutcome(other, { nextRunAtMs: null, failure });
      expect(await nextRun()).toBe(T0 + 6);
    });

    it('keeps a run of a stopped wallet that was requested before its backfill', async () => {
      const id = await addOneWallet(store());
      const failure = { code: 'exchange_credentials', message: 'refused', atMs: T0 };
      const stopped = await claim(store(), id);
      await store().recordOutcome(stopped, { nextRunAtMs: null, failure });
      await store().releaseLease(stopped);
      const lease = await claim(store(), id);
      await store().makeWalletDue(id, T0 + 6);
      const planned = await store().recordOutcome(lease, { ...SUCCESS, unfinished: true });
      await store().recordOutcome(planned, { nextRunAtMs: null, failure });
      expect((await store().readSyncState(id)).nextRunAtMs).toBe(T0 + 6);
    });

    it('refuses writes of a worker that has lost the lease', async () => {
      const id = await addOneWallet(store());
      const late = await claim(store(), id);
      const current = await claim(store(), id, T0 + 1000);
      await store().recordBalances(current, makeBalances([makeBalance('BTC')]));
      const before = await store().readWalletStatus(id);
      const window = makeWindow({ transactions: [makeTransaction('tx_1')] });
      const outcome = { nextRunAtMs: null, syncedAtMs: T0 };
      await expect(store().recordWindow(late, window)).rejects.toThrow(LeaseLostError);
      await expect(store().recordBalances(late, makeBalances([]))).rejects.toThrow(LeaseLostError);
      await expect(store().recordOutcome(late, outcome)).rejects.toThrow(LeaseLostError);
      expect(await store().readWalletStatus(id)).toEqual(before);
      expect(await listBalances(store(), id)).toEqual([makeBalance('BTC')]);
    });

    it('refuses writes of a worker after the credentials were replaced, and makes the wallet due', async () => {
      const id = await addOneWallet(store());
      const late = await claim(store(), id);
      const failure = { code: 'exchange_key_refused', message: 'refused', atMs: T0 };
      const stopped = { nextRunAtMs: null, failure, syncedAtMs: T0, historyComplete: true };
      await store().recordOutcome(late, stopped);
      const replaced = { keyId: 'mk_2', sealed: new Uint8Array([9, 8, 7]) };
      await store().replaceCredentials(id, replaced, T0 + 5);
      const { keyId, sealed } = await store().readCredentials(id);
      expect([keyId, ...sealed]).toEqual([replaced.keyId, ...replaced.sealed]);
      await expect(store().recordOutcome(late, stopped)).rejects.toThrow(LeaseLostError);
      await expect(store().renewLease(late, T0 + 9)).rejects.toThrow(LeaseLostError);
      expect(await store().readSyncState(id)).toEqual({
        state: 'synced',
        lastSyncAtMs: T0,
        historyComplete: true,
        nextRunAtMs: T0 + 5,
        failure: null,
        failureCount: 0,
        hasImports: false,
        paused: false,
      });
      const next = await store().claimWallet({ nowMs: T0 + 5, untilMs: T0 + 9 });
      expect(next).toEqual({ walletId: id, token: expect.any(Number), nextRunAtMs: T0 + 5 });
      expect(next!.token).toBeGreaterThan(late.token);
      await expect(store().replaceCredentials('wallet_x', replaced, T0)).rejects.toThrow(
        RecordNotFoundError,
      );
    });

    it('checks the rights of a key until that is recorded, and again those of a new key', async () => {
      const id = await addOneWallet(store());
      const unchecked = async () => (await store().readCredentials(id)).rightsUnchecked;
      expect(await unchecked()).toBe(false);
      await store().replaceCredentials(id, { ...CREDENTIALS, rightsUnchecked: true }, T0);
      expect(await unchecked()).toBe(true);
      const lease = await claim(store(), id);
      await store().recordRightsChecked(lease);
      expect(await unchecked()).toBe(false);
      await store().replaceCredentials(id, { ...CREDENTIALS, rightsUnchecked: true }, T0);
      await expect(store().recordRightsChecked(lease)).rejects.toThrow(LeaseLostError);
      expect(await unchecked()).toBe(true);
      await store().addWallet(makeWallet('wallet_two'), { ...CREDENTIALS, rightsUnchecked: true });
      expect((await store().readCredentials('wallet_two')).rightsUnchecked).toBe(true);
    });

    it('refuses writes after the lease is released or the wallet removed', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const window = makeWindow({ transactions: [makeTransaction('tx_1')] });
      await store().releaseLease(lease);
      await expect(store().recordWindow(lease, window)).rejects.toThrow(LeaseLostError);
      await expect(store().renewLease(lease, T0 + 9)).rejects.toThrow(LeaseLostError);
      expect(await listAll(store(), id)).toEqual([]);
      const next = await claim(store(), id);
      await store().removeWallet(id);
      await expect(store().recordWindow(next, window)).rejects.toThrow(LeaseLostError);
    });
  });
}
