import { describe, expect, it } from 'vitest';

import { mapPermissions } from './permissions.ts';

const key = (permission: unknown, accessKey = 'own-key') => ({ accessKey, permission });

describe('mapPermissions', () => {
  it.each([
    ['readOnly', { withdraw: false, trade: false }],
    ['readOnly,trade', { withdraw: false, trade: true }],
    ['readOnly, trade, withdraw', { withdraw: true, trade: true }],
  ])('maps %s to %j', (permission, permissions) => {
    const response = [key('readOnly,trade,withdraw', 'other-key'), key(permission)];
    expect(mapPermissions(response, 'own-key')).toEqual(permissions);
  });

  it('fails if the key is not listed, or has no rights', () => {
    for (const response of [[], [key('readOnly', 'other-key')], [key(null)]]) {
      expect(() => mapPermissions(response, 'own-key')).toThrow(/does not list this key/);
    }
  });
});
