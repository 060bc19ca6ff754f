/** The fetch that ccxt uses: one time limit for the whole response, a size limit, no redirects. */

/** The part of a response that ccxt uses. */
export interface BoundedResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly text: () => Promise<string>;
}

/** The part that is used here of what ccxt passes to a fetch implementation. */
export interface BoundedRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
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

/** A response that is not accepted: a redirect, or more bytes than allowed. */
export class RefusedResponseError extends Error {
  readonly code = 'response_refused';

  constructor(detail: string) {
    super(detail);
    this.name = 'RefusedResponseError';
  }
}

/**
 * Fetches with limits. Redirects are never followed: they would carry the key's headers to
 * another origin.
 *
 * @param onResponse receives status and headers of every response.
 */
export function createBoundedFetch(
  limits: FetchLimits,
  onResponse: (status: number, headers: Headers) => void,
): (url: string, request: BoundedRequest) => Promise<BoundedResponse> {
  return async (url, { method, headers, body }) => {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.any([limits.signal, AbortSignal.timeout(limits.timeoutMs)]),
    });
    onResponse(response.status, response.headers);
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new RefusedResponseError(`HTTP ${response.status}: redirects are not followed`);
    }
    const text = await readText(response, limits);
    return {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
      text: () => Promise.resolve(text),
    };
  };
}

async function readText(
  response: Response,
  { bodyBytesMax, onBytes }: FetchLimits,
): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > bodyBytesMax) {
      throw new RefusedResponseError(`the response exceeds ${bodyBytesMax} bytes`);
    }
    await onBytes?.(chunk.byteLength);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
