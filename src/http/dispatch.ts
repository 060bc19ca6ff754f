/** From a request to its answer: its route is found and asked, and every error becomes a problem. */
import type { RequestListener } from 'node:http';

import { ProblemError } from '../domain/problem.ts';
import { type Answer, finishRequest, sendAnswer } from './answer/answer.ts';
import { logFailure } from './log-failure.ts';
import { answerProblem, toProblem } from './answer/problem-response.ts';
import { discardBody } from './request/body.ts';
import { beginRequest, type RequestContext } from './request/context.ts';
import { checkRequestHead } from './request/head.ts';
import { decodePath, pathOf } from './request/target.ts';
import { ALLOWED_METHODS, type Route } from './route.ts';
import type { HttpService } from './service.ts';

type Routes = ReadonlyMap<string, Route>;

/** Answers each request by the route of its path. */
export function createRequestListener(
  service: HttpService,
  routes: readonly Route[],
): RequestListener {
  const routesByPath: Routes = new Map(routes.map((route) => [route.path, route]));
  return (request, response) => {
    const context = beginRequest(service, request, response);
    discardBody(request, context.head);
    try {
      checkRequestHead(request, context.head);
      const answer = answerRequest(context, routesByPath);
      if (answer instanceof Promise) void sendLater(service, context, answer);
      else sendAnswer(service, context, answer);
    } catch (error) {
      answerError(service, context, error);
    }
  };
}

/** @throws what the route throws, `not_found`, `malformed_request` or `method_not_allowed`. */
function answerRequest(context: RequestContext, routes: Routes): Answer | Promise<Answer> {
  const { method, url = '' } = context.request;
  const path = pathOf(url);
  const route = routes.get(path) ?? routes.get(requireDecoded(path));
  if (route === undefined) throw new ProblemError('not_found', 'the service has no such path');
  context.route = route.label ?? route.path;
  if (method === 'GET' || method === 'HEAD') return route.answer(context);
  const allow = { allow: ALLOWED_METHODS };
  if (method !== 'OPTIONS') {
    const message = `this path answers ${ALLOWED_METHODS}`;
    throw new ProblemError('method_not_allowed', message, { headers: allow });
  }
  return { status: 204, headers: Object.entries(allow).flat(), body: undefined };
}

/** @throws {ProblemError} `malformed_request`. */
function requireDecoded(path: string): string {
  const decoded = decodePath(path);
  if (decoded !== undefined) return decoded;
  throw new ProblemError('malformed_request', 'the path is not well-formed percent-encoding');
}

async function sendLater(
  service: HttpService,
  context: RequestContext,
  answer: Promise<Answer>,
): Promise<void> {
  try {
    sendAnswer(service, context, await answer);
  } catch (error) {
    answerError(service, context, error);
  }
}

/** The one place where an error becomes an answer. */
function answerError(service: HttpService, context: RequestContext, error: unknown): void {
  const problem = toProblem(error);
  logFailure(service.logger, problem, error, context.requestId);
  const answer = answerProblem(problem, context.requestId);
  if (!context.response.headersSent) {
    sendAnswer(service, context, answer);
    return;
  }
  // An answer that has begun cannot become another one.
  context.response.destroy();
  finishRequest(service, context, answer.status);
}
