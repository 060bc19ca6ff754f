import { once } from 'node:events';
import type { Server } from 'node:http';

import type { HttpApp } from '../http-app.ts';
import { stopListening } from './stop-listening.ts';

/** Maximum wait for running requests at a shutdown. */
export const SHUTDOWN_GRACE_MS = 10_000;

/**
 * Stops accepting, answers running requests and the next request of each open connection with `connection:
 * close`, and resolves when every connection is closed. After `graceMs` the remaining connections are closed.
 */
export async function shutDown(app: HttpApp, graceMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

/**
 * Accepts the connections that are queued, stops listening and resolves when every connection is closed. If
 * an idle connection were closed immediately, a request in transit would be reset. So each connection may
 * send one more request within `drainMs`, and receives `connection: close` with the response. Idle
 * connections are closed afterwards.
 */
export async function drainConnections(server: Server, drainMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  // Timers run before the event loop reads new input, immediates after it.
  const closeIdle = setTimeout(() => {
    setImmediate(() => server.closeIdleConnections());
  }, drainMs);
  try {
    await stopListening(server, drainMs);
    await closed;
  } finally {
    clearTimeout(closeIdle);
    // Stops the periodic checks of the HTTP server.
    server.close();
  }
}
