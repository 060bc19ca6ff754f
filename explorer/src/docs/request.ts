/** Requests that the reader sends from the page. */
import type { Credentials } from '../state/connections.ts';
import type { Endpoint, SecurityScheme } from './document.ts';

const TIMEOUT_MS = 30_000;

/** The values that the reader has entered in a form. */
export interface RequestValues {
  /** Values by parameter. A parameter without a value is not sent. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly bearerToken: string;
}

/** The unchanged response of the service. */
export interface ApiResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

type Header = readonly [name: string, value: string];

/** Returns the path of the request with its query. */
export function writeUrl({ path, parameters = [] }: Endpoint, values: RequestValues): string {
  const search = new URLSearchParams();
  for (const { name, in: place } of parameters) {
    const value = values.parameters[name];
    if (place === 'query' && value) search.set(name, value);
  }
  const text = search.toString().replaceAll('%2C', ',');
  return text === '' ? path : `${path}?${text}`;
}

/** Returns the headers of the request. @param credentials may be empty: then no credentials are sent. */
export function listHeaders(
  { parameters = [] }: Endpoint,
  schemes: readonly (readonly [name: string, scheme: SecurityScheme])[],
  values: RequestValues,
  credentials: Credentials | undefined,
): Header[] {
  const headers = parameters
    .filter(({ in: place }) => place === 'header')
    .map(({ name }): Header => [name, values.parameters[name] ?? '']);
  const own = schemes.map(([name, scheme]): Header =>
    scheme.type === 'http'
      ? ['authorization', values.bearerToken && `Bearer ${values.bearerToken}`]
      : [scheme.name, credentials?.[name as keyof Credentials] ?? ''],
  );
  return [...own, ...headers].filter(([, value]) => value !== '');
}

/**
 * Sends a GET request and returns the response. The body is text, so that no number is rounded. The service
 * limits the length of the body.
 *
 * @throws if the service does not respond, or a header contains a character that cannot be sent.
 */
export async function sendRequest(
  address: string,
  headers: readonly Header[],
): Promise<ApiResponse> {
  const response = await fetch(address, {
    headers: headers.map(([name, value]) => [name, value]),
    // With the browser's cache, a 304 would not be visible.
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { status, statusText } = response;
  return { status, statusText, headers: [...response.headers], body: await response.text() };
}
