import { expect, it } from 'vitest';

import { chooseMain, mapBalances } from './balances.ts';

const chain = {
  chainName: 'TRC20',
  chainId: 'trx',
  withdrawalMinSize: '1.5',
  maxWithdraw: '2000000',
  isWithdrawEnabled: true,
};
const account = { id: '1', currency: 'USDT', type: 'main', balance: '15.50', holds: '3' };
const sameSymbol = (id: string): string => id;

it('tells what the main account has available, and the networks that are open', () => {
  const { balances, unreadable } = mapBalances(
    [
      { ...account, available: '12.50' },
      { ...account, currency: 'EUR', available: '0' },
      { ...account, currency: 'BAD', available: '' },
    ],
    [
      {
        currency: 'USDT',
        chains: [
          chain,
          { ...chain, chainId: 'sol', chainName: 'SOL', maxWithdraw: null },
          { ...chain, chainId: 'eth', chainName: 'ERC20', isWithdrawEnabled: false },
          { ...chain, chainId: 'new', chainName: '' },
          { ...chain, chainId: undefined },
        ],
      },
      { currency: 'EUR', chains: null },
      { currency: '' },
      'no row',
    ],
    sameSymbol,
  );
  expect(balances.map(({ asset, amount }) => [asset, amount])).toEqual([
    ['USDT', '12.50'],
    ['EUR', '0'],
  ]);
  expect(balances[0]?.networks).toEqual([
    {
      id: 'trx',
      code: 'TRX',
      name: 'TRC20',
      displayName: 'TRC20',
      minWithdrawal: '1.5',
      maxWithdrawal: '2000000',
      assetName: 'USDT',
      addressRegex: expect.stringMatching(/^\^.*T/),
    },
    expect.objectContaining({ id: 'sol', code: 'SOL', maxWithdrawal: null }),
    expect.objectContaining({ id: 'new', code: 'new', name: 'new', addressRegex: null }),
  ]);
  expect(balances[1]?.networks).toEqual([]);
  expect(unreadable.map(({ reason }) => reason)).toEqual([
    'available is missing',
    'coin is missing',
    'the row is not an object',
    'chainId is missing',
  ]);
});

it('counts the main account alone, and takes a response without one for what was asked for', () => {
  const trade = { ...account, type: 'trade' };
  expect(chooseMain([trade, account, null])).toEqual([account]);
  const untold = { ...account, type: undefined };
  expect(chooseMain([untold])).toEqual([untold]);
});
