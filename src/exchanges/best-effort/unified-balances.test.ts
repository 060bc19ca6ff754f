import { expect, it } from 'vitest';

import type { CcxtClient } from '../client/ccxt-client.ts';
import { ExchangeError } from '../exchange.ts';
import type { BestEffortExchange } from './best-effort-exchange.ts';
import type { ExchangeTraits } from './exchange-traits.ts';
import type { CapturedResponses } from './response-capture.ts';
import { UnifiedBalances } from './unified-balances.ts';

type Method = 'fetchBalance' | 'fetchCurrencies';
type Results = Readonly<Record<string, unknown>>;

const limited = new ExchangeError('exchange_rate_limited', 'slow down');
const refused = new ExchangeError('exchange_request_refused', 'not for this key');
const CAPTURED: CapturedResponses = { responses: [], failure: null, unparsed: [] };
const BALANCE = { BTC: { free: '1.5' } };
const CURRENCIES = { BTC: { id: 'btc', networks: { BTC: { id: 'BTC' } } } };

/** Opens an account whose methods return these results, or throw them if they are errors. */
function open(
  results: Results,
  { traits = {}, captured = {} }: { traits?: ExchangeTraits; captured?: Results } = {},
) {
  const all: Results = { fetchBalance: BALANCE, fetchCurrencies: CURRENCIES, ...results };
  const call = async (method: string) => {
    await Promise.resolve();
    if (all[method] instanceof Error) throw all[method];
    return all[method];
  };
  const ccxt = {
    options: {},
    currencies: {},
    currencies_by_id: {},
    setMarkets: () => undefined,
    safeCurrencyCode: (id: string) => id.toUpperCase(),
    currency: (code: string) => ({ id: code.toLowerCase() }),
  };
  const client = { call, callUnified: call, ccxt } as unknown as CcxtClient;
  const take = (method: Method) => ({ ...CAPTURED, ...(captured[method] as object | undefined) });
  const exchange = { listsCurrencies: true } as unknown as BestEffortExchange;
  return new UnifiedBalances(client, exchange, traits, { take });
}

const raw: NonNullable<ExchangeTraits['withdrawable']> = {
  account: 'spot',
  source: 'https://example.org',
  reader: {
    requests: [{ method: 'assets' }],
    rows: ([response]) => response as readonly unknown[],
    coin: (row) => String(row['coin']),
    amount: (row) => row['free'] as string,
  },
};

it('returns balances without networks, and the reason, if the currencies are refused', async () => {
  const balances = open({ fetchCurrencies: refused });
  expect(await balances.read()).toMatchObject({
    balances: [{ asset: 'BTC', amount: '1.5', networks: [], networksUnknown: true }],
    unreadable: [{ key: 'networks:*', reason: 'not for this key' }],
  });
  expect(() => balances.requireCoins()).toThrow(refused);
  expect(() => open({}).requireCoins()).not.toThrow();
});

it('returns balances without networks, and the reason, if the list of currencies is empty', async () => {
  expect(await open({ fetchCurrencies: {} }).read()).toMatchObject({
    balances: [{ asset: 'BTC', amount: '1.5', networks: [], networksUnknown: true }],
    unreadable: [{ key: 'networks:*', reason: 'the list names no coin' }],
  });
});

it('fails without currencies if balances name their assets by numbers', async () => {
  const numbered = (numbersAssets: NonNullable<ExchangeTraits['numbersAssets']>) =>
    open({ fetchCurrencies: refused }, { traits: { numbersAssets } }).read();
  await expect(numbered('history and balances')).rejects.toBe(refused);
  expect((await numbered('history')).balances).toHaveLength(1);
});

it('fails if the exchange limits the requests for currencies, or the program has a defect', async () => {
  await expect(open({ fetchCurrencies: limited }).read()).rejects.toBe(limited);
  await expect(open({ fetchCurrencies: new RangeError('defect') }).read()).rejects.toThrow(
    'defect',
  );
});

it('lists the networks that could be read, and the reason, if ccxt cannot read the currencies', async () => {
  const captured = { fetchCurrencies: { failure: 'no field', responses: [{ code: 1 }] } };
  const balances = open({}, { captured });
  const { unreadable } = await balances.read();
  expect(unreadable).toEqual([{ key: 'networks:*', raw: '[{"code":1}]', reason: 'no field' }]);
  expect(() => balances.requireCoins()).toThrow('the response cannot be read: no field');
});

it('names the quarantined row of a coin by the coin, and by its text if it has no name', async () => {
  const unparsed = [
    { raw: { coin: 'ABC' }, reason: 'odd' },
    { raw: {}, reason: 'odd' },
  ];
  const { unreadable } = await open({}, { captured: { fetchCurrencies: { unparsed } } }).read();
  expect(unreadable.map(({ key }) => key)).toEqual([
    'networks:ABC',
    expect.stringMatching(/^networks:[0-9a-f]{64}$/),
  ]);
});

it('fails if ccxt cannot read the balance', async () => {
  const captured = { fetchBalance: { failure: 'no field' } };
  await expect(open({ fetchBalance: {} }, { captured }).read()).rejects.toMatchObject({
    code: 'exchange_unavailable',
    message: 'the response cannot be read: no field',
  });
});

it('fails if a reader finds no rows in the responses', async () => {
  const read = (rows: () => readonly unknown[]) =>
    open({}, { traits: { withdrawable: { ...raw, reader: { ...raw.reader!, rows } } } }).read();
  const fail = (error: unknown) => () => {
    throw error;
  };
  await expect(read(fail(refused))).rejects.toBe(refused);
  for (const error of [new TypeError('no list'), 'no list']) {
    await expect(read(fail(error))).rejects.toMatchObject({
      code: 'exchange_unavailable',
      message: 'the response cannot be read: no list',
    });
  }
});

it('returns amounts without refused further data, and fails if the exchange limits requests', async () => {
  const further = [{ method: 'limits' }];
  const traits = { withdrawable: { ...raw, reader: { ...raw.reader!, further } } };
  const assets = [{ coin: 'btc', free: '2' }];
  expect(await open({ assets, limits: refused }, { traits }).read()).toMatchObject({
    balances: [{ asset: 'BTC', amount: '2' }],
    unreadable: [{ key: 'balances:*', reason: 'not for this key' }],
  });
  await expect(open({ assets, limits: limited }, { traits }).read()).rejects.toBe(limited);
});

it('quarantines at most 500 rows, and reports the number of the others', async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, coin) => ({ coin, free: '-' }));
  const read = async (count: number) =>
    (await open({ assets: rows(count) }, { traits: { withdrawable: raw } }).read()).unreadable;
  expect(await read(500)).toHaveLength(500);
  const unreadable = await read(503);
  expect(unreadable).toHaveLength(501);
  expect(unreadable.at(-1)).toEqual({
    key: 'balances:*',
    raw: 'null',
    reason: '3 further rows cannot be read',
  });
});

it('marks amounts as unverified if their account is not documented', async () => {
  const read = (withdrawable: ExchangeTraits['withdrawable']) =>
    open({ assets: [] }, { traits: withdrawable ? { withdrawable } : {} }).read();
  expect((await read(undefined)).withdrawableUnverified).toBe(true);
  expect((await read({ ...raw, source: null })).withdrawableUnverified).toBe(true);
  expect((await read(raw)).withdrawableUnverified).toBeUndefined();
});
