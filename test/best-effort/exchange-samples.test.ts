import { expect, it } from 'vitest';

import type { AssetBalance } from '../../src/domain/balance.ts';
import type { ExchangeTransaction } from '../../src/exchanges/exchange.ts';
import type { UnifiedExchange } from '../../src/exchanges/best-effort/unified-exchange.ts';
import { RateBudget } from '../../src/exchanges/client/rate-budget.ts';
import { loadSamples } from './load-samples.ts';
import { openTestClient } from './open-with-traits.ts';
import {
  openRecorded,
  readRecorded,
  RecordedExchange,
  SAMPLE_CREDENTIALS,
} from './recorded-exchange.ts';
import type { ExchangeSample } from './exchange-sample.ts';

const EXCHANGE_SAMPLES = await loadSamples();

/** Returns a row in the form of a sample. */
function toSampleRow(row: ExchangeTransaction): string {
  const { type, status, asset, amount, timestampMs, txid, address, feeCost, feeCurrency } = row;
  const cells = [type, status, asset, amount, timestampMs, txid, address, feeCost, feeCurrency];
  return cells.map((cell) => cell ?? '-').join(' ');
}

/** Returns the networks of each asset in the form of a sample. */
function listNetworks(balances: readonly AssetBalance[]): ExchangeSample['networks'] {
  const entries = balances.map(({ asset, networks, networksUnknown }) => {
    const cells = networks.map(
      ({ id, code, name, minWithdrawal, maxWithdrawal, addressRegex }) =>
        [id, code, name, minWithdrawal, maxWithdrawal, addressRegex] as const,
    );
    return [asset, networksUnknown === true && cells.length === 0 ? 'unknown' : cells] as const;
  });
  return Object.fromEntries(entries);
}

it.each(Object.entries(EXCHANGE_SAMPLES))(
  'reads every row, balance and network of %s once and exactly, with few requests',
  async (name, sample) => {
    const { transactions, unreadable, balances, requests } = await readRecorded(
      name,
      sample.responses,
      sample.secret,
    );
    expect(transactions.map(toSampleRow)).toEqual(sample.rows);
    const read = balances!.balances;
    expect(read.map(({ asset, amount }) => [asset, amount])).toEqual(sample.balances);
    expect(listNetworks(read)).toEqual({
      ...Object.fromEntries(read.map(({ asset }) => [asset, 'unknown'])),
      ...sample.networks,
    });
    const keys = [...unreadable, ...balances!.unreadable].map(({ key }) => key);
    expect(keys.toSorted()).toEqual((sample.quarantined ?? []).toSorted());
    expect(balances!.withdrawableUnverified).toBe(sample.withdrawableUnverified);
    // If every window gets the same response, the exchange ignores times: no more windows are read.
    expect(requests.length).toBeLessThan(sample.requestsMax ?? 15);
  },
);

it('quarantines rows that ccxt cannot read, and reads the others', async () => {
  const hisrec = 'GET api.mexc.com/api/v3/capital/deposit/hisrec';
  const [row] = EXCHANGE_SAMPLES['mexc']!.responses[hisrec] as object[];
  const garbage = [{ ...row, amount: 'many' }, 'no row', { ...row, insertTime: null }, row];
  const { transactions, unreadable } = await readRecorded('mexc', {
    ...EXCHANGE_SAMPLES['mexc']!.responses,
    [hisrec]: garbage,
  });
  expect(transactions.filter(({ type }) => type === 'deposit')).toHaveLength(1);
  expect(unreadable).toHaveLength(3);
  expect(unreadable.map(({ raw }) => JSON.parse(raw) as unknown)).toContainEqual(garbage[0]);
});

it.each(['<html>busy</html>', '{}', '{"message":"later"}', '{"warnings":[]}', '{"data":null}'])(
  'does not accept %s as a history, so that its window is re-read',
  async (response) => {
    using exchange = new RecordedExchange({
      'GET api.mexc.com/api/v3/capital/deposit/hisrec': response,
    });
    const account = await openRecorded('mexc', await exchange.listen());
    const [source] = account.sources;
    const toMs = Date.now();
    const reading = account.readWindow(source!, toMs - source!.windowMsMax, toMs);
    await expect(reading).rejects.toMatchObject({ code: 'exchange_unavailable' });
  },
);

it('halves a window with a possibly incomplete list, and reads pages if an exchange accepts no times', async () => {
  const records = Array.from({ length: 250 }, (_, index) => ({
    address: 'T',
    uniqueId: null,
    transactionId: `t${index}`,
    createdAt: 1_718_000_000 - index,
    ticker: 'USDT',
    method: 1,
    amount: `${index + 1}.50`,
    fee: '0',
    status: 3,
    transactionHash: `h${index}`,
  }));
  const { transactions } = await readRecorded('whitebit', {
    ...EXCHANGE_SAMPLES['whitebit']!.responses,
    'POST whitebit.com/api/v4/main-account/history': ({ body }: { body: string }) => {
      const { offset, limit } = JSON.parse(body) as { offset: number; limit: number };
      return { limit, offset, total: 250, records: records.slice(offset, offset + 50) };
    },
  });
  expect(transactions).toHaveLength(250);

  const toMs = Date.now();
  const fromMs = toMs - 20_000_000;
  const full = Array.from({ length: 1000 }, (_, index) => ({
    amount: '1',
    coin: 'USDT',
    status: 5,
    txId: `t${index}`,
    insertTime: fromMs + 10_000_000 + index,
  }));
  using exchange = new RecordedExchange({ 'GET api.mexc.com/api/v3/capital/deposit/hisrec': full });
  const account = await openRecorded('mexc', await exchange.listen());
  const { 0: source } = account.sources;
  await expect(account.readWindow(source!, fromMs, toMs)).rejects.toMatchObject({
    code: 'window_overflow',
  });
});

