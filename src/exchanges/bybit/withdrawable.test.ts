import { expect, it } from 'vitest';

import { limitToWithdrawable } from './withdrawable.ts';

const rows = [
  { coin: 'DUST', transferBalance: '0.000' },
  { coin: 'USDT', transferBalance: '12.50' },
  null,
  { coin: 'BTC', transferBalance: '2.0' },
  { coin: 'ETH', transferBalance: '1.5' },
];

/** The amounts of the rows, and the coins that were asked for. */
async function limit(answers: Readonly<Record<string, object | undefined>>) {
  const asked: string[] = [];
  const limited = await limitToWithdrawable(rows, (coin) => {
    asked.push(coin);
    return Promise.resolve(answers[coin] as Record<string, unknown> | undefined);
  });
  const amounts = limited.map((row) => (row as (typeof rows)[number])?.transferBalance);
  return { asked, amounts };
}

it('asks for every coin that is held where something is held back, and tells the smaller amount', async () => {
  const answer = (limitAmountUsd: string, withdrawableAmount: string) => ({
    limitAmountUsd,
    withdrawableAmount: { FUND: { withdrawableAmount }, UTA: { withdrawableAmount: '9' } },
  });
  const { asked, amounts } = await limit({
    USDT: answer('52853.5551', '12.5'),
    BTC: answer('52853.5551', '0.300'),
    ETH: answer('52853.5551', 'abc'),
  });
  expect(asked).toEqual(['USDT', 'BTC', 'ETH']);
  expect(amounts).toEqual(['0.000', '12.50', undefined, '0.300', '1.5']);
});

it.each([
  ['nothing is held back', { limitAmountUsd: '0', withdrawableAmount: {} }],
  ['the exchange does not tell it', undefined],
])('asks once and leaves the balances as they are where %s', async (_, answer) => {
  const { asked, amounts } = await limit({ USDT: answer });
  expect(asked).toEqual(['USDT']);
  expect(amounts).toEqual(['0.000', '12.50', undefined, '2.0', '1.5']);
});
