import { parseExactJson } from './exact-json.ts';
import { type CallOptions, httpGet, type HttpGetOptions } from './http-get.ts';
import type { DecimalForm } from './amount.ts';
import { readWalletSync, type WalletSync } from './wallet-sync.ts';

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
  options: HttpGetOptions,
): WalletGet {
  const base = baseUrl.replace(/\/$/, '');
  return async <Result extends WalletResponse>(
    path: string,
    { signal, previous }: CallOptions<Result>,
    read: (body: unknown, headers: Headers) => Omit<Result, keyof WalletResponse>,
  ) => {
    const entityTag = previous?.etag ?? undefined;
    const { status, headers, body } = await httpGet(base + path, options, entityTag, signal);
    if (status === 304 && previous !== undefined) {
      return { ...previous, sync: readWalletSync(headers, previous.sync) };
    }
    const response = { sync: readWalletSync(headers), etag: headers.get('etag') };
    return { ...read(parseExactJson(body, decimals), headers), ...response } as Result;
  };
}
