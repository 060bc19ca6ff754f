/** Every error of the HTTP service: the table that the service and the documentation share. */
import { FILE_MEDIA_TYPES_TEXT } from './import-options.ts';
import { WRONG_KEYS_OF_ADDRESS_MAX } from './api-key.ts';

/** An error: its HTTP status, its title, when it occurs, and what to do. */
export interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  /** When it occurs, for the reference. */
  readonly when: string;
  /** What the caller or the operator does about it, for the reference. */
  readonly action: string;
  /** Seconds until a retry is useful, sent as `retry-after`. */
  readonly retryAfterSeconds?: number;
}

export const PROBLEMS = {
  invalid_parameter: {
    status: 400,
    title: 'A parameter is invalid',
    when: 'A query parameter is empty or its value is not of the documented form. `errors` lists each invalid parameter.',
    action:
      'Correct the parameters that `errors` lists; each `message` says which values are accepted.',
  },
  unknown_parameter: {
    status: 400,
    title: 'A parameter is unknown',
    when: 'The route does not have this query parameter. `errors` names the most similar parameter of the route, or all of them if none is similar.',
    action: 'Remove the parameter, or correct its name.',
  },
  repeated_parameter: {
    status: 400,
    title: 'A parameter is repeated',
    when: 'A query parameter occurs more than once.',
    action:
      'Send each parameter once. `fields` takes several names separated by commas; `map` and `skip` of an import take several values separated by line breaks.',
  },
  malformed_request: {
    status: 400,
    title: 'The request cannot be read',
    when: 'The request is not well-formed HTTP or its address is not well-formed percent-encoding.',
    action:
      'Build the URL with a library that percent-encodes values, and check the proxies in between.',
  },
  missing_credentials: {
    status: 401,
    title: 'Credentials are missing',
    when: 'A header that identifies the caller is missing, empty or repeated.',
    action:
      'Send the header that `detail` names, once. The service needs all four `x-svc-…` headers, the management API needs `authorization: Bearer KEY`.',
  },
  invalid_credentials: {
    status: 401,
    title: 'The key is not valid',
    when: 'The key is wrong, revoked or expired. An API key is not a management key: neither is accepted in place of the other.',
    action:
      'Check that the key was copied whole. The operator creates an API key with `teller key create`, and a management key with `teller manage-key create`.',
  },
  scope_mismatch: {
    status: 403,
    title: 'The API key belongs to another scope',
    when: 'The API key is valid, but the organization or project header does not belong to the key.',
    action:
      'Send the identifiers of the organization and the project that the key was created for. The operator finds them with `teller key list`.',
  },
  wallet_not_found: {
    status: 404,
    title: 'No such wallet',
    when: 'The wallet does not exist, or the key cannot see it: the key is for another project, or for another wallet only.',
    action:
      'Check the identifier of the wallet, and that the key is for its project and not for another wallet. The operator lists wallets with `teller wallet list`.',
  },
  balance_not_available: {
    status: 404,
    title: 'The wallet has no balance',
    when: 'The wallet only takes imported transactions: it has no exchange key with which a balance could be read.',
    action: 'Read its transactions. A wallet with an exchange key has a balance.',
  },
  not_found: {
    status: 404,
    title: 'No such path or record',
    when: 'The path does not exist. Or, in the management API: the record, such as a project or a webhook, does not exist, or the management key cannot see it; or the request needs a management key of the whole installation. `detail` says which.',
    action:
      'Correct the path; `/openapi.json` lists all of them. For a record, check its identifier, and that the management key can see its project.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    when: 'The path does not accept the method. The `allow` header lists the methods that it accepts.',
    action:
      'Send the request with a method that `allow` lists: with `GET` to the service, which is read-only.',
  },
  uri_too_long: {
    status: 414,
    title: 'The address is too long',
    when: 'The request target has more than 8,192 characters.',
    action: 'Shorten the query; omit `fields` to get all of them.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    when: 'The request line and headers have more than 64 KiB together, or there are more than 256 headers.',
    action: 'Send fewer or shorter headers; often a cookie or a proxy has added them.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    when: `The key has used all of its requests for this second (\`TELLER_RATE_LIMIT\`). Or the IP address of the caller has sent more than ${WRONG_KEYS_OF_ADDRESS_MAX} wrong keys in a second; from that address, only keys that were valid before are then accepted.`,
    action: 'Wait for `retry-after`. Read large pages (`limit=1000`), and send `if-none-match`.',
    retryAfterSeconds: 1,
  },
  internal: {
    status: 500,
    title: 'Internal error',
    when: 'A defect of the service. The log has the cause under the `requestId`.',
    action: 'Report the `requestId` to the operator.',
  },
  wallet_not_synced: {
    status: 503,
    title: 'The wallet was never synchronised',
    when: 'The first synchronisation of the wallet has not succeeded yet. The list of transactions is available if some were imported.',
    action:
      'Wait: the service synchronises the wallet, and retries after a failure, which `x-svc-sync-error` names. `teller wallet show` reports the state of the wallet.',
    retryAfterSeconds: 10,
  },
  wallet_stopped: {
    status: 503,
    title: 'The wallet is stopped',
    when: 'The first synchronisation of the wallet failed with a permanent error: for example, the exchange refused its key. Or the operator has paused the wallet before it succeeded. `detail` says why. The list of transactions is available if some were imported.',
    action:
      'The operator has to act: `teller wallet show` reports the reason, `teller wallet credentials` replaces a refused key, `teller wallet resume` resumes a paused wallet.',
  },
  store_unavailable: {
    status: 503,
    title: 'The database is not available',
    when: 'The database does not respond. The service recovers automatically.',
    action:
      'Wait for `retry-after`. If it lasts, the operator checks the database; `/readyz` reports when it is back.',
    retryAfterSeconds: 2,
  },
  overloaded: {
    status: 503,
    title: 'The service is overloaded',
    when: 'More requests wait than the service accepts, or it is shutting down.',
    action: 'Wait for `retry-after`, and send fewer requests concurrently.',
    retryAfterSeconds: 1,
  },
} as const satisfies Record<string, ProblemDefinition>;

