/** Cursors of lists: a signed place, bound to the list and its filters. */
import { timingSafeEqual } from 'node:crypto';

import type { MasterKey } from '../../domain/master-key.ts';
import { invalidParameter } from '../../domain/problem.ts';

const SIGNATURE_LENGTH = 22;

/** Returns the token of a place. @param scope the path of the list and its filters. */
export function writeListCursor(
  { signCursor }: Pick<MasterKey, 'signCursor'>,
  scope: string,
  place: object,
): string {
  const payload = JSON.stringify(place);
  const signature = signPlace(signCursor, scope, payload);
  return signature + Buffer.from(payload).toString('base64url');
}

/** Returns the place of a token. @throws {ProblemError} if the token was not issued for this list and these filters. */
export function readListCursor(
  { signCursor }: Pick<MasterKey, 'signCursor'>,
  scope: string,
  token: string,
): unknown {
  const payload = Buffer.from(token.slice(SIGNATURE_LENGTH), 'base64url').toString();
  const expected = Buffer.from(signPlace(signCursor, scope, payload));
  const given = Buffer.from(token.slice(0, SIGNATURE_LENGTH));
  const isIssued = given.length === expected.length && timingSafeEqual(given, expected);
  if (isIssued) return JSON.parse(payload) as unknown;
  const message =
    'was not issued for this list and these filters; follow the whole Link of a response, or start without it';
  throw invalidParameter('cursor', message);
}

function signPlace(sign: MasterKey['signCursor'], scope: string, payload: string): string {
  return sign(`manage\n${scope}\n${payload}`).slice(0, SIGNATURE_LENGTH);
}
