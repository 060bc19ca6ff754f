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

it('fails if the response has no rights', () => {
  expect(() => mapPermissions({ userId: '1' })).toThrow(/authorities/);
});
