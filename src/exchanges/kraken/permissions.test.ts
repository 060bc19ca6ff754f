import { expect, it } from 'vitest';

import { mapPermissions } from './permissions.ts';

it.each([
  [['query-funds', 'query-ledger'], { withdraw: false, trade: false }],
  [['query-funds', 'modify-trades'], { withdraw: false, trade: true }],
  [['query-funds', 'withdraw-funds'], { withdraw: true, trade: false }],
])('reads %j as %j', (permissions, expected) => {
  expect(mapPermissions({ apiKeyName: 'reader', permissions })).toEqual(expected);
});

it('tells nothing of a key that the response does not tell of', () => {
  expect(() => mapPermissions({ apiKeyName: 'reader' })).toThrow(/permissions/);
});
