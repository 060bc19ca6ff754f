import { ExchangeError } from '../exchange.ts';

/**
 * One endpoint that may be requested, for example `GET api.binance.com/sapi/v1/fiat/orders`. A segment `*`
 * stands for one identifier, for example an account's. If one path serves reads and writes, the form field
 * that selects a read follows after `?`, as in `POST indodax.com/tapi?method=getInfo`.
 */
export type ReadEndpoint = `${'GET' | 'POST'} ${string}/${string}`;

/** Matches a decoded identifier without a path separator and without `..`. */
const IDENTIFIER = /^[\w-][\w ().+-]{0,63}$/;

/**
 * Refuses requests to all but the known read endpoints: some of ccxt's reading methods also write (approvals,
 * referrers), and a key may have more permissions than it needs.
 *
 * @returns the endpoint of the list, which contains no identifier and no credential.
 * @throws {ExchangeError} `exchange_request_refused` if the endpoint is not known.
 */
export function requireReadEndpoint(
  allowed: ReadonlySet<string>,
  method: string,
  address: string,
  body?: unknown,
): string {
  const url = new URL(address);
  const endpoint = `${method} ${url.host}${url.pathname}`;
  const known = allowed.has(endpoint)
    ? endpoint
    : [...allowed].find(
        (each) =>
          namesWithIdentifier(each, endpoint) ||
          namesWithField(each, endpoint, url.searchParams, body),
      );
  if (url.protocol === 'https:' && known !== undefined) return known;
  throw new ExchangeError('exchange_request_refused', `not a read endpoint: ${endpoint}`);
}

/** Returns true if the endpoint matches the known one, with an identifier for each `*`. */
function namesWithIdentifier(known: string, endpoint: string): boolean {
  const segments = endpoint.split('/');
  const wanted = known.split('/');
  if (segments.length !== wanted.length) return false;
  return wanted.every(
    (want, index) =>
      want === segments[index] || (want === '*' && isIdentifier(segments[index] ?? '')),
  );
}

function isIdentifier(segment: string): boolean {
  try {
    return IDENTIFIER.test(decodeURIComponent(segment));
  } catch {
    return false;
  }
}

/** Returns true if a request is to the known endpoint and has its form field exactly once, in the body. */
function namesWithField(
  known: string,
  endpoint: string,
  query: URLSearchParams,
  body: unknown,
): boolean {
  const [path, field] = known.split('?');
  if (path !== endpoint || field === undefined) return false;
  const [[name, value] = ['', '']] = [...new URLSearchParams(field)];
  const sent = new URLSearchParams(typeof body === 'string' ? body : '').getAll(name);
  return sent.length === 1 && sent[0] === value && !query.has(name);
}
