/** Response headers in the OpenAPI document. */
import { PAGE_MAX } from '../../domain/query.ts';
import { SYNC_STATES } from '../../store/records.ts';
import { HEADERS } from '../header-names.ts';
import { TARGET_LENGTH_MAX } from '../limits.ts';
import { ALLOWED_METHODS } from '../plugins/check-request.ts';
import { type JsonSchema, referTo } from './schemas.ts';

/** `components.headers` of the OpenAPI document: the meaning of each header, and when it is missing. */
export const RESPONSE_HEADERS: Readonly<Record<string, JsonSchema>> = {
  [HEADERS.requestId]: textHeader(
    "The caller's `x-request-id`, or a new one. The log has it too.",
    '^[A-Za-z0-9._~:-]+$',
    128,
  ),
  [HEADERS.history]: {
    description:
      'Whether the history was read back to its beginning; `complete` if the wallet only takes imports.',
    schema: { type: 'string', enum: ['complete', 'backfilling'] },
  },
  [HEADERS.lastSyncAt]: {
    description:
      'The last synchronisation of the wallet, in UTC with milliseconds; missing before the first.',
    schema: { type: 'string', format: 'date-time', maxLength: 24 },
  },
  [HEADERS.syncState]: {
    description: `The state of the synchronisation. ${Object.entries(SYNC_STATES)
      .map(([state, meaning]) => `\`${state}\`: ${meaning}.`)
      .join(' ')}`,
    schema: { type: 'string', enum: Object.keys(SYNC_STATES) },
  },
  [HEADERS.syncError]: textHeader(
    'The code of the failure of the last synchronisation, for example `exchange_key_refused`, or ' +
      '`exchange_clock` if the exchange refused the time of a request; missing if it succeeded.',
    '^[a-z_]+$',
    64,
  ),
  [HEADERS.unknownNetworks]: textHeader(
    'Assets whose networks the exchange does not (all) report for this key, separated by commas and ' +
      'percent-encoded, or `*` if there are too many; missing if all are known. An empty list of ' +
      'networks means for all other assets that they cannot be withdrawn.',
    '^[!-~]+$',
    2048,
  ),
  [HEADERS.unverifiedWithdrawable]: {
    description:
      'Present if the exchange does not document which part of the amounts can be withdrawn: the ' +
      'free amounts of its main account are reported.',
    schema: { type: 'string', enum: ['true'] },
  },
  Link: textHeader(
    'The next page, `<…?cursor=…>; rel="next"` (RFC 8288), as a reference to be resolved against the ' +
      'address of the request; missing on the last page. Following the links returns every transaction ' +
      'that existed at the start and matches throughout exactly once, even if others arrive meanwhile, and ' +
      `beyond page ${PAGE_MAX} too. A 304 may omit it: the link of the stored response remains valid.`,
    '^<[!-~]+>; rel="next"$',
    TARGET_LENGTH_MAX + 16,
  ),
  ETag: textHeader(
    'Strong entity tag. The response to a request that sends it in `if-none-match` is 304 until the ' +
      'content changes.',
    '^"[!-~]+"$',
    64,
  ),
  'Cache-Control': textHeader(
    'A stored response has to be revalidated, and one about a wallet is private.',
    '^[a-z, -]+$',
    64,
  ),
  Vary: textHeader('The request headers on which the response depends.', '^[a-z, -]+$', 128),
  'X-Content-Type-Options': {
    description: 'Clients must not guess the content type.',
    schema: { type: 'string', enum: ['nosniff'] },
  },
  RateLimit: textHeader(
    'The requests that the key has left in this second, `r` (IETF draft); missing if there is no limit.',
    '^"key";r=\\d+;t=1$',
    32,
  ),
  'RateLimit-Policy': textHeader(
    'Requests per second and key, `q` (IETF draft); missing if there is no limit.',
    '^"key";q=\\d+;w=1$',
    32,
  ),
  'Retry-After': {
    description: 'Seconds until a retry is useful; missing if a retry does not help.',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 3600 },
  },
  'WWW-Authenticate': textHeader(
    'How to authenticate: `ApiKey` by the four headers, `Bearer` by the token of the metrics.',
    '^(ApiKey|Bearer) realm="[a-z -]+"$',
    64,
  ),
  Allow: {
    description: 'The methods of the path.',
    schema: { type: 'string', enum: [ALLOWED_METHODS] },
  },
};

/** Headers of every response. */
const EVERY_RESPONSE = [
  HEADERS.requestId,
  'Cache-Control',
  'X-Content-Type-Options',
  'RateLimit',
  'RateLimit-Policy',
];

/** Headers about the synchronisation of a wallet. */
const SYNC_HEADERS = [HEADERS.history, HEADERS.lastSyncAt, HEADERS.syncState, HEADERS.syncError];
/** Headers of every response about a wallet. */
const WALLET = [...SYNC_HEADERS, 'ETag', 'Vary'];

const PROBLEMS_OF_STATUS: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  404: SYNC_HEADERS,
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After', ...SYNC_HEADERS],
};

/** Returns the headers of a response, including the headers of every response. */
export function referToHeaders(names: readonly string[]): JsonSchema {
  const all = [...EVERY_RESPONSE, ...names];
  return Object.fromEntries(all.map((name) => [name, referTo('headers', name)]));
}

/** Returns the headers of a response about a wallet. @param further headers of its route. */
export function walletHeaders(further: readonly string[]): JsonSchema {
  return referToHeaders([...WALLET, ...further]);
}

/** Returns the headers of a problem with this status. */
export function problemHeaders(status: number): JsonSchema {
  return referToHeaders(['Vary', ...(PROBLEMS_OF_STATUS[status] ?? [])]);
}

function textHeader(description: string, pattern: string, maxLength: number): JsonSchema {
  return { description, schema: { type: 'string', pattern, maxLength } };
}
