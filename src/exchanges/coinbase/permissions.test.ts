import { expect, it } from 'vitest';

import { mapPermissions } from './permissions.ts';

it.each([
  [
    { can_view: true, can_trade: false, can_transfer: false },
    { withdraw: false, trade: false },
  ],
  [
    { can_view: true, can_trade: true, can_transfer: false },
    { withdraw: false, trade: true },
  ],
  [
    { can_view: true, can_trade: false, can_transfer: true },
    { withdraw: true, trade: false },
  ],
])('maps %j to %j', (response, permissions) => {
  expect(mapPermissions({ ...response, portfolio_type: 'DEFAULT' })).toEqual(permissions);
});

it('fails if the response has no rights', () => {
  const transfers = { can_transfer: false };
  for (const rights of [{ can_trade: false }, transfers, { ...transfers, can_trade: 'no' }]) {
    expect(() => mapPermissions({ can_view: true, ...rights })).toThrow(/no rights/);
  }
});
