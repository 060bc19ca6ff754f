/** Rows that an exchange lists late, lists no longer, or does not reach. */
import { expect, it } from 'vitest';

import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import {
  type ExchangeAccount,
  ExchangeError,
  type ExchangeTransaction,
  type WindowReading,
} from '../../src/exchanges/exchange.ts';
import type { TimeRange } from '../../src/store/records.ts';
import { SOURCE_DEFAULTS } from '../../src/exchanges/profile.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { listAll } from '../store/contract/fixtures.ts';
import { KEYS, makeExchangeRow, SyncBench } from './harness.ts';

const WALLET = 'wallet_binance';
const START_MS = Date.UTC(2024, 5, 1);
const SOURCE = {
  ...SOURCE_DEFAULTS,
  name: 'deposits',
  startMs: START_MS - 30 * DAY_MS,
  windowMsMax: DAY_MS,
};

/** What an exchange lists at a time (Unix ms). */
type List = (nowMs: number) => readonly ExchangeTransaction[];

function makeRow(timestampMs: number, status: ExchangeTransaction['status']): ExchangeTransaction {
  return makeExchangeRow('row', timestampMs, status);
}

/** Synchronises a wallet with an exchange that lists these rows. */
async function openExchange(
  list: List,
  readsFrom: (nowMs: number) => number = () => 0,
  startOf: (nowMs: number) => number = () => SOURCE.startMs,
  fails: (nowMs: number, fromMs: number) => boolean = () => false,
) {
  const bench = await new SyncBench().open();
  await bench.addWallet(WALLET, 'binance', KEYS.binance);
  let nowMs = START_MS;
  let onRead = (_window: TimeRange): void => undefined;
  const readWindow = async (
    _source: object,
    fromMs: number,
    toMs: number,
  ): Promise<WindowReading> => {
    onRead({ fromMs, toMs });
    if (fails(nowMs, fromMs)) throw new ExchangeError('exchange_unavailable', 'archive is down');
    const completeFromMs = readsFrom(nowMs);
    const from = Math.max(fromMs, completeFromMs);
    const transactions = list(nowMs).filter(
      ({ timestampMs }) => timestampMs >= from && timestampMs < toMs,
    );
    return { transactions, unreadable: [], ...(completeFromMs > fromMs && { completeFromMs }) };
  };
  const account: ExchangeAccount = {
    get sources() {
      return [{ ...SOURCE, startMs: startOf(nowMs) }];
    },
    fetchTimeMs: async () => nowMs,
    readWindow,
    readBalances: async () => ({ balances: [], unreadable: [] }),
  };
  /** Returns the windows that were requested. @param stopAt the window, from 1, at which the process stops. */
  const syncAfter = async (passedMs: number, stopAt = Infinity): Promise<readonly TimeRange[]> => {
    bench.passTime(passedMs);
    nowMs += passedMs;
    const stop = new AbortController();
    const windows: TimeRange[] = [];
    onRead = (window) => {
      windows.push(window);
      if (windows.length >= stopAt) stop.abort();
      stop.signal.throwIfAborted();
    };
    const options = bench.optionsFor(account, bench.workerOptions(stop.signal));
    await syncWallets(options, [WALLET]);
    return windows;
  };
  return { bench, syncAfter };
}

/** The windows of a synchronisation after {@link PAUSE_MS}, its overlap included, and some more. */
const STOPS = Array.from({ length: 12 }, (_, index) => index + 1);
/** Longer than the overlap. */
const PAUSE_MS = 6 * DAY_MS;

it.each(STOPS)(
  'a row that is listed late is stored, also if the process stops at window %i after a pause',
  async (stopAt) => {
    const late = makeRow(START_MS - DAY_MS / 2, 'completed');
    const { bench, syncAfter } = await openExchange((nowMs) => (nowMs > START_MS ? [late] : []));
    await using _ = bench;
    await syncAfter(0);
    await syncAfter(PAUSE_MS, stopAt);
    await syncAfter(1000);
    expect(await listAll(bench.store, WALLET)).toMatchObject([{ timestampMs: late.timestampMs }]);
  },
);

