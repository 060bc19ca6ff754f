import { expect, it } from 'vitest';

import { describePagePolicy } from './built-pages.ts';

it('a page loads its own files only, sends no form, has no base, and is framed by chosen origins', () => {
  const policy = (origins: readonly string[]) =>
    describePagePolicy(origins)['content-security-policy']?.split('; ');
  expect(policy([])).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect(policy(['https://a.example', 'https://b.example'])).toContain(
    'frame-ancestors https://a.example https://b.example',
  );
});

it('a page reveals no address to others, and uses no device', () => {
  const headers = describePagePolicy([]);
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['permissions-policy']).toBe(
    'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  );
});
