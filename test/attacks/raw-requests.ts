/** Raw HTTP/1.1 requests, well-formed and malformed, with what a strict server does with each (RFC 9110, RFC 9112). */
import type { Random } from '../../simulator/random.ts';

/**
 * - `answered`: the request gets a response, and the connection serves the next request.
 * - `refused`: the head is malformed or not allowed: one response of 4xx, and the connection is closed.
 * - `cut`: the body is malformed or incomplete: at most one response, and the connection is closed.
 * - `any`: random bytes.
 */
export type Verdict = 'answered' | 'refused' | 'cut' | 'any';

/** A request before it is written. */
export interface Draft {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  /** Lines without their end. */
  readonly headers: readonly string[];
  readonly body: string;
  readonly verdict: Verdict;
}

/** The id of a request within a body, which nobody may answer. */
export const INNER_ID = 'inner-request';
/** The id of the request after the draft. */
export const NEXT_ID = 'next-request';

const SMALL_REQUEST = 'GET /livez HTTP/1.1\r\nhost: a\r\n';
const INNER = `${SMALL_REQUEST}x-request-id: ${INNER_ID}\r\n\r\n`;
const NEXT = `${SMALL_REQUEST}x-request-id: ${NEXT_ID}\r\nconnection: close\r\n\r\n`;
const LENGTH = `content-length: ${INNER.length}`;
const CHUNKED = 'transfer-encoding: chunked';
const LAST_CHUNK = '0\r\n\r\n';
const CHUNK = `${INNER.length.toString(16)}\r\n${INNER}\r\n`;
/** More than the server reads of the extensions of a chunk. */
const LONG_EXTENSION = `;x=${'y'.repeat(70_000)}`;

/** Returns the bytes of a request, followed by a small request on the same connection. */
export function writeRequest({ method, target, version, headers, body }: Draft): string {
  const lines = [`${method} ${target} ${version}`, ...headers];
  return `${lines.join('\r\n')}\r\n\r\n${body}${NEXT}`;
}

/** A change of a well-formed request. */
export type Change = (draft: Draft) => Draft;

const addHeaders =
  (verdict: Verdict, ...headers: string[]): Change =>
  (draft) => ({ ...draft, headers: [...draft.headers, ...headers], verdict });

const addBody =
  (verdict: Verdict, body: string, ...headers: string[]): Change =>
  (draft) => ({ ...addHeaders(verdict, ...headers)(draft), body });

const replace =
  (verdict: Verdict, change: (draft: Draft) => Partial<Draft>): Change =>
  (draft) => ({ ...draft, ...change(draft), verdict });

const addChunks = (verdict: Verdict, body: string): Change => addBody(verdict, body, CHUNKED);
const refuseLength = (value: string): Change =>
  addBody('refused', INNER, `content-length: ${value}`);
const refuseEncoding = (...values: string[]): Change =>
  addBody('refused', CHUNK + LAST_CHUNK, ...values.map((value) => `transfer-encoding: ${value}`));