it('a pending row that is listed no longer is searched every day, and stored when it is listed again', async () => {
  const pending = makeRow(START_MS - 10 * DAY_MS, 'pending');
  const completed = { ...pending, status: 'completed' as const };
  const { bench, syncAfter } = await openExchange((nowMs) => {
    if (nowMs < START_MS + DAY_MS) return [pending];
    return nowMs < START_MS + 4 * DAY_MS ? [] : [completed];
  });
  await using _ = bench;
  await syncAfter(0);
  for (let day = 1; day <= 3; day += 1) {
    const isSearched = ({ fromMs, toMs }: TimeRange): boolean =>
      fromMs <= pending.timestampMs && pending.timestampMs < toMs;
    expect((await syncAfter(DAY_MS + 1)).filter(isSearched)).toHaveLength(1);
    expect((await syncAfter(1000)).filter(isSearched)).toEqual([]);
  }
  expect(await listAll(bench.store, WALLET)).toMatchObject([{ status: 'pending' }]);
  for (let day = 4; day <= 6; day += 1) await syncAfter(DAY_MS + 1);
  expect(await listAll(bench.store, WALLET)).toMatchObject([{ status: 'completed' }]);
});

it('a pending row that is still listed is searched when it is due again, until it is completed', async () => {
  const pending = makeRow(START_MS - 5 * DAY_MS, 'pending');
  const completed = { ...pending, status: 'completed' as const };
  const { bench, syncAfter } = await openExchange((nowMs) =>
    nowMs < START_MS + DAY_MS ? [pending] : [completed],
  );
  await using _ = bench;
  const isSearched = ({ fromMs, toMs }: TimeRange): boolean =>
    fromMs <= pending.timestampMs && pending.timestampMs < toMs;
  const searchAfter = async (hours: number) =>
    (await syncAfter(hours * HOUR_MS)).filter(isSearched).length;
  await syncAfter(0);
  // Each wait is a tenth of the age of the row.
  expect([await searchAfter(11), await searchAfter(2), await searchAfter(12)]).toEqual([0, 1, 0]);
  expect([await searchAfter(2), await searchAfter(48)]).toEqual([1, 0]);
  expect(await listAll(bench.store, WALLET)).toMatchObject([{ status: 'completed' }]);
});

it('new rows are stored while the window of an old row fails, and the wallet is reported as failed', async () => {
  const pending = makeRow(START_MS - 20 * DAY_MS, 'pending');
  const deposit = makeExchangeRow('new', START_MS + HOUR_MS, 'completed');
  const { bench, syncAfter } = await openExchange(
    (nowMs) => (nowMs > START_MS ? [pending, deposit] : [pending]),
    undefined,
    undefined,
    (nowMs, fromMs) => nowMs > START_MS && fromMs < START_MS - 10 * DAY_MS,
  );
  await using _ = bench;
  await syncAfter(0);
  await syncAfter(2 * DAY_MS);
  expect(await listAll(bench.store, WALLET)).toMatchObject([
    { timestampMs: deposit.timestampMs },
    { status: 'pending' },
  ]);
  const { state, lastSyncAtMs } = await bench.store.readSyncState(WALLET);
  expect([state, lastSyncAtMs]).toEqual(['failing', bench.nowMs - 2 * DAY_MS]);
});

it('a row that is listed twice is counted once', async () => {
  const row = makeRow(START_MS - DAY_MS / 2, 'completed');
  const { bench, syncAfter } = await openExchange(() => [row, row]);
  await using _ = bench;
  await syncAfter(0);
  expect(bench.log.lines).toEqual([
    expect.stringMatching(/^wallet synchronised .*"transactionCount":1,/),
  ]);
});

it('time that the exchange does not return any more is not covered, and requested once in each run', async () => {
  const reachMs = START_MS - 10 * DAY_MS;
  const { bench, syncAfter } = await openExchange(
    () => [],
    () => reachMs,
  );
  await using _ = bench;
  for (const passedMs of [0, 1000]) {
    const windows = await syncAfter(passedMs);
    expect(windows.filter(({ toMs }) => toMs <= reachMs)).toHaveLength(1);
  }
  const { coverage, sync } = await bench.store.readWalletStatus(WALLET);
  expect(coverage).toMatchObject([{ fromMs: reachMs, toMs: START_MS + 1000 }]);
  expect(sync.historyComplete).toBe(false);
});

