import { expect, it } from 'vitest';

import { mapPermissions } from './permissions.ts';

it.each([
  ['General', { withdraw: false, trade: false }],
  ['General,InnerTransfer,Earn', { withdraw: false, trade: false }],
  ['General, Earn,', { withdraw: false, trade: false }],
  ['General, Spot', { withdraw: false, trade: true }],
  ['General,Futures,Margin', { withdraw: false, trade: true }],
  ['General,Transfer', { withdraw: true, trade: false }],
  ['General,Fast Withdrawal', { withdraw: true, trade: false }],
  ['General,Futures,Spot,Earn,InnerTransfer,Transfer,Margin', { withdraw: true, trade: true }],
  ['General,SomethingNew', { withdraw: false, trade: true }],
])('maps %s to %j', (permission, permissions) => {
  expect(mapPermissions({ apiVersion: 3, permission })).toEqual(permissions);
});

it('fails if the response has no rights', () => {
  expect(() => mapPermissions({ apiVersion: 3 })).toThrow(/permission is missing/);
  expect(() => mapPermissions(null)).toThrow(/not an object/);
});
