/** Resolves the names of receivers by DNS. */
import { promises as dns } from 'node:dns';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ResolveName } from './checked-lookup.ts';

type Address = Awaited<ReturnType<ResolveName>>[number];

/**
 * Time for the first answer of a server, and attempts. The resolver waits longer for each further one: two end after about 8 s,
 * less than the time limit of a delivery, and three after 17 s.
 */
const ANSWER_MS_MAX = 2500;
const ATTEMPTS_MAX = 2;
/** Time for the addresses of a family after those of the other: some servers never answer one of the two questions. */
const OTHER_FAMILY_MS_MAX = 500;

/**
 * Returns a function that resolves names by queries to the DNS servers of the system, any number of them concurrently.
 * `dns.lookup` would resolve two names at a time in the whole process (libuv's slow operations take half of the
 * threads), so names whose servers do not respond would delay all other deliveries, and requests to exchanges. It knows
 * no names of the hosts file and no search domains, which public receivers do not need.
 *
 * @param servers other DNS servers, `127.0.0.1:5353` for example.
 */
export function createDnsResolver(servers?: readonly string[]): ResolveName {
  return async (hostname) => {
    // A resolver reads the servers of the system when it is created, so each look-up creates one (0.2 ms).
    const resolver = new dns.Resolver({ timeout: ANSWER_MS_MAX, tries: ATTEMPTS_MAX });
    if (servers !== undefined) resolver.setServers(servers);
    const found: Address[] = [];
    const ask = async (answer: Promise<string[]>, family: 4 | 6): Promise<void> => {
      found.push(...(await answer).map((address) => ({ address, family })));
    };
    const ipv4 = ask(resolver.resolve4(hostname), 4);
    const ipv6 = ask(resolver.resolve6(hostname), 6);
    const both = Promise.allSettled([ipv4, ipv6]);
    const one = Promise.any([ipv4, ipv6]).then(
      () => sleep(OTHER_FAMILY_MS_MAX, undefined, { ref: false }),
      () => both,
    );
    await Promise.race([both, one]);
    // Without addresses, both families were answered. The reason of the older one is returned.
    if (found.length === 0) await ipv4;
    return found.toSorted((left, right) => left.family - right.family);
  };
}
