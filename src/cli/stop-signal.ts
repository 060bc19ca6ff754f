/** Stop signals of long-running commands. */
import { constants } from 'node:os';

import { EXIT } from './failure.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** A command whose parent process is gone exits after this time at the latest. */
const ORPHAN_GRACE_MS = 10_000;

/**
 * Returns a signal that aborts at the first SIGINT or SIGTERM; the second one ends the process immediately.
 *
 * @param cleanUp runs even then; it must not wait for anything.
 */
export function listenForStop(cleanUp: () => void = () => undefined): AbortSignal {
  const stop = new AbortController();
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (stop.signal.aborted) {
        cleanUp();
        process.exit(128 + constants.signals[name]);
      }
      stop.abort();
    });
  }
  return stop.signal;
}

/** Ends the process at the first SIGINT or SIGTERM, after its exit handlers. */
export function exitAtSignal(): void {
  for (const name of SIGNALS) process.once(name, () => process.exit(128 + constants.signals[name]));
}

/**
 * Like {@link listenForStop}; also aborts when the parent process is gone, however it ended, because the
 * channel to it closes.
 */
export function listenForStopOrOrphaned(): AbortSignal {
  const signal = listenForStop();
  if (!process.connected) return signal;
  const orphaned = new AbortController();
  process.once('disconnect', () => {
    orphaned.abort();
    setTimeout(() => process.exit(EXIT.failed), ORPHAN_GRACE_MS).unref();
  });
  return AbortSignal.any([signal, orphaned.signal]);
}

/** Resolves when the signal aborts. */
export function whenStopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
