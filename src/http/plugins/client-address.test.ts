import { expect, it } from 'vitest';

import { parseTrustedProxies } from '../../config/values.ts';
import { callerOf, clientOf, trustProxies } from './client-address.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', undefined],
  ['1.2.3.4.5', undefined],
  ['', undefined],
  [undefined, undefined],
])('counts %s as %s', (address, client) => {
  expect(clientOf(address)).toBe(client);
});

it('counts the requests of a proxy that names no caller as those of the proxy', () => {
  const request = { ip: 'unknown', raw: { socket: { remoteAddress: '::ffff:10.0.0.7' } } };
  expect(callerOf(request as never)).toBe('10.0.0.7');
  expect(callerOf({ ...request, ip: '192.0.2.7' } as never)).toBe('192.0.2.7');
});

it('trusts the addresses of the list', () => {
  const isTrusted = trustProxies(parseTrustedProxies('10.0.0.0/8, 192.0.2.7,2001:db8::/32,::1'));
  const trusted = ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8::1', '::1'];
  expect(trusted.filter((address) => !isTrusted(address))).toEqual([]);
  const others = ['192.0.2.8', '2001:db9::1', 'unknown', ''];
  expect(others.filter((address) => isTrusted(address))).toEqual([]);
});
