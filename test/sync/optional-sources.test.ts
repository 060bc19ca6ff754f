/** Lists that a key may not be able to read, as a whole or only their old part. */
import { expect, it, vi } from 'vitest';

import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import { ExchangeError, type ExchangeErrorCode } from '../../src/exchanges/exchange.ts';
import { daysAgo, EMPTY, NOW_MS, openAccount, SOURCE, WALLET } from './answered-windows.ts';
import { makeExchangeRow } from './harness.ts';

const OPTIONAL = { ...SOURCE, optional: true };

it('requests an optional source that the key may not read once in a run, and counts the history as complete', async () => {
  let requested = 0;
  const refuse = (): never => {
    requested += 1;
    throw new ExchangeError('exchange_permission_denied', 'not for this key');
  };
  const { bench, sync } = await openAccount(refuse, OPTIONAL);
  await using _bench = bench;
  expect(await sync()).toMatchObject([{ ok: true }]);
  expect(requested).toBe(1);
  const { historyComplete, nextRunAtMs } = await bench.store.readSyncState(WALLET);
  expect(historyComplete).toBe(true);
  expect(nextRunAtMs).toBeGreaterThan(bench.nowMs);
  expect(bench.log.lines.join()).toContain('a source was skipped');
});

it.each<ExchangeErrorCode>(['exchange_permission_denied', 'exchange_request_refused'])(
  'counts a history as incomplete if an optional source refuses its older windows with %s',
  async (code) => {
    let requested: number[] = [];
    const { bench, sync } = await openAccount((fromMs) => {
      requested.push(daysAgo(fromMs));
      if (fromMs < NOW_MS - 30 * DAY_MS) throw new ExchangeError(code, 'too old');
      return EMPTY;
    }, OPTIONAL);
    await using _bench = bench;
    const read = () => bench.store.readSyncState(WALLET);
    const recordOutcome = vi.spyOn(bench.store, 'recordOutcome');
    for (const expected of [
      [10, 20, 30, 40],
      [3, 40],
    ]) {
      requested = [];
      expect(await sync()).toMatchObject([{ ok: true }]);
      expect(requested).toEqual(expected);
      expect(await read()).toMatchObject({ historyComplete: false });
      expect((await read()).nextRunAtMs).toBeGreaterThan(bench.nowMs);
    }
    // No outcome between reports it as complete, which would be an event at every run.
    const outcomes = recordOutcome.mock.calls.map(([, outcome]) => outcome);
    expect(outcomes.length).toBeGreaterThan(2);
    expect(outcomes).not.toContainEqual(expect.objectContaining({ historyComplete: true }));
    expect(bench.log.lines.join()).toContain('no rows are returned before');
  },
);

it('fails if older windows of an optional source are not available', async () => {
  const code = 'exchange_unavailable';
  const { bench, sync } = await openAccount((fromMs) => {
    if (daysAgo(fromMs) > 30) throw new ExchangeError(code, 'no response');
    return EMPTY;
  }, OPTIONAL);
  await using _bench = bench;
  expect(await sync()).toMatchObject([{ ok: false, failure: { code } }]);
});

it('reads the newest rows of an optional source also if it refuses to re-read older ones', async () => {
  let refused = -Infinity;
  const requested: number[] = [];
  const pending = makeExchangeRow('old', NOW_MS - 20 * DAY_MS, 'pending');
  const { bench, sync } = await openAccount((fromMs, toMs) => {
    requested.push(daysAgo(fromMs));
    if (fromMs < refused) throw new ExchangeError('exchange_permission_denied', 'too old');
    const isListed = fromMs <= pending.timestampMs && pending.timestampMs < toMs;
    return { ...EMPTY, transactions: isListed ? [pending] : [] };
  }, OPTIONAL);
  await using _bench = bench;
  await sync();
  refused = NOW_MS - 5 * DAY_MS;
  bench.passTime(3 * DAY_MS);
  requested.length = 0;
  expect(await sync()).toMatchObject([{ ok: true }]);
  expect(requested).toEqual([20, 3]);
  expect(bench.log.lines.join()).not.toContain('a source was skipped');
  // The refused row is due again after a day.
  bench.passTime(HOUR_MS);
  requested.length = 0;
  await sync();
  expect(requested).toEqual([0]);
});

it('reads the newest rows of an optional source after a pause of which it refuses the older part', async () => {
  let refusedBeforeMs = -Infinity;
  const requested: number[] = [];
  const { bench, sync } = await openAccount((fromMs) => {
    requested.push(daysAgo(fromMs));
    if (fromMs < refusedBeforeMs) throw new ExchangeError('exchange_permission_denied', 'too old');
    return EMPTY;
  }, OPTIONAL);
  await using _bench = bench;
  await sync();
  bench.passTime(35 * DAY_MS);
  refusedBeforeMs = bench.nowMs - 20 * DAY_MS;
  requested.length = 0;
  expect(await sync()).toMatchObject([{ ok: true }]);
  expect(requested).toEqual([3, -5, -15, -25]);
  const coverage = await bench.store.listCoverage(WALLET);
  expect(coverage.map(({ fromMs, toMs }) => [daysAgo(fromMs), daysAgo(toMs)])).toEqual([
    [60, 0],
    [-15, -35],
  ]);
  expect(await bench.store.readSyncState(WALLET)).toMatchObject({ historyComplete: false });
});

it('re-reads the windows of an optional source that a caller wants, except for the refused one', async () => {
  let isRefused = false;
  const requested: number[] = [];
  const { bench, sync } = await openAccount((fromMs) => {
    requested.push(daysAgo(fromMs));
    if (isRefused && daysAgo(fromMs) > 3) throw new ExchangeError('exchange_request_refused', '?');
    return EMPTY;
  }, OPTIONAL);
  await using _bench = bench;
  await sync();
  await bench.store.makeWalletDue(WALLET, bench.nowMs, NOW_MS - 30 * DAY_MS);
  isRefused = true;
  requested.length = 0;
  expect(await sync()).toMatchObject([{ ok: true }]);
  expect(requested).toEqual([3, 13]);
  isRefused = false;
  requested.length = 0;
  bench.passTime(HOUR_MS);
  expect(await sync()).toMatchObject([{ ok: true }]);
  expect(requested).toEqual([3, 23, 30]);
  expect(await bench.store.readSyncState(WALLET)).toMatchObject({ historyComplete: true });
});

it('re-reads at most ten refused windows of an optional source in a run', async () => {
  let isRefused = false;
  let requested = 0;
  const pending = Array.from({ length: 15 }, (_, no) =>
    makeExchangeRow(`row ${no}`, NOW_MS - (20 + 2 * no) * DAY_MS, 'pending'),
  );
  const { bench, sync } = await openAccount((fromMs, toMs) => {
    requested += 1;
    if (isRefused && daysAgo(fromMs) > 3) throw new ExchangeError('exchange_request_refused', '?');
    const transactions = pending.filter(
      ({ timestampMs }) => fromMs <= timestampMs && timestampMs < toMs,
    );
    return { ...EMPTY, transactions };
  }, OPTIONAL);
  await using _bench = bench;
  await sync();
  isRefused = true;
  bench.passTime(3 * DAY_MS);
  requested = 0;
  expect(await sync()).toMatchObject([{ ok: true }]);
  expect(requested).toBe(11);
});
