import { describe, expect, it } from 'vitest';

import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import {
  byCursor,
  byLastRow,
  byPages,
  byRows,
  endsAt,
  startsAt,
} from '../../src/exchanges/best-effort/trait-forms.ts';
import type { ExchangeTraits } from '../../src/exchanges/best-effort/exchange-traits.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { SyncBench } from '../sync/harness.ts';
import { openWithTraits } from './open-with-traits.ts';
import { DEPOSITS, listDeposits, NOW_MS, readWindows, UNBOUNDED } from './recorded-deposits.ts';
import {
  RecordedExchange,
  SAMPLE_CREDENTIALS,
  type RecordedResponses,
  type RecordedRequest,
} from './recorded-exchange.ts';

const WITHDRAWALS = 'GET api.mexc.com/api/v3/capital/withdraw/history';

/** Reads the first source from its start to its newest row. */
async function readDeposits(responses: RecordedResponses, traits: ExchangeTraits) {
  const [reading] = await readWindows(responses, traits, [[Date.UTC(2017, 0, 1), NOW_MS + 1]]);
  return reading!;
}

it('returns the newest rows of an incomplete list, and does not count older ones as read', async () => {
  const rows = listDeposits(100);
  const full = await readDeposits({ [DEPOSITS]: rows }, UNBOUNDED);
  expect(full.transactions).toHaveLength(100);
  expect(full.completeFromMs).toBe(NOW_MS - 99 * HOUR_MS + 1);
  const short = await readDeposits({ [DEPOSITS]: rows.slice(0, 99) }, UNBOUNDED);
  expect(short.completeFromMs).toBeUndefined();
  // Without order, it is unknown which rows are missing.
  const mixed = [...rows.slice(50), ...rows.slice(0, 50)];
  expect((await readDeposits({ [DEPOSITS]: mixed }, UNBOUNDED)).completeFromMs).toBe(NOW_MS + 1);
});

it('reads as many pages as the exchange returns, and does not count older rows as read', async () => {
  const paged = (rows: readonly object[]): RecordedResponses => ({
    [DEPOSITS]: ({ query }: RecordedRequest) => {
      const offset = Number(query.get('offset') ?? 0);
      // The exchange refuses a larger offset.
      return offset > 200 ? { code: 700_004, msg: 'offset' } : rows.slice(offset, offset + 100);
    },
  });
  const page = { ...byRows('offset'), max: 200 };
  const traits: ExchangeTraits = { ...UNBOUNDED, page };
  const rows = listDeposits(301);
  const cut = await readDeposits(paged(rows), traits);
  expect(cut.transactions).toHaveLength(300);
  expect(cut.completeFromMs).toBe(NOW_MS - 299 * HOUR_MS + 1);
  const short = await readDeposits(paged(rows.slice(0, 299)), traits);
  expect(short.transactions).toHaveLength(299);
  expect(short.completeFromMs).toBeUndefined();
  // Without order, it is unknown which rows are missing.
  const mixed = [...rows.slice(150), ...rows.slice(0, 150)];
  expect((await readDeposits(paged(mixed), traits)).completeFromMs).toBe(NOW_MS + 1);
});

it('requests no older windows of a list that the exchange returns in part', async () => {
  const oldest = NOW_MS - 99 * HOUR_MS + 1;
  const [whole, older, partly, newer] = await readWindows(
    { [DEPOSITS]: listDeposits(100) },
    UNBOUNDED,
    [
      [0, NOW_MS + 1],
      [0, oldest - HOUR_MS],
      [0, NOW_MS - 50 * HOUR_MS],
      [oldest, NOW_MS + 1],
    ],
  );
  // Of the currencies and of the list.
  expect(whole!.requests).toBe(2);
  expect(older).toEqual({
    transactions: [],
    unreadable: [],
    completeFromMs: oldest - HOUR_MS,
    requests: 0,
  });
  expect(partly).toMatchObject({ completeFromMs: oldest, requests: 0 });
  expect(newer).not.toHaveProperty('completeFromMs');
  expect(newer!.requests).toBe(0);
});

it('does not take an incomplete list for the whole one because newer windows are in it', async () => {
  const readings = await readWindows({ [DEPOSITS]: listDeposits(100) }, UNBOUNDED, [
    [NOW_MS - 10 * HOUR_MS, NOW_MS + 1],
    [NOW_MS - 60 * HOUR_MS, NOW_MS - 40 * HOUR_MS],
    [0, NOW_MS - 200 * HOUR_MS],
  ]);
  const starts = readings.map(({ completeFromMs }) => completeFromMs);
  expect(starts).toEqual([undefined, undefined, NOW_MS - 99 * HOUR_MS + 1]);
});

