import { expect, it } from 'vitest';

import { mapBalances } from './balances.ts';

const account = {
  uuid: '0a1b2c3d-0000-5000-8000-000000000001',
  name: 'USDC Wallet',
  currency: 'USDC',
  type: 'ACCOUNT_TYPE_CRYPTO',
  available_balance: { value: '12.50', currency: 'USDC' },
  hold: { value: '3.00', currency: 'USDC' },
};

function of(currency: string, value: unknown, type = 'ACCOUNT_TYPE_CRYPTO') {
  const uuid = `${currency} ${type}`;
  return { ...account, uuid, currency, type, available_balance: { value, currency } };
}

it('returns the available amounts by asset, with unknown networks except for fiat', () => {
  const { balances, unreadable, withdrawableUnverified } = mapBalances(
    [
      account,
      account,
      of('USDC', '0.005'),
      of('EUR', '4.20', 'ACCOUNT_TYPE_FIAT'),
      of('BTC', '0.0000000000'),
      of('BTC', '9', 'ACCOUNT_TYPE_VAULT'),
    ],
    (id) => id,
  );
  expect(unreadable).toEqual([]);
  expect(balances).toEqual([
    { asset: 'USDC', amount: '12.505', networks: [], networksUnknown: true },
    { asset: 'EUR', amount: '4.20', networks: [] },
    { asset: 'BTC', amount: '0.0000000000', networks: [], networksUnknown: true },
  ]);
  // A part of the available amount may not be withdrawable.
  expect(withdrawableUnverified).toBe(true);
});

it('quarantines an account that cannot be read, and maps the others', () => {
  const { balances, unreadable } = mapBalances(
    [
      of('ETH', '-1'),
      of('SOL', undefined),
      { ...account, uuid: '2', available_balance: 'much' },
      { ...account, uuid: '3', currency: '' },
      account,
    ],
    (id) => id,
  );
  expect(balances).toHaveLength(1);
  expect(unreadable.map(({ reason }) => reason)).toEqual([
    'available_balance is negative: -1',
    'available_balance is missing',
    'available_balance is missing',
    'currency is missing',
  ]);
  expect(unreadable[0]?.key).toBe('balances:ETH ACCOUNT_TYPE_CRYPTO');
});

it('adds accounts without an identifier, because none of them is known to be listed twice', () => {
  const { balances } = mapBalances(
    [
      { ...of('ETH', '1'), uuid: null },
      { ...of('ETH', '2'), uuid: null },
    ],
    (id) => id,
  );
  expect(balances).toMatchObject([{ asset: 'ETH', amount: '3' }]);
});

it('quarantines an account whose amount cannot be added exactly', () => {
  const { balances, unreadable } = mapBalances(
    [of('ETH', '9'.repeat(100)), { ...of('ETH', `0.${'0'.repeat(60)}1`), uuid: '2' }, account],
    (id) => id,
  );
  expect(balances.map(({ asset }) => asset)).toEqual(['ETH', 'USDC']);
  expect(unreadable).toMatchObject([{ key: 'balances:2' }]);
});
