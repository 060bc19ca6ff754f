import type { IncomingHttpHeaders } from 'node:http';

import { ProblemError } from '../../domain/problem.ts';
import { trimCharacters } from '../../domain/trim.ts';
import { HEADERS } from '../header-names.ts';

/** The headers that every request of the API has, and their meaning. */
export const CREDENTIAL_HEADERS = {
  [HEADERS.apiKey]: 'API key, `key_….…`.',
  [HEADERS.orgId]: 'Organization identifier, `org_…`.',
  [HEADERS.projectId]: 'Project identifier, `project_…`.',
  [HEADERS.walletId]: 'Identifier of the wallet the request applies to, `wallet_…`.',
} as const;

type CredentialHeader = keyof typeof CREDENTIAL_HEADERS;

/** The value of `vary`: the headers that determine the content and the encoding of a response. */
export const VARY = [...Object.keys(CREDENTIAL_HEADERS), 'accept-encoding'].join(', ');

/** The credentials of a request. */
export interface Credentials {
  readonly apiKey: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly walletId: string;
}

/** The characters at the ends of a header's value that do not belong to it (RFC 9110 §5.5). */
const HEADER_SPACE = ' \t';

/**
 * Reads the four headers.
 *
 * @throws {ProblemError} `missing_credentials` if a header is missing, empty or repeated.
 */
export function readCredentialHeaders(headers: IncomingHttpHeaders): Credentials {
  return {
    apiKey: requireCredential(headers, HEADERS.apiKey),
    orgId: requireCredential(headers, HEADERS.orgId),
    projectId: requireCredential(headers, HEADERS.projectId),
    walletId: requireCredential(headers, HEADERS.walletId),
  };
}

/** Node joins repeated headers by commas, which no credential contains (RFC 9110 §5.3). */
function requireCredential(headers: IncomingHttpHeaders, name: CredentialHeader): string {
  const value = trimCharacters(String(headers[name] ?? ''), HEADER_SPACE);
  if (value !== '' && !value.includes(',')) return value;
  throw new ProblemError(
    'missing_credentials',
    `the header ${name} is required once, with a value`,
  );
}
