import type { BlockList, Server, Socket } from 'node:net';
import { promisify } from 'node:util';

import fp from 'fastify-plugin';

import type { ServerLimits } from '../limits.ts';
import { clientOf, trustProxies } from './client-address.ts';
import { KeyCounts } from './key-counts.ts';
import type { CloseReason } from './metrics.ts';

/** Minimum time between two closings of idle connections. */
const IDLE_CLOSING_MS = 100;

/** The dependencies of {@link limitConnections}. */
export interface ConnectionsOptions {
  readonly limits: Pick<ServerLimits, 'connectionsMax' | 'connectionsOfAddressMax'>;
  /** Addresses without limits, because their connections carry requests of many callers. */
  readonly trustedProxies: BlockList;
  readonly countClosed: (reason: CloseReason) => void;
}

/** Limits the connections of an address. If all connections are in use, closes the idle ones. */
export const limitConnections = fp<ConnectionsOptions>(async (app, options) => {
  const { server } = app;
  const { limits, trustedProxies, countClosed } = options;
  const isTrusted = trustProxies(trustedProxies);
  const counts = new KeyCounts(limits.connectionsOfAddressMax);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const address = isTrusted(remoteAddress) ? undefined : clientOf(remoteAddress);
    if (address === undefined) return;
    const end = counts.take(address);
    if (end === undefined) {
      socket.destroy();
      countClosed('address');
      return;
    }
    socket.once('close', end);
  });
  let closedAtMs = -Infinity;
  server.maxConnections = limits.connectionsMax;
  // Node has refused a connection; those that follow find free places.
  server.on('drop', () => {
    if (performance.now() - closedAtMs < IDLE_CLOSING_MS) return;
    closedAtMs = performance.now();
    server.closeIdleConnections();
    countClosed('idle');
  });
});

/** Returns the open connections of a server, divided by their maximum. */
export async function measureConnections(server: Server, connectionsMax: number): Promise<number> {
  return (await promisify<number>((done) => server.getConnections(done))()) / connectionsMax;
}
