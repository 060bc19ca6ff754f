import type { FastifyInstance } from 'fastify';

import { createOpenApiDocument } from '../openapi/document.ts';
import { PATHS } from '../paths.ts';
import { entityTagOf, matchesEntityTag } from '../plugins/entity-tag.ts';
import { sendText } from '../plugins/send-text.ts';

/** Adds the route of the OpenAPI document, which is the same for every caller. */
export function addOpenApiRoute(app: FastifyInstance): void {
  const body = JSON.stringify(createOpenApiDocument());
  const etag = entityTagOf(body);
  app.route({
    method: ['GET', 'HEAD'],
    url: PATHS.openapi,
    handler: ({ headers }, reply) => {
      reply.headers({ etag, 'cache-control': 'no-cache' });
      if (matchesEntityTag(headers['if-none-match'] ?? '', etag)) reply.code(304).send();
      else sendText(reply, 'application/json', body);
    },
  });
}
