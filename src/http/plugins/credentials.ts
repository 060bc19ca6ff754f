import type { IncomingHttpHeaders } from 'node:http';

import { ProblemError } from '../../domain/problem.ts';
import { trimCharacters } from '../../domain/trim.ts';
import { CREDENTIAL_HEADERS } from '../header-names.ts';

/** The value of `vary`: the headers that determine the content and the encoding of a response. */
export const VARY = [
  ...Object.values(CREDENTIAL_HEADERS).map(({ name }) => name),
  'accept-encoding',
].join(', ');

/** The credentials of a request. */
export type Credentials = Readonly<Record<keyof typeof CREDENTIAL_HEADERS, string>>;

/** The characters at the ends of a header's value that do not belong to it (RFC 9110 §5.5). */
const HEADER_SPACE = ' \t';

/**
 * Reads the four headers.
 *
 * @throws {ProblemError} `missing_credentials` if a header is missing, empty or repeated.
 */
export function readCredentialHeaders(headers: IncomingHttpHeaders): Credentials {
  return {
    apiKey: requireCredential(headers, 'apiKey'),
    orgId: requireCredential(headers, 'orgId'),
    projectId: requireCredential(headers, 'projectId'),
    walletId: requireCredential(headers, 'walletId'),
  };
}

/** Node joins repeated headers by commas, which no credential contains (RFC 9110 §5.3). */
function requireCredential(headers: IncomingHttpHeaders, credential: keyof Credentials): string {
  const { name } = CREDENTIAL_HEADERS[credential];
  const value = trimCharacters(String(headers[name] ?? ''), HEADER_SPACE);
  if (value !== '' && !value.includes(',')) return value;
  throw new ProblemError(
    'missing_credentials',
    `the header ${name} is required once, with a value`,
  );
}
