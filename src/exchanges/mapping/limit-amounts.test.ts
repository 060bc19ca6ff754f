import { expect, it } from 'vitest';

import { limitAmounts } from './limit-amounts.ts';

it('requests no more after several refusals in a row', async () => {
  const rows = Array.from({ length: 9 }, (_, index) => ({ coin: `C${index}`, free: '1' }));
  const asked: string[] = [];
  const limited = await limitAmounts(rows, {
    nameField: 'coin',
    amountField: 'free',
    ask: (name) => {
      asked.push(name);
      return Promise.resolve(undefined);
    },
    holdsBack: () => true,
    readAmount: () => null,
  });
  expect(asked).toEqual(['C0', 'C1', 'C2']);
  expect(limited).toEqual({ rows, isVerified: false });
});
