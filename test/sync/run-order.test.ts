/** What a run requests of an account, in which order, and what it logs and leaves behind. */
import { expect, it, vi } from 'vitest';

import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import { ExchangeError, type ExchangeErrorCode } from '../../src/exchanges/exchange.ts';
import { NodeUnavailableError } from '../../src/store/errors.ts';
import type { SyncFailure } from '../../src/store/records.ts';
import { runSyncWorker, syncWallets } from '../../src/sync/worker.ts';
import { daysAgo, EMPTY, NOW_MS, openAccount, SOURCE, WALLET } from './answered-windows.ts';
import { makeExchangeRow } from './harness.ts';

/** Returns the number of timers that keep this process running. */
const countTimers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

it('ends its timers, also after a failure', async () => {
  let isDown = false;
  const { bench, sync } = await openAccount(() => {
    if (isDown) throw new ExchangeError('exchange_unavailable', 'no response');
    return EMPTY;
  });
  await using _bench = bench;
  // Timers of other tests may end meanwhile.
  const before = countTimers();
  expect(await sync()).toMatchObject([{ ok: true }]);
  expect(countTimers()).toBeLessThanOrEqual(before);
  isDown = true;
  expect(await sync()).toMatchObject([{ ok: false }]);
  expect(countTimers()).toBeLessThanOrEqual(before);
});

it.each<[ExchangeErrorCode, readsOthers: boolean]>([
  ['exchange_request_refused', true],
  ['exchange_unavailable', true],
  // An exchange may limit one endpoint.
  ['exchange_rate_limited', true],
  // They concern the whole account.
  ['exchange_clock', false],
  ['exchange_key_refused', false],
])(
  'requests a source that has failed with %s once in a run, and then the balances: %s',
  async (code, readsOthers) => {
    const requested: (number | string)[] = [];
    const refuse = (fromMs: number): never => {
      requested.push(daysAgo(fromMs));
      throw new ExchangeError(code, 'refused');
    };
    const { bench, sync } = await openAccount(refuse, SOURCE, async () => {
      requested.push('balances');
      return { balances: [], unreadable: [] };
    });
    await using _bench = bench;
    expect(await sync()).toMatchObject([{ ok: false, failure: { code } }]);
    expect(requested).toEqual(readsOthers ? [10, 'balances'] : [10]);
  },
);

it('stops a stopped wallet again if its key is refused during the backfill', async () => {
  let refusesAll = true;
  const { bench, sync } = await openAccount((fromMs) => {
    if (!refusesAll && daysAgo(fromMs) <= 10) return EMPTY;
    throw new ExchangeError('exchange_key_refused', 'refused');
  });
  await using _bench = bench;
  await sync();
  expect(await bench.store.readSyncState(WALLET)).toMatchObject({ state: 'stopped' });
  refusesAll = false;
  expect(await sync()).toMatchObject([{ ok: false }]);
  expect(await bench.store.readSyncState(WALLET)).toMatchObject({ state: 'stopped' });
});

it('counts the rows of balances that cannot be read as quarantined', async () => {
  const unreadable = [{ key: 'balances:BTC', raw: '{}', reason: 'free is missing' }];
  const { bench, sync } = await openAccount(
    () => EMPTY,
    SOURCE,
    async () => ({ balances: [], unreadable }),
  );
  await using _bench = bench;
  expect(await sync()).toMatchObject([{ ok: true, quarantinedCount: 1 }]);
});

/** Opens a failing exchange, and a store that cannot record this because a node does not respond. */
async function openWithoutNode(isUnavailable: (failure: SyncFailure) => boolean) {
  const stop = new AbortController();
  const { bench, withAccount } = await openAccount(() => {
    throw new ExchangeError('exchange_unavailable', 'no response');
  });
  const options = withAccount(bench.workerOptions(stop.signal));
  const recordOutcome: typeof options.store.recordOutcome = async (lease, outcome) => {
    if ('failure' in outcome && isUnavailable(outcome.failure)) {
      throw new NodeUnavailableError('worker-1:5432');
    }
    return options.store.recordOutcome(lease, outcome);
  };
  const store = { ...options.store, recordOutcome };
  return { bench, stop, sync: () => syncWallets({ ...options, store }, [WALLET]) };
}

it('records that a node is unavailable if it is needed to record the failure of an exchange', async () => {
  const { bench, sync } = await openWithoutNode(({ code }) => code === 'exchange_unavailable');
  await using _bench = bench;
  const [result] = await sync();
  expect(result).toMatchObject({ ok: false, failure: { code: 'store_unavailable' } });
  const { failure, nextRunAtMs } = await bench.store.readSyncState(WALLET);
  expect(failure).toEqual(result?.failure);
  expect(nextRunAtMs).toBeLessThanOrEqual(bench.nowMs + 60_000);
});

