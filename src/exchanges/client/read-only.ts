import { ExchangeError } from '../exchange.ts';

/**
 * One endpoint that may be asked, for example `GET api.binance.com/sapi/v1/fiat/orders`. A segment
 * `*` stands for one identifier, for example that of an account. Where one path serves reads and
 * writes, a form field that tells them apart stands after `?`, as in `POST indodax.com/tapi?method=getInfo`.
 */
export type ReadEndpoint = `${'GET' | 'POST'} ${string}/${string}`;

/** What an identifier may be once it is decoded: neither a separator nor a step to another path. */
const IDENTIFIER = /^[\w-][\w ().+-]{0,63}$/;

/**
 * Refuses every request that is not to a known read endpoint: some of ccxt's reads write
 * (approvals, referrers), and a key with more permissions than it needs must stay harmless.
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

/** Whether an endpoint is this one, with identifiers in the places of its `*`. */
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

/** Whether a request is to this endpoint, with the form field that it names, once, and nowhere else. */
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
