import { expect, it } from 'vitest';

import { scriptContext } from '../../../test/exchanges/scripted-client.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { ExchangeError } from '../exchange.ts';
import { openAccount } from './account.ts';
import { BITGET, COINS } from './profile.ts';

const NOW_MS = Date.UTC(2024, 5, 10);
const FROM_MS = NOW_MS - DAY_MS;

it.each([
  ['includes', 0],
  ['excludes', 1],
])(
  'reads the first and the last millisecond of a window if Bitget %s its bounds',
  async (_, apartMs) => {
    const rows = [FROM_MS, NOW_MS - 1].map((timeMs) => ({
      orderId: String(timeMs),
      coin: 'USDT',
      size: '1.5',
      status: 'success',
      cTime: timeMs,
    }));
    const account = openAccount(
      scriptContext(NOW_MS, (_endpoint, { startTime, endTime }) => ({
        data: rows.filter(
          ({ cTime }) => cTime >= Number(startTime) + apartMs && cTime <= Number(endTime) - apartMs,
        ),
      })),
    );
    const deposits = BITGET.sources.find(({ name }) => name === 'deposits')!;
    const { transactions } = await account.readWindow(deposits, FROM_MS, NOW_MS);
    expect(transactions.map(({ timestampMs }) => timestampMs)).toEqual([FROM_MS, NOW_MS - 1]);
  },
);

it('reads balances without networks if Bitget refuses the list of coins', async () => {
  const account = openAccount(
    scriptContext(NOW_MS, (endpoint) => {
      if (endpoint === COINS) throw new ExchangeError('exchange_request_refused', endpoint);
      return { data: [{ coin: 'usdt', available: '1.50' }] };
    }),
  );
  expect((await account.readBalances()).balances).toEqual([
    { asset: 'USDT', amount: '1.50', networks: [], networksUnknown: true },
  ]);
});

it('reads no balances if Bitget refuses those of the account', async () => {
  const account = openAccount(
    scriptContext(NOW_MS, (endpoint) => {
      if (endpoint !== COINS) throw new ExchangeError('exchange_permission_denied', endpoint);
      return { data: [] };
    }),
  );
  const refused = { code: 'exchange_permission_denied' };
  await expect(account.readBalances()).rejects.toMatchObject(refused);
});

it("requests each group of bills that is not in another list, and the exchange's time", async () => {
  const groups: unknown[] = [];
  const account = openAccount(
    scriptContext(0, (endpoint, { groupType }) => {
      if (endpoint.endsWith('Time')) return { data: { serverTime: String(NOW_MS) } };
      groups.push(groupType);
      return { data: [] };
    }),
  );
  expect(await account.fetchTimeMs()).toBe(NOW_MS);
  const bills = BITGET.sources.find(({ name }) => name === 'bills')!;
  await account.readWindow(bills, FROM_MS, NOW_MS);
  const requested = ['transfer', 'financial', 'strategy', 'loan', 'fait', 'on_chain', 'other'];
  expect(groups).toEqual(requested);
});
