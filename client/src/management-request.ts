import { ConnectionError } from './connection-error.ts';
import { parseExactJson } from './exact-json.ts';
import { ProblemError } from './problem-error.ts';
import { readProblem } from './read-problem.ts';
import { chooseWait, isUnanswered, wait } from './retry.ts';
import { readNextCursor, writeSearch } from './transactions.ts';

/** Options of a call of the management API. */
export interface ManagementCallOptions {
  /** Aborts the call and its retries; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Identifies a POST for 24 hours: the same call with the same key is executed once, also after a restart of this
   * program. A random one if absent, so that retries of the call itself are safe.
   */
  readonly idempotencyKey?: string | undefined;
}

/** A page of a list. */
export interface ManagementPage<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page; `null` on the last page. */
  readonly nextCursor: string | null;
}

/** The part of a list that a page contains. */
export interface PageQuery {
  /** 1 to 1000; 100 if absent. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** Settings of all requests of a client. */
export interface ManagementRequestOptions {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
  readonly retries: number;
  readonly timeoutMs: number;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Sends the requests of a client. */
export class ManagementRequests {
  readonly #options: ManagementRequestOptions;

  constructor(options: ManagementRequestOptions) {
    this.#options = { ...options, baseUrl: options.baseUrl.replace(/\/$/, '') };
  }

  /** Sends a request and returns the body of its response; `undefined` if it has none. */
  async send<Result>(
    method: Method,
    path: string,
    body?: unknown,
    { signal, idempotencyKey }: ManagementCallOptions = {},
  ): Promise<Result> {
    const request = {
      method,
      headers: {
        ...this.#options.headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    };
    const { text } = await this.#retry(path, request, signal);
    return (text === '' ? undefined : parseExactJson(text, 'text')) as Result;
  }

  /** Sends a file in a POST request and returns the body of the response. */
  async upload<Result>(
    path: string,
    file: string | Blob,
    query: object,
    { signal, idempotencyKey = crypto.randomUUID() }: ManagementCallOptions = {},
  ): Promise<Result> {
    const headers = {
      ...this.#options.headers,
      'content-type': 'application/octet-stream',
      'idempotency-key': idempotencyKey,
    };
    const request = { method: 'POST', headers, body: file };
    const { text } = await this.#retry(path + writeSearch(query), request, signal);
    return parseExactJson(text, 'text') as Result;
  }

  /** Returns a page of a list. */
  async list<Item>(
    path: string,
    query: object = {},
    { signal }: ManagementCallOptions = {},
  ): Promise<ManagementPage<Item>> {
    const { headers } = this.#options;
    const target = path + writeSearch(query);
    const { text, link } = await this.#retry(target, { method: 'GET', headers }, signal);
    const { items } = parseExactJson(text, 'text') as { readonly items: readonly Item[] };
    return { items, nextCursor: readNextCursor(link) };
  }

  /** Yields every item of a list. */
  async *all<Item>(
    path: string,
    query: object = {},
    options: ManagementCallOptions = {},
  ): AsyncGenerator<Item, void, undefined> {
    let cursor: string | null | undefined;
    do {
      const page: ManagementPage<Item> = await this.list(path, { ...query, cursor }, options);
      yield* page.items;
      if (page.nextCursor === cursor) throw new Error('the next page is the same page');
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  async #retry(
    path: string,
    request: RequestInit & { readonly method: string },
    signal: AbortSignal | undefined,
  ): Promise<{ readonly text: string; readonly link: string | null }> {
    let isUncertain = false;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(path, request, signal);
      } catch (error) {
        signal?.throwIfAborted();
        // An earlier attempt has removed it.
        if (isUncertain && isRemoved(request.method, error)) return { text: '', link: null };
        isUncertain ||= mayBeExecuted(error);
        const waitMs =
          attempt < this.#options.retries ? chooseManagementWait(error, attempt) : undefined;
        if (waitMs === undefined) throw error;
        await wait(waitMs, signal);
      }
    }
  }

  async #attempt(
    path: string,
    request: RequestInit,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly text: string; readonly link: string | null }> {
    const { baseUrl, fetch, timeoutMs } = this.#options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const { response, text } = await fetch(baseUrl + path, {
      ...request,
      cache: 'no-store',
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
      .then(async (response) => ({ response, text: await response.text() }))
      .catch((error: unknown) => {
        throw new ConnectionError(baseUrl + path, error);
      });
    if (!response.ok) throw readProblem(response, text);
    return { text, link: response.headers.get('link') };
  }
}

function isRemoved(method: string, error: unknown): boolean {
  return method === 'DELETE' && error instanceof ProblemError && error.status === 404;
}

/** Whether the service may have executed the request of this error. It has not if it refused the request. */
function mayBeExecuted(error: unknown): boolean {
  if (isUnanswered(error)) return true;
  // The database may have failed after it committed the change.
  return error instanceof ProblemError && error.code === 'store_unavailable';
}

/** Also waits for the first of two equal requests. */
function chooseManagementWait(error: unknown, attempt: number): number | undefined {
  if (error instanceof ProblemError && error.code === 'idempotency_running') {
    return error.retryAfterMs ?? undefined;
  }
  return chooseWait(error, attempt, Math.random());
}
