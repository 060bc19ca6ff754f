import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

import type { HttpApp } from './app.ts';

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
 * Stops accepting and resolves when every connection is gone. A connection that is idle now may be
 * about to send: closing it at once would answer that request with a reset. So each has `drainMs`
 * to ask once more and be told `connection: close`; those that stay idle are closed then, and those
 * at work when they have been answered.
 */
export async function drainConnections(server: Server, drainMs: number): Promise<void> {
  if (!server.listening) return;
  const closeIdle = setTimeout(() => server.closeIdleConnections(), drainMs);
  try {
    // The close of an HTTP server would end idle connections now; that of its base does not.
    await new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve());
    });
  } finally {
    clearTimeout(closeIdle);
    // What the HTTP server does at regular times ends as well.
    server.close();
  }
}
