import { expect, it } from 'vitest';

import { type Parameters, scriptContext } from '../../../test/exchanges/scripted-client.ts';
import { ExchangeError } from '../exchange.ts';
import { openAccount } from './account.ts';
import { OKX } from './profile.ts';

const NOW_MS = Date.UTC(2024, 5, 10);

it.each([
  'exchange_request_refused',
  'exchange_unavailable',
  'exchange_permission_denied',
] as const)(
  'fails a window of bills that OKX does not return (%s), and requests no other list',
  async (code) => {
    const requested: string[] = [];
    const error = new ExchangeError(code, 'okx bills (HTTP 404)');
    const context = scriptContext(NOW_MS, (endpoint) => {
      requested.push(endpoint);
      throw error;
    });
    const bills = OKX.sources.find(({ name }) => name === 'bills')!;
    const reading = openAccount(context).readWindow(bills, NOW_MS - 1000, NOW_MS);
    await expect(reading).rejects.toBe(error);
    expect(requested).toEqual(['privateGetAssetBillsHistory']);
  },
);

it('marks the amounts as unverified if the list of credited deposits may be cut', async () => {
  const read = (count: number) => {
    const lists: Readonly<Record<string, readonly object[]>> = {
      privateGetAssetCurrencies: [],
      privateGetAssetBalances: [{ ccy: 'btc', availBal: '200' }],
      privateGetAssetDepositHistory: Array.from({ length: count }, () => ({
        ccy: 'btc',
        amt: '1',
        state: '1',
      })),
    };
    const context = scriptContext(NOW_MS, (endpoint) => ({ data: lists[endpoint] }));
    return openAccount(context).readBalances();
  };
  const whole = await read(99);
  expect(whole.balances).toMatchObject([{ asset: 'BTC', amount: '101' }]);
  expect(whole.withdrawableUnverified).toBeUndefined();
  expect((await read(100)).withdrawableUnverified).toBe(true);
});

it('requests the amounts, and then the deposits that cannot be withdrawn yet', async () => {
  const requested: [string, Parameters][] = [];
  const context = scriptContext(NOW_MS, (endpoint, parameters) => {
    requested.push([endpoint, parameters]);
    return { data: [] };
  });
  await openAccount(context).readBalances();
  // A deposit that is credited between the two requests is subtracted.
  expect(requested.slice(1)).toEqual([
    ['privateGetAssetBalances', {}],
    ['privateGetAssetDepositHistory', { state: '1', limit: 100 }],
  ]);
});

it('requests fiat orders from a time to a time, both inclusive, and divides a window with 100 of them', async () => {
  const requested: [string, Parameters][] = [];
  const read = (name: string, count: number) => {
    const context = scriptContext(NOW_MS, (endpoint, parameters) => {
      requested.push([endpoint, parameters]);
      return { data: Array.from({ length: count }, (_, ordId) => ({ ordId })) };
    });
    const source = OKX.sources.find((each) => each.name === name)!;
    return openAccount(context).readWindow(source, NOW_MS - 1000, NOW_MS);
  };
  await read('fiat-deposits', 0);
  await read('fiat-withdrawals', 0);
  // www.okx.com/docs-v5: "Filter with a begin timestamp ... (inclusive)" is `after`.
  const window = { after: NOW_MS - 1000, before: NOW_MS - 1, limit: 100 };
  expect(requested).toEqual([
    ['privateGetFiatDepositOrderHistory', window],
    ['privateGetFiatWithdrawalOrderHistory', window],
  ]);
  await expect(read('fiat-deposits', 100)).rejects.toMatchObject({ code: 'window_overflow' });
});
