import { expect, it } from 'vitest';

import { mapBalances } from './balances.ts';

const chain = { chain: 'TRC20', withdrawable: 'true', minWithdrawAmount: '10', needTag: 'false' };

it('returns the available amounts of the spot account, and the open networks', () => {
  const { balances, unreadable, withdrawableUnverified } = mapBalances(
    [
      { coin: 'USDT', available: '12.50', frozen: '3', locked: '1', limitAvailable: '2' },
      { coin: 'EUR', available: '0', frozen: '0', locked: '0' },
      { coin: 'BAD', available: '' },
    ],
    [
      {
        coin: 'USDT',
        chains: [
          chain,
          { ...chain, chain: 'ArbitrumOne', minWithdrawAmount: '' },
          { ...chain, chain: 'ERC20', withdrawable: 'false' },
          { ...chain, chain: 'BEP20', withdrawable: undefined },
          { ...chain, chain: 'SOL', withdrawable: '' },
          { ...chain, chain: 'NewChain' },
          { ...chain, chain: undefined },
        ],
      },
      { coin: 'EUR', chains: [] },
      { coin: '' },
    ],
    (id) => id,
  );
  expect(balances.map(({ asset, amount }) => [asset, amount])).toEqual([
    ['USDT', '12.50'],
    ['EUR', '0'],
  ]);
  expect(balances[0]?.networks).toEqual([
    {
      id: 'TRC20',
      code: 'TRX',
      name: 'TRC20',
      displayName: 'TRC20',
      minWithdrawal: '10',
      maxWithdrawal: null,
      assetName: 'USDT',
      addressRegex: expect.stringMatching(/^\^.*T/),
    },
    expect.objectContaining({ id: 'ArbitrumOne', code: 'ARBITRUM', minWithdrawal: null }),
    expect.objectContaining({ id: 'NewChain', code: 'NewChain', addressRegex: null }),
  ]);
  expect(balances[1]?.networks).toEqual([]);
  expect(unreadable.map(({ reason }) => reason)).toEqual([
    'available is missing',
    'coin is missing',
    'chain is missing',
  ]);
  // No documentation says that the available amount can be withdrawn.
  expect(withdrawableUnverified).toBe(true);
});

it('lists no network of a coin without a list of chains', () => {
  const rows = [{ coin: 'USDT', available: '1' }];
  const { balances, unreadable } = mapBalances(rows, [{ coin: 'USDT', chains: null }], (id) => id);
  expect(balances).toEqual([{ asset: 'USDT', amount: '1', networks: [] }]);
  expect(unreadable).toEqual([]);
});
