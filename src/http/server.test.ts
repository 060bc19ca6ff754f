import { expect, it } from 'vitest';

import { originOf } from './server.ts';

it.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['::1', 'http://[::1]:8080'],
])('writes the URL of a server on %s', (host, url) => {
  expect(originOf(host, 8080)).toBe(url);
  expect(URL.canParse(url)).toBe(true);
});
