/** Reads bodies as bytes. What they mean, `body.ts` reads, which loads a validator. */
import type { FastifyInstance } from 'fastify';

import { type AnyProblemCode, ProblemError } from '../../domain/problem.ts';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const MEDIA_TYPE_PROBLEM = [
  'unsupported_media_type',
  'send JSON with content-type: application/json, and a file with text/csv or application/x-ndjson',
] as const;
const BODY_ERRORS: Readonly<Record<string, readonly [AnyProblemCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'the body has more bytes than this route accepts'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: MEDIA_TYPE_PROBLEM,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed_request',
    'the body has another length than content-length says',
  ],
};

/**
 * Reads bodies of these media types as bytes, and refuses all others. A repeated request is recognised by its bytes, and
 * `createBodyReader` reads them.
 */
export function readBodiesAsBytes(
  app: FastifyInstance,
  mediaTypes: readonly (string | RegExp)[],
): void {
  app.removeAllContentTypeParsers();
  for (const type of mediaTypes) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body);
    });
  }
}

/** Returns the problem of an error of Fastify's parser of bodies; `undefined` for any other error. */
export function explainBodyError(error: unknown): ProblemError | undefined {
  const { code } = error as { readonly code?: unknown };
  const found = typeof code === 'string' ? BODY_ERRORS[code] : undefined;
  return found && new ProblemError(found[0], found[1], { headers: { connection: 'close' } });
}

/** @throws {ProblemError} `unsupported_media_type` if a body is not sent as JSON. */
export function requireJson(contentType: string | undefined): void {
  if (contentType === undefined || JSON_TYPE.test(contentType)) return;
  throw new ProblemError(...MEDIA_TYPE_PROBLEM);
}
