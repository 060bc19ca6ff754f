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
async function limit(responses: Readonly<Record<string, object | undefined>>) {
  const asked: string[] = [];
  const limited = await limitToWithdrawable(rows, (currency) => {
    asked.push(currency);
    return Promise.resolve(responses[currency] as Record<string, unknown> | undefined);
  });
  const amounts = limited.rows.map((row) => (row as (typeof rows)[number])?.available);
  return { asked, amounts, isVerified: limited.isVerified };
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

it('requests once and leaves the balances as they are if nothing is locked', async () => {
  const { asked, amounts, isVerified } = await limit({
    USDT: { lockedAmount: '0', availableAmount: '12.50' },
  });
  expect(asked).toEqual(['USDT']);
  expect(amounts).toEqual(['0.000', '12.50', undefined, '2.0', '1.5']);
  expect(isVerified).toBe(true);
});

it('requests the others if one currency is refused, and says that the amounts are not verified', async () => {
  const { asked, amounts, isVerified } = await limit({
    BTC: { lockedAmount: '5', availableAmount: '0.1' },
  });
  expect(asked).toEqual(['USDT', 'BTC', 'ETH']);
  expect(amounts).toEqual(['0.000', '12.50', undefined, '0.1', '1.5']);
  expect(isVerified).toBe(false);
});
