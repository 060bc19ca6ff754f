import { expect, it } from 'vitest';

import { limitToWithdrawable } from './withdrawable.ts';

const rows = [
  { currency: 'DUST', available: '0.000' },
  { currency: 'USDT', available: '12.50' },
  null,
  { currency: 'BTC', available: '2.0' },
  { currency: 'ETH', available: '1.5' },
];

/** The amounts of the rows, and the currencies that were asked for. */
async function limit(answers: Readonly<Record<string, object | undefined>>) {
  const asked: string[] = [];
  const limited = await limitToWithdrawable(rows, (currency) => {
    asked.push(currency);
    return Promise.resolve(answers[currency] as Record<string, unknown> | undefined);
  });
  const amounts = limited.map((row) => (row as (typeof rows)[number])?.available);
  return { asked, amounts };
}

it('asks for every currency that is held where something is locked, and tells the smaller amount', async () => {
  const { asked, amounts } = await limit({
    USDT: { lockedAmount: '900.5', availableAmount: '12.5' },
    BTC: { lockedAmount: '900.5', availableAmount: '0.300' },
    ETH: { lockedAmount: '900.5', availableAmount: 'abc' },
  });
  expect(asked).toEqual(['USDT', 'BTC', 'ETH']);
  expect(amounts).toEqual(['0.000', '12.50', undefined, '0.300', '1.5']);
});

it.each([
  ['nothing is locked', { lockedAmount: '0', availableAmount: '12.50' }],
  ['the exchange does not tell it', undefined],
])('asks once and leaves the balances as they are where %s', async (_, answer) => {
  const { asked, amounts } = await limit({ USDT: answer });
  expect(asked).toEqual(['USDT']);
  expect(amounts).toEqual(['0.000', '12.50', undefined, '2.0', '1.5']);
});
