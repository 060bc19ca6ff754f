import { describe, expect, it } from 'vitest';

import { mapPermissions } from './permissions.ts';

const API_KEY = 'c5dcfbf1f3a7aaaaaaaa';
const key = (perms: object[], shown = 'c5dcfbf1f3a7*****') => ({ state: 1, key: shown, perms });
const reading = { name: 'wallet', read_only: true };

describe('mapPermissions', () => {
  it.each([
    [[reading, { name: 'account', read_only: false }], { withdraw: false, trade: false }],
    [[reading, { name: 'spot', read_only: false }], { withdraw: false, trade: true }],
    [[{ name: 'wallet', read_only: false }], { withdraw: true, trade: false }],
  ])('maps %j to %j', (perms, permissions) => {
    const other = key([{ name: 'wallet', read_only: false }], '52fd0035f665*****');
    expect(mapPermissions([other, key(perms)], API_KEY)).toEqual(permissions);
  });

  it.each([
    ['wallet', 'withdraw'],
    ['withdraw', 'withdraw'],
    // The right of a custodian to move the assets of the account.
    ['custody', 'withdraw'],
    ['spot', 'trade'],
    ['margin', 'trade'],
    ['unified', 'trade'],
    // Perpetual and delivery contracts.
    ['futures', 'trade'],
    ['delivery', 'trade'],
    ['options', 'trade'],
    ['copy', 'trade'],
    ['otc', 'trade'],
    ['alpha', 'trade'],
    ['crossx', 'trade'],
    ['pilot', 'trade'],
    ['account', null],
    ['earn', null],
    ['loan', null],
  ])('maps the right %s alone to %s, and to none if it only reads', (name, allowed) => {
    const map = (read_only: boolean) => mapPermissions([key([{ name, read_only }])], API_KEY);
    const permissions = { withdraw: allowed === 'withdraw', trade: allowed === 'trade' };
    expect(map(false)).toEqual(permissions);
    expect(map(true)).toEqual({ withdraw: false, trade: false });
  });

  it('counts a right that is not said to be read-only', () => {
    const perms = [{ name: 'wallet' }, { name: 'spot', read_only: null }];
    expect(mapPermissions([key(perms)], API_KEY)).toEqual({ withdraw: true, trade: true });
  });

  it('fails if the key is not listed, or is not the only one that matches', () => {
    const unlisted = key([reading], '52fd0035f665*****');
    for (const response of [
      [],
      [unlisted],
      [key([reading], '*****')],
      [{ perms: [] }],
      [key([]), key([])],
    ]) {
      expect(() => mapPermissions(response, API_KEY)).toThrow(/does not list this key/);
    }
  });
});
