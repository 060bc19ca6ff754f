import type { IncomingMessage } from 'node:http';

import { HEADERS } from '../header-names.ts';

const SANE_REQUEST_ID = /^[A-Za-z0-9._~:-]{1,128}$/;
/** Matches texts like an API key, because a key in the wrong header must not be logged. */
const LIKE_API_KEY = /key_/i;

/** Returns the function that chooses the id of a request (`genReqId` of Fastify). */
export function createRequestIds(randomId: () => string): (request: IncomingMessage) => string {
  return ({ headers }) => chooseRequestId(headers[HEADERS.requestId], randomId);
}

/**
 * Returns the caller's `x-request-id` if it is valid (printable, short, not repeated, not like an API key),
 * otherwise a new one.
 */
export function chooseRequestId(
  inbound: string | string[] | undefined,
  randomId: () => string,
): string {
  if (typeof inbound !== 'string' || !SANE_REQUEST_ID.test(inbound)) return randomId();
  return LIKE_API_KEY.test(inbound) ? randomId() : inbound;
}
