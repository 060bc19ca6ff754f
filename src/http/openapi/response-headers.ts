/** Response headers in an OpenAPI document. */
import { PAGE_MAX } from '../../domain/query.ts';
import type { JsonSchema } from '../../domain/shapes.ts';
import { SYNC_STATES } from '../../store/records.ts';
import { HEADERS } from '../header-names.ts';

const STATES = Object.entries(SYNC_STATES).map(([state, meaning]) => `\`${state}\`: ${meaning}.`);

/** For a header about the body, which a 304 has only if the body is cached. */
const OF_STORED_RESPONSE = 'A 304 may omit it: the value of the stored response remains valid.';

/** The description of `Link`, which each API completes. */
export const NEXT_PAGE =
  'The next page, `<…?cursor=…>; rel="next"` (RFC 8288), as a reference to be resolved against the ' +
  'address of the request; missing on the last page.';

/** `components.headers` of a document: the meaning of each header, and when it is missing. */
export const RESPONSE_HEADERS: Readonly<Record<string, JsonSchema>> = {
  [HEADERS.requestId]: text("The caller's `x-request-id`, or a new one. The log has it too."),
  [HEADERS.history]: word(
    'Whether the history was read back to its beginning; `complete` if the wallet only takes imports.',
    ['complete', 'backfilling'],
  ),
  [HEADERS.lastSyncAt]: {
    description:
      'The last synchronisation of the wallet, in UTC with milliseconds; missing before the first.',
    schema: { type: 'string', format: 'date-time' },
  },
  [HEADERS.syncState]: word(
    `The state of the synchronisation. ${STATES.join(' ')}`,
    Object.keys(SYNC_STATES),
  ),
  [HEADERS.syncError]: text(
    'The code of the failure of the last synchronisation, for example `exchange_key_refused`, or ' +
      '`exchange_clock` if the exchange refused the time of a request; missing if it succeeded.',
  ),
  [HEADERS.unknownNetworks]: text(
    'Assets whose networks the exchange does not (all) report for this key, separated by commas and ' +
      'percent-encoded, or `*` if there are too many; missing if all are known. An empty list of ' +
      'networks means for all other crypto-assets that they cannot be withdrawn; fiat has no networks. ' +
      OF_STORED_RESPONSE,
  ),
  [HEADERS.unverifiedWithdrawable]: word(
    'Present if the exchange does not document, or does not report to this key, which part of the amounts can be withdrawn: the ' +
      `free amounts of its main account are reported. ${OF_STORED_RESPONSE}`,
    ['true'],
  ),
  Link: text(
    `${NEXT_PAGE} Following the links returns every transaction ` +
      'that existed at the start and matches throughout exactly once, even if others arrive meanwhile, and ' +
      `beyond page ${PAGE_MAX} too. ${OF_STORED_RESPONSE}`,
  ),
  ETag: text(
    'Strong entity tag. The response to a request that sends it in `if-none-match` is 304 until the content changes.',
  ),
  RateLimit: text(
    'The requests that the key has left in this second, `r` (IETF draft); missing if there is no limit.',
  ),
  'RateLimit-Policy': text(
    'Requests per second and key, `q` (IETF draft); missing if there is no limit.',
  ),
  'WWW-Authenticate': text('The scheme of authentication that the path needs (RFC 9110).'),
  Allow: text('The methods that the path accepts, separated by commas.'),
  'Retry-After': {
    description: 'Seconds until a retry is useful; missing if a retry does not help.',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 3600 },
  },
};

/** Returns a reference to a component of the document. */
export function referTo(kind: string, name: string): JsonSchema {
  return { $ref: `#/components/${kind}/${name}` };
}

const EVERY_RESPONSE = [HEADERS.requestId, 'RateLimit', 'RateLimit-Policy'];
/** Headers about the synchronisation of a wallet. */
export const SYNC_HEADERS = [
  HEADERS.history,
  HEADERS.lastSyncAt,
  HEADERS.syncState,
  HEADERS.syncError,
];

/** Returns the headers of a response: those of every response and further ones. */
export function referToHeaders(names: readonly string[]): JsonSchema {
  const all = [...EVERY_RESPONSE, ...names];
  return Object.fromEntries(all.map((name) => [name, referTo('headers', name)]));
}

/** Returns a header that is text. */
export function text(description: string): JsonSchema {
  return { description, schema: { type: 'string' } };
}

/** Returns a header that is one of some words. */
export function word(description: string, words: readonly string[]): JsonSchema {
  return { description, schema: { type: 'string', enum: words } };
}
