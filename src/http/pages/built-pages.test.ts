import fastify from 'fastify';
import { expect, it } from 'vitest';

import { useScratch } from '../../../test/scratch.ts';
import { addBuiltPages, describePagePolicy } from './built-pages.ts';

const scratch = useScratch();

it('a page without a compressed form is served as it is, and a page of another app is not', async () => {
  scratch.write('index.html', 'the page');
  scratch.write('operator.html', 'for operators');
  const app = fastify();
  addBuiltPages(app, {
    folder: scratch.folder,
    urls: { 'index.html': '/' },
    headers: {},
    assetLabel: '/assets',
    script: 'build',
  });
  const ask = async (url: string) => {
    const { statusCode, body } = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    return [statusCode, statusCode === 200 ? body : ''];
  };
  expect(await ask('/')).toEqual([200, 'the page']);
  expect(await ask('/operator.html')).toEqual([404, '']);
  await app.close();
});

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
