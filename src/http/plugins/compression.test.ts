import fastify from 'fastify';
import { expect, it } from 'vitest';

import { acceptsEncoding, compression } from './compression.ts';

it.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['br, GZIP', true],
  ['gzip;q=0', false],
  ['gzip;q=0.000', false],
  ['gzip;q=0.001', true],
  ['gzip;q=0, *', false],
  ['*', true],
  ['*;q=0', false],
  ['br;q=1.0, deflate', false],
  ['x-gzip', true],
  ['gzipped', false],
  // So many codings are no browser's; the time to read them is limited.
  [`${'a,'.repeat(32)}gzip`, false],
])('reads accept-encoding %j as %s', (header, accepted) => {
  expect(acceptsEncoding(header, 'gzip')).toBe(accepted);
});

it.each([
  ['gzip, deflate, br, zstd', true],
  ['br;q=0, gzip', false],
  ['gzip', false],
  ['*', true],
])('finds brotli in accept-encoding %j: %s', (header, accepted) => {
  expect(acceptsEncoding(header, 'br')).toBe(accepted);
});

/** Starts a service with five bodies. Returns a function that asks for one, and returns its encoding and its tag. */
async function startBodies() {
  const app = fastify();
  const bodies = Array.from({ length: 5 }, () => Buffer.alloc(20_000, 'x'));
  await app.register(compression);
  app.get<{ Params: { index: string } }>('/:index', ({ params: { index } }, reply) =>
    reply.header('etag', '"a"').send(bodies[Number(index)]),
  );
  const ask = async (index: number) => {
    const { headers } = await app.inject({
      url: `/${index}`,
      headers: { 'accept-encoding': 'gzip' },
    });
    return [headers['content-encoding'], headers['etag']];
  };
  return { ask, close: () => app.close() };
}

const GZIP = ['gzip', '"a-gzip"'];

it('compresses no body while four are being compressed', async () => {
  const { ask, close } = await startBodies();
  const answers = await Promise.all([0, 1, 2, 3, 4].map((index) => ask(index)));
  expect(answers).toEqual([GZIP, GZIP, GZIP, GZIP, [undefined, '"a"']]);
  await close();
});

it('compresses a body that is sent again once, so it is compressed also while four others are', async () => {
  const { ask, close } = await startBodies();
  expect(await ask(4)).toEqual(GZIP);
  const answers = await Promise.all([0, 1, 2, 3, 4].map((index) => ask(index)));
  expect(answers).toEqual([GZIP, GZIP, GZIP, GZIP, GZIP]);
  await close();
});

it.each([
  ['a body of 16 KiB', 16_384, {}, 'gzip'],
  ['no smaller body', 16_383, {}, undefined],
  ['no body without an entity tag', 16_384, { etag: '' }, undefined],
  ['no body that is compressed already', 16_384, { 'content-encoding': 'br' }, 'br'],
])('compresses %s', async (_title, bytes, headers, encoding) => {
  const app = fastify();
  await app.register(compression);
  app.get('/', (_request, reply) => {
    for (const [name, value] of Object.entries({ etag: '"a"', ...headers })) {
      if (value !== '') void reply.header(name, value);
    }
    return reply.send(Buffer.alloc(bytes, 'x'));
  });
  const answer = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } });
  expect(answer.headers['content-encoding']).toBe(encoding);
  await app.close();
});
