import { describe, expect, it } from 'vitest';

import { type Parameters, scriptContext } from '../../../test/exchanges/scripted-client.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { ExchangeError, WindowOverflowError } from '../exchange.ts';
import { openAccount } from './account.ts';
import { KUCOIN } from './profile.ts';

const V2_START_MS = Date.UTC(2019, 1, 18);
const FROM_MS = Date.UTC(2024, 5, 1);
const NOW_MS = FROM_MS + 30 * DAY_MS;

type Response = (parameters: Parameters) => unknown;

/** Returns deposits of one millisecond, equal except for their txid. */
function makeRows(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    currency: 'USDT',
    status: 'SUCCESS',
    address: 'TB1WQmj63bHV9Qmuhp39WABzutphMAetSc',
    isInner: false,
    amount: '1.00',
    fee: '0',
    walletTxId: `${index}@default@0`,
    createdAt: FROM_MS,
  }));
}

/** Returns pages of these rows as KuCoin does. */
function servePages(rows: readonly object[]): Response {
  return ({ currentPage, pageSize }) => {
    const page = Number(currentPage);
    const size = Number(pageSize);
    const items = rows.slice((page - 1) * size, page * size);
    const totalPage = Math.ceil(rows.length / size);
    return { currentPage: page, pageSize: size, totalNum: rows.length, totalPage, items };
  };
}

/** Returns an account that gets these responses, and its requests. */
function open(responses: Readonly<Record<string, Response>>) {
  const requested: (readonly [endpoint: string, parameters: Parameters])[] = [];
  const context = scriptContext(NOW_MS, (endpoint, parameters) => {
    requested.push([endpoint, parameters]);
    return { code: '200000', data: responses[endpoint]?.(parameters) };
  });
  const account = openAccount(context);
  const read = async (name: string, fromMs: number, toMs: number) => {
    const source = KUCOIN.sources.find((each) => each.name === name)!;
    return (await account.readWindow(source, fromMs, toMs)).transactions;
  };
  return { account, requested, read };
}

describe('a window', () => {
  it('is requested from one millisecond earlier, because KuCoin may exclude the bounds', async () => {
    const { read, requested } = open({ privateGetWithdrawals: servePages([]) });
    expect(await read('withdrawals', FROM_MS, NOW_MS)).toEqual([]);
    expect(requested).toEqual([
      [
        'privateGetWithdrawals',
        { startAt: FROM_MS - 1, endAt: NOW_MS, currentPage: 1, pageSize: 500 },
      ],
    ]);
  });

  it('overflows if its page is full or the response announces another page', async () => {
    const full = open({ privateGetDeposits: servePages(makeRows(500)) });
    await expect(full.read('deposits', FROM_MS, NOW_MS)).rejects.toThrow(WindowOverflowError);
    const short = { currentPage: 1, pageSize: 50, totalNum: 70, totalPage: 2, items: makeRows(50) };
    const followed = open({ privateGetDeposits: () => short });
    await expect(followed.read('deposits', FROM_MS, NOW_MS)).rejects.toThrow(WindowOverflowError);
  });

  it('of a millisecond is read in pages, whose rows have to add up to the total', async () => {
    const rows = makeRows(1000);
    const { read, requested } = open({ privateGetDeposits: servePages(rows) });
    const transactions = await read('deposits', FROM_MS, FROM_MS + 1);
    expect(new Set(transactions.map(({ key }) => key)).size).toBe(1000);
    expect(requested).toHaveLength(2);
  });

  it('of a millisecond is complete with a page that is neither full nor followed, without a total', async () => {
    const { read } = open({ privateGetDeposits: () => ({ items: makeRows(3) }) });
    expect(await read('deposits', FROM_MS, FROM_MS + 1)).toHaveLength(3);
  });

  it('fails at the first empty page', async () => {
    const { read, requested } = open({
      privateGetDeposits: ({ currentPage }) => ({
        totalNum: 700,
        items: makeRows(currentPage === 1 ? 500 : 0),
      }),
    });
    await expect(read('deposits', FROM_MS, FROM_MS + 1)).rejects.toThrow(ExchangeError);
    expect(requested).toHaveLength(2);
  });

  it('fails after a hundred pages', async () => {
    const endless: Response = ({ currentPage }) => ({
      currentPage,
      totalNum: 1_000_000,
      totalPage: 2000,
      items: makeRows(1),
    });
    const { read, requested } = open({ privateGetDeposits: endless });
    await expect(read('deposits', FROM_MS, FROM_MS + 1)).rejects.toThrow(ExchangeError);
    expect(requested).toHaveLength(100);
  });

  it('fails if a row arrives between two pages, or a page repeats', async () => {
    const rows = makeRows(700);
    const growing: Response = (parameters) => {
      const page = servePages(rows)(parameters);
      rows.unshift(...makeRows(1));
      return page;
    };
    const repeating: Response = (parameters) =>
      servePages(makeRows(700))({ ...parameters, currentPage: 1 });
    for (const response of [growing, repeating]) {
      const { read } = open({ privateGetDeposits: response });
      await expect(read('deposits', FROM_MS, FROM_MS + 1)).rejects.toThrow(ExchangeError);
    }
  });
});

