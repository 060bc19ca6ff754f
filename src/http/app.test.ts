import pino from 'pino';
import { Type } from 'typebox';
import { expect, it } from 'vitest';

import { NOW_MS, MASTER_KEY } from '../../test/http/service-harness.ts';
import { createApps } from './app.ts';
import { HEADERS } from './header-names.ts';

const STORE = { generation: () => 0 };

function createApp(store: object = STORE) {
  return createApps({
    store: store as never,
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
  const Query = Type.Object({ count: Type.Integer() }, { additionalProperties: false });
  const Text = Type.Object({ text: Type.String() }, { $id: 'Text', description: 'The text.' });
  app.register(async (routes) => {
    routes.post<{ Body: { name: string }; Querystring: { count: number } }>(
      '/repeat',
      { schema: { body: Body, querystring: Query, response: { 200: Text } } },
      ({ body, query }) => ({ text: body.name.repeat(query.count) }),
    );
  });
  const send = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
  const right = await send('/repeat?count=2', { name: 'ab' });
  expect([right.statusCode, right.json()]).toEqual([200, { text: 'abab' }]);
  expect(right.headers['x-request-id']).toBe('id-of-the-test');
  const wrong: [string, object, object][] = [
    ['/repeat?count=x', { name: 'ab' }, { parameter: 'count', message: 'must be integer' }],
    ['/repeat?count=2&size=1', { name: 'ab' }, { parameter: 'size', code: 'unknown_parameter' }],
    ['/repeat', { name: 'ab' }, { parameter: 'count', message: 'is missing' }],
    ['/repeat?count=2', { name: { first: 1 } }, { parameter: 'name', message: 'must be string' }],
    ['/repeat?count=2', [], { parameter: 'body', message: 'must be object' }],
  ];
  for (const [url, body, error] of wrong) {
    const refused = await send(url, body);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ status: 400, errors: [error] });
  }
  const refused = await app.inject('/repeat');
  expect([refused.statusCode, refused.headers['allow']]).toEqual([405, 'POST, OPTIONS']);
  const { paths, components } = app.describeApi();
  expect(paths['/repeat']?.['post']).toMatchObject({
    parameters: [{ name: 'count', in: 'query', required: true, schema: { type: 'integer' } }],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { type: 'object' } } },
    },
    responses: {
      200: {
        description: 'The text.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Text' } } },
      },
      500: {},
    },
  });
  expect(Object.keys(paths['/repeat']!['post']!)).toEqual([
    'parameters',
    'requestBody',
    'responses',
  ]);
  expect(components).toMatchObject({ schemas: { Text: { type: 'object' } } });
  await app.close();
});

it('describes the parameters of the path and the headers of a route, unless it is hidden', async () => {
  const app = createApp();
  const params = Type.Object({ id: Type.String({ maxLength: 9, description: 'Its id.' }) });
  const headers = Type.Object({ 'x-color': Type.Optional(Type.String()) });
  app.register(async (routes) => {
    routes.get('/things/:id', { schema: { params, headers } }, () => 'a thing');
    routes.get('/hidden', { schema: { hide: true } }, () => 'hidden');
  });
  expect((await app.inject('/things/1')).body).toBe('a thing');
  expect((await app.inject('/things/0123456789')).json()).toMatchObject({
    errors: [{ parameter: 'id', code: 'invalid_parameter' }],
  });
  const { paths } = app.describeApi();
  expect(paths['/things/{id}']?.['get']?.['parameters']).toEqual([
    {
      name: 'id',
      in: 'path',
      required: true,
      schema: { type: 'string', maxLength: 9, description: 'Its id.' },
    },
    { name: 'x-color', in: 'header', required: false, schema: { type: 'string' } },
  ]);
  expect(paths['/hidden']).toBeUndefined();
  await app.close();
});

it.each([
  [404, 'not_found'],
  [413, 'body_too_large'],
  [415, 'unsupported_media_type'],
  [429, 'rate_limited'],
  [422, 'malformed_request'],
  [500, 'internal'],
])(
  'answers an error of a plugin with the status %i as the problem %s',
  async (statusCode, code) => {
    const app = createApp();
    app.register(async (routes) => {
      routes.get('/fails', () => {
        throw Object.assign(new Error('why it failed'), { statusCode });
      });
    });
    const problem = (await app.inject('/fails')).json();
    expect(problem).toMatchObject({ code });
    expect(problem.detail === 'why it failed').toBe(statusCode < 500);
    await app.close();
  },
);

it('refuses a route whose hook does not exist yet, because Fastify would ignore it', () => {
  const app = createApp();
  expect(() => app.get('/open', { onRequest: app.authenticate }, () => 'secret')).toThrow(
    '/open: the hook onRequest is undefined',
  );
});

it('lets only the caller cache the response of a route that needs an API key', async () => {
  const key = { orgId: 'org', projectId: 'project', revokedAtMs: null, expiresAtMs: null };
  const app = createApp({ ...STORE, findCaller: async () => ({ key, wallet: undefined }) });
  app.register(async (routes) => {
    routes.get('/secret', { onRequest: routes.authenticate }, () => 'secret');
  });
  const headers = {
    [HEADERS.apiKey]: `key_${'1'.repeat(24)}.${'s'.repeat(43)}`,
    [HEADERS.orgId]: key.orgId,
    [HEADERS.projectId]: key.projectId,
    [HEADERS.walletId]: 'wallet',
  };
  const answer = await app.inject({ url: '/secret', headers });
  expect([answer.body, answer.headers['cache-control']]).toEqual(['secret', 'private, no-cache']);
  expect(answer.headers.vary).toContain(HEADERS.apiKey);
  await app.close();
});

it('sends the headers that a plugin adds with every response, also with those that no hook sees', async () => {
  const app = createApp();
  app.register(async (plugin) => {
    plugin.commonHeaders['x-region'] = 'eu';
  });
  for (const url of ['/livez', '/unknown', '/%zz']) {
    expect((await app.inject(url)).headers['x-region']).toBe('eu');
  }
  await app.close();
});

it('accepts a route for every path that begins so', async () => {
  const app = createApp();
  app.register(async (routes) => {
    routes.get('/files/*', () => 'a file');
  });
  expect((await app.inject('/files/a/b')).body).toBe('a file');
  expect((await app.inject({ method: 'POST', url: '/files/a/b' })).statusCode).toBe(405);
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
