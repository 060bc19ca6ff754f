import { describe, expect, it } from 'vitest';

import { type Parameters, scriptContext } from '../../../test/exchanges/scripted-client.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { ExchangeError } from '../exchange.ts';
import { openAccount } from './account.ts';
import { BITSTAMP } from './profile.ts';

const NOW_MS = Date.UTC(2024, 5, 10);
const [SOURCE] = BITSTAMP.sources;
const LEDGER = 'privatePostUserTransactions';
const REQUESTS = 'privatePostWithdrawalRequests';
const CHAIN = 'privatePostCryptoTransactions';

type Response = (parameters: Parameters) => unknown;

/** Returns deposits, one each `stepMs`, oldest first, as the exchange sorts them. */
function deposits(count: number, stepMs: number, firstId = 1) {
  return Array.from({ length: count }, (_, index) => ({
    id: firstId + index,
    datetime: new Date(NOW_MS - (count - index) * stepMs)
      .toISOString()
      .slice(0, 23)
      .replace('T', ' '),
    type: '0',
    fee: '0.00',
    btc: '1.0',
  }));
}

/** Returns the pages of a ledger as Bitstamp does; its rows are in the order of identifiers and of times. */
function ledgerOf(rows: readonly { id: number; datetime: string }[]): Response {
  const timesSeconds = rows.map(
    ({ datetime }) => Date.parse(`${datetime.replace(' ', 'T')}Z`) / 1000,
  );
  return ({ since_id = 0, since_timestamp = 0, offset }) => {
    const first = rows.findIndex(
      ({ id }, index) => id >= Number(since_id) && timesSeconds[index]! >= Number(since_timestamp),
    );
    return first === -1 ? [] : rows.slice(first + Number(offset), first + Number(offset) + 1000);
  };
}

const none: Response = () => [];
const refuse =
  (
    code: ConstructorParameters<typeof ExchangeError>[0],
    message = 'bitstamp x (HTTP 404)',
  ): Response =>
  () => {
    throw new ExchangeError(code, message);
  };

/** Returns an account that gets these responses, and its requests. */
function open(responses: Readonly<Record<string, Response>>) {
  const requested: [string, Parameters][] = [];
  const all: Readonly<Record<string, Response>> = {
    publicGetEurUsd: () => {
      client.onResponse?.(new Headers({ date: new Date(NOW_MS).toUTCString() }));
      return {};
    },
    [LEDGER]: none,
    [REQUESTS]: none,
    [CHAIN]: () => ({ deposits: [], withdrawals: [] }),
    ...responses,
  };
  const context = scriptContext(NOW_MS + 7_000_000, (endpoint, parameters) => {
    requested.push([endpoint, parameters]);
    return all[endpoint]?.(parameters);
  });
  const { client } = context;
  const account = openAccount(context);
  const read = async (fromMs: number, toMs = NOW_MS) =>
    (await account.readWindow(SOURCE!, fromMs, toMs)).transactions.map(({ key }) => key);
  return { account, requested, client, read };
}

describe('the clock', () => {
  it('is the `date` header of a response, and is the time of later requests', async () => {
    const { account, client } = open({});
    expect(await account.fetchTimeMs()).toBe(NOW_MS);
    expect(client.exchangeNowMs()).toBe(NOW_MS);
  });

  it("is this machine's clock if no response has the header", async () => {
    const { account } = open({ publicGetEurUsd: refuse('exchange_request_refused') });
    expect(await account.fetchTimeMs()).toBe(NOW_MS + 7_000_000);
  });
});

