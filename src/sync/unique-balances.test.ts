import { expect, it } from 'vitest';

import type { AssetBalance, Network } from '../domain/balance.ts';
import { parseDecimal } from '../domain/decimal.ts';
import { uniqueBalances } from './unique-balances.ts';

function makeBalance(asset: string, amount: string, ...networkIds: string[]): AssetBalance {
  const networks = networkIds.map((id): Network => ({
    id,
    code: id,
    name: id,
    displayName: id,
    minWithdrawal: null,
    maxWithdrawal: null,
    assetName: asset,
    addressRegex: null,
  }));
  return { asset, amount: parseDecimal(amount), networks };
}

it('merges two balances of an asset with equal amounts, and keeps all networks', () => {
  const { balances, unreadable } = uniqueBalances({
    balances: [makeBalance('USDT', '1.50', 'ETH'), makeBalance('USDT', '1.5', 'TRX', 'ETH')],
    unreadable: [],
  });
  expect(balances.map(({ asset, networks }) => [asset, networks.map(({ id }) => id)])).toEqual([
    ['USDT', ['ETH', 'TRX']],
  ]);
  expect(unreadable).toEqual([]);
});

it('quarantines a network with the identifier of another one, and marks the networks as unknown', () => {
  const eth = makeBalance('USDT', '1', 'ETH').networks[0]!;
  const costly = { ...eth, minWithdrawal: '50' };
  const { balances, unreadable } = uniqueBalances({
    balances: [
      { ...makeBalance('USDT', '1'), networks: [eth, costly, { ...eth }] },
      makeBalance('USDC', '1', 'ETH', 'ETH'),
    ],
    unreadable: [],
  });
  expect(balances).toEqual([
    { ...makeBalance('USDT', '1', 'ETH'), networksUnknown: true },
    makeBalance('USDC', '1', 'ETH'),
  ]);
  expect(unreadable).toEqual([
    { key: 'networks:USDT:ETH', raw: JSON.stringify(costly), reason: 'two networks have this id' },
  ]);
});

it('quarantines an asset of which only the last of three amounts differs', () => {
  const { balances, unreadable } = uniqueBalances({
    balances: ['1', '1.0', '3'].map((amount) => makeBalance('BTC', amount)),
    unreadable: [],
  });
  expect(balances).toEqual([]);
  expect(unreadable).toMatchObject([{ key: 'balances:BTC' }]);
});

it('quarantines an asset that is listed with two amounts, and keeps the others', () => {
  const { balances, unreadable } = uniqueBalances({
    balances: [makeBalance('BTC', '1'), makeBalance('ETH', '2'), makeBalance('BTC', '3')],
    unreadable: [],
  });
  expect(balances.map(({ asset }) => asset)).toEqual(['ETH']);
  expect(unreadable).toEqual([
    {
      key: 'balances:BTC',
      raw: '[{"asset":"BTC","amount":"1"},{"asset":"BTC","amount":"3"}]',
      reason: 'BTC has 2 balances with different amounts',
    },
  ]);
});
