/** Explains errors of Fastify's parser of bodies. */
import { type AnyProblemCode, ProblemError } from '../../domain/problem.ts';

const BODY_ERRORS: Readonly<Record<string, readonly [AnyProblemCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'the body has more bytes than this route accepts'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'send the body with content-type: application/json',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed_request',
    'the body has another length than content-length says',
  ],
};

/** Returns the problem of an error of Fastify's parser of bodies; `undefined` for any other error. */
export function explainBodyError(error: unknown): ProblemError | undefined {
  const { code } = error as { readonly code?: unknown };
  const found = typeof code === 'string' ? BODY_ERRORS[code] : undefined;
  return found && new ProblemError(found[0], found[1], { headers: { connection: 'close' } });
}
