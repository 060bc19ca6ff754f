/**
 * Turns every error of a request into a response with a problem (RFC 9457). Requests that no hook sees are refused with the
 * same problems by `parser-errors.ts` and `server.ts`.
 */
import type { FastifyError, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import type { Logger } from 'pino';

import { type AnyProblemCode, definitionOf, ProblemError } from '../../domain/problem.ts';
import { VARY } from '../header-names.ts';
import {
  NodeUnavailableError,
  SchemaVersionError,
  StoreRightMissingError,
  StoreUnavailableError,
} from '../../store/errors.ts';
import type { Problem } from '../openapi/problems.ts';
import { keepText } from './send-text.ts';
import { explainValidation } from './validation-problem.ts';

/** The challenge of every 401. */
const AUTHENTICATION_CHALLENGE = 'ApiKey realm="wallet-teller"';
/** Also matches the end of a management key. */
const API_KEY = /key_[0-9a-f]{24}\.[\w-]{43}/g;
const CAUSES_MAX = 4;

/** A response depends on the caller: only the caller may cache it, and has to revalidate it. */
export const PRIVATE_HEADERS = { 'cache-control': 'private, no-cache', vary: VARY } as const;

/** The codes of errors that Fastify or one of its plugins throws with a status of the caller's fault. */
const CODES: ReadonlyMap<number, AnyProblemCode> = new Map([
  [404, 'not_found'],
  [413, 'body_too_large'],
  [415, 'unsupported_media_type'],
  [429, 'rate_limited'],
]);

/** The options of {@link problems}. */
export interface ProblemOptions {
  readonly logger: Logger;
  /** Returns the problem of an error that only some apps have; `undefined` for any other. */
  readonly explain?: ((error: unknown) => ProblemError | undefined) | undefined;
}

/** Answers errors of routes and hooks with problems, and logs the causes of internal ones. */
export const problems = fp<ProblemOptions>(async (app, { logger, explain }) => {
  app.setErrorHandler((error, { id: requestId }, reply) => {
    const problem = explain?.(error) ?? toProblem(error);
    const { code } = problem;
    if (code === 'internal' || code === 'store_unavailable') {
      logger.error({ requestId, code, error: describeFailure(error) }, 'request failed');
    }
    return sendProblem(reply, problem);
  });
});

/** Sends the response of a problem. */
export function sendProblem(reply: FastifyReply, problem: ProblemError): FastifyReply {
  const { status, headers, body } = answerProblem(problem, reply.request.id);
  return reply.code(status).headers(headers).serializer(keepText).send(body);
}

/**
 * Returns the problem that a caller sees. An unexpected error becomes `internal`, and so does a missing right of the
 * database's user: `store_unavailable` advises to retry.
 */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof NodeUnavailableError) {
    const detail = `the node ${error.address} of the database, which has this data, does not respond; retry shortly`;
    return new ProblemError('store_unavailable', detail);
  }
  if (error instanceof SchemaVersionError) {
    const detail =
      'the schema of the database belongs to another version of the service; its operator has to act';
    return new ProblemError('store_unavailable', detail);
  }
  if (error instanceof StoreUnavailableError && !(error instanceof StoreRightMissingError)) {
    return new ProblemError('store_unavailable', 'the database does not respond; retry shortly');
  }
  const { statusCode = 500, message, validation } = (error ?? {}) as Partial<FastifyError>;
  if (validation !== undefined) return explainValidation(validation);
  if (statusCode >= 400 && statusCode < 500) {
    return new ProblemError(CODES.get(statusCode) ?? 'malformed_request', String(message));
  }
  return new ProblemError(
    'internal',
    'the service failed to respond; its log has the cause under this requestId',
  );
}

/** Returns the status, the headers and the body of a problem. `type` is the URL of its section in the reference. */
export function answerProblem(problem: ProblemError, requestId: string) {
  const { code, detail, parameterErrors, members } = problem;
  const { status, title, retryAfterSeconds } = definitionOf(code);
  const headers: Readonly<Record<string, string>> = {
    ...PRIVATE_HEADERS,
    'content-type': 'application/problem+json',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(status === 401 && { 'www-authenticate': AUTHENTICATION_CHALLENGE }),
    ...problem.headers,
  };
  const own = { type: `/docs#${code}`, title, status, detail, code, requestId };
  const errors = parameterErrors.length > 0 && { errors: [...parameterErrors] };
  const body: Problem = { ...own, ...errors, ...members };
  return { status, headers, body: JSON.stringify(body) };
}

/** Returns the stacks of an error and its causes, with API keys removed. */
function describeFailure(error: unknown): string {
  const lines: string[] = [];
  let current = error;
  while (current instanceof Error && lines.length < CAUSES_MAX) {
    lines.push(current.stack ?? current.message);
    current = current.cause;
  }
  if (lines.length === 0) lines.push(String(error));
  return lines.join('\ncaused by ').replace(API_KEY, '[API key]');
}
