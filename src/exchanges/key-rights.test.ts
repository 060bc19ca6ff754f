import { expect, it } from 'vitest';

import { explainPowerfulKey, listPowerfulRights } from './key-rights.ts';

it.each([
  [{ withdraw: true, trade: true }, ['withdraw', 'trade']],
  [{ withdraw: false, trade: true }, ['trade']],
  [{ withdraw: false, trade: false }, []],
  // The exchange does not report the permissions of its keys.
  [undefined, []],
])('lists what a key with %o may do in addition to reading', (permissions, rights) => {
  expect(listPowerfulRights(permissions)).toEqual(rights);
});

it('explains why a key is refused, and which key to create instead', () => {
  expect(explainPowerfulKey('kraken', ['withdraw', 'trade'])).toBe(
    'the key may withdraw and trade, and wallet-teller only reads: create a key at Kraken with only ' +
      '"Query funds, query ledger entries"',
  );
});
