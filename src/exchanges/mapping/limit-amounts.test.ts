import { expect, it } from 'vitest';

import { limitAmounts } from './limit-amounts.ts';

it('requests no more coins after several refusals in a row', async () => {
  const rows = Array.from({ length: 9 }, (_, index) => ({ coin: `C${index}`, free: '1' }));
  const requested: string[] = [];
  const fields = {
    nameField: 'coin',
    amountField: 'free',
    heldField: 'held',
    readAmount: () => null,
  };
  const limited = await limitAmounts(rows, fields, (name) => {
    requested.push(name);
    return Promise.resolve(undefined);
  });
  expect(requested).toEqual(['C0', 'C1', 'C2']);
  expect(limited).toEqual({ rows, isVerified: false });
});