it('returns each of two equal rows at the end of a numbered page and the beginning of the next one', async () => {
  const rows = listDeposits(150);
  rows[100] = { ...rows[99]! };
  const responses: RecordedResponses = {
    [DEPOSITS]: ({ query }: RecordedRequest) => {
      const offset = Number(query.get('offset') ?? 0);
      return rows.slice(offset, offset + 100);
    },
  };
  const reading = await readDeposits(responses, { ...UNBOUNDED, page: byRows('offset') });
  expect(new Set(reading.transactions.map(({ key }) => key)).size).toBe(150);
});

it.each([
  ['its rows are unsorted', 250, (rows: object[]) => rows.splice(125).concat(rows)],
  // It may be sorted or not.
  [
    'a row has no time',
    249,
    ([first, ...others]: object[]) => [{ ...first, insertTime: undefined }, ...others],
  ],
])('reads a list again if rows move between its pages and %s', async (_what, count, arrange) => {
  const rows = arrange(listDeposits(250));
  let requests = 0;
  const responses: RecordedResponses = {
    [DEPOSITS]: ({ query }: RecordedRequest) => {
      requests += 1;
      // A row of the third page moves to the second one, which has been read.
      if (requests === 3) rows.splice(150, 0, ...rows.splice(205, 1));
      const page = Number(query.get('page') ?? 1);
      return rows.slice(100 * (page - 1), 100 * page);
    },
  };
  const reading = await readDeposits(responses, { ...UNBOUNDED, page: byPages('page') });
  const times = new Set(reading.transactions.map(({ timestampMs }) => timestampMs));
  expect(times.size).toBe(count);
});

it('fails if an unsorted list changes while it is read again', async () => {
  const deposits = listDeposits(150);
  const rows = [...deposits.slice(75), ...deposits.slice(0, 75)];
  const changing: RecordedResponses = {
    [DEPOSITS]: ({ query }: RecordedRequest) => {
      // A row of the second page becomes the first row of the list.
      rows.unshift(...rows.splice(120, 1));
      return rows.slice(100 * (Number(query.get('page') ?? 1) - 1)).slice(0, 100);
    },
  };
  const traits = { ...UNBOUNDED, page: byPages('page') };
  await expect(readDeposits(changing, traits)).rejects.toMatchObject({
    code: 'exchange_unavailable',
    message: expect.stringContaining('its pages change while they are read'),
  });
});

it('does not count days as read that the exchange does not list', async () => {
  const [reading] = await readWindows(
    { [DEPOSITS]: listDeposits(9) },
    { ...UNBOUNDED, listedDays: 30 },
    [[NOW_MS - 60 * DAY_MS, NOW_MS + 1]],
  );
  expect(reading?.transactions).toHaveLength(9);
  expect(reading?.completeFromMs).toBe(NOW_MS + 1 - 30 * DAY_MS);
});

it('requests nothing of days that the exchange does not list', async () => {
  const toMs = NOW_MS - 40 * DAY_MS;
  const [reading] = await readWindows(
    { [DEPOSITS]: listDeposits(9) },
    { ...UNBOUNDED, listedDays: 30 },
    [[NOW_MS - 60 * DAY_MS, toMs]],
  );
  expect(reading).toMatchObject({ requests: 0, transactions: [], completeFromMs: toMs });
});

it('requests pages only up to a window, and again only for an older window', async () => {
  const rows = listDeposits(950);
  const responses: RecordedResponses = {
    [DEPOSITS]: ({ query }: RecordedRequest) => {
      const page = Number(query.get('page') ?? 1);
      return rows.slice(100 * (page - 1), 100 * page);
    },
  };
  const traits = { ...UNBOUNDED, page: byPages('page') };
  const readings = await readWindows(responses, traits, [
    [NOW_MS - 300 * HOUR_MS, NOW_MS + 1],
    [NOW_MS - 10 * HOUR_MS, NOW_MS + 1],
    [0, NOW_MS + 1],
    [0, NOW_MS - 400 * HOUR_MS],
  ]);
  // Of the currencies, of five and ten pages, and each time of the first page, which may have changed.
  expect(readings.map(({ requests }) => requests)).toEqual([1 + 5 + 1, 0, 10 + 1, 0]);
  expect(readings.map(({ transactions }) => transactions.length)).toEqual([500, 500, 950, 950]);
});

