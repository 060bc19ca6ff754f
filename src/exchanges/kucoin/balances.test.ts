import { expect, it } from 'vitest';

import { limitAmounts } from '../mapping/limit-amounts.ts';
import { chooseMain, mapBalances, WITHDRAWABLE_FIELDS } from './balances.ts';

const chain = {
  chainName: 'TRC20',
  chainId: 'trx',
  withdrawalMinSize: '1.5',
  maxWithdraw: '2000000',
  isWithdrawEnabled: true,
};
const account = { id: '1', currency: 'USDT', type: 'main', balance: '15.50', holds: '3' };
const sameSymbol = (id: string): string => id;

it('returns the available amounts of the main account, and the open networks', () => {
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
          { ...chain, chainId: 'bsc', chainName: 'BEP20', isWithdrawEnabled: undefined },
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
    'currency is missing',
    'the row is not an object',
    'chainId is missing',
  ]);
});

it('counts only the main account, or all accounts of a response without one', () => {
  const trade = { ...account, type: 'trade' };
  expect(chooseMain([trade, account, null])).toEqual([account]);
  const untyped = { ...account, type: undefined };
  expect(chooseMain([untyped])).toEqual([untyped]);
});

const heldRows = [
  { currency: 'DUST', available: '0.000' },
  { currency: 'USDT', available: '12.50' },
  null,
  { currency: 'BTC', available: '2.0' },
  { currency: 'ETH', available: '1.5' },
];

/** Returns the amounts of the rows, and the currencies that were requested. */
async function limit(responses: Readonly<Record<string, object | undefined>>) {
  const requested: string[] = [];
  const limited = await limitAmounts(heldRows, WITHDRAWABLE_FIELDS, (currency) => {
    requested.push(currency);
    return Promise.resolve(responses[currency] as Record<string, unknown> | undefined);
  });
  const amounts = limited.rows.map((row) => (row as (typeof heldRows)[number])?.available);
  return { requested, amounts, isVerified: limited.isVerified };
}

it('requests every currency with an amount if some amount is locked, and returns the smaller amount', async () => {
  const { requested, amounts } = await limit({
    USDT: { lockedAmount: '900.5', availableAmount: '12.5' },
    BTC: { lockedAmount: '900.5', availableAmount: '0.300' },
    ETH: { lockedAmount: '900.5', availableAmount: 'abc' },
  });
  expect(requested).toEqual(['USDT', 'BTC', 'ETH']);
  expect(amounts).toEqual(['0.000', '12.50', undefined, '0.300', '1.5']);
});

it('does not take a missing locked amount as "nothing is locked"', async () => {
  const { requested, amounts, isVerified } = await limit({
    USDT: { availableAmount: '12.50' },
    BTC: { availableAmount: '0.300' },
    ETH: { availableAmount: '1.5' },
  });
  expect(requested).toEqual(['USDT', 'BTC', 'ETH']);
  expect(amounts).toEqual(['0.000', '12.50', undefined, '0.300', '1.5']);
  expect(isVerified).toBe(false);
});

it('requests only one currency, and returns the balances unchanged, if no amount is locked', async () => {
  const { requested, amounts, isVerified } = await limit({
    USDT: { lockedAmount: '0', availableAmount: '12.50' },
  });
  expect(requested).toEqual(['USDT']);
  expect(amounts).toEqual(['0.000', '12.50', undefined, '2.0', '1.5']);
  expect(isVerified).toBe(true);
});

it('requests the other currencies after a refusal, and marks the amounts as unverified', async () => {
  const { requested, amounts, isVerified } = await limit({
    BTC: { lockedAmount: '5', availableAmount: '0.1' },
  });
  expect(requested).toEqual(['USDT', 'BTC', 'ETH']);
  expect(amounts).toEqual(['0.000', '12.50', undefined, '0.1', '1.5']);
  expect(isVerified).toBe(false);
});

it('lists the networks of a coin that has the symbol of a fiat currency', () => {
  const { balances } = mapBalances(
    [{ ...account, currency: 'INR', available: '7' }],
    [{ currency: 'INR', chains: [{ ...chain, chainId: 'inery', chainName: 'INERY' }] }],
    sameSymbol,
  );
  expect(balances[0]?.networks.map(({ id }) => id)).toEqual(['inery']);
});
