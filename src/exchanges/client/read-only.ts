import { ExchangeError } from '../exchange.ts';

/**
 * One endpoint that may be requested, for example `GET api.binance.com/sapi/v1/fiat/orders`. A segment
 * `*` stands for one identifier, for example that of an account. If one path serves reads and writes, the
 * form field that selects a read follows after `?`, as in `POST indodax.com/tapi?method=getInfo`.
 */
export type ReadEndpoint = `${'GET' | 'POST'} ${string}/${string}`;

/** A decoded identifier: it contains neither a separator nor a step to another path. */
const IDENTIFIER = /^[\w-][\w ().+-]{0,63}$/;

/**
 * Refuses every request that is not to a known read endpoint: some of ccxt's reads write
 * (approvals, referrers), and a key may have more permissions than it needs.
 *
 * @throws {ExchangeError} `exchange_request_refused`
 */
export function assertReadEndpoint(
  allowed: ReadonlySet<string>,
  method: string,
  address: string,
  body?: unknown,
): void {
  const url = new URL(address);
  const endpoint = `${method} ${url.host}${url.pathname}`;
  const known =
    allowed.has(endpoint) ||
    [...allowed].some((each) => namesWithIdentifier(each, endpoint)) ||
    [...allowed].some((each) => namesWithField(each, endpoint, url.searchParams, body));
  if (url.protocol === 'https:' && known) return;
  throw new ExchangeError('exchange_request_refused', `not a read endpoint: ${endpoint}`);
}

/** True if an endpoint is the known one, with identifiers in the places of its `*`. */
function namesWithIdentifier(known: string, endpoint: string): boolean {
  const segments = endpoint.split('/');
  const wanted = known.split('/');
  if (!wanted.includes('*') || segments.length !== wanted.length) return false;
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

/** True if a request is to the known endpoint and has its form field exactly once, in the body. */
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