describe('readWindow', () => {
  it('reads the whole ledger by offset, and returns only the window', async () => {
    const rows = deposits(2500, DAY_MS);
    const { requested, read } = open({ [LEDGER]: ledgerOf(rows) });
    expect(new Set(await read(0)).size).toBe(2500);
    const ledger = requested.filter(([endpoint]) => endpoint === LEDGER).map(([, sent]) => sent);
    expect(ledger.map(({ offset }) => offset)).toEqual([0, 1000, 2000, 3000]);
    expect(ledger[0]).toEqual({ sort: 'asc', limit: 1000, offset: 0 });
    expect(await read(NOW_MS - 10 * DAY_MS, NOW_MS - 5 * DAY_MS)).toHaveLength(5);
  });

  it('requests by time within the last month, from an hour before the window', async () => {
    const { account, requested, read } = open({ [LEDGER]: ledgerOf(deposits(200, DAY_MS / 4)) });
    await account.fetchTimeMs();
    expect(await read(NOW_MS - 7 * DAY_MS)).toHaveLength(28);
    expect(requested.find(([endpoint]) => endpoint === LEDGER)?.[1]).toMatchObject({
      since_timestamp: (NOW_MS - 7 * DAY_MS) / 1000 - 3600,
      offset: 0,
    });
  });

  it.each([
    ['29 days, less the hour before the window', 29 * DAY_MS - 3_600_000 - 1, true],
    ['longer ago', 29 * DAY_MS - 3_600_000, false],
  ])(
    'requests by time up to the end of what Bitstamp filters: %s',
    async (_title, agoMs, byTime) => {
      const { account, requested, read } = open({});
      await account.fetchTimeMs();
      await read(NOW_MS - agoMs);
      const ledger = requested.find(([endpoint]) => endpoint === LEDGER)![1];
      expect('since_timestamp' in ledger).toBe(byTime);
    },
  );

  it('reads the lists once until the clock is read again', async () => {
    const { account, requested, read } = open({ [LEDGER]: ledgerOf(deposits(10, DAY_MS)) });
    const countScans = () =>
      requested.filter(([name, { offset }]) => name === LEDGER && offset === 0).length;
    await account.fetchTimeMs();
    await read(0);
    await read(NOW_MS - 5 * DAY_MS);
    expect(countScans()).toBe(1);
    await account.fetchTimeMs();
    await read(NOW_MS - 5 * DAY_MS);
    expect(countScans()).toBe(2);
    await read(0);
    expect(countScans()).toBe(3);
  });

  it('reads the lists once if the window begins before the last month', async () => {
    const { requested, read } = open({ [LEDGER]: ledgerOf(deposits(90, DAY_MS)) });
    expect(await read(NOW_MS - 60 * DAY_MS)).toHaveLength(60);
    expect(await read(0)).toHaveLength(90);
    expect(requested.filter(([endpoint]) => endpoint === CHAIN)).toHaveLength(1);
  });

  it.each(['the last day', 'everything'])(
    'reads withdrawal requests of all ages if Bitstamp lists %s by default',
    async (byDefault) => {
      const rows = [0.5, 100, 900].map((days) => ({
        id: days * 10,
        datetime: new Date(NOW_MS - days * DAY_MS).toISOString().slice(0, 19).replace('T', ' '),
        currency: 'BTC',
        amount: '1',
        status: 3,
      }));
      const list: Response = ({ timedelta, offset }) => {
        const reachMs = timedelta === undefined ? DAY_MS : Number(timedelta) * 1000;
        const isWhole = timedelta === undefined && byDefault === 'everything';
        const count = isWhole ? 3 : rows.filter(({ id }) => id * DAY_MS < reachMs * 10).length;
        return offset === 0 ? rows.slice(0, count) : [];
      };
      const { read } = open({ [REQUESTS]: list });
      const reachable = byDefault === 'everything' ? rows : rows.slice(0, 2);
      expect(await read(0)).toEqual(reachable.map(({ id }) => `withdrawal:${id}`));
      const recent = open({ [REQUESTS]: list });
      await recent.account.fetchTimeMs();
      expect(await recent.read(NOW_MS - 7 * DAY_MS)).toEqual(['withdrawal:5']);
      const sent = recent.requested.filter(([endpoint]) => endpoint === REQUESTS);
      expect(new Set(sent.map(([, { timedelta }]) => timedelta))).toEqual(new Set([50_000_000]));
    },
  );

  it('quarantines requests without an identifier, once each, although two lists contain them', async () => {
    const rows = [{ amount: '1' }, { amount: '2' }, null];
    const list: Response = ({ offset }) => (offset === 0 ? rows : []);
    const { account } = open({ [REQUESTS]: list });
    const { transactions, unreadable } = await account.readWindow(SOURCE!, 0, NOW_MS);
    expect(transactions).toEqual([]);
    expect(unreadable.map(({ raw }) => raw)).toEqual(rows.map((row) => JSON.stringify(row)));
  });

  it('joins deposits and withdrawals with the movements of their own direction', async () => {
    const [booked] = deposits(1, DAY_MS);
    const moved = { currency: 'BTC', amount: '1.0', datetime: NOW_MS / 1000 - 86_400 };
    const { account } = open({
      [LEDGER]: ledgerOf([booked!, { ...booked!, id: 2, type: '1' }]),
      [CHAIN]: () => ({
        deposits: [{ ...moved, txid: 'in' }],
        withdrawals: [{ ...moved, txid: 'out' }],
      }),
    });
    const { transactions } = await account.readWindow(SOURCE!, 0, NOW_MS);
    expect(transactions.map(({ type, txid }) => [type, txid])).toEqual([
      ['deposit', 'in'],
      ['withdrawal', 'out'],
    ]);
  });

  it('continues by identifier after the maximum offset', async () => {
    const rows = deposits(203_500, 60_000, 5);
    for (const row of rows) row.type = row.id % 500 === 0 ? '0' : '2';
    const ledger = ledgerOf(rows);
    const refused = refuse('exchange_request_refused', 'Invalid offset');
    const limited: Response = (parameters) =>
      (Number(parameters['offset']) > 200_000 ? refused : ledger)(parameters);
    const keys = await open({ [LEDGER]: limited }).read(0);
    expect(keys).toHaveLength(407);
    expect(new Set(keys).size).toBe(407);
  });

  it('continues by identifier if an offset is ignored', async () => {
    const ledger = ledgerOf(deposits(2500, 60_000));
    const heedless: Response = (parameters) => ledger({ ...parameters, offset: 0 });
    expect(new Set(await open({ [LEDGER]: heedless }).read(0)).size).toBe(2500);
    const rows = Array.from({ length: 1000 }, (_, id) => ({ id }));
    await expect(open({ [REQUESTS]: () => rows }).read(0)).rejects.toMatchObject({
      code: 'exchange_unavailable',
    });
  });

  it('continues by the other identifiers if a row at the end of the pages has none', async () => {
    const rows = deposits(2500, 60_000);
    delete (rows[950] as { id?: number }).id;
    const ledger = ledgerOf(rows);
    const heedless: Response = (parameters) => ledger({ ...parameters, offset: 0 });
    const keys = await open({ [LEDGER]: heedless }).read(0);
    expect(new Set(keys).size).toBe(2499);
  });

  it('fails if the next identifiers do not continue the ledger', async () => {
    const rows = deposits(1000, DAY_MS);
    const { requested, read } = open({ [LEDGER]: () => rows });
    await expect(read(0)).rejects.toMatchObject({ code: 'exchange_unavailable' });
    expect(requested.map(([, { since_id, offset }]) => [since_id, offset])).toEqual([
      [undefined, 0],
      [undefined, 1000],
      [901, 0],
      [901, 1000],
    ]);
  });

  it('fails if rows of crypto transactions remain after the last page', async () => {
    const rows = Array.from({ length: 1000 }, (_, id) => ({ id }));
    const chain: Response = () => ({ deposits: rows, withdrawals: [] });
    await expect(open({ [CHAIN]: chain }).read(0)).rejects.toMatchObject({
      code: 'exchange_unavailable',
    });
  });

  it('quarantines a row of the ledger that is not an object', async () => {
    const { account } = open({ [LEDGER]: () => [null, 'trade', ...deposits(1, DAY_MS)] });
    const { transactions, unreadable } = await account.readWindow(SOURCE!, 0, NOW_MS);
    expect(transactions).toHaveLength(1);
    expect(unreadable).toHaveLength(2);
  });

  it('continues after a short page, and ends at a repeated one', async () => {
    const rows = deposits(3, DAY_MS);
    const short: Response = ({ offset }) =>
      rows.slice(Number(offset) / 1000, Number(offset) / 1000 + 1);
    expect(await open({ [LEDGER]: short }).read(0)).toHaveLength(3);
    const { requested, read } = open({ [LEDGER]: () => rows });
    expect(await read(0)).toHaveLength(3);
    expect(requested.filter(([endpoint]) => endpoint === LEDGER)).toHaveLength(2);
  });

  it('continues after a page of trades, and returns none of them', async () => {
    const rows = deposits(1500, DAY_MS);
    for (const row of rows.slice(0, 1199)) row.type = '2';
    expect(await open({ [LEDGER]: ledgerOf(rows) }).read(0)).toHaveLength(301);
  });

  it('fails if rows remain after the last offset', async () => {
    let id = 0;
    const endless: Response = () => Array.from({ length: 1000 }, () => ({ id: (id += 1) }));
    await expect(open({ [REQUESTS]: endless }).read(0)).rejects.toMatchObject({
      code: 'exchange_unavailable',
    });
  });
});

