import { expect, it } from 'vitest';

import { mapBalances } from './balances.ts';

const chain = {
  chain: 'TRX',
  chainType: 'TRC20',
  withdrawMin: '2',
  withdrawMax: '500000',
  chainWithdraw: '1',
};
const coins = [
  {
    coin: 'USDT',
    remainAmount: '9000000',
    chains: [
      chain,
      { ...chain, chain: 'ARBI', chainType: 'Arbitrum One', withdrawMax: '-1' },
      { ...chain, chain: 'SOL', withdrawMax: undefined },
      { ...chain, chain: 'ETH', chainWithdraw: '0' },
      { ...chain, chain: 'NEWCHAIN', chainType: undefined },
      { ...chain, chain: undefined },
    ],
  },
];

function map(balances: readonly unknown[]) {
  return mapBalances(balances, coins, (id) => id);
}

it('tells what can leave the funding account, and the networks that are open', () => {
  const { balances, unreadable } = map([
    { coin: 'USDT', transferBalance: '12.50', walletBalance: '20' },
    { coin: 'EUR', transferBalance: '0', walletBalance: '3' },
    { coin: 'BAD', transferBalance: 'abc' },
  ]);
  expect(balances.map(({ asset, amount }) => [asset, amount])).toEqual([
    ['USDT', '12.50'],
    ['EUR', '0'],
  ]);
  expect(balances[0]?.networks[0]).toEqual({
    id: 'TRX',
    code: 'TRX',
    name: 'TRC20',
    displayName: 'TRC20',
    minWithdrawal: '2',
    maxWithdrawal: '500000',
    assetName: 'USDT',
    addressRegex: expect.stringMatching(/^\^.*T/),
  });
  expect(balances[0]?.networks.map(({ id, maxWithdrawal }) => [id, maxWithdrawal])).toEqual([
    ['TRX', '500000'],
    ['ARBI', null],
    ['SOL', '9000000'],
    ['NEWCHAIN', '500000'],
  ]);
  expect(balances[0]?.networks.at(-1)).toMatchObject({
    code: 'NEWCHAIN',
    name: 'NEWCHAIN',
    addressRegex: null,
  });
  expect(balances[1]?.networks).toEqual([]);
  expect(unreadable.map(({ reason }) => reason)).toEqual([
    'transferBalance is not a decimal: abc',
    'chain is missing',
  ]);
});
