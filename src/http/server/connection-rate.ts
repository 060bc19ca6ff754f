import type { Server } from 'node:http';
import type { BlockList } from 'node:net';

import { RateLimiter } from '../auth/rate-limit.ts';
import { clientOf } from '../request/client-address.ts';
import type { ServerLimits } from '../request/limits.ts';

/** The dependencies of {@link limitConnectionRate}. */
export interface ConnectionRateOptions {
  readonly limits: Pick<ServerLimits, 'newConnectionsOfAddressMax'>;
  /** Limits of an address do not apply to these, because their connections are those of many callers. */
  readonly trustedProxies: BlockList;
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** Called for each connection that is refused. */
  readonly countRefused: () => void;
}

/**
 * Closes new connections of an address beyond its limit per second. Node asks `blockList` before it creates a socket;
 * it documents this for `net.createServer`, and `http.createServer` does not pass the option on. All other new callers
 * wait behind a flood of connections until each was accepted.
 */
export function limitConnectionRate(
  server: Server,
  { limits, trustedProxies, now, countRefused }: ConnectionRateOptions,
): void {
  const rate = new RateLimiter(limits.newConnectionsOfAddressMax);
  const check = (address: string): boolean => {
    const client = clientOf(address, trustedProxies);
    if (client === undefined || rate.take(client, now()) >= 0) return false;
    countRefused();
    return true;
  };
  Object.assign(server, { blockList: { check } });
}
