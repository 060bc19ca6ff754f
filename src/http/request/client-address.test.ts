import { BlockList } from 'node:net';

import { describe, expect, it } from 'vitest';

import { clientOf, parseNetworks } from './client-address.ts';

describe('clientOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, undefined],
  ])('counts %s as %s', (address, client) => {
    expect(clientOf(address, new BlockList())).toBe(client);
  });

  it.each(['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8::1', '::1'])(
    'has no limit for the trusted %s',
    (address) => {
      const trusted = parseNetworks('10.0.0.0/8, 192.0.2.7,2001:db8::/32,::1')!;
      expect(clientOf(address, trusted)).toBeUndefined();
      expect(clientOf('192.0.2.8', trusted)).toBe('192.0.2.8');
    },
  );
});

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
