/** Resolves the names of receivers by DNS. */
import { promises as dns } from 'node:dns';

import type { ResolveName } from './checked-lookup.ts';

/** Time for an answer of a server, and attempts: together less than the time limit of a delivery. */
const ANSWER_MS_MAX = 2500;
const ATTEMPTS_MAX = 3;

/**
 * Returns a function that resolves names by queries to the DNS servers of the system, any number of them concurrently.
 * `dns.lookup` would resolve two names at a time in the whole process (libuv's slow operations take half of the
 * threads), so names whose servers do not respond would delay all other deliveries, and requests to exchanges. It knows
 * no names of the hosts file and no search domains, which public receivers do not need.
 *
 * @param servers other DNS servers, `127.0.0.1:5353` for example.
 */
export function createDnsResolver(servers?: readonly string[]): ResolveName {
  const resolver = new dns.Resolver({ timeout: ANSWER_MS_MAX, tries: ATTEMPTS_MAX });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const [ipv4, ipv6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const found = [
      ...(ipv4.status === 'fulfilled' ? ipv4.value : []).map((address) => ({ address, family: 4 })),
      ...(ipv6.status === 'fulfilled' ? ipv6.value : []).map((address) => ({ address, family: 6 })),
    ];
    if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
    return found;
  };
}
