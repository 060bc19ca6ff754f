import { once } from 'node:events';
import type { Server } from 'node:http';

import type { HttpApp } from '../app.ts';
import { stopListening } from './stop-listening.ts';

/** How long a shutdown waits for requests that are under way. */
export const SHUTDOWN_GRACE_MS = 10_000;

/**
 * Stops accepting, answers what is under way and what open connections ask next with
 * `connection: close`, and resolves when every connection is gone; those that are left after
 * `graceMs` are cut.
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
 * Accepts the connections that are queued, stops listening and resolves when every connection is gone.
 * A connection that is idle now may be about to send a request, which its close would answer with a
 * reset. So each may send one more within `drainMs`, whose response says `connection: close`; those
 * that stay idle are closed then, the others after their response.
 */
export async function drainConnections(server: Server, drainMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  // Timers run before the event loop reads what has arrived meanwhile, immediates after that.
  const closeIdle = setTimeout(() => {
    setImmediate(() => server.closeIdleConnections());
  }, drainMs);
  try {
    await stopListening(server, drainMs);
    await closed;
  } finally {
    clearTimeout(closeIdle);
    // Ends what the HTTP server does at regular times.
    server.close();
  }
}
