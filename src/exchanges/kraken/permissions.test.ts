import { expect, it } from 'vitest';

import { mapPermissions } from './permissions.ts';

it.each([
  [['query-funds', 'query-ledger'], { withdraw: false, trade: false }],
  [['query-funds', 'modify-trades'], { withdraw: false, trade: true }],
  [['query-funds', 'query-ledger', 'close-trades'], { withdraw: false, trade: true }],
  [['query-funds', 'withdraw-funds'], { withdraw: true, trade: false }],
])('maps %j to %j', (permissions, expected) => {
  expect(mapPermissions({ apiKeyName: 'reader', permissions })).toEqual(expected);
});

it('fails if the response has no rights', () => {
  expect(() => mapPermissions({ apiKeyName: 'reader' })).toThrow(/permissions/);
});
