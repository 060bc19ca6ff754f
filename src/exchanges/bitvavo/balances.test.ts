import { expect, it } from 'vitest';

import { mapBalances } from './balances.ts';

const asset = {
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  withdrawalFee: '0.9',
  withdrawalMinAmount: '1.5',
  withdrawalStatus: 'OK',
  networks: ['ETH', 'NewChain'],
};

it('returns available amounts, and the networks of assets that can be withdrawn', () => {
  const { balances, unreadable, withdrawableUnverified } = mapBalances(
    [
      { symbol: 'USDC', available: '12.50', inOrder: '3' },
      { symbol: 'EUR', available: '16.48', inOrder: '0' },
      { symbol: 'ADA', available: '0', inOrder: '0' },
      { symbol: 'OLD', available: '1', inOrder: '0' },
      { symbol: 'MNT', available: '1', inOrder: '0' },
      { symbol: 'ODD', available: '2', inOrder: '0' },
      { symbol: 'NIL', available: '3', inOrder: '0' },
      { symbol: 'BAD', available: '' },
    ],
    [
      asset,
      { ...asset, symbol: 'EUR', networks: ['SEPA'] },
      { ...asset, symbol: 'ADA', networks: ['Mainnet'], withdrawalMinAmount: '' },
      { ...asset, symbol: 'OLD', withdrawalStatus: 'DELISTED' },
      { ...asset, symbol: 'MNT', withdrawalStatus: 'MAINTENANCE' },
      { ...asset, symbol: 'ODD', networks: ['', 'ETH'] },
      { ...asset, symbol: 'NIL', networks: null },
      { ...asset, symbol: '' },
    ],
    (id) => id,
  );
  expect(balances.map((row) => [row.asset, row.amount, row.networks.map(({ id }) => id)])).toEqual([
    ['USDC', '12.50', ['ETH', 'NewChain']],
    ['EUR', '16.48', []],
    ['ADA', '0', ['Mainnet']],
    ['OLD', '1', []],
    ['MNT', '1', []],
    // The valid networks of an asset with an invalid one are listed.
    ['ODD', '2', ['ETH']],
    ['NIL', '3', []],
  ]);
  expect(balances[0]?.networks).toEqual([
    {
      id: 'ETH',
      code: 'ETH',
      name: 'ETH',
      displayName: 'ETH',
      minWithdrawal: '1.5',
      maxWithdrawal: null,
      assetName: 'USDC',
      addressRegex: expect.stringContaining('0x'),
    },
    expect.objectContaining({ code: 'NewChain', addressRegex: null }),
  ]);
  expect(balances[2]?.networks[0]).toMatchObject({
    id: 'Mainnet',
    code: 'ADA',
    name: 'Cardano',
    displayName: 'Cardano',
    minWithdrawal: null,
  });
  expect(unreadable.map(({ reason }) => reason)).toEqual([
    'available is missing',
    'symbol is missing',
    'network is missing',
  ]);
  // No documentation says that the available amount can be withdrawn.
  expect(withdrawableUnverified).toBe(true);
});

it('lists the own chain of a coin that is not known by the name of Bitvavo', () => {
  const { balances } = mapBalances(
    [{ symbol: 'NEWCOIN', available: '7' }],
    [{ ...asset, symbol: 'NEWCOIN', networks: ['Mainnet'] }],
    (id) => id,
  );
  const own = { id: 'Mainnet', code: 'NEWCOIN', name: 'Mainnet', displayName: 'Mainnet' };
  expect(balances[0]?.networks).toMatchObject([own]);
});

it('lists the networks of a coin that has the symbol of a fiat currency', () => {
  const { balances } = mapBalances(
    [{ symbol: 'INR', available: '7' }],
    [{ ...asset, symbol: 'INR', networks: ['INERY'] }],
    (id) => id,
  );
  expect(balances[0]?.networks.map(({ id }) => id)).toEqual(['INERY']);
});
