import { expect, it } from 'vitest';

import { EndpointRefusedError, parseEndpointUrl } from './endpoint-url.ts';

const PUBLIC = { http: false, private: false };

it.each([
  'https://example.com/hook?a=1',
  'https://notlocalhost/',
  'https://93.184.216.34:8443/',
  'https://[2a00::1]/',
])('accepts %s', (url) => {
  expect(parseEndpointUrl(url, PUBLIC).href).toBe(url);
});

it.each([
  ['http://example.com/', /is not https.*TELLER_WEBHOOK_ALLOW=http/],
  ['ftp://example.com/', /ftp:\/\/ is not supported/],
  ['example.com', /the URL is invalid/],
  [`https://example.com/${'a'.repeat(2000)}`, /the URL is invalid/],
  [`https://example.com/${'é'.repeat(700)}`, /the URL is invalid/],
  ['https://user@example.com/', /has a user or a password/],
  ['https://user:hush@example.com/', /has a user or a password/],
  ['https://:hush@example.com/', /has a user or a password/],
  ['https://10.0.0.1/', /10\.0\.0\.1 is a private.*TELLER_WEBHOOK_ALLOW=private/],
  ['https://2130706433/', /127\.0\.0\.1 is a private/],
  ['https://0177.0.0.1/', /127\.0\.0\.1 is a private/],
  ['https://[::1]/', /::1 is a private/],
  ['https://localhost/', /localhost has a private/],
  ['https://a.LOCALHOST./', /a\.localhost\. has a private/],
  ['https://[::ffff:169.254.169.254]/', /is a private/],
])('refuses %s', (url, message) => {
  const parse = (): URL => parseEndpointUrl(url, PUBLIC);
  expect(parse).toThrow(EndpointRefusedError);
  expect(parse).toThrow(message);
  expect(parse).not.toThrow(/hush/);
});

it('accepts what the operator allows', () => {
  const url = 'http://127.0.0.1:9000/';
  expect(parseEndpointUrl(url, { http: true, private: true }).href).toBe(url);
  expect(() => parseEndpointUrl(url, { http: true, private: false })).toThrow(/is a private/);
  expect(() => parseEndpointUrl(url, { http: false, private: true })).toThrow(/is not https/);
});
