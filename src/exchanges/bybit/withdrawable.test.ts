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
async function limit(responses: Readonly<Record<string, object | undefined>>) {
  const asked: string[] = [];
  const limited = await limitToWithdrawable(rows, (coin) => {
    asked.push(coin);
    return Promise.resolve(responses[coin] as Record<string, unknown> | undefined);
  });
  const amounts = limited.rows.map((row) => (row as (typeof rows)[number])?.transferBalance);
  return { asked, amounts, isVerified: limited.isVerified };
}

it('asks for every coin that is held where something is held back, and tells the smaller amount', async () => {
  const response = (limitAmountUsd: string, withdrawableAmount: string) => ({
    limitAmountUsd,
    withdrawableAmount: { FUND: { withdrawableAmount }, UTA: { withdrawableAmount: '9' } },
  });
  const { asked, amounts } = await limit({
    USDT: response('52853.5551', '12.5'),
    BTC: response('52853.5551', '0.300'),
    ETH: response('52853.5551', 'abc'),
  });
  expect(asked).toEqual(['USDT', 'BTC', 'ETH']);
  expect(amounts).toEqual(['0.000', '12.50', undefined, '0.300', '1.5']);
});

it('requests once and leaves the balances as they are if nothing is held back', async () => {
  const { asked, amounts, isVerified } = await limit({
    USDT: { limitAmountUsd: '0', withdrawableAmount: {} },
  });
  expect(asked).toEqual(['USDT']);
  expect(amounts).toEqual(['0.000', '12.50', undefined, '2.0', '1.5']);
  expect(isVerified).toBe(true);
});

it('requests the others if one coin is refused, and says that the amounts are not verified', async () => {
  const { asked, amounts, isVerified } = await limit({
    BTC: { limitAmountUsd: '5', withdrawableAmount: { FUND: { withdrawableAmount: '0.1' } } },
  });
  expect(asked).toEqual(['USDT', 'BTC', 'ETH']);
  expect(amounts).toEqual(['0.000', '12.50', undefined, '0.1', '1.5']);
  expect(isVerified).toBe(false);
});
