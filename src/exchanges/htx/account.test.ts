import { describe, expect, it } from 'vitest';

import { type Parameters, scriptContext } from '../../../test/exchanges/scripted-client.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { ExchangeError } from '../exchange.ts';
import { openAccount } from './account.ts';
import { HTX } from './profile.ts';

const NOW_MS = Date.UTC(2024, 5, 10);
const [DEPOSITS, WITHDRAWALS] = HTX.sources;

type Response = (parameters: Parameters) => unknown;

/** Returns one deposit per day, newest first. */
function dailyDeposits(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    id: 10_000 - index,
    type: 'deposit',
    currency: 'btc',
    amount: '1',
    state: 'safe',
    'created-at': NOW_MS - (index + 1) * DAY_MS,
  }));
}

const RECORDS = 'spotPrivateGetV1QueryDepositWithdraw';
const RESPONSES: Readonly<Record<string, Response>> = {
  spotPublicGetV1CommonTimestamp: () => ({ status: 'ok', data: NOW_MS }),
  spotPublicGetV2ReferenceCurrencies: () => ({ code: 200, data: [] }),
  spotPrivateGetV1AccountAccounts: () => ({
    status: 'ok',
    data: [null, { id: 7, type: 'point' }, { id: 8, type: 'spot' }],
  }),
  spotPrivateGetV1AccountAccountsAccountIdBalance: (parameters) => ({
    status: 'ok',
    data: { list: [{ currency: 'btc', type: 'trade', balance: String(parameters['account-id']) }] },
  }),
};

/** Returns an account that gets the responses of this table, and its requests. */
function open(changes: Readonly<Record<string, Response>>) {
  const requested: Parameters[] = [];
  const responses = { ...RESPONSES, ...changes };
  const context = scriptContext(NOW_MS, (endpoint, parameters) => {
    requested.push({ endpoint, ...parameters });
    const response = responses[endpoint];
    if (response === undefined) throw new ExchangeError('exchange_request_refused', endpoint);
    return response(parameters);
  });
  const account = openAccount(context);
  const listScanned = () => requested.filter(({ endpoint }) => endpoint === RECORDS);
  const read = async (source = DEPOSITS!, fromMs = 0, toMs = NOW_MS) => {
    const { transactions } = await account.readWindow(source, fromMs, toMs);
    return transactions.map(({ key }) => key);
  };
  return { account, requested, read, listScanned };
}

/** Returns pages of the list as the exchange does: a page begins with the record that the request names. */
function serve(rows: readonly object[]): Response {
  return ({ from, size }) => {
    const known = rows as { id: number }[];
    const data = known.filter(({ id }) => from === undefined || id <= Number(from));
    return { status: 'ok', data: data.slice(0, Number(size)) };
  };
}

describe('readWindow', () => {
  it('reads all pages for the whole history', async () => {
    const { read, listScanned } = open({ [RECORDS]: serve(dailyDeposits(1200)) });
    expect(new Set(await read()).size).toBe(1200);
    expect(listScanned()).toEqual([
      { endpoint: RECORDS, type: 'deposit', direct: 'next', size: 500 },
      { endpoint: RECORDS, type: 'deposit', direct: 'next', size: 500, from: '9501' },
      { endpoint: RECORDS, type: 'deposit', direct: 'next', size: 500, from: '9002' },
      { endpoint: RECORDS, type: 'deposit', direct: 'next', size: 500, from: '8801' },
    ]);
  });

  it('reads a list once until the clock is read again', async () => {
    const { account, read, listScanned } = open({ [RECORDS]: serve(dailyDeposits(1200)) });
    await account.fetchTimeMs();
    expect(await read(DEPOSITS, NOW_MS - 20 * DAY_MS, NOW_MS - 10 * DAY_MS)).toHaveLength(10);
    expect(await read(DEPOSITS, NOW_MS - 5 * DAY_MS)).toHaveLength(5);
    expect(listScanned()).toHaveLength(2);
    expect(await read(DEPOSITS, 0)).toHaveLength(1200);
    expect(listScanned()).toHaveLength(6);
    await account.fetchTimeMs();
    await read(DEPOSITS, NOW_MS - 5 * DAY_MS);
    expect(listScanned()).toHaveLength(8);
  });

  it('returns every row once if all responses are equal', async () => {
    const [deposit, other] = dailyDeposits(2);
    const withdrawal = { ...deposit, id: 5, type: 'withdraw', state: 'confirmed', fee: '0.1' };
    const data = [deposit, withdrawal, other];
    const { account, read } = open({ [RECORDS]: () => ({ status: 'ok', data }) });
    for (let round = 0; round < 2; round += 1) {
      await account.fetchTimeMs();
      expect(await read(DEPOSITS)).toEqual(['deposit:10000', 'deposit:9999']);
      expect(await read(WITHDRAWALS)).toEqual(['withdrawal:5']);
    }
  });

  it('re-reads a row that cannot be mapped by its own time, or by the whole history', async () => {
    const [first, second, third] = dailyDeposits(3);
    const data = [first, { ...second, amount: 'much' }, { ...third, 'created-at': null }];
    const { account } = open({ [RECORDS]: () => ({ status: 'ok', data }) });
    const { unreadable } = await account.readWindow(DEPOSITS!, NOW_MS - DAY_MS, NOW_MS);
    const createdAtMs = NOW_MS - 2 * DAY_MS;
    expect(unreadable.map(({ key, window }) => [key, window])).toEqual([
      ['deposit:9999', { fromMs: createdAtMs, toMs: createdAtMs + 1000 }],
      ['deposit:9998', { fromMs: DEPOSITS!.startMs, toMs: NOW_MS }],
    ]);
  });

  it('fails if the response of version 1 has no list', async () => {
    const { read } = open({ [RECORDS]: () => ({ status: 'ok', data: null }) });
    await expect(read()).rejects.toMatchObject({ code: 'exchange_unavailable' });
  });
});

