import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

import { type ApiDescription, type ApiDocument, composeDocument } from '../openapi/document.ts';
import { collectPaths, describeJson, IF_NONE_MATCH } from '../openapi/operations.ts';
import { referToHeaders } from '../openapi/response-headers.ts';
import { PATHS } from '../paths.ts';
import { entityTagOf, findKnownTag } from '../plugins/entity-tag.ts';
import { sendText } from '../plugins/send-text.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the OpenAPI document. Call it when the app is ready. */
    describeApi: () => ApiDocument;
  }
}

const OF_DOCUMENT = referToHeaders(['ETag']);
const SCHEMA = {
  operationId: 'describeService',
  tags: ['Operation'],
  summary: 'Returns this document.',
  description: 'The same for every caller.',
  security: [],
  parameters: [IF_NONE_MATCH],
  responses: {
    200: describeJson('The document.', { schema: { type: 'object' } }, OF_DOCUMENT),
    304: { description: 'The response that the caller has is current.', headers: OF_DOCUMENT },
  },
};

/** Describes all routes that are registered after this plugin and have a `schema`. */
export const describeRoutes = fp<{ readonly api: ApiDescription }>(async (app, { api }) => {
  const paths = collectPaths(app);
  app.decorate('describeApi', () => composeDocument(paths, api));
});

/** Adds the route of the OpenAPI document, which is the same for every caller. */
export function addOpenApiRoute(app: FastifyInstance): void {
  let body = '';
  let etag = '';
  app.addHook('onReady', async () => {
    body = JSON.stringify(app.describeApi());
    etag = entityTagOf(body);
  });
  app.get(PATHS.openapi, { schema: SCHEMA }, ({ headers }, reply) => {
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (findKnownTag(headers['if-none-match'], etag)) return reply.code(304).send();
    return sendText(reply, 'application/json', body);
  });
}
