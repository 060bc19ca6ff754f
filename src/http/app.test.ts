import pino from 'pino';
import { Type } from 'typebox';
import { expect, it } from 'vitest';

import { NOW_MS, MASTER_KEY } from '../../test/http/service-harness.ts';
import { createApps } from './app.ts';

const STORE = { generation: () => 0 } as never;

function createApp() {
  return createApps({
    store: STORE,
    masterKey: MASTER_KEY,
    rateLimitPerSecond: 0,
    logger: pino({ enabled: false }),
    now: () => NOW_MS,
    randomId: () => 'id-of-the-test',
  }).app;
}

it('validates the query and the body of a route by its schema, as Fastify documents it', async () => {
  const app = createApp();
  const Body = Type.Object({ name: Type.String() });
  const Query = Type.Object({ count: Type.Integer() });
  app.register(async (routes) => {
    routes.post<{ Body: { name: string }; Querystring: { count: number } }>(
      '/repeat',
      { schema: { body: Body, querystring: Query } },
      ({ body, query }) => ({ text: body.name.repeat(query.count) }),
    );
  });
  const send = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
  const right = await send('/repeat?count=2', { name: 'ab' });
  expect([right.statusCode, right.json()]).toEqual([200, { text: 'abab' }]);
  expect(right.headers['x-request-id']).toBe('id-of-the-test');
  for (const wrong of [await send('/repeat?count=x', { name: 'ab' }), await send('/repeat', {})]) {
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toMatchObject({ code: 'malformed_request', status: 400 });
  }
  const refused = await app.inject('/repeat');
  expect([refused.statusCode, refused.headers['allow']]).toEqual([405, 'POST, OPTIONS']);
  await app.close();
});

it('keeps an idle connection for longer than common load balancers do', async () => {
  const app = createApp();
  await app.ready();
  expect(app.server.keepAliveTimeout).toBe(65_000);
  await app.close();
});

it('answers HEAD of a route that answers GET', async () => {
  const app = createApp();
  app.get('/hello', () => 'hello');
  const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: '/hello' });
  expect([statusCode, headers['content-length'], body]).toEqual([200, '5', '']);
  await app.close();
});
