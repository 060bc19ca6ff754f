/** Ready-made requests of a caller. */
import { CREDENTIAL_HEADERS } from '../http/header-names.ts';

type Credential = keyof typeof CREDENTIAL_HEADERS;

/** The credentials and identifiers of a caller. */
export type CallerHeaders = Readonly<Record<Credential, string>>;

/** Returns the headers of a request, by name. */
export function headersOf(caller: CallerHeaders): Record<string, string> {
  const credentials = Object.keys(CREDENTIAL_HEADERS) as Credential[];
  return Object.fromEntries(credentials.map((key) => [CREDENTIAL_HEADERS[key].name, caller[key]]));
}

/** Returns a `curl` command of several lines. */
export function formatCurl(address: string, caller: CallerHeaders): string {
  const headers = Object.entries(headersOf(caller)).map(
    ([name, value]) => `-H '${name}: ${value}'`,
  );
  return [`curl -s '${address}'`, ...headers].join(' \\\n  ');
}
