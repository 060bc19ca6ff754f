import { expect, it } from 'vitest';

import { ExchangeError } from '../exchange.ts';
import { mapPermissions } from './permissions.ts';

it.each([
  ['read_only', { withdraw: false, trade: false }],
  ['read_only,trade', { withdraw: false, trade: true }],
  ['read_only,withdraw', { withdraw: true, trade: false }],
  ['read_only,withdraw,trade', { withdraw: true, trade: true }],
])('maps the rights of a key from %s', (perm, wanted) => {
  expect(mapPermissions({ uid: '44705892343619584', perm })).toEqual(wanted);
});

it('fails if the response has no permissions', () => {
  expect(() => mapPermissions({ msg: 'not recorded' })).toThrow(ExchangeError);
});