it('what a caller wants to be read again is read window by window, as far as the exchange still returns it', async () => {
  const reachOf = (nowMs: number): number => nowMs - 30 * DAY_MS;
  const { bench, syncAfter } = await openExchange(() => [], reachOf, reachOf);
  await using _ = bench;
  await syncAfter(0);
  await syncAfter(20 * DAY_MS);
  await bench.store.makeWalletDue(WALLET, bench.nowMs, 0);
  expect((await bench.store.readWalletStatus(WALLET)).sync.historyComplete).toBe(false);
  const windows = await syncAfter(DAY_MS);
  const nowMs = START_MS + 21 * DAY_MS;
  expect(Math.min(...windows.map(({ fromMs }) => fromMs))).toBe(reachOf(nowMs));
  // The newest part comes first, and the balances after it.
  expect(windows[0]?.fromMs).toBe(nowMs - DAY_MS - SOURCE.overlapMs);
  const { coverage, sync } = await bench.store.readWalletStatus(WALLET);
  expect(coverage).toMatchObject([{ fromMs: START_MS - 30 * DAY_MS, toMs: nowMs }]);
  expect(sync.historyComplete).toBe(true);
});

it('what a caller wants to be read again remains covered if the exchange no longer returns it when the process is restarted', async () => {
  const reachOf = (nowMs: number): number => nowMs - 30 * DAY_MS;
  const { bench, syncAfter } = await openExchange(() => [], undefined, reachOf);
  await using _ = bench;
  await syncAfter(0);
  await bench.store.makeWalletDue(WALLET, bench.nowMs, 0);
  // Stops when the newest part, a day and its overlap, has been read.
  await syncAfter(DAY_MS, Math.ceil(SOURCE.overlapMs / DAY_MS) + 2);
  await syncAfter(30 * DAY_MS);
  const { coverage, sync } = await bench.store.readWalletStatus(WALLET);
  expect(coverage).toMatchObject([{ fromMs: SOURCE.startMs, rereadRequestedAtMs: null }]);
  expect(sync.historyComplete).toBe(true);
});

it.each([
  ['before the newest part', START_MS - 10 * DAY_MS],
  ['in the newest part', START_MS],
])(
  'what a caller wants to be read again remains covered if the exchange only returns its newest rows, cut %s',
  async (_where, cutMs) => {
    const isCut = (nowMs: number): boolean => nowMs > START_MS;
    const { bench, syncAfter } = await openExchange(
      () => [],
      (nowMs) => (isCut(nowMs) ? cutMs : 0),
    );
    await using _ = bench;
    await syncAfter(0);
    await bench.store.makeWalletDue(WALLET, bench.nowMs, START_MS - 20 * DAY_MS);
    await syncAfter(HOUR_MS);
    const { coverage, sync } = await bench.store.readWalletStatus(WALLET);
    expect(coverage).toMatchObject([
      { fromMs: SOURCE.startMs, toMs: START_MS + HOUR_MS, rereadRequestedAtMs: null },
    ]);
    expect(sync.historyComplete).toBe(true);
  },
);

it('time that the exchange returns no more is a gap, also between covered ranges', async () => {
  const reachOf = (nowMs: number): number => nowMs - 30 * DAY_MS;
  const { bench, syncAfter } = await openExchange(() => [], reachOf, reachOf);
  await using _ = bench;
  const isComplete = async () => (await bench.store.readWalletStatus(WALLET)).sync.historyComplete;
  await syncAfter(0);
  await syncAfter(20 * DAY_MS);
  expect(await isComplete()).toBe(true);
  await syncAfter(40 * DAY_MS);
  expect(await isComplete()).toBe(false);
  expect(bench.log.lines.join()).toContain('no rows are returned before');
});
