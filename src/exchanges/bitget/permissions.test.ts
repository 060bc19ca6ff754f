import { expect, it } from 'vitest';

import { mapPermissions } from './permissions.ts';

it.each([
  [['stor', 'wtor', 'coor'], { withdraw: false, trade: false }],
  [['readonly'], { withdraw: false, trade: false }],
  [['stor', 'stow', 'wtow'], { withdraw: false, trade: true }],
  [['trade', 'readonly'], { withdraw: false, trade: true }],
  [['stor', 'wwow'], { withdraw: true, trade: false }],
])('reads %j as %j', (authorities, permissions) => {
  expect(mapPermissions({ userId: '1', authorities })).toEqual(permissions);
});

it('tells nothing of a key that the response does not tell of', () => {
  expect(() => mapPermissions({ userId: '1' })).toThrow(/authorities/);
});
