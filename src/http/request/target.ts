/** The target of a request line: `/path?query`, rarely `http://host/path?query`. */

/** Returns the raw query without `?`, not decoded; empty if there is none. */
export function rawQueryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/** Returns the raw path, without the query. */
export function pathOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? target : target.slice(0, mark);
}

/** Returns the percent-decoded path (except for `%2F`); `undefined` if it cannot be decoded. */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns the target in origin form. A server must accept the absolute form (RFC 9112 §3.2.2). Any other form
 * (`*`, an authority) is returned as a path without a route. A URL without a host is returned unchanged, and
 * `checkRequestHead` refuses it (RFC 9110 §4.2.1).
 */
export function toOriginForm(target: string): string {
  if (target.startsWith('/')) return target;
  const authority = /^https?:\/\/[^/?#]*/i.exec(target);
  if (authority === null) return `/*${target}`;
  if (authority[0].endsWith('//')) return target;
  const rest = target.slice(authority[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
