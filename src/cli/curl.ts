/** Ready-made requests of a caller. */
import { HEADERS } from '../http/header-names.ts';

/** The credentials and identifiers of a caller. */
export interface CallerHeaders {
  readonly apiKey: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly walletId: string;
}

/** Returns the headers of a request, by name. */
export function headersOf({
  apiKey,
  orgId,
  projectId,
  walletId,
}: CallerHeaders): Record<string, string> {
  return {
    [HEADERS.apiKey]: apiKey,
    [HEADERS.orgId]: orgId,
    [HEADERS.projectId]: projectId,
    [HEADERS.walletId]: walletId,
  };
}

/** Returns a `curl` command of several lines. */
export function formatCurl(address: string, caller: CallerHeaders): string {
  const headers = Object.entries(headersOf(caller)).map(
    ([name, value]) => `-H '${name}: ${value}'`,
  );
  return [`curl -s '${address}'`, ...headers].join(' \\\n  ');
}