it('fails if a node is needed to record that it is unavailable', async () => {
  const codes: string[] = [];
  const { bench, stop, sync } = await openWithoutNode(({ code }) => {
    codes.push(code);
    // So the run ends without the pause before another one.
    if (codes.length === 2) stop.abort();
    return true;
  });
  await using _bench = bench;
  await expect(sync()).rejects.toThrow(NodeUnavailableError);
  expect(codes).toEqual(['exchange_unavailable', 'store_unavailable']);
});

it('warns once that a source has no older rows, and once that assets may be missing', async () => {
  const completeFromMs = NOW_MS - 25 * DAY_MS;
  const { bench, sync } = await openAccount(() => ({
    ...EMPTY,
    completeFromMs,
    mayMissAssets: true,
  }));
  await using _bench = bench;
  await sync();
  const warnings = bench.log.lines.filter((line) => line.startsWith('the history cannot be'));
  expect(warnings.map((line) => /"reason":"(.*)"/.exec(line)?.[1])).toEqual([
    `no rows are returned before ${new Date(completeFromMs).toISOString()}`,
    'rows are listed by asset, and not every asset is requested',
  ]);
});

it('covers only the window that was requested, also if the exchange claims more, so that older rows are read later', async () => {
  const times = [1, 35].map((days) => NOW_MS - days * DAY_MS);
  let isDown = true;
  const { bench, sync } = await openAccount(
    (fromMs, toMs) => {
      if (isDown && daysAgo(fromMs) > 31) {
        throw new ExchangeError('exchange_unavailable', 'no response');
      }
      const found = times.filter((timeMs) => timeMs >= fromMs && timeMs < toMs);
      const transactions = found.map((timeMs) => makeExchangeRow(`deposits:${timeMs}`, timeMs));
      return { transactions, unreadable: [], completeFromMs: NOW_MS - 40 * DAY_MS };
    },
    { ...SOURCE, windowMsMax: 30 * DAY_MS },
  );
  await using _bench = bench;
  const countRows = async (): Promise<number> => {
    await sync();
    return (await bench.store.readWalletStatus(WALLET)).transactionCount;
  };
  expect(await countRows()).toBe(1);
  isDown = false;
  expect(await countRows()).toBe(2);
});

it('plans the next run by the newest row, also if the rows are in another order', async () => {
  const times = [2 * DAY_MS, HOUR_MS / 2, 3 * DAY_MS].map((ageMs) => NOW_MS - ageMs);
  const { bench, sync } = await openAccount((fromMs, toMs) => ({
    transactions: times
      .filter((timeMs) => timeMs >= fromMs && timeMs < toMs)
      .map((timeMs) => makeExchangeRow(`row:${timeMs}`, timeMs)),
    unreadable: [],
  }));
  await using _bench = bench;
  await sync();
  const { nextRunAtMs } = await bench.store.readSyncState(WALLET);
  // A quarter of the interval.
  expect(nextRunAtMs).toBe(NOW_MS + 15_000);
});

it('reads the missing parts of the history newest first', async () => {
  let requested: number[] = [];
  const { bench, sync } = await openAccount((_fromMs, toMs) => {
    requested.push(daysAgo(toMs));
    return EMPTY;
  });
  await using _bench = bench;
  await sync();
  const lease = await bench.store.claimWallet({
    nowMs: NOW_MS,
    untilMs: NOW_MS + 10_000,
    walletId: WALLET,
  });
  for (const days of [50, 40, 30]) {
    const fromMs = NOW_MS - days * DAY_MS;
    await bench.store.removeCoverage(lease!, SOURCE.name, { fromMs, toMs: fromMs + DAY_MS });
  }
  await bench.store.releaseLease(lease!);
  requested = [];
  await sync();
  expect(requested).toEqual([0, 29, 39, 49]);
});

