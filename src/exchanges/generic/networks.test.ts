import { expect, it } from 'vitest';

import { mapUnifiedBalances } from './balances.ts';
import { mapNetworks } from './networks.ts';

const tron = {
  id: 'TRC20',
  network: 'TRC20',
  active: true,
  withdraw: true,
  limits: { withdraw: { min: '2.50', max: '1e5' } },
  info: { name: 'Tron' },
};

it('tells open networks with the limits as they were written', () => {
  const networks = {
    TRC20: tron,
    ERC20: { ...tron, id: 'ERC20', withdraw: false },
    SOL: { ...tron, id: 'SOL', active: false },
  };
  expect(mapNetworks({ networks }, 'USDT')).toEqual([
    {
      id: 'TRC20',
      code: 'TRX',
      name: 'Tron',
      displayName: 'Tron',
      minWithdrawal: '2.50',
      maxWithdrawal: '1e5',
      assetName: 'USDT',
      addressRegex: expect.stringContaining('T'),
    },
  ]);
});

it('takes limits of the currency where no network has its own, and no made-up number', () => {
  const networks = { TRC20: { ...tron, limits: { withdraw: { min: undefined } } } };
  const limits = { withdraw: { min: '3', max: 9 } };
  expect(mapNetworks({ networks, limits }, 'USDT')?.[0]).toMatchObject({
    minWithdrawal: '3',
    maxWithdrawal: null,
  });
});

it('prefers a pattern of the exchange that compiles', () => {
  const patternOf = (addressRegex: string) =>
    mapNetworks({ networks: { X: { ...tron, info: { addressRegex } } } }, 'USDT')?.[0]
      ?.addressRegex;
  expect(patternOf('^T[a-z]+$')).toBe('^T[a-z]+$');
  expect(patternOf('^T(')).not.toBe('^T(');
  expect(patternOf('')).toEqual(expect.stringContaining('T'));
});

it('says of which assets the networks are not known, and keeps an unreadable amount apart', () => {
  const balance = {
    info: { list: [{ free: '7.50' }] },
    free: {},
    USDT: { free: '7.5' },
    NEW: { free: '1' },
    EUR: { free: '2' },
    BAD: { free: undefined, total: '3' },
    GONE: { free: undefined, used: undefined, total: undefined },
  };
  const { balances, unreadable } = mapUnifiedBalances(balance, {
    USDT: { networks: { TRC20: tron } },
  });
  expect(balances).toMatchObject([
    { asset: 'USDT', amount: '7.50', networks: [{ id: 'TRC20' }] },
    { asset: 'NEW', amount: '1', networks: [], networksUnknown: true },
    { asset: 'EUR', amount: '2', networks: [] },
  ]);
  expect(balances[2]).not.toHaveProperty('networksUnknown');
  expect(unreadable.map(({ reason }) => reason)).toEqual(['free is missing']);
});