/** The changes, by name. */
export const CHANGES: Readonly<Record<string, Change>> = {
  'an empty line before it': replace('answered', ({ method }) => ({ method: `\r\n${method}` })),
  'names in capitals': replace('answered', ({ headers }) => ({
    headers: headers.map((line) => line.replace(/^[^:]+/, (name) => name.toUpperCase())),
  })),
  'an empty header': addHeaders('answered', 'x-empty:'),
  'spaces around a value': addHeaders('answered', 'x-spaces: \t value \t'),
  'bytes above ASCII in a value': addHeaders('answered', 'x-high: \u00e9\u00ff'),
  '200 headers': addHeaders('answered', ...Array.from({ length: 200 }, (_, at) => `x-${at}: y`)),
  'a long header': addHeaders('answered', `x-long: ${'y'.repeat(30_000)}`),
  'a target with its host': replace('answered', ({ target }) => ({ target: `http://a${target}` })),
  'a long target': replace('answered', ({ target }) => ({
    target: `${target}?${'x'.repeat(9000)}`,
  })),
  'an unknown expectation': addHeaders('answered', 'expect: tea'),
  'a body by its length': addBody('answered', INNER, LENGTH),
  'a length with zeros': addBody('answered', INNER, `content-length: 00${INNER.length}`),
  'a body in chunks': addChunks('answered', CHUNK + LAST_CHUNK),
  'a size of a chunk in capitals': addChunks('answered', `A\r\n0123456789\r\n${LAST_CHUNK}`),
  'an extension of a chunk': addChunks('answered', `5;name=value\r\nhello\r\n${LAST_CHUNK}`),
  'a trailer': addChunks('answered', `${CHUNK}0\r\nx-trailer: y\r\n\r\n`),

  'no host': replace('refused', ({ headers }) => ({ headers: headers.slice(1) })),
  'two hosts': addHeaders('refused', 'host: b'),
  'a space before the colon': addHeaders('refused', 'x-space : y'),
  'a space before a name': replace('refused', ({ headers }) => ({
    headers: [` x-first: y`, ...headers],
  })),
  'a folded header': addHeaders('refused', 'x-folded: y', ' z'),
  'a folded length': addBody('refused', INNER, 'content-length:', ` ${INNER.length}`),
  'a header that ends with LF': addHeaders('refused', 'x-line: y\nx-other: z'),
  'a length after LF': addBody('refused', INNER, `x-line: y\n${LENGTH}`),
  'a head that ends with LF': replace('refused', ({ headers }) => ({
    headers: [...headers, 'x-last: y\n\nGET / HTTP/1.1'],
  })),
  'CR in a value': addHeaders('refused', 'x-return: y\rx-other: z'),
  'NUL in a value': addHeaders('refused', 'x-nul: y\0z'),
  'NUL in a name': addHeaders('refused', 'x-\0nul: y'),
  'a control character in a name': addHeaders('refused', 'x-\u0001: y'),
  'bytes above ASCII in a name': addHeaders('refused', 'x-\u00e9: y'),
  'an empty name': addHeaders('refused', ': y'),
  'a line without a colon': addHeaders('refused', 'x-line'),
  'a method in small letters': replace('refused', ({ method }) => ({
    method: method.toLowerCase(),
  })),
  'an unknown method': replace('refused', () => ({ method: 'BREW' })),
  CONNECT: replace('cut', () => ({ method: 'CONNECT', target: 'a:443' })),
  'a space in the target': replace('refused', ({ target }) => ({ target: `${target} x` })),
  'a tab in the target': replace('refused', ({ target }) => ({ target: `${target}\tx` })),
  'NUL in the target': replace('refused', ({ target }) => ({ target: `${target}\0` })),
  'a fragment': replace('refused', ({ target }) => ({ target: `${target}#x` })),
  'no target': replace('refused', () => ({ target: '' })),
  'a target without a host': replace('refused', () => ({ target: 'http:///livez' })),
  'a path that cannot be decoded': replace('refused', ({ target }) => ({
    target: target.replace(/\?|$/, '/%ff$&'),
  })),
  'version 2.0': replace('refused', () => ({ version: 'HTTP/2.0' })),
  'version 1.2': replace('refused', () => ({ version: 'HTTP/1.2' })),
  'a version in small letters': replace('refused', () => ({ version: 'http/1.1' })),
  'a space after the version': replace('refused', () => ({ version: 'HTTP/1.1 ' })),
  'no version': replace('refused', () => ({ version: '' })),
  '300 headers': addHeaders('refused', ...Array.from({ length: 300 }, (_, at) => `x-${at}: y`)),
  'headers of 70 KB': addHeaders('refused', `x-long: ${'y'.repeat(70_000)}`),
  'two lengths': addBody('refused', INNER, LENGTH, 'content-length: 0'),
  'the same length twice': addBody('refused', INNER, LENGTH, LENGTH),
  'a list of lengths': refuseLength(`${INNER.length}, ${INNER.length}`),
  'a negative length': refuseLength('-1'),
  'a length with a sign': refuseLength(`+${INNER.length}`),
  'a hexadecimal length': refuseLength('0x10'),
  'a length with a space': refuseLength('1 0'),
  'an empty length': refuseLength(''),
  'a fraction as a length': refuseLength('5.0'),
  'a length above 64 bits': refuseLength('18446744073709551621'),
  'a length and an encoding': addBody('refused', LAST_CHUNK, LENGTH, CHUNKED),
  'an encoding and a length': addBody('refused', LAST_CHUNK, CHUNKED, LENGTH),
  'an unknown encoding': refuseEncoding('xchunked'),
  'an unknown encoding of a long target': (draft) =>
    refuseEncoding('xchunked')({ ...draft, target: `${draft.target}?${'x'.repeat(9000)}` }),
  'the encoding identity': refuseEncoding('identity'),
  'an encoding after chunked': refuseEncoding('chunked, identity'),
  'an encoding in a second header': refuseEncoding('chunked', 'identity'),
  'a parameter of chunked': refuseEncoding('chunked;x'),
  'chunked after a control character': refuseEncoding('\u000bchunked'),
  'chunked in quotes': refuseEncoding('"chunked"'),
  'chunked with HTTP/1.0': replace('refused', ({ headers }) => ({
    version: 'HTTP/1.0',
    headers: [...headers, CHUNKED, 'connection: keep-alive'],
    body: CHUNK + LAST_CHUNK,
  })),

  'a body that is shorter than its length': addBody(
    'cut',
    '',
    `content-length: ${NEXT.length + 1}`,
  ),
  'a size of a chunk with a prefix': addChunks('cut', `0x5\r\nhello\r\n${LAST_CHUNK}`),
  'a size of a chunk with a sign': addChunks('cut', `+5\r\nhello\r\n${LAST_CHUNK}`),
  'a negative size of a chunk': addChunks('cut', `-5\r\nhello\r\n${LAST_CHUNK}`),
  'a space before a size': addChunks('cut', ` 5\r\nhello\r\n${LAST_CHUNK}`),
  'a space after a size': addChunks('cut', `5 \r\nhello\r\n${LAST_CHUNK}`),
  'an empty size': addChunks('cut', `\r\nhello\r\n${LAST_CHUNK}`),
  'a size above 64 bits': addChunks('cut', `10000000000000005\r\nhello\r\n${LAST_CHUNK}`),
  'a size that is no number': addChunks('cut', `g\r\nhello\r\n${LAST_CHUNK}`),
  'a chunk that is longer than its size': addChunks('cut', `5\r\nhelloo\r\n${LAST_CHUNK}`),
  'LF after a size': addChunks('cut', `5\nhello\r\n${LAST_CHUNK}`),
  'LF after a chunk': addChunks('cut', `5\r\nhello\n${LAST_CHUNK}`),
  'LF after the last chunk': addChunks('cut', `5\r\nhello\r\n0\n\n`),
  'LF in an extension': addChunks('cut', `5;x\nhello\r\n${LAST_CHUNK}`),
  'an endless extension': addChunks('cut', `5${LONG_EXTENSION}\r\nhello\r\n${LAST_CHUNK}`),
  'a folded trailer': addChunks('cut', `0\r\nx-trailer: y\r\n z\r\n\r\n`),
  'a trailer without a name': addChunks('cut', `0\r\n: y\r\n\r\n`),
};

