import { BlockList } from 'node:net';

import { describe, expect, it } from 'vitest';

import { parseNetworks } from '../../config/networks.ts';
import { callerOf, clientOf } from './client-address.ts';

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

describe('callerOf', () => {
  const trusted = parseNetworks('127.0.0.1, 10.0.0.0/8, 2001:db8:9::/48')!;

  it.each([
    ['198.51.100.7', '198.51.100.7'],
    [' 198.51.100.7\t', '198.51.100.7'],
    ['198.51.100.7:4711', '198.51.100.7'],
    ['203.0.113.1, 198.51.100.7', '198.51.100.7'],
    ['203.0.113.1,198.51.100.7,10.0.0.1, 10.1.1.1', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2::5', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::5]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::5]:443', '2001:db8:1:2::/64'],
    ['198.51.100.7, 2001:db8:9::1', '198.51.100.7'],
    [undefined, '127.0.0.1'],
    ['', '127.0.0.1'],
    ['unknown', '127.0.0.1'],
    ['198.51.100.7, unknown', '127.0.0.1'],
    ['198.51.100.7, 1.2.3.4.5', '127.0.0.1'],
    ['10.0.0.1', '127.0.0.1'],
    [`198.51.100.7${', 10.0.0.1'.repeat(16)}`, '127.0.0.1'],
  ])('behind a trusted proxy counts %j as %s', (forwardedFor, caller) => {
    expect(callerOf('127.0.0.1', forwardedFor, trusted)).toBe(caller);
  });

  it('ignores the header of any other address', () => {
    expect(callerOf('203.0.113.9', '198.51.100.7', trusted)).toBe('203.0.113.9');
    expect(callerOf(undefined, '198.51.100.7', trusted)).toBeUndefined();
  });
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
