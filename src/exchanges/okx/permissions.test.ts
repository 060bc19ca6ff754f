import { expect, it } from 'vitest';

import { ExchangeError } from '../exchange.ts';
import { mapPermissions } from './permissions.ts';

it.each([
  ['read_only', { withdraw: false, trade: false }],
  ['read_only,trade', { withdraw: false, trade: true }],
  ['read_only,withdraw', { withdraw: true, trade: false }],
  ['read_only,withdraw,trade', { withdraw: true, trade: true }],
])('reads the rights of a key from %s', (perm, wanted) => {
  expect(mapPermissions({ uid: '44705892343619584', perm })).toEqual(wanted);
});

it('refuses a response without permissions rather than call the key harmless', () => {
  expect(() => mapPermissions({ msg: 'not recorded' })).toThrow(ExchangeError);
});
