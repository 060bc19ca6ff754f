/** The target of a proxied request. */
export interface Target {
  readonly host: string;
  readonly path: string;
  /** The query without the question mark, unchanged. */
  readonly query: string;
}

/**
 * Returns the exchange's URL after the proxy prefix: `/https://api.binance.com/api/v3/time`, raw or
 * percent-encoded as a whole; `undefined` if it is not an http(s) URL.
 */
export function readTarget(requestUrl: string): Target | undefined {
  const behindPrefix = requestUrl.slice(1);
  const text = /^https?:\/\//.test(behindPrefix) ? behindPrefix : decode(behindPrefix);
  const match = /^https?:\/\/([^/?]+)([^?]*)(?:\?(.*))?$/s.exec(text);
  if (match === null) return undefined;
  const [, host = '', path = '', query = ''] = match;
  return { host: host.toLowerCase(), path: path === '' ? '/' : path, query };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
