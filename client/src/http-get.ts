import { ConnectionError } from './connection-error.ts';
import { readProblem } from './read-problem.ts';
import { chooseWait, wait } from './retry.ts';

/** Options of a call. */
export interface CallOptions<Previous = never> {
  /** Aborts the call and its retries; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Previous result of the same call. If nothing has changed since, the service sends no body, and the
   * new result contains the same array of rows and the current state of the synchronisation.
   */
  readonly previous?: Previous | undefined;
}

/** Settings of all requests of a client. */
export interface HttpGetOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
  /** Maximum attempts after the first. */
  readonly retries: number;
  /** Maximum duration of one attempt, in milliseconds. */
  readonly timeoutMs: number;
}

/** A response with its complete body. The body of a 304 is empty. */
export interface HttpResult {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Sends a GET request and returns the response. Retries if the service is busy or unreachable.
 *
 * @param entityTag of a previous response; the service returns a 304 if that response is still current.
 * @throws {ProblemError} if the response is an error.
 * @throws {ConnectionError} if there is no response.
 * @throws the reason of the signal if the caller aborts.
 */
export async function httpGet(
  address: string,
  options: HttpGetOptions,
  entityTag: string | undefined,
  signal: AbortSignal | undefined,
): Promise<HttpResult> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await attemptGet(address, options, entityTag, signal);
    } catch (error) {
      signal?.throwIfAborted();
      const waitMs =
        attempt < options.retries ? chooseWait(error, attempt, Math.random()) : undefined;
      if (waitMs === undefined) throw error;
      await wait(waitMs, signal);
    }
  }
}

async function attemptGet(
  address: string,
  { headers, fetch, timeoutMs }: HttpGetOptions,
  entityTag: string | undefined,
  signal: AbortSignal | undefined,
): Promise<HttpResult> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const { response, body } = await fetch(address, {
    headers: entityTag === undefined ? headers : { ...headers, 'if-none-match': entityTag },
    // The browser's cache could return a response that another key has received.
    cache: 'no-store',
    redirect: 'error',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  })
    .then(async (response) => ({ response, body: await response.text() }))
    .catch((error: unknown) => {
      throw new ConnectionError(address, error);
    });
  if (response.status !== 200 && response.status !== 304) throw readProblem(response, body);
  return { status: response.status, headers: response.headers, body };
}
