import { type HttpOptions, type HttpRequest, sendRequest } from './http-request.ts';
import type { HttpResponse } from './http-response.ts';
import { readBody } from './read-problem.ts';
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

/** Sends the requests of a client. */
export class ManagementRequests {
  readonly #baseUrl: string;
  readonly #options: HttpOptions;

  constructor(baseUrl: string, options: HttpOptions) {
    this.#baseUrl = baseUrl.replace(/\/$/, '');
    this.#options = options;
  }

  /** Sends a request and returns the body of its response; `undefined` if it has none. */
  async send<Result>(
    method: NonNullable<HttpRequest['method']>,
    path: string,
    body?: unknown,
    { signal, idempotencyKey }: ManagementCallOptions = {},
  ): Promise<Result> {
    const request = {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': idempotencyKey ?? randomKey() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const response = await this.#request(path, request, signal);
    return (response.body === '' ? undefined : readBody(response, 'text')) as Result;
  }

  /** Sends a file in a POST request and returns the body of the response. */
  async upload<Result>(
    path: string,
    file: string | Blob,
    query: object,
    { signal, idempotencyKey = randomKey() }: ManagementCallOptions = {},
  ): Promise<Result> {
    const headers = {
      'content-type': 'application/octet-stream',
      'idempotency-key': idempotencyKey,
    };
    const request = { method: 'POST', headers, body: file } as const;
    const response = await this.#request(path + writeSearch(query), request, signal);
    return readBody(response, 'text') as Result;
  }

  /** Returns a page of a list. */
  async list<Item>(
    path: string,
    query: object = {},
    { signal }: ManagementCallOptions = {},
  ): Promise<ManagementPage<Item>> {
    const response = await this.#request(path + writeSearch(query), {}, signal);
    const { items } = readBody(response, 'text') as { readonly items: readonly Item[] };
    return { items, nextCursor: readNextCursor(response.headers.get('link')) };
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

  #request(path: string, request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    return sendRequest(this.#baseUrl + path, this.#options, request, signal);
  }
}

/** Returns 128 random bits as text. A page without TLS has no `crypto.randomUUID`. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
