import { expect, it } from 'vitest';

import { limitAmounts } from '../mapping/limit-amounts.ts';
import { mapBalances, WITHDRAWABLE_FIELDS } from './balances.ts';

const chain = {
  chain: 'TRX',
  chainType: 'TRC20',
  withdrawMin: '2',
  withdrawMax: '500000',
  chainWithdraw: '1',
  withdrawFee: '1',
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
      { ...chain, chain: 'BSC', chainWithdraw: undefined },
      { ...chain, chain: 'KAVA', withdrawFee: '' },
      { ...chain, chain: 'CELO', withdrawFee: undefined },
      { ...chain, chain: 'MANTLE', withdrawFee: '0' },
      { ...chain, chain: 'NEWCHAIN', chainType: undefined },
      { ...chain, chain: undefined },
    ],
  },
  { coin: 'EUR', chains: null },
];

function map(balances: readonly unknown[]) {
  return mapBalances(balances, coins, (id) => id);
}

it('returns the transferable amounts of the funding account, and the open networks', () => {
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
    ['SOL', null],
    ['CELO', '500000'],
    ['MANTLE', '500000'],
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

const heldRows = [
  { coin: 'DUST', transferBalance: '0.000' },
  { coin: 'USDT', transferBalance: '12.50' },
  null,
  { coin: 'BTC', transferBalance: '2.0' },
  { coin: 'ETH', transferBalance: '1.5' },
];

/** Returns the amounts of the rows, and the coins that were requested. */
async function limit(responses: Readonly<Record<string, object | undefined>>) {
  const requested: string[] = [];
  const limited = await limitAmounts(heldRows, WITHDRAWABLE_FIELDS, (coin) => {
    requested.push(coin);
    return Promise.resolve(responses[coin] as Record<string, unknown> | undefined);
  });
  const amounts = limited.rows.map((row) => (row as (typeof heldRows)[number])?.transferBalance);
  return { requested, amounts, isVerified: limited.isVerified };
}

it('requests every coin with an amount if some amount is held, and returns the smaller amount', async () => {
  const response = (limitAmountUsd: string, withdrawableAmount: string) => ({
    limitAmountUsd,
    withdrawableAmount: { FUND: { withdrawableAmount }, UTA: { withdrawableAmount: '9' } },
  });
  const { requested, amounts } = await limit({
    USDT: response('52853.5551', '12.5'),
    BTC: response('52853.5551', '0.300'),
    ETH: response('52853.5551', 'abc'),
  });
  expect(requested).toEqual(['USDT', 'BTC', 'ETH']);
  expect(amounts).toEqual(['0.000', '12.50', undefined, '0.300', '1.5']);
});

it('requests only one coin, and returns the balances unchanged, if no amount is held', async () => {
  const { requested, amounts, isVerified } = await limit({
    USDT: { limitAmountUsd: '0' },
  });
  expect(requested).toEqual(['USDT']);
  expect(amounts).toEqual(['0.000', '12.50', undefined, '2.0', '1.5']);
  expect(isVerified).toBe(true);
});

it('requests the other coins after a refusal, and marks the amounts as unverified', async () => {
  const { requested, amounts, isVerified } = await limit({
    BTC: { limitAmountUsd: '5', withdrawableAmount: { FUND: { withdrawableAmount: '0.1' } } },
    // Nothing is reported for the funding account.
    ETH: { limitAmountUsd: '5', withdrawableAmount: {} },
  });
  expect(requested).toEqual(['USDT', 'BTC', 'ETH']);
  expect(amounts).toEqual(['0.000', '12.50', undefined, '0.1', '1.5']);
  expect(isVerified).toBe(false);
});
