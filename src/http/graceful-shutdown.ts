import type { HttpApp } from './app.ts';

/** How long a shutdown waits for requests that are under way. */
export const SHUTDOWN_GRACE_MS = 10_000;

/**
 * Stops accepting, answers what is under way with `connection: close`, and resolves when every
 * connection is gone; those that are left after `graceMs` are cut.
 */
export async function shutDown(app: HttpApp, graceMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
