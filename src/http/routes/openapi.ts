import { answerJson } from '../answer/route-answer.ts';
import { entityTagOf } from '../answer/entity-tag.ts';
import { createOpenApiDocument } from '../openapi/document.ts';
import type { Route } from '../route.ts';
import { PATHS } from '../paths.ts';

/** Creates the route of the OpenAPI document, which is the same for every caller. */
export function createOpenApiRoute(): Route {
  const body = JSON.stringify(createOpenApiDocument());
  const entityTag = entityTagOf(body);
  return {
    path: PATHS.openapi,
    answer: (context) => answerJson(context, { body, entityTag }, ['cache-control', 'no-cache']),
  };
}
