/** The address in a request line: `/path?query`, seldom `http://host/path?query`. */

/** The raw query without `?`, not decoded; empty where there is none. */
export function rawQueryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/** The path as it came, without the query. */
export function pathOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? target : target.slice(0, mark);
}

/** A path percent-decoded (`%2F` stays); `undefined` where it does not decode. */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}

/**
 * The target in origin form. A server must take the absolute form (RFC 9112 §3.2.2); what is
 * neither (`*`, an authority) becomes a path that no route has. An address without a host stays as
 * it is, for `checkRequestHead` to refuse (RFC 9110 §4.2.1).
 */
export function toOriginForm(target: string): string {
  if (target.startsWith('/')) return target;
  const authority = /^https?:\/\/[^/?#]*/i.exec(target);
  if (authority === null) return `/*${target}`;
  if (authority[0].endsWith('//')) return target;
  const rest = target.slice(authority[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
