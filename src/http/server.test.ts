import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';

import { originOf, shutDown } from './server.ts';

it.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['::1', 'http://[::1]:8080'],
])('writes the URL of a server on %s', (host, url) => {
  expect(originOf(host, 8080)).toBe(url);
  expect(URL.canParse(url)).toBe(true);
});

it('keeps the process no longer than its connections', async () => {
  const app = Fastify();
  await app.listen({ host: '127.0.0.1', port: 0 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await shutDown(app, 10_000);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