describe('readBalances', () => {
  it('reads the spot account, which is requested once until the clock is read again', async () => {
    const { account, requested } = open({});
    const accounts = () =>
      requested.filter(({ endpoint }) => endpoint === 'spotPrivateGetV1AccountAccounts');
    for (let reading = 0; reading < 2; reading += 1) {
      expect((await account.readBalances()).balances).toEqual([
        { asset: 'BTC', amount: '8', networks: [] },
      ]);
    }
    expect(accounts()).toHaveLength(1);
    await account.fetchTimeMs();
    await account.readBalances();
    expect(accounts()).toHaveLength(2);
  });

  it('subtracts deposits of a week that are credited and not safe yet', async () => {
    const [credited, safe, old] = dailyDeposits(20);
    const [state, amount] = ['confirmed', '1.5'];
    const data = [
      { ...credited, state, amount },
      { ...safe, amount },
      { ...old, state, amount: '0.25', 'created-at': NOW_MS - 7 * DAY_MS },
      { ...old, id: 2, state, 'created-at': NOW_MS - 7 * DAY_MS - 1 },
      { ...old, id: 1, type: 'withdraw', state },
    ];
    const { account } = open({ [RECORDS]: () => ({ status: 'ok', data }) });
    expect((await account.readBalances()).balances).toMatchObject([
      { asset: 'BTC', amount: '6.25' },
    ]);
  });

  it('requests the deposits after the balances, so that none is counted that is credited between', async () => {
    const { account, requested } = open({ [RECORDS]: serve([]) });
    await account.readBalances();
    expect(requested.map(({ endpoint }) => endpoint).slice(-2)).toEqual([
      'spotPrivateGetV1AccountAccountsAccountIdBalance',
      RECORDS,
    ]);
  });

  it('marks the amounts as unverified if the deposits are refused', async () => {
    const { account } = open({});
    expect((await account.readBalances()).withdrawableUnverified).toBe(true);
    const served = open({ [RECORDS]: serve([]) });
    expect((await served.account.readBalances()).withdrawableUnverified).toBeUndefined();
  });

  it('requests the spot account again after a failure, once the clock is read again', async () => {
    let failures = 1;
    const { account } = open({
      spotPrivateGetV1AccountAccounts: (parameters) => {
        failures -= 1;
        if (failures >= 0) throw new ExchangeError('exchange_unavailable', 'accounts');
        return RESPONSES['spotPrivateGetV1AccountAccounts']!(parameters);
      },
    });
    await expect(account.readBalances()).rejects.toMatchObject({ code: 'exchange_unavailable' });
    await account.fetchTimeMs();
    expect((await account.readBalances()).balances).toMatchObject([{ asset: 'BTC', amount: '8' }]);
  });

  it('reads balances without networks if the currencies are missing', async () => {
    const { account } = open({
      spotPublicGetV2ReferenceCurrencies: () => {
        throw new ExchangeError('exchange_request_refused', 'reference/currencies');
      },
    });
    expect((await account.readBalances()).balances).toEqual([
      { asset: 'BTC', amount: '8', networks: [], networksUnknown: true },
    ]);
  });

  it('fails if the response has no spot account', async () => {
    for (const data of [[{ id: 7, type: 'point' }], [{ type: 'spot' }]]) {
      const { account } = open({
        spotPrivateGetV1AccountAccounts: () => ({ status: 'ok', data }),
      });
      await expect(account.readBalances()).rejects.toMatchObject({ code: 'exchange_unavailable' });
    }
  });
});

it('requests the rights of its own key by the number of the user', async () => {
  const { account, requested } = open({
    spotPrivateGetV2UserUid: () => ({ code: 200, data: 5 }),
    spotPrivateGetV2UserApiKey: ({ accessKey }) => ({
      code: 200,
      data: [{ accessKey, permission: 'readOnly' }],
    }),
  });
  expect(await account.readPermissions?.()).toEqual({ withdraw: false, trade: false });
  expect(requested.at(-1)).toEqual({
    endpoint: 'spotPrivateGetV2UserApiKey',
    uid: '5',
    accessKey: 'key',
  });
});

it('uses its own clock if the exchange reports no time', async () => {
  const { account } = open({
    spotPublicGetV1CommonTimestamp: () => {
      throw new ExchangeError('exchange_request_refused', '404');
    },
  });
  expect(await account.fetchTimeMs()).toBe(NOW_MS);
});
