/** The target of a request line: `/path?query`, rarely `http://host/path?query`. */

/** Returns the raw query without `?`, not decoded; empty if there is none. */
export function rawQueryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/** Returns the percent-decoded path (except for `%2F`); `undefined` if it cannot be decoded. */
export function decodePath(target: string): string | undefined {
  const [path = ''] = target.split('?', 1);
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns the target in the form that the router reads: a path, with a query. A server must accept the absolute
 * form (RFC 9112 §3.2.2). A target that cannot be routed becomes a path without a route; `checkRequest` refuses it.
 */
export function toRoutable(target: string): string {
  const path = target.startsWith('/') ? target : toOriginForm(target);
  return path.includes('%') && decodePath(path) === undefined ? '/*' : path;
}

function toOriginForm(target: string): string {
  const authority = /^https?:\/\/[^/?#]+/i.exec(target);
  if (authority === null) return '/*';
  const rest = target.slice(authority[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Returns what is wrong with a target (RFC 9112 §3.2); otherwise `undefined`. */
export function findTargetProblem(target: string): string | undefined {
  if (target.includes('#')) return 'the request target has a fragment';
  if (/^https?:\/\/(?:[/?#]|$)/i.test(target)) return 'the URL of the request target has no host';
  if (!target.includes('%') || decodePath(target) !== undefined) return undefined;
  return 'the path is not well-formed percent-encoding';
}
