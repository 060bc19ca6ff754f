import { expect, it } from 'vitest';

import { mapPermissions } from './permissions.ts';

it.each([
  [['stor', 'wtor', 'coor'], { withdraw: false, trade: false }],
  [['readonly'], { withdraw: false, trade: false }],
  [['stor', 'stow', 'wtow'], { withdraw: false, trade: true }],
  [['trade', 'readonly'], { withdraw: false, trade: true }],
  [['stor', 'wwow'], { withdraw: true, trade: false }],
])('maps %j to %j', (authorities, permissions) => {
  expect(mapPermissions({ userId: '1', authorities })).toEqual(permissions);
});

it.each([
  // The codes of the documentation: orders of futures, holdings of futures, spot, margin, copy trading.
  ['coow', 'trade'],
  ['cpow', 'trade'],
  ['stow', 'trade'],
  ['smow', 'trade'],
  ['ttow', 'trade'],
  // P2P orders, in the English and the Chinese page.
  ['p2p', 'trade'],
  ['p2pw', 'trade'],
  ['wwow', 'withdraw'],
  // The words of its example.
  ['trade', 'trade'],
  ['withdraw', 'withdraw'],
  // The same rights for reading only.
  ['coor', null],
  ['cpor', null],
  ['stor', null],
  ['smor', null],
  ['ttor', null],
  ['readonly', null],
  // Tax reports, sub-accounts and P2P to read, and transfers between the accounts of the customer.
  ['taxr', null],
  ['chor', null],
  ['p2pr', null],
  ['wtor', null],
  ['wtow', null],
])('maps the right %s alone to %s', (right, allowed) => {
  const permissions = { withdraw: allowed === 'withdraw', trade: allowed === 'trade' };
  expect(mapPermissions({ authorities: [right] })).toEqual(permissions);
});

it('fails if the response has no rights', () => {
  expect(() => mapPermissions({ userId: '1' })).toThrow(/authorities/);
});
