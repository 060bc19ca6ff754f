import { ProblemError } from '../../domain/problem.ts';
import { trimCharacters } from '../../domain/trim.ts';
import type { RequestHead } from '../request/head.ts';
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
export function readCredentialHeaders(head: RequestHead): Credentials {
  return {
    apiKey: requireCredential(head, HEADERS.apiKey),
    orgId: requireCredential(head, HEADERS.orgId),
    projectId: requireCredential(head, HEADERS.projectId),
    walletId: requireCredential(head, HEADERS.walletId),
  };
}

function requireCredential({ headers, repeated }: RequestHead, name: CredentialHeader): string {
  const value = trimCharacters(headers[name] ?? '', HEADER_SPACE);
  if (value !== '' && !repeated.includes(name)) return value;
  throw new ProblemError(
    'missing_credentials',
    `the header ${name} is required once, with a value`,
  );
}