const NAMES = Object.keys(CHANGES);
const BYTES_CHANGED_MAX = 4;

/** Returns a request with one or two changes, or one with random bytes. */
export function drawRequest(base: Draft, random: Random): { name: string; draft: Draft } {
  const name = random.pick(NAMES);
  const changed = CHANGES[name]!(base);
  if (changed.verdict !== 'answered' || random.percent(50)) return { name, draft: changed };
  const other = random.pick(NAMES);
  const both = CHANGES[other]!(changed);
  // The second change of a part may hide the first.
  const isHidden = (['method', 'target', 'version', 'body'] as const).some(
    (part) => changed[part] !== base[part] && both[part] !== changed[part],
  );
  return { name: `${name}, ${other}`, draft: isHidden ? { ...both, verdict: 'any' } : both };
}

/** Returns the bytes with some of them replaced, removed or repeated. */
export function disturbBytes(bytes: string, random: Random): string {
  let disturbed = bytes;
  for (let left = random.integer(1, BYTES_CHANGED_MAX); left > 0; left -= 1) {
    const at = random.integer(0, disturbed.length - 1);
    const by = random.pick([
      '',
      String.fromCharCode(random.integer(0, 255)),
      random.pick(['\r\n', '\n', '\r', ' ', ':', '\0', '%', '0', disturbed.slice(at, at + 20)]),
    ]);
    disturbed = disturbed.slice(0, at) + by + disturbed.slice(at + random.integer(0, 1));
  }
  return disturbed;
}

/** What a response reveals of a connection. */
export interface Expectation {
  readonly verdict: Verdict;
  /** True if the first response has to be a refusal, because credentials are missing. */
  readonly isRefused: boolean;
}

/** Returns what is wrong with the responses of a connection to a request and the next one, in words. */
export function findProblems(text: string, { verdict, isRefused }: Expectation): readonly string[] {
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
  const failed = statuses.filter((status) => status >= 500).map((status) => `status ${status}`);
  if (verdict === 'any') return failed;
  const [first = 0] = statuses;
  const isNextAnswered = hasResponse(text, NEXT_ID);
  const isServed = verdict === 'answered' && statuses.length === 2 && isNextAnswered;
  // A refusal may close the connection instead of reading a body.
  const isClosed =
    statuses.length === 1 && first >= 400 && text.includes('\r\nconnection: close\r\n');
  const isCut = verdict === 'cut' && statuses.length <= 1 && !isNextAnswered;
  return [
    ...failed,
    ...(hasResponse(text, INNER_ID) ? ['a request in a body is answered'] : []),
    ...(isRefused && statuses.length > 0 && first < 400
      ? [`status ${first} without credentials`]
      : []),
    ...(isServed || isClosed || isCut ? [] : [`${verdict}, but status ${statuses.join(' and ')}`]),
  ];
}

function hasResponse(text: string, requestId: string): boolean {
  return text.includes(`\r\nx-request-id: ${requestId}\r\n`);
}