it.each([
  ['once it is older than the newest part', 20 * DAY_MS, SOURCE],
  [
    'also between the readings of the newest part, in which it is',
    HOUR_MS,
    { ...SOURCE, windowMsMax: DAY_MS, intervalMs: 3 * DAY_MS },
  ],
])(
  'reads the window of a row that could not be read again after a day, %s',
  async (_when, ageMs, source) => {
    const row = { key: 'deposits:1', raw: '{}', reason: 'no amount' };
    const rowMs = NOW_MS - ageMs;
    let isReadable = false;
    const { bench, sync } = await openAccount((fromMs, toMs) => {
      if (rowMs < fromMs || rowMs >= toMs) return EMPTY;
      return isReadable
        ? { transactions: [makeExchangeRow(row.key, rowMs)], unreadable: [] }
        : { transactions: [], unreadable: [row] };
    }, source);
    await using _bench = bench;
    const countAfter = async (passedMs: number) => {
      bench.passTime(passedMs);
      await sync();
      const { transactionCount, quarantinedCount } = await bench.store.readWalletStatus(WALLET);
      return { transactionCount, quarantinedCount };
    };
    expect(await countAfter(0)).toEqual({ transactionCount: 0, quarantinedCount: 1 });
    isReadable = true;
    expect(await countAfter(HOUR_MS)).toEqual({ transactionCount: 0, quarantinedCount: 1 });
    expect(await countAfter(DAY_MS)).toEqual({ transactionCount: 1, quarantinedCount: 0 });
  },
);

it('rechecks at most 1000 rows of a source in a run, and re-reads ten windows of rows that could not be read', async () => {
  let requested: number[] = [];
  const { bench, sync } = await openAccount(
    (fromMs) => {
      const days = daysAgo(fromMs);
      requested.push(days);
      const row = { key: `deposits:${days}`, raw: '{}', reason: 'no amount' };
      return { transactions: [], unreadable: days > 5 ? [row] : [] };
    },
    { ...SOURCE, startMs: NOW_MS - 20 * DAY_MS, windowMsMax: DAY_MS },
  );
  await using _bench = bench;
  await sync();
  const listRechecks = vi.spyOn(bench.store, 'listRechecks');
  const rereadAfter = async (passedMs: number): Promise<number> => {
    requested = [];
    bench.passTime(passedMs);
    await sync();
    return requested.filter((days) => days > 5).length;
  };
  expect(await rereadAfter(DAY_MS)).toBe(10);
  expect(await rereadAfter(HOUR_MS)).toBe(5);
  expect(listRechecks.mock.calls.map(([, { limit }]) => limit)).toEqual([1000, 1000]);
});

it('fails if a range of a source consists of more than 100,000 windows', async () => {
  const source = { ...SOURCE, startMs: NOW_MS - 100_010, windowMsMax: 1, overlapMs: 0 };
  // So that the older windows are not requested.
  const { bench, sync } = await openAccount(() => ({ ...EMPTY, completeFromMs: NOW_MS }), source);
  await using _bench = bench;
  const message = expect.stringContaining('more than 100000 windows');
  const failure = { code: 'exchange_unavailable', message };
  expect(await sync()).toMatchObject([{ ok: false, failure }]);
});

it('does not wait for the interval of an earlier setting that was longer', async () => {
  const { bench, withAccount } = await openAccount(() => EMPTY);
  await using _bench = bench;
  const countRuns = (): number =>
    bench.log.lines.filter((line) => line.startsWith('wallet synchronised')).length;
  for (const [runs, intervalMs] of [20 * HOUR_MS, 60_000].entries()) {
    const stop = new AbortController();
    const options = { ...bench.workerOptions(stop.signal), intervalMs };
    const worker = runSyncWorker(withAccount(options));
    await vi.waitFor(() => expect(countRuns()).toBe(runs + 1), { timeout: 20_000 });
    stop.abort();
    await worker;
    bench.passTime(HOUR_MS);
  }
}, 60_000);

it('reads the newest part of a source again only after the interval of the source', async () => {
  let requests = 0;
  const { bench, sync } = await openAccount(
    () => {
      requests += 1;
      return EMPTY;
    },
    { ...SOURCE, intervalMs: HOUR_MS },
  );
  await using _bench = bench;
  const countAfter = async (passedMs: number): Promise<number> => {
    requests = 0;
    bench.passTime(passedMs);
    await sync();
    return requests;
  };
  expect(await countAfter(0)).toBeGreaterThan(0);
  expect(await countAfter(HOUR_MS - 1)).toBe(0);
  expect(await countAfter(1)).toBe(1);
});

it('rechecks rows of the newest part between its readings, and not twice when it is read', async () => {
  const rowMs = NOW_MS - HOUR_MS;
  const row = makeExchangeRow('row:pending', rowMs, 'pending');
  let windows: readonly [fromMs: number, toMs: number][] = [];
  const { bench, sync } = await openAccount(
    (fromMs, toMs) => {
      windows = [...windows, [fromMs, toMs]];
      return { ...EMPTY, transactions: fromMs <= rowMs && rowMs < toMs ? [row] : [] };
    },
    { ...SOURCE, intervalMs: DAY_MS },
  );
  await using _bench = bench;
  const windowsAfter = async (passedMs: number) => {
    windows = [];
    bench.passTime(passedMs);
    await sync();
    return windows;
  };
  await windowsAfter(0);
  const recheck = [rowMs, rowMs + 1000];
  expect(await windowsAfter(HOUR_MS)).toEqual([recheck]);
  // The newest part contains the row.
  expect(await windowsAfter(DAY_MS)).toHaveLength(1);
});

