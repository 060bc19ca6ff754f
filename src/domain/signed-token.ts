/**
 * Tokens that only the service can issue: the signature of a payload, cut to 132 bits, and the payload, both base64url. The
 * signature covers a scope, which is no part of the token: a token is not valid in another one.
 */
import { timingSafeEqual } from 'node:crypto';

import type { MasterKey } from './master-key.ts';

/** The key that signs tokens. */
export type TokenKey = Pick<MasterKey, 'signCursor'>;

/** Characters of base64url. */
const SIGNATURE_LENGTH = 22;

/** Returns the token of a payload, which has no line break. */
export function writeToken({ signCursor }: TokenKey, scope: string, payload: string): string {
  const signature = signCursor(`${scope}\n${payload}`).slice(0, SIGNATURE_LENGTH);
  return signature + Buffer.from(payload).toString('base64url');
}

/** Returns the payload of a token; `undefined` if the token was not issued for the scope. */
export function readToken(key: TokenKey, scope: string, token: string): string | undefined {
  const payload = Buffer.from(token.slice(SIGNATURE_LENGTH), 'base64url').toString();
  // Compares all of it: a decoder skips characters outside of base64url.
  const issued = Buffer.from(writeToken(key, scope, payload));
  const given = Buffer.from(token);
  return given.length === issued.length && timingSafeEqual(given, issued) ? payload : undefined;
}
