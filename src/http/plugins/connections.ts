import type { BlockList, Socket } from 'node:net';

import fp from 'fastify-plugin';

import type { ServerLimits } from '../limits.ts';
import { clientOf, trustProxies } from './client-address.ts';
import type { CloseReason } from './metrics.ts';

/** One of this number of connections is kept free for new callers. */
const FREE_PART = 20;
/** Minimum time between two closings of idle connections. */
const IDLE_CLOSING_MS = 100;

/** The dependencies of {@link limitConnections}. */
export interface ConnectionsOptions {
  readonly limits: Pick<ServerLimits, 'connectionsMax' | 'connectionsOfAddressMax'>;
  /** Addresses without limits, because their connections carry requests of many callers. */
  readonly trustedProxies: BlockList;
  readonly countClosed: (reason: CloseReason) => void;
}

/** Limits the connections of an address, and closes idle ones before the limit of all is reached. */
export const limitConnections = fp<ConnectionsOptions>((app, options, done) => {
  const { server } = app;
  const { limits, trustedProxies, countClosed } = options;
  const isTrusted = trustProxies(trustedProxies);
  const counts = new Map<string, number>();
  const change = (address: string, by: number): void => {
    const count = (counts.get(address) ?? 0) + by;
    if (count === 0) counts.delete(address);
    else counts.set(address, count);
  };
  const limitAddress = (socket: Socket): void => {
    const { remoteAddress = '' } = socket;
    const address = isTrusted(remoteAddress) ? undefined : clientOf(remoteAddress);
    if (address === undefined) return;
    if ((counts.get(address) ?? 0) >= limits.connectionsOfAddressMax) {
      socket.destroy();
      countClosed('address');
      return;
    }
    change(address, 1);
    socket.once('close', () => change(address, -1));
  };
  let open = 0;
  let closedAtMs = -Infinity;
  const closeIdle = (): void => {
    const nearLimit = open >= limits.connectionsMax - Math.ceil(limits.connectionsMax / FREE_PART);
    if (!nearLimit || performance.now() - closedAtMs < IDLE_CLOSING_MS) return;
    closedAtMs = performance.now();
    server.closeIdleConnections();
    countClosed('idle');
  };
  server.maxConnections = limits.connectionsMax;
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    closeIdle();
    limitAddress(socket);
  });
  server.on('drop', closeIdle);
  done();
});
