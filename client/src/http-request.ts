import { ConnectionError } from './connection-error.ts';
import type { HttpResponse } from './http-response.ts';
import { ProblemError } from './problem-error.ts';
import { readProblem } from './read-problem.ts';
import { chooseWait, isUnanswered, wait } from './retry.ts';

/** Settings of all requests of a client. */
export interface HttpOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
  /** Maximum attempts after the first. */
  readonly retries: number;
  /** Maximum duration of one attempt, in milliseconds. */
  readonly timeoutMs: number;
}

/** A request, GET by default. Its headers are sent in addition to those of the client. */
export interface HttpRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Blob;
}

/**
 * Sends a request and returns the response. Retries if the service is busy or unreachable.
 *
 * @throws {ProblemError} if the response is an error.
 * @throws {ConnectionError} if there is no response.
 * @throws {TypeError} if the request cannot be sent: the address is not one of HTTP, or a credential has a line break.
 * @throws the reason of the signal if the caller aborts.
 */
export async function sendRequest(
  address: string,
  options: HttpOptions,
  request: HttpRequest,
  signal: AbortSignal | undefined,
): Promise<HttpResponse> {
  requireSendable(address, options.headers);
  let isUncertain = false;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await attemptRequest(address, options, request, signal);
    } catch (error) {
      signal?.throwIfAborted();
      // An earlier attempt has removed it.
      if (isUncertain && isRemoved(request, error)) return REMOVED;
      isUncertain ||= mayBeExecuted(error);
      const waitMs =
        attempt < options.retries ? chooseWait(error, attempt, Math.random()) : undefined;
      if (waitMs === undefined) throw error;
      await wait(waitMs, signal);
    }
  }
}

/** `fetch` rejects such a request like one that gets no response. The messages name no credentials. */
function requireSendable(address: string, headers: HttpOptions['headers']): void {
  if (!areHeaders(headers)) {
    throw new TypeError(
      'a key or an id has a character that no header may have, such as a line break',
    );
  }
  if (hasUser(address)) throw new TypeError('baseUrl must not contain a user or a password');
  if (!isOfHttp(address)) {
    const shown = address.replace(/^.*@/s, '…@');
    throw new TypeError(`baseUrl must start with http:// or https://: ${shown}`);
  }
}

function areHeaders(headers: HttpOptions['headers']): boolean {
  try {
    return Boolean(new Headers(headers));
  } catch {
    return false;
  }
}

function hasUser(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
}

/** In a page, an address may be relative. */
function isOfHttp(address: string): boolean {
  try {
    return /^https?:/.test(new Request(address).url);
  } catch {
    return false;
  }
}

const REMOVED: HttpResponse = { status: 204, headers: new Headers(), body: '' };

async function attemptRequest(
  address: string,
  { headers, fetch, timeoutMs }: HttpOptions,
  request: HttpRequest,
  signal: AbortSignal | undefined,
): Promise<HttpResponse> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const { response, body } = await fetch(address, {
    ...request,
    headers: { ...headers, ...request.headers },
    // The browser's cache could return a response that another key has received.
    cache: 'no-store',
    redirect: 'error',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  })
    .then(async (response) => ({ response, body: await response.text() }))
    .catch((error: unknown) => {
      throw new ConnectionError(address, error);
    });
  const received = { status: response.status, headers: response.headers, body };
  if (!response.ok && response.status !== 304) throw readProblem(received);
  return received;
}

/** A proxy may answer with 404 too, while the service restarts. */
function isRemoved({ method }: HttpRequest, error: unknown): boolean {
  if (method !== 'DELETE' || !(error instanceof ProblemError)) return false;
  return error.status === 404 && error.code !== 'unexpected_response';
}

/** Whether the service may have executed the request of this error. It has not if it refused the request. */
function mayBeExecuted(error: unknown): boolean {
  if (isUnanswered(error)) return true;
  // The database may have failed after it committed the change.
  return error instanceof ProblemError && error.code === 'store_unavailable';
}