it('requests nothing more if the exchange requests a wait while an old row is rechecked', async () => {
  const rowMs = NOW_MS - 20 * DAY_MS;
  const row = makeExchangeRow('row:pending', rowMs, 'pending');
  const requested: number[] = [];
  let isLimited = false;
  const { bench, sync } = await openAccount((fromMs, toMs) => {
    requested.push(daysAgo(fromMs));
    if (isLimited) throw new ExchangeError('exchange_rate_limited', 'too many requests');
    return { ...EMPTY, transactions: fromMs <= rowMs && rowMs < toMs ? [row] : [] };
  });
  await using _bench = bench;
  await sync();
  requested.length = 0;
  isLimited = true;
  bench.passTime(3 * DAY_MS);
  expect(await sync()).toMatchObject([{ ok: false, failure: { code: 'exchange_rate_limited' } }]);
  expect(requested).toEqual([20]);
});

it.each<[ExchangeErrorCode, number, readonly number[]]>([
  ['exchange_request_refused', 2, [40, 30, 20, 3]],
  ['exchange_request_refused', 12, [59, 57, 55, 53, 51, 49, 47, 45, 43, 41, 3]],
  ['exchange_unavailable', 2, [40, 3]],
])(
  'rechecks other old rows after %s, %i times, and then reads the newest part: requests from %j days ago',
  async (code, refused, expected) => {
    const days = refused === 2 ? [40, 30, 20] : Array.from({ length: 15 }, (_, at) => 59 - 2 * at);
    const rows = days.map((ago) => makeExchangeRow(`row:${ago}`, NOW_MS - ago * DAY_MS, 'pending'));
    let requested: number[] = [];
    let refusals = 0;
    const { bench, sync } = await openAccount((fromMs, toMs) => {
      requested = [...requested, daysAgo(fromMs)];
      if (fromMs < bench.nowMs - 10 * DAY_MS && (refusals -= 1) >= 0) {
        throw new ExchangeError(code, 'refused');
      }
      const transactions = rows.filter(
        ({ timestampMs }) => fromMs <= timestampMs && timestampMs < toMs,
      );
      return { ...EMPTY, transactions };
    });
    await using _bench = bench;
    await sync();
    requested = [];
    refusals = refused;
    bench.passTime(3 * DAY_MS);
    expect(await sync()).toMatchObject([{ ok: false, failure: { code } }]);
    expect(requested).toEqual(expected);
  },
);

it.each(['a response', 'a failed request'])(
  'requests nothing after %s if the process stops meanwhile',
  async (end) => {
    const stop = new AbortController();
    const requested: (number | string)[] = [];
    const { bench, withAccount } = await openAccount(
      (fromMs) => {
        requested.push(daysAgo(fromMs));
        stop.abort();
        if (end === 'a response') return EMPTY;
        throw new ExchangeError('exchange_unavailable', 'aborted');
      },
      { ...SOURCE, windowMsMax: DAY_MS, overlapMs: 3 * DAY_MS, order: 'oldest-first' },
      async () => {
        requested.push('balances');
        return { balances: [], unreadable: [] };
      },
    );
    await using _bench = bench;
    const result = syncWallets(withAccount(bench.workerOptions(stop.signal)), [WALLET]);
    expect(await result).toMatchObject([{ ok: false, failure: { code: 'interrupted' } }]);
    expect(requested).toEqual([3]);
  },
);

it('reads again what a caller wants to be read again', async () => {
  const requested: number[] = [];
  const { bench, sync } = await openAccount((fromMs) => {
    requested.push(daysAgo(fromMs));
    return EMPTY;
  });
  await using _bench = bench;
  await sync();
  requested.length = 0;
  await bench.store.makeWalletDue(WALLET, bench.nowMs, NOW_MS - 5 * DAY_MS);
  expect(await sync()).toMatchObject([{ ok: true }]);
  expect(requested).toContain(5);
  const { coverage, sync: state } = await bench.store.readWalletStatus(WALLET);
  expect(coverage).toMatchObject([{ fromMs: SOURCE.startMs, toMs: NOW_MS }]);
  expect(state.historyComplete).toBe(true);
});
