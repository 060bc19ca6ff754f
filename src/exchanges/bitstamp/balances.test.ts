import { expect, it } from 'vitest';

import { mapBalances } from './balances.ts';

const toSymbol = (id: string): string => id.toUpperCase();
const balance = { currency: 'usdt', total: '9.00000', available: '7.00000', reserved: '2.00000' };
const tether = {
  name: 'Tether',
  currency: 'USDT',
  type: 'crypto',
  withdrawal: 'Enabled',
  networks: [
    {
      network: 'ethereum',
      withdrawal: 'Enabled',
      withdrawal_minimum_amount: '10.00000',
      withdrawal_decimals: 5,
    },
    { network: 'tron', withdrawal: 'Disabled', withdrawal_minimum_amount: '1' },
    { network: 'newchain', withdrawal: 'Enabled' },
  ],
};

const map = (balances: readonly unknown[], currencies?: readonly unknown[]) =>
  mapBalances(balances, currencies, toSymbol);

it('returns available amounts, and the open networks', () => {
  const { balances, unreadable, withdrawableUnverified } = map([balance], [tether]);
  expect(unreadable).toEqual([]);
  expect(balances).toEqual([
    {
      asset: 'USDT',
      amount: '7.00000',
      networks: [
        {
          id: 'ethereum',
          code: 'ETH',
          name: 'ethereum',
          displayName: 'ethereum',
          minWithdrawal: '10.00000',
          maxWithdrawal: null,
          assetName: 'USDT',
          addressRegex: expect.stringContaining('0x'),
        },
        expect.objectContaining({
          id: 'newchain',
          code: 'newchain',
          minWithdrawal: null,
          addressRegex: null,
        }),
      ],
    },
  ]);
  // No documentation says that the available amount can be withdrawn.
  expect(withdrawableUnverified).toBe(true);
});

it('lists no network of fiat, nor of its IOU', () => {
  const euro = {
    currency: 'EUR',
    type: 'fiat',
    networks: [{ network: 'xrpl', withdrawal: 'Enabled' }],
  };
  expect(map([{ ...balance, currency: 'eur' }], [euro]).balances).toMatchObject([
    { asset: 'EUR', networks: [] },
  ]);
});

it.each([
  ['Disabled', 0],
  ['Enabled', 2],
  [undefined, 2],
])('lists the networks of a currency whose own withdrawal is %s: %d', (withdrawal, count) => {
  const { balances } = map([balance], [{ ...tether, withdrawal }]);
  expect(balances[0]?.networks).toHaveLength(count);
  expect(balances[0]?.networksUnknown).toBeUndefined();
});

it('marks networks as unknown if currencies are missing', () => {
  expect(map([balance]).balances).toEqual([
    { asset: 'USDT', amount: '7.00000', networks: [], networksUnknown: true },
  ]);
});

it('quarantines rows that cannot be read, and maps the others', () => {
  const broken = { ...tether, currency: 'XRP', networks: [{ withdrawal: 'Enabled' }] };
  const { balances, unreadable } = map(
    [{ ...balance, available: '-1' }, { ...balance, currency: 'xrp' }, null],
    [broken, 5],
  );
  expect(balances).toMatchObject([{ asset: 'XRP', networks: [] }]);
  expect(unreadable).toHaveLength(4);
});

it.each([
  ['xrpl', 'XRP'],
  ['avalanche-c-chain', 'AVAXC'],
  ['casper', 'CSPR'],
])('maps network %s to the common code %s', (network, code) => {
  const coin = { ...tether, networks: [{ network, withdrawal: 'Enabled' }] };
  expect(map([balance], [coin]).balances[0]?.networks[0]?.code).toBe(code);
});

it('lists no bank rail of a fiat currency without a type', () => {
  const networks = [{ network: 'sepa', withdrawal: 'Enabled' }];
  const euro = { currency: 'EUR', networks };
  expect(map([{ ...balance, currency: 'eur' }], [euro]).balances[0]?.networks).toEqual([]);
});

it('lists no network of a currency without a list of networks', () => {
  const { balances, unreadable } = map([balance], [{ ...tether, networks: null }]);
  expect(balances).toEqual([{ asset: 'USDT', amount: '7.00000', networks: [] }]);
  expect(unreadable).toEqual([]);
});
