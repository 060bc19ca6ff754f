import { expect, it } from 'vitest';

import { mapBalances } from './balances.ts';

const chain = { name: 'TRX', withdraw_disabled: false };

it('lists the networks of a coin with the symbol of a fiat currency', () => {
  const networksOf = (chains: readonly object[]) => {
    const currencies = [{ currency: 'INR', chains }];
    const accounts = [{ currency: 'INR', available: '1' }];
    const { balances } = mapBalances({ accounts, currencies, limits: [] }, (id) => id);
    return balances[0]?.networks.map(({ id }) => id);
  };
  expect(networksOf([{ ...chain, name: 'INR', addr: '' }])).toEqual([]);
  expect(networksOf([{ ...chain, name: 'INR', addr: null }])).toEqual([]);
  expect(networksOf([chain])).toEqual(['TRX']);
  const addr = '0x7130d2a12b9bcbfae4f2634d864a1ee1ce3ead9c';
  expect(networksOf([{ ...chain, name: 'INERY', addr }])).toEqual(['INERY']);
});

it('returns available amounts, and the open networks with the limits of their currency', () => {
  const { balances, unreadable, withdrawableUnverified } = mapBalances(
    {
      accounts: [
        { currency: 'USDT', available: '12.50', locked: '3' },
        { currency: 'LUNA', available: '1', locked: '0' },
        { currency: 'ADA', available: '2', locked: '0' },
        { currency: 'EUR', available: '4.2', locked: '0' },
        { currency: 'BAD', available: '-1' },
      ],
      currencies: [
        {
          currency: 'USDT',
          withdraw_disabled: false,
          delisted: false,
          chains: [
            chain,
            { ...chain, name: 'ARBEVM', withdraw_disabled: true },
            { ...chain, name: 'BSC', withdraw_disabled: undefined },
            { ...chain, name: '' },
            null,
          ],
        },
        { currency: 'LUNA', withdraw_disabled: false, delisted: true, chains: [chain] },
        { currency: 'ADA', withdraw_disabled: true, chains: [chain] },
        { currency: 'EUR', chains: null },
        { currency: 'ODD\n', chains: [chain] },
      ],
      limits: [
        { currency: 'USDT', withdraw_amount_mini: '2', withdraw_eachtime_limit: '5000000' },
        { name: 'nothing' },
      ],
    },
    (id) => id,
  );
  expect(balances.map(({ asset, amount }) => [asset, amount])).toEqual([
    ['USDT', '12.50'],
    ['LUNA', '1'],
    ['ADA', '2'],
    ['EUR', '4.2'],
  ]);
  expect(balances[0]?.networks).toEqual([
    {
      id: 'TRX',
      code: 'TRX',
      name: 'TRX',
      displayName: 'TRX',
      minWithdrawal: '2',
      maxWithdrawal: '5000000',
      assetName: 'USDT',
      addressRegex: expect.stringMatching(/^\^.*T/),
    },
  ]);
  // A delisted coin can still be withdrawn.
  expect(balances.slice(1).map(({ networks }) => networks.map(({ id }) => id))).toEqual([
    ['TRX'],
    [],
    [],
  ]);
  expect(unreadable.map(({ reason }) => reason)).toEqual([
    'available is negative: -1',
    'currency has control characters or malformed Unicode',
    'name is missing',
    'the row is not an object',
    'currency is missing',
  ]);
  expect(unreadable[1]?.key).toBe('networks:ODD\n');
  // No documentation says that the available amount can be withdrawn.
  expect(withdrawableUnverified).toBe(true);
});
