/** Resolves a name for a connection, and checks its addresses. */
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';

import type { AllowedTargets } from '../domain/webhook.ts';
import { EndpointRefusedError, requireAllowedAddress } from './endpoint-url.ts';

/** Returns the addresses of a name, as `dns.promises.lookup` with `all` does. */
export type ResolveName = (hostname: string) => Promise<readonly LookupAddress[]>;

/**
 * Returns the `lookup` option of a connection. Each connection resolves the name once, and connects only to
 * addresses of that result, so a name cannot resolve to another address after the check. One address that is not
 * allowed refuses all of them.
 */
export function createCheckedLookup(
  resolveName: ResolveName,
  allowed: AllowedTargets,
): LookupFunction {
  const resolve = callbackify((hostname: string) => resolveAllowed(resolveName, allowed, hostname));
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) callback(error, '');
      else if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };
}

/**
 * Returns the addresses of a name.
 *
 * @throws {EndpointRefusedError} if one of them is not allowed, or there is none.
 */
export async function resolveAllowed(
  resolveName: ResolveName,
  allowed: AllowedTargets,
  hostname: string,
): Promise<readonly LookupAddress[]> {
  const addresses = await resolveName(hostname);
  if (addresses.length === 0) throw new EndpointRefusedError(`${hostname} has no address`);
  for (const { address } of addresses) requireAllowedAddress(address, allowed, hostname);
  return addresses;
}