it('does not count rows as read if a page of an incomplete list has a row without a time', async () => {
  const rows: object[] = listDeposits(301);
  rows[150] = { ...rows[150], insertTime: undefined };
  const responses: RecordedResponses = {
    [DEPOSITS]: ({ query }: RecordedRequest) =>
      rows.slice(Number(query.get('offset') ?? 0), Number(query.get('offset') ?? 0) + 100),
  };
  const traits = { ...UNBOUNDED, page: { ...byRows('offset'), max: 200 } };
  const reading = await readDeposits(responses, traits);
  expect(reading.transactions).toHaveLength(299);
  expect(reading.completeFromMs).toBe(NOW_MS + 1);
});

it('reads the first page only if the exchange ignores the number of the page', async () => {
  const traits = { ...UNBOUNDED, page: byPages('page') };
  const [newest, ...older] = listDeposits(100);
  // The row of a deposit that is being credited changes between two requests.
  let requests = 0;
  const rows = () => [{ ...newest, status: (requests += 1) > 1 ? 5 : 4 }, ...older];
  const [reading] = await readWindows({ [DEPOSITS]: rows }, traits, [[0, NOW_MS + 1]]);
  expect(reading).toMatchObject({ completeFromMs: NOW_MS - 99 * HOUR_MS + 1, requests: 3 });
  expect(reading?.transactions).toHaveLength(100);
});

it('returns the row of a cursor once if the next page begins with it', async () => {
  const rows = listDeposits(150).map((row, index) => Object.assign(row, { txId: `h${index}` }));
  const responses: RecordedResponses = {
    [DEPOSITS]: ({ query }: RecordedRequest) => {
      const first = rows.findIndex(({ txId }) => txId === query.get('from'));
      return rows.slice(Math.max(0, first), Math.max(0, first) + 100);
    },
  };
  const reading = await readDeposits(responses, { ...UNBOUNDED, page: byLastRow('from', 'txId') });
  expect(reading.transactions).toHaveLength(150);
  expect(reading).not.toHaveProperty('completeFromMs');
});

it('takes a list with as many rows as the documented limit for an incomplete one', async () => {
  const read = (count: number) =>
    readDeposits({ [DEPOSITS]: listDeposits(count) }, { ...UNBOUNDED, limit: 33 });
  expect((await read(33)).completeFromMs).toBe(NOW_MS - 32 * HOUR_MS + 1);
  expect(await read(29)).not.toHaveProperty('completeFromMs');
});

it('does not take a full page without a cursor for a whole list', async () => {
  const traits = { ...UNBOUNDED, page: byCursor('after', 'next') };
  for (const page of [traits.page, byLastRow('from', 'missing')]) {
    const cut = await readDeposits({ [DEPOSITS]: listDeposits(100) }, { ...traits, page });
    expect(cut.completeFromMs).toBe(NOW_MS - 99 * HOUR_MS + 1);
  }
  const whole = await readDeposits({ [DEPOSITS]: listDeposits(99) }, traits);
  expect(whole).not.toHaveProperty('completeFromMs');
});

describe('a shortest window with a usual number of rows', () => {
  const traits: ExchangeTraits = { start: startsAt('startTime'), end: endsAt('endTime') };
  const rows = listDeposits(100).map((row) => Object.assign(row, { insertTime: NOW_MS }));
  const read = (longer: unknown) => {
    const responses: RecordedResponses = {
      [DEPOSITS]: ({ query }: RecordedRequest) =>
        Number(query.get('startTime')) > NOW_MS - HOUR_MS ? rows : longer,
    };
    return readWindows(responses, traits, [[NOW_MS, NOW_MS + 1]]);
  };

  it('is complete if the response to a longer window has more rows', async () => {
    const [reading] = await read([...rows, ...listDeposits(2)]);
    expect(reading?.transactions).toHaveLength(100);
  });

  it('fails if a longer window is refused, or has no more rows', async () => {
    for (const longer of [undefined, rows]) {
      await expect(read(longer)).rejects.toThrow('and the others cannot be requested');
    }
  });

  it('fails with the error of the longer window if that is transient', async () => {
    await expect(read('<html>busy</html>')).rejects.toThrow('the response is not JSON');
  });
});

