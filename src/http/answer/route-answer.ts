import { VARY } from '../auth/credentials.ts';
import type { RequestContext } from '../request/context.ts';
import { matchesEntityTag } from './entity-tag.ts';

/** What a route returns; the `ResponseWriter` adds the headers of every response. */
export interface Answer {
  readonly status: number;
  /**
   * Names and values alternately, which Node writes without building an object. The list is modified when it
   * is sent.
   */
  readonly headers: string[];
  /** `undefined` if the status has no body. */
  readonly body: string | Buffer | undefined;
  /** Bytes of the body in UTF-8, if known. */
  readonly byteLength?: number;
}

/**
 * Returns the headers of a response that depends on the caller: only the caller may cache it, and has to
 * revalidate it.
 */
export function privateHeaders(): string[] {
  return ['cache-control', 'private, no-cache', 'vary', VARY];
}

/**
 * Returns 200 with a strong entity tag, or 304 if the caller already has that body.
 *
 * @param headers the headers of both responses.
 */
export function answerJson(
  context: RequestContext,
  { body, entityTag }: { readonly body: string; readonly entityTag: string },
  headers: string[],
): Answer {
  headers.push('etag', entityTag);
  const ifNoneMatch = context.head.headers['if-none-match'];
  if (ifNoneMatch !== undefined && matchesEntityTag(ifNoneMatch, entityTag)) {
    return { status: 304, headers, body: undefined };
  }
  headers.push('content-type', 'application/json');
  return { status: 200, headers, body };
}
