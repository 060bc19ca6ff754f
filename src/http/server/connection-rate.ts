import type { Server } from 'node:http';
import type { BlockList } from 'node:net';

import { RateLimiter } from '../auth/rate-limit.ts';
import { clientOf } from '../request/client-address.ts';
import type { ServerLimits } from '../request/limits.ts';

/** The dependencies of {@link limitConnectionRate}. */
export interface ConnectionRateOptions {
  readonly limits: Pick<ServerLimits, 'newConnectionsOfAddressMax'>;
  /** Addresses without limits, because their connections carry requests of many callers. */
  readonly trustedProxies: BlockList;
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** Called for each connection that is refused. */
  readonly countRefused: () => void;
}

/**
 * Closes new connections of an address above its limit per second. Node checks `blockList` before it creates
 * a socket. It documents this option for `net.createServer`, but `http.createServer` does not pass it to that
 * function. Without the limit, other new callers would have to wait until all connections of a flood were
 * accepted.
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
