import { answerJson } from '../answer/answer.ts';
import { entityTagOf } from '../answer/entity-tag.ts';
import { createOpenApiDocument } from '../openapi/document.ts';
import type { Route } from '../route.ts';

/** The description of the service for machines; it is the same for everybody. */
export function createOpenApiRoute(): Route {
  const body = JSON.stringify(createOpenApiDocument());
  const entityTag = entityTagOf(body);
  return {
    path: '/openapi.json',
    answer: (context) => answerJson(context, { body, entityTag }, ['cache-control', 'no-cache']),
  };
}
