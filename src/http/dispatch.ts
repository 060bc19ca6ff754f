/** Dispatches each request to its route, and turns every error into a problem response. */
import type { RequestListener } from 'node:http';

import type { Logger } from 'pino';

import { ProblemError } from '../domain/problem.ts';
import type { Answer } from './answer/route-answer.ts';
import type { ResponseWriter } from './answer/response-writer.ts';
import { logFailure } from './log-failure.ts';
import { answerProblem, toProblem } from './answer/problem-response.ts';
import { discardBody } from './request/discard-body.ts';
import { beginRequest, type ContextOptions, type RequestContext } from './request/context.ts';
import { checkRequestHead } from './request/head.ts';
import { decodePath, pathOf } from './request/target.ts';
import { ALLOWED_METHODS, type Route } from './route.ts';

type Routes = ReadonlyMap<string, Route>;

/** The dependencies of {@link createRequestListener}. */
export interface DispatchOptions extends ContextOptions {
  readonly writer: ResponseWriter;
  readonly logger: Logger;
}

/** Creates a listener that sends each request to the route of its path. */
export function createRequestListener(
  options: DispatchOptions,
  routes: readonly Route[],
): RequestListener {
  const routesByPath: Routes = new Map(routes.map((route) => [route.path, route]));
  return (request, response) => {
    const context = beginRequest(options, request, response);
    handleRequest(options, context, routesByPath);
  };
}

/** Sends the answer of the route, or of the error. */
function handleRequest(options: DispatchOptions, context: RequestContext, routes: Routes): void {
  const { request, head } = context;
  discardBody(request, head);
  try {
    checkRequestHead(request, head);
    const answer = answerRequest(context, routes);
    if (answer instanceof Promise) void sendLater(options, context, answer);
    else options.writer.send(context, answer);
  } catch (error) {
    answerError(options, context, error);
  }
}

/**
 * Returns the answer of the route.
 *
 * @throws {ProblemError} `not_found`, `malformed_request`, `method_not_allowed`, or an error of the route.
 */
function answerRequest(context: RequestContext, routes: Routes): Answer | Promise<Answer> {
  const { method, url = '' } = context.request;
  const path = pathOf(url);
  const route = routes.get(path) ?? routes.get(requireDecoded(path));
  if (route === undefined) throw new ProblemError('not_found', 'the service has no such path');
  context.route = route.label ?? route.path;
  if (method === 'GET' || method === 'HEAD') return route.answer(context);
  const allow = { allow: ALLOWED_METHODS };
  if (method !== 'OPTIONS') {
    const message = `this path accepts ${ALLOWED_METHODS}`;
    throw new ProblemError('method_not_allowed', message, { headers: allow });
  }
  return { status: 204, headers: Object.entries(allow).flat(), body: undefined };
}

/** Returns the decoded path. @throws {ProblemError} `malformed_request` if it cannot be decoded. */
function requireDecoded(path: string): string {
  const decoded = decodePath(path);
  if (decoded !== undefined) return decoded;
  throw new ProblemError('malformed_request', 'the path is not well-formed percent-encoding');
}

async function sendLater(
  options: DispatchOptions,
  context: RequestContext,
  answer: Promise<Answer>,
): Promise<void> {
  try {
    options.writer.send(context, await answer);
  } catch (error) {
    answerError(options, context, error);
  }
}

/** Turns an error into a response. No other code does so. */
function answerError(
  { writer, logger }: DispatchOptions,
  context: RequestContext,
  error: unknown,
): void {
  const problem = toProblem(error);
  logFailure(logger, problem, error, context.requestId);
  const answer = answerProblem(problem, context.requestId);
  if (!context.response.headersSent) {
    writer.send(context, answer);
    return;
  }
  // A response that was partly sent cannot be replaced.
  context.response.destroy();
  writer.finish(context, answer.status);
}