describe('a list that the key does not have', () => {
  it('is skipped if the ledger contains its rows', async () => {
    const ledger = ledgerOf(deposits(2, DAY_MS));
    const denied = refuse('exchange_permission_denied', 'API0003');
    const mainOnly = refuse('exchange_request_refused', 'for main accounts only');
    for (const chain of [denied, mainOnly]) {
      const { read } = open({ [LEDGER]: ledger, [CHAIN]: chain });
      expect(await read(0)).toEqual(['transaction:1', 'transaction:2']);
    }
  });

  it.each([
    { [LEDGER]: refuse('exchange_permission_denied', 'API0003') },
    { [LEDGER]: refuse('exchange_request_refused', 'since_timestamp parameter must be higher') },
    { [LEDGER]: refuse('exchange_request_refused') },
    { [REQUESTS]: refuse('exchange_permission_denied', 'API0003') },
    { [REQUESTS]: refuse('exchange_request_refused') },
    { [REQUESTS]: refuse('exchange_request_refused', 'Invalid offset') },
    { [CHAIN]: refuse('exchange_request_refused') },
    { [CHAIN]: refuse('exchange_request_refused', 'bitstamp x (HTTP 410)') },
    { [CHAIN]: refuse('exchange_unavailable') },
  ])('fails the window if the list is missing for another reason', async (responses) => {
    await expect(open(responses).read(0)).rejects.toBeInstanceOf(ExchangeError);
  });
});

it('reads balances without networks if the exchange does not serve currencies', async () => {
  const { account } = open({
    privatePostAccountBalances: () => [{ currency: 'btc', available: '1.50' }],
    publicGetCurrencies: refuse('exchange_request_refused'),
  });
  expect((await account.readBalances()).balances).toEqual([
    { asset: 'BTC', amount: '1.50', networks: [], networksUnknown: true },
  ]);
});
