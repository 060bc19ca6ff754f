import type { DecimalForm } from './amount.ts';
import { type HttpOptions, sendRequest } from './http-request.ts';
import { readBody } from './read-problem.ts';
import { readWalletSync, type WalletSync } from './wallet-sync.ts';

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

/** Values that every response about a wallet contains in addition to its body. */
export interface WalletResponse {
  readonly sync: WalletSync;
  /** Entity tag, which identifies the response when it is passed as `previous`. */
  readonly etag: string | null;
}

/** Reads a resource of the wallet from a path of the service. */
export type WalletGet = <Result extends WalletResponse>(
  path: string,
  options: CallOptions<Result>,
  read: (body: unknown, headers: Headers) => Omit<Result, keyof WalletResponse>,
) => Promise<Result>;

/** Returns the function that sends the requests of all calls of a client. */
export function createWalletGet(
  baseUrl: string,
  decimals: DecimalForm,
  options: HttpOptions,
): WalletGet {
  const base = baseUrl.replace(/\/$/, '');
  return async <Result extends WalletResponse>(
    path: string,
    { signal, previous }: CallOptions<Result>,
    read: (body: unknown, headers: Headers) => Omit<Result, keyof WalletResponse>,
  ) => {
    const request = previous?.etag ? { headers: { 'if-none-match': previous.etag } } : {};
    const received = await sendRequest(base + path, options, request, signal);
    const { status, headers } = received;
    if (status === 304 && previous !== undefined) {
      return { ...previous, sync: readWalletSync(headers, previous.sync) };
    }
    const response = { sync: readWalletSync(headers), etag: headers.get('etag') };
    return { ...read(readBody(received, decimals), headers), ...response } as Result;
  };
}
