/** Reads bodies as bytes. What they mean, `body.ts` reads, which loads a validator. */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import type { FastifyInstance } from 'fastify';

import { FILE_MEDIA_TYPES, FILE_MEDIA_TYPES_TEXT } from '../../domain/import-options.ts';
import { type AnyProblemCode, ProblemError } from '../../domain/problem.ts';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
/** Matches the media types of files to import. */
export const FILE_TYPE = new RegExp(String.raw`^(?:${FILE_MEDIA_TYPES.join('|')})\s*(?:;|$)`, 'i');
const MEDIA_TYPE_PROBLEM = [
  'unsupported_media_type',
  `send JSON with content-type: application/json, and a file with ${FILE_MEDIA_TYPES_TEXT.replaceAll('`', '')}`,
] as const;
const BODY_ERRORS: Readonly<Record<string, readonly [AnyProblemCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'the body has more bytes than this route accepts'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: MEDIA_TYPE_PROBLEM,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed_request',
    'the body has another length than content-length says',
  ],
};

/** Statuses of responses to a body that is not read to its end. */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([413, 415]);
/** Maximum time and bytes of a refused body that are read after the response. */
const DISCARD_MS = 5000;
const DISCARDED_BYTES_MAX = 64 * 1024 * 1024;

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
  // Not asynchronous: a request that turns out to be malformed would have no response.
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (raw.complete || !REFUSED_STATUSES.has(reply.statusCode)) {
      done(null, payload);
      return;
    }
    const problem = payload as string;
    reply.header('content-length', Buffer.byteLength(problem));
    done(null, Readable.from(endLate(problem, raw)));
  });
}

/**
 * Yields the text of a response, which the caller has then, and ends when the body of the request has been read. The
 * connection is closed at the end: with unread bytes it would be reset, and the caller might not get the response.
 */
async function* endLate(text: string, body: Readable): AsyncGenerator<string, void, undefined> {
  yield text;
  const limit = new AbortController();
  let bytes = 0;
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DISCARDED_BYTES_MAX) limit.abort();
  });
  const signal = AbortSignal.any([limit.signal, AbortSignal.timeout(DISCARD_MS)]);
  // The caller may disconnect before the end.
  await finished(body, { signal }).catch(() => undefined);
}

/** Returns the problem of an error of Fastify's parser of bodies; `undefined` for any other error. */
export function explainBodyError(error: unknown): ProblemError | undefined {
  const { code } = error as { readonly code?: unknown };
  const found = typeof code === 'string' ? BODY_ERRORS[code] : undefined;
  return found && new ProblemError(found[0], found[1], { headers: { connection: 'close' } });
}

/** @throws {ProblemError} `unsupported_media_type` if a body is not sent as JSON, or not as a file. */
export function requireType(kind: 'JSON' | 'file', contentType: string | undefined): void {
  const form = kind === 'JSON' ? JSON_TYPE : FILE_TYPE;
  if (contentType === undefined || form.test(contentType)) return;
  throw new ProblemError(...MEDIA_TYPE_PROBLEM);
}
