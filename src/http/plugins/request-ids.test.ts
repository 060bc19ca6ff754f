import { describe, expect, it } from 'vitest';

import { chooseRequestId } from './request-ids.ts';

describe('chooseRequestId', () => {
  it.each(['a', 'A-1._~:z', 'x'.repeat(128)])('keeps %s', (inbound) => {
    expect(chooseRequestId(inbound, () => 'new')).toBe(inbound);
  });

  it.each(['', 'a b', 'a\n', 'é', 'a, b', 'x'.repeat(129), 'key_0a.b', 'a:KEY_0a'])(
    'replaces %j',
    (inbound) => {
      expect(chooseRequestId(inbound, () => 'new')).toBe('new');
    },
  );
});