it('reports balances if rows have asset numbers and the list of assets is missing', async () => {
  const balances = {
    status: 'OK',
    data: [{ asset: 'BTC', balance: '1.5', availableToWithdraw: '1.5' }],
  };
  using exchange = new RecordedExchange({
    'GET api.starknet.extended.exchange/api/v1/user/spot/balances': balances,
  });
  const account = await openRecorded('extended', await exchange.listen());
  const [source] = account.sources;
  await expect(account.readWindow(source!, 0, Date.now())).rejects.toMatchObject({
    code: 'exchange_request_refused',
  });
  expect((await account.readBalances()).balances).toMatchObject([{ asset: 'BTC' }]);
});

it.each([
  ['hyperliquid', 'fetchCurrencies', 'POST api.hyperliquid.xyz/exchange'],
  ['aster', 'fetchBalance', 'POST fapi.asterdex.com/fapi/v3/approveBuilder'],
] as const)('passes no secret of %s in %s to the outside', async (name, method, write) => {
  using exchange = new RecordedExchange({ 'GET fapi.asterdex.com/fapi/v3/builder': [] });
  const client = await openTestClient(name, await exchange.listen(), {
    credentials: { ...SAMPLE_CREDENTIALS, privateKey: `0x${'11'.repeat(32)}` },
    readEndpoints: ['POST api.hyperliquid.xyz/info', 'GET fapi.asterdex.com/fapi/v3/builder'],
  });
  (client.ccxt as UnifiedExchange).setMarkets([], {});
  const tried: string[] = [];
  const fetch = client.ccxt.fetch.bind(client.ccxt);
  client.ccxt.fetch = async (url, verb, headers, body) => {
    tried.push(`${verb} ${new URL(url).host}${new URL(url).pathname}`);
    return fetch(url, verb, headers, body);
  };
  await client.callUnified(method).catch(() => undefined);
  expect(tried).toContain(write);
  expect(exchange.requests.map(({ endpoint }) => endpoint)).not.toContain(write);
});

it.each([
  ['{"status":"OK","warnings":[],"data":{}}', 'exchange_unavailable'],
  ['{"status":"OK","warnings":[{"code":1}],"data":{"rows":null}}', undefined],
  ['{"status":"OK","data":null}', undefined],
])('looks for the list in the same fields as the class: %s', async (response, code) => {
  using exchange = new RecordedExchange({ 'GET api.woox.io/v3/asset/wallet/history': response });
  const account = await openRecorded('woo', await exchange.listen());
  const [source] = account.sources;
  const reading = account.readWindow(source!, 0, source!.windowMsMax);
  if (code === undefined) expect((await reading).transactions).toEqual([]);
  else await expect(reading).rejects.toMatchObject({ code });
});

it('counts every request of a unified method in the budget', async () => {
  let spent = 0;
  const clock = { nowMs: Date.now, elapsedMs: Date.now, sleep: () => Promise.resolve() };
  const budget = new RateBudget({ capacity: Infinity, refillPerSecond: Infinity }, clock);
  const acquire = budget.acquire.bind(budget);
  budget.acquire = async (cost) => {
    spent += cost;
    await acquire(cost);
  };
  using exchange = new RecordedExchange(EXCHANGE_SAMPLES['coinbaseexchange']!.responses);
  const client = await openTestClient('coinbaseexchange', await exchange.listen(), {
    readEndpoints: [
      'GET api.exchange.coinbase.com/accounts',
      'GET api.exchange.coinbase.com/transfers',
    ],
    budget,
  });
  (client.ccxt as UnifiedExchange).setMarkets([], {});
  await client.callUnified('fetchDepositsWithdrawals');
  expect(exchange.requests.length).toBe(2);
  expect(spent).toBe(2);
});

it.each([
  ['one by one', undefined, 'networks:USDT'],
  ['at all', '<html>busy</html>', 'networks:*'],
])(
  'reads balances and rows if the networks of coins cannot be requested %s',
  async (_, response, key) => {
    const { responses, rows, balances } = EXCHANGE_SAMPLES['phemex']!;
    const assetInfo = 'GET api.phemex.com/phemex-withdraw/wallets/api/asset/info';
    const reading = await readRecorded('phemex', { ...responses, [assetInfo]: response });
    expect(reading.transactions.map(toSampleRow)).toEqual(rows);
    const read = reading.balances!;
    expect(read.balances.map(({ asset, amount }) => [asset, amount])).toEqual(balances);
    expect(read.balances[0]).toMatchObject({ asset: 'USDT', networksUnknown: true });
    expect(read.unreadable.map((row) => row.key)).toContain(key);
  },
);

it.each([
  ['maps of lists', { withdraw: { btc: [] }, deposit: { btc: [], idr: [] } }],
  ['empty lists', { withdraw: [], deposit: [] }],
])('reads %s by asset without rows as an empty history', async (_, lists) => {
  const { responses } = EXCHANGE_SAMPLES['indodax']!;
  const { transactions } = await readRecorded('indodax', {
    ...responses,
    'POST indodax.com/tapi': ({ body }: { body: string }) =>
      body.includes('getInfo')
        ? { success: 1, return: { balance: { btc: '1' } } }
        : { success: 1, return: lists },
  });
  expect(transactions).toEqual([]);
});
