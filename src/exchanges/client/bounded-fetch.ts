/**
 * The fetch that ccxt uses: one time limit for the whole response, a size limit, no redirects. It sends
 * with `node:http`: the objects behind each response of the global `fetch` have finalizers, and stay in
 * memory until the garbage collector marks the whole heap (docs/performance.md).
 */
import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { ExchangeError } from '../exchange.ts';

/** The part of a response that ccxt uses. */
export interface BoundedResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly text: () => Promise<string>;
}

/** The options that this fetch uses of those that ccxt passes. */
export interface BoundedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The limits of one request. */
export interface FetchLimits {
  readonly timeoutMs: number;
  readonly bodyBytesMax: number;
  /** Receives the length of each chunk of a response; the next chunk is read when it resolves. */
  readonly onBytes?: (bytes: number) => Promise<void>;
  /** Aborts every request when the process shuts down. */
  readonly signal: AbortSignal;
}

/** Thrown for a response that is refused: a redirect, an unknown encoding, or more bytes than the limit. */
export class RefusedResponseError extends Error {
  readonly code = 'response_refused';

  constructor(detail: string) {
    super(detail);
    this.name = 'RefusedResponseError';
  }
}

/**
 * Returns a fetch with limits. It never follows redirects: they would send the key's headers to another
 * origin.
 *
 * @param onResponse receives status and headers of every response.
 */
export function createBoundedFetch(
  limits: FetchLimits,
  onResponse: (status: number, headers: Headers) => void,
): (url: string, request: BoundedRequest) => Promise<BoundedResponse> {
  return async (url, request) =>
    withTimeout(limits, async (signal) => {
      const response = await send(url, request, signal);
      const { statusCode: status = 0, statusMessage: statusText = '' } = response;
      const headers = readHeaders(response);
      onResponse(status, headers);
      if (status >= 300 && status < 400) {
        response.destroy();
        throw new RefusedResponseError(`HTTP ${status}: redirects are not followed`);
      }
      const text = await readText(decompress(response), limits);
      return { status, statusText, headers, text: () => Promise.resolve(text) };
    });
}

/** Runs a request with a signal that aborts after the time limit or when the process shuts down. */
async function withTimeout<Result>(
  { timeoutMs, signal }: FetchLimits,
  request: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  // `AbortSignal.timeout` and `AbortSignal.any` would remain in memory until the time limit.
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`no response within ${timeoutMs} ms`, 'TimeoutError'));
  }, timeoutMs);
  signal.addEventListener('abort', abort);
  try {
    return await request(controller.signal);
  } catch (error) {
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** Sends a request; resolves when the head of the response has arrived. */
async function send(
  url: string,
  { method, headers, body }: BoundedRequest,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const { request } = url.startsWith('https:') ? https : http;
  const sent = { accept: '*/*', ...headers, 'accept-encoding': 'gzip' };
  let outgoing: http.ClientRequest;
  try {
    outgoing = request(url, { method, headers: sent, signal });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_INVALID_CHAR') throw error;
    // Of what is sent in headers, only the credentials can contain such characters.
    throw new ExchangeError(
      'exchange_key_refused',
      'the credentials have a character that no request can contain: copy them again',
    );
  }
  outgoing.once('response', resolve);
  // The listener remains until the end, because later errors are also errors of the response.
  outgoing.on('error', reject);
  outgoing.once('close', () => reject(new TypeError('the connection ended before the response')));
  outgoing.end(body);
  return promise;
}

function readHeaders({ headersDistinct }: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}

function decompress(response: http.IncomingMessage): Readable {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return response;
  // `pipeline` forwards an error of either stream to the reader.
  if (encoding === 'gzip') return pipeline(response, createGunzip(), () => undefined);
  response.destroy();
  throw new RefusedResponseError(`the response has the unsupported encoding ${encoding}`);
}

async function readText(
  chunks: AsyncIterable<Buffer>,
  { bodyBytesMax, onBytes }: FetchLimits,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > bodyBytesMax) {
      throw new RefusedResponseError(`the response exceeds ${bodyBytesMax} bytes`);
    }
    await onBytes?.(chunk.byteLength);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