/** The code of a problem in a response of the service. */
export type ProblemCode = keyof typeof PROBLEMS;

/** The errors that only the management API has. */
export const MANAGE_PROBLEMS = {
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    when: 'The body has more bytes than the route accepts.',
    action: 'Send a smaller body; import a larger file with `teller import`.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The type of the body is not accepted',
    when: 'The `content-type` of the body is not `application/json`, or, for an import, not that of a file.',
    action: `Send JSON with \`content-type: application/json\`, and the file of an import with ${FILE_MEDIA_TYPES_TEXT}.`,
  },
  idempotency_conflict: {
    status: 409,
    title: 'The idempotency key was used for another request',
    when: 'A request with the same `idempotency-key` had another method, path or body.',
    action: 'Use a new key for each change, and the same key only to repeat a request unchanged.',
  },
  idempotency_running: {
    status: 409,
    title: 'The same request is running',
    when: 'A request with the same `idempotency-key` has not ended yet.',
    action: 'Wait for `retry-after`, then repeat the request with the same key.',
    retryAfterSeconds: 1,
  },
  external_id_taken: {
    status: 409,
    title: 'The external id is taken',
    when: 'Another wallet of the project has this `externalId`.',
    action: 'Find that wallet with `?externalId=`, or choose another one.',
  },
  session_not_open: {
    status: 409,
    title: 'The session is not open',
    when: 'An account was connected with the connect session, or its time is over, so it cannot be canceled. `detail` says which.',
    action:
      'Read the session. If it is `connected`, pause or remove its wallet if it is not wanted. If it is `expired`, there is nothing to do.',
  },
  wallet_imports_only: {
    status: 409,
    title: 'The wallet only takes imports',
    when: 'The wallet has no exchange key, so it cannot be synchronised, paused or get another key.',
    action: 'Add a wallet with a key.',
  },
  wallet_paused: {
    status: 409,
    title: 'The wallet is paused',
    when: 'A synchronisation was requested for a paused wallet.',
    action: 'Resume it with `{ "paused": false }` first.',
  },
  webhook_changed: {
    status: 409,
    title: 'The webhook was changed',
    when: 'Another request replaced the secret of the webhook at the same time.',
    action: 'Repeat the request.',
    retryAfterSeconds: 1,
  },
  webhook_secret_unreadable: {
    status: 409,
    title: 'The secret of the webhook cannot be read',
    when: 'The secret is corrupted, or encrypted by a master key that was lost: see `teller master-key reset`.',
    action: 'Remove the webhook and add it again; the new one has another secret.',
  },
  credentials_malformed: {
    status: 422,
    title: 'The credentials are malformed',
    when: 'A field of the credentials is missing, unknown, or cannot be valid at the exchange. `errors` lists each.',
    action: 'Correct the fields that `errors` lists.',
  },
  credentials_rejected: {
    status: 422,
    title: 'The exchange rejects the key',
    when: 'The exchange refused the key, or its access to balances. Nothing was stored.',
    action: 'Correct the credentials, or the rights of the key at the exchange.',
  },
  credentials_too_powerful: {
    status: 422,
    title: 'The key may do more than read',
    when: 'The exchange reports that the key may trade or withdraw. Nothing was stored.',
    action: 'Create a key that can only read.',
  },
  invalid_import: {
    status: 422,
    title: 'The file cannot be imported',
    when: 'A row of the file is invalid, or contains a word that must be decided. Nothing was stored.',
    action: 'Correct the rows that `detail` lists, or decide words with `map` and `skip`.',
  },
  webhook_failed: {
    status: 422,
    title: 'The test event was not delivered',
    when: 'The receiver of a webhook did not accept the event of a test.',
    action: 'Check the receiver; `detail` says what it returned.',
  },
  exchange_unavailable: {
    status: 503,
    title: 'The exchange does not respond',
    when: 'The key could not be checked, because the exchange did not respond, or returned no balances. Nothing was stored.',
    action: 'Wait for `retry-after`, or store the key without a check with `check: "later"`.',
    retryAfterSeconds: 30,
  },
} as const satisfies Record<string, ProblemDefinition>;