it('does not report a history as complete if the exchange returns only its newest rows', async () => {
  await using bench = await new SyncBench().open();
  bench.nowMs = NOW_MS + 1;
  const rows = listDeposits(100);
  using exchange = new RecordedExchange({
    'GET api.mexc.com/api/v3/time': () => ({ serverTime: bench.nowMs }),
    'GET api.mexc.com/api/v3/account': { balances: [] },
    [DEPOSITS]: () => rows.slice(0, 100),
    [WITHDRAWALS]: [],
  });
  const proxyUrl = await exchange.listen();
  const nowMs = (): number => bench.nowMs;
  const directory = openWithTraits({ exchange: 'mexc', traits: UNBOUNDED, proxyUrl, nowMs });
  await bench.addWallet('wallet_1', 'mexc', { apiKey: 'key', secret: 'secret' });
  const run = async () => {
    const [result] = await syncWallets({ ...bench.workerOptions(), directory }, ['wallet_1']);
    expect(result).toMatchObject({ ok: true });
    return bench.store.readSyncState('wallet_1');
  };
  const first = await run();
  expect(first.historyComplete).toBe(false);
  // There are no further rows: the wallet is due after the usual time.
  expect(first.nextRunAtMs).toBeGreaterThan(bench.nowMs + 10_000);
  expect(bench.log.lines.join()).toContain('the history cannot be complete');
  expect(await bench.readAll('wallet_1')).toHaveLength(100);
  rows.unshift({ ...rows[0]!, insertTime: NOW_MS + HOUR_MS });
  bench.nowMs += 2 * HOUR_MS;
  expect((await run()).historyComplete).toBe(false);
  expect(await bench.readAll('wallet_1')).toHaveLength(101);
});

it('counts the rows that an exchange sent, not the rows that a class of ccxt returns', async () => {
  const kinds = ['deposit', 'withdraw'];
  const updates = Array.from({ length: 2000 }, (_, index) => ({
    time: Date.UTC(2024, 0, 1) + index * HOUR_MS,
    hash: `0x${index}`,
    delta: { type: kinds[index % 2], usdc: '1.5', nonce: index },
  }));
  using exchange = new RecordedExchange({ 'POST api.hyperliquid.xyz/info': updates });
  const directory = openWithTraits({
    exchange: 'hyperliquid',
    traits: { onlyAsset: 'USDC' },
    proxyUrl: await exchange.listen(),
    nowMs: Date.now,
  });
  const account = await directory.openAccount('hyperliquid', SAMPLE_CREDENTIALS);
  await expect(
    account.readWindow(account.sources[0]!, Date.UTC(2024, 0, 1), Date.UTC(2024, 3, 1)),
  ).rejects.toMatchObject({ code: 'window_overflow' });
});

it('reads a complete history if a response contains a part of it (Backpack)', async () => {
  const endMs = Date.UTC(2025, 10, 1);
  const deposits = Array.from({ length: 2500 }, (_, index) => ({
    id: index + 1,
    toAddress: null,
    fromAddress: null,
    source: 'solana',
    status: 'confirmed',
    transactionHash: `h${index}`,
    symbol: 'SOL',
    quantity: '1.5',
    createdAt: new Date(endMs - index * 3_600_000).toISOString().slice(0, -1),
  }));
  const list = ({ query }: RecordedRequest): object[] =>
    deposits
      .filter(({ createdAt }) => Date.parse(`${createdAt}Z`) >= Number(query.get('from') ?? 0))
      .filter(({ createdAt }) => Date.parse(`${createdAt}Z`) <= Number(query.get('to') ?? Infinity))
      .slice(0, Number(query.get('limit') ?? 100));
  await using bench = await new SyncBench().open();
  bench.nowMs = endMs + 60_000;
  using exchange = new RecordedExchange({
    'GET api.backpack.exchange/api/v1/time': () => bench.nowMs,
    'GET api.backpack.exchange/api/v1/capital': {},
    'GET api.backpack.exchange/api/v1/assets': [],
    'GET api.backpack.exchange/wapi/v1/capital/deposits': list,
    'GET api.backpack.exchange/wapi/v1/capital/withdrawals': [],
  });
  await bench.addWallet('wallet_1', 'backpack', {
    apiKey: 'key',
    secret: SAMPLE_CREDENTIALS.secret,
  });
  const options = bench.workerOptions(undefined, await exchange.listen());
  const [result] = await syncWallets(options, ['wallet_1']);
  expect(result).toMatchObject({ ok: true });
  expect(await bench.readAll('wallet_1')).toHaveLength(2500);
  expect(await bench.store.readSyncState('wallet_1')).toMatchObject({ historyComplete: true });
});