describe('the lists of the first platform', () => {
  const row = {
    currency: 'BTC',
    createAt: V2_START_MS / 1000 - 5,
    amount: '0.5',
    walletTxId: null,
    isInner: true,
    status: 'SUCCESS',
  };

  it('are read in full, with bounds that are valid in seconds and in milliseconds', async () => {
    const { read, requested } = open({ privateGetHistDeposits: servePages([row, row, row]) });
    expect(await read('v1-deposits', 0, NOW_MS)).toHaveLength(3);
    const { startAt, endAt } = requested[0]![1];
    expect(Number(startAt)).toBeLessThanOrEqual(Date.UTC(2017, 8, 1) / 1000);
    expect(Number(endAt)).toBe(V2_START_MS);
  });

  it('are one window, because each window reads them in full', () => {
    const sources = KUCOIN.sources.filter(({ name }) => name.startsWith('v1-'));
    const reach = sources.map(({ startMs, windowMsMax }) => startMs + windowMsMax >= NOW_MS);
    expect(reach).toEqual([true, true]);
  });

  it('are not requested for later times', async () => {
    const { read, requested } = open({});
    expect(await read('v1-deposits', V2_START_MS, NOW_MS)).toEqual([]);
    expect(await read('v1-withdrawals', V2_START_MS, NOW_MS)).toEqual([]);
    expect(requested).toEqual([]);
  });
});

it('fails if the number of rows changes between two pages', async () => {
  const rows = makeRows(501);
  const changing: Response = (parameters) => ({
    ...(servePages(rows)(parameters) as object),
    totalNum: 500 + Number(parameters['currentPage']),
  });
  const { read } = open({ privateGetDeposits: changing });
  await expect(read('deposits', FROM_MS, FROM_MS + 1)).rejects.toMatchObject({
    code: 'exchange_unavailable',
  });
});

describe('the ledger', () => {
  it("starts less than a year before the exchange's clock, and is requested a day at a time", async () => {
    const { account, read, requested } = open({
      publicGetTimestamp: () => NOW_MS - 900 * DAY_MS,
      privateGetAccountsLedgers: servePages([]),
    });
    await account.fetchTimeMs();
    const ledger = account.sources.find(({ name }) => name === 'ledger')!;
    expect(NOW_MS - 900 * DAY_MS - ledger.startMs).toBeLessThan(365 * DAY_MS);
    await read('ledger', FROM_MS, FROM_MS + ledger.windowMsMax);
    const { startAt, endAt } = requested.at(-1)![1];
    expect(Number(endAt) - Number(startAt)).toBe(DAY_MS);
    expect(account.sources.map(({ name }) => name)).toEqual(KUCOIN.sources.map(({ name }) => name));
  });
});

it('reads the clock, the main account and the rights of the key', async () => {
  const { account, requested } = open({
    publicGetTimestamp: () => NOW_MS + 5,
    publicGetCurrencies: () => [],
    privateGetAccounts: () => [
      { currency: 'USDT', type: 'trade', available: '7' },
      { currency: 'USDT', type: 'main', available: '1.50' },
    ],
    privateGetWithdrawalsQuotas: () => ({ lockedAmount: '9', availableAmount: '1.25' }),
    privateGetUserApiKey: () => ({ permission: 'General' }),
  });
  expect(await account.fetchTimeMs()).toBe(NOW_MS + 5);
  expect((await account.readBalances()).balances).toEqual([
    { asset: 'USDT', amount: '1.25', networks: [] },
  ]);
  expect(requested).toContainEqual(['privateGetAccounts', { type: 'main' }]);
  expect(await account.readPermissions?.()).toEqual({ withdraw: false, trade: false });
});
