import { ConnectionError } from './connection-error.ts';
import { readProblem } from './read-problem.ts';
import { chooseWait, wait } from './retry.ts';

/** What a call may be given. */
export interface CallOptions<Previous = never> {
  /** Aborts the call and its retries; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The result of the same call before. If nothing has changed since, the service sends no body, and
   * the result has the same rows (the same array) with the current state of the synchronisation.
   */
  readonly previous?: Previous | undefined;
}

/** What every request of a client has in common. */
export interface HttpGetOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
  /** Attempts after the first. */
  readonly retries: number;
  /** Of one attempt. */
  readonly timeoutMs: number;
}

/** A response that was read to its end; the body of a 304 is empty. */
export interface HttpResult {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Sends a GET request, again if the service is busy or cannot be reached.
 *
 * @param entityTag of a response that the caller has; the result is a 304 if it is still current.
 * @throws {ProblemError} for a response that is an error.
 * @throws {ConnectionError} if there is no response.
 * @throws the reason of the signal.
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
    // The browser's own cache would answer with what another key was allowed to read.
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