/** The errors of the API of the Connect page, in addition to those of every route and to {@link CONNECT_CODES}. */
export const CONNECT_PROBLEMS = {
  session_not_found: {
    status: 401,
    title: 'There is no such session',
    when: 'No connect session has this token.',
    action: 'Open the whole link again, or ask for a new one.',
  },
  session_expired: {
    status: 410,
    title: 'The session has expired',
    when: 'The time of the connect session is over.',
    action: 'Create another session.',
  },
  session_used: {
    status: 410,
    title: 'The session was used',
    when: 'An account was connected with this session.',
    action: 'Nothing, or create another session for another account.',
  },
  session_canceled: {
    status: 410,
    title: 'The session was canceled',
    when: 'The customer or the operator has canceled the connect session, or its wallet was removed.',
    action: 'Create another session.',
  },
  session_busy: {
    status: 409,
    title: 'Another key is being checked',
    when: 'Another request with the token of this session checks a key.',
    action: 'Wait for `retry-after`, then repeat the request.',
    retryAfterSeconds: 5,
  },
  already_connected: {
    status: 409,
    title: 'The account is already connected',
    when: 'Another wallet of the project has this account; `wallet` has its state.',
    action: 'Nothing, or create a session with the `walletId` of that wallet to replace its key.',
  },
} as const satisfies Record<string, ProblemDefinition>;

/** The errors of the management API that the API of the Connect page has too. */
export const CONNECT_CODES = [
  'body_too_large',
  'unsupported_media_type',
  'external_id_taken',
  'credentials_malformed',
  'credentials_rejected',
  'credentials_too_powerful',
  'exchange_unavailable',
] as const satisfies readonly (keyof typeof MANAGE_PROBLEMS)[];

/** The code of a problem in a response of the service or the management API. */
export type AnyProblemCode =
  | ProblemCode
  | keyof typeof MANAGE_PROBLEMS
  | keyof typeof CONNECT_PROBLEMS;

const ALL_PROBLEMS: Readonly<Record<AnyProblemCode, ProblemDefinition>> = {
  ...PROBLEMS,
  ...MANAGE_PROBLEMS,
  ...CONNECT_PROBLEMS,
};

/** Returns the definition of an error. */
export function definitionOf(code: AnyProblemCode): ProblemDefinition {
  return ALL_PROBLEMS[code];
}

/** The error of one query parameter. */
export interface ParameterError {
  readonly parameter: string;
  readonly code: 'invalid_parameter' | 'unknown_parameter' | 'repeated_parameter';
  readonly message: string;
}

/** What an error has in addition to its code and its detail. */
export interface ProblemExtra {
  readonly parameterErrors?: readonly ParameterError[];
  /** Headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the body. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** An error that the caller receives as `application/problem+json` (RFC 9457). */
export class ProblemError extends Error {
  readonly code: AnyProblemCode;
  readonly detail: string;
  readonly parameterErrors: readonly ParameterError[];
  readonly headers: Readonly<Record<string, string>>;
  readonly members: Readonly<Record<string, unknown>>;

  /** @param detail a sentence for the caller: no stack, SQL, file path or secret. */
  constructor(code: AnyProblemCode, detail: string, extra: ProblemExtra = {}) {
    super(detail);
    this.name = 'ProblemError';
    this.code = code;
    this.detail = detail;
    this.parameterErrors = extra.parameterErrors ?? [];
    this.headers = extra.headers ?? {};
    this.members = extra.members ?? {};
  }
}

/**
 * Returns the problem for one or more invalid parameters, with the code of the first.
 *
 * @param omitted the number of parameters that are not listed.
 */
export function parameterProblem(errors: readonly ParameterError[], omitted = 0): ProblemError {
  const [first] = errors;
  if (first === undefined) throw new RangeError('a parameter problem needs an error');
  const detail = errors.map((error) => `${error.parameter}: ${error.message}`).join('; ');
  const more = omitted > 0 ? `; and ${omitted} more parameters` : '';
  return new ProblemError(first.code, `${detail}${more}`, { parameterErrors: errors });
}

/** Returns the problem of one invalid parameter, header or field. */
export function invalidParameter(parameter: string, message: string): ProblemError {
  return parameterProblem([{ parameter, code: 'invalid_parameter', message }]);
}
