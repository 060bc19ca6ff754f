import { expect, it } from 'vitest';

import { listReportedIds, mapBalances } from './balances.ts';

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

it('omits the accounts of derivatives, whose money has to be moved before it is withdrawn', () => {
  const on = (platform: string | null, value: string) => {
    const uuid = String(platform);
    return { ...of('USD', value, 'ACCOUNT_TYPE_FIAT'), uuid, platform };
  };
  const accounts = [
    on('ACCOUNT_PLATFORM_CONSUMER', '100.00'),
    on(null, '20'),
    on('ACCOUNT_PLATFORM_CFM_CONSUMER', '5000.00'),
    on('ACCOUNT_PLATFORM_INTX', '70'),
  ];
  expect(mapBalances(accounts, (id) => id).balances).toMatchObject([
    { asset: 'USD', amount: '120.00' },
  ]);
  expect([...listReportedIds(accounts)]).toEqual(['ACCOUNT_PLATFORM_CONSUMER', 'null']);
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
