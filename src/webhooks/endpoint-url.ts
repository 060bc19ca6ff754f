/** The URLs to which events may be sent. */
import { isIP } from 'node:net';

import type { AllowedTargets } from '../domain/webhook.ts';
import { isPublicAddress } from './public-address.ts';

const URL_LENGTH_MAX = 2000;
const LOCALHOST = /(?:^|[.])localhost[.]?$/;

/** Thrown if a URL or its address is not allowed. The message contains no part of the URL but its host. */
export class EndpointRefusedError extends Error {
  readonly code = 'webhook_refused';

  constructor(message: string) {
    super(message);
    this.name = 'EndpointRefusedError';
  }
}

/**
 * Parses the URL of an endpoint.
 *
 * @throws {EndpointRefusedError} if it is invalid, or not allowed.
 */
export function parseEndpointUrl(text: string, allowed: AllowedTargets): URL {
  const url = text.length <= URL_LENGTH_MAX ? URL.parse(text) : null;
  // The normal form, which is stored, has three times as many characters for some.
  if (url === null || url.href.length > URL_LENGTH_MAX) {
    throw new EndpointRefusedError('the URL is invalid; use https://HOST/PATH');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new EndpointRefusedError(`${url.protocol}// is not supported; use https://HOST/PATH`);
  }
  if (url.protocol === 'http:' && !allowed.http) {
    throw new EndpointRefusedError(
      'the URL is not https, so others could read the events; use https, or allow http with ' +
        'TELLER_WEBHOOK_ALLOW=http',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new EndpointRefusedError(
      'the URL has a user or a password; the signature authenticates the events instead',
    );
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // The system resolves no literal address, so it is checked here.
  if (isIP(host) !== 0) requireAllowedAddress(host, allowed);
  // DNS has no answer for the names of this machine (RFC 6761 §6.3).
  if (LOCALHOST.test(host)) requireAllowedAddress('127.0.0.1', allowed, host);
  return url;
}

/**
 * Checks an address of a host.
 *
 * @param host is named by the error instead of the address: callers must not learn the addresses of a private network.
 * @throws {EndpointRefusedError} if the address is private and private addresses are not allowed.
 */
export function requireAllowedAddress(
  address: string,
  allowed: AllowedTargets,
  host = address,
): void {
  if (allowed.private || isPublicAddress(address)) return;
  const has = host === address ? 'is' : 'has';
  throw new EndpointRefusedError(
    `${host} ${has} a private, local or reserved address; allow them with TELLER_WEBHOOK_ALLOW=private`,
  );
}
