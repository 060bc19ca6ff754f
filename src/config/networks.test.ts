import { describe, expect, it } from 'vitest';

import { parseNetworks } from './networks.ts';

describe('parseNetworks', () => {
  it.each([
    '',
    'localhost',
    '10.0.0.0/33',
    '10.0.0/8',
    '::1/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    'a,',
  ])('refuses %j', (text) => {
    expect(parseNetworks(text)).toBeUndefined();
  });
});
