/** Stop signals of long-running commands. */
import { constants } from 'node:os';

import { EXIT } from './failure.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** The signal with which a parent process stops a child. A terminal or systemd sends other signals. */
export const CHILD_STOP_SIGNAL = 'SIGUSR2';
/** Maximum time until a command exits after its parent process has exited. */
const ORPHAN_GRACE_MS = 10_000;

/**
 * Returns a signal that aborts at the first SIGINT or SIGTERM; the second one ends the process immediately.
 *
 * @param cleanUp runs at the second signal too; it must be synchronous.
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
 * Returns a signal like {@link listenForStop}, which also aborts when a parent process stops this process or
 * exits.
 */
export function listenForStopOrParent(): AbortSignal {
  const signal = listenForStop();
  return process.connected ? AbortSignal.any([signal, listenForParent()]) : signal;
}

/**
 * Returns a signal that aborts when the parent process stops this process or exits. SIGINT and SIGTERM are
 * ignored: a terminal and systemd send them to parent and child, and the parent stops its children in order.
 */
export function listenForParentOnly(): AbortSignal {
  for (const name of SIGNALS) process.on(name, () => undefined);
  return listenForParent();
}

/** Returns a signal that aborts at {@link CHILD_STOP_SIGNAL} and when the channel to the parent closes. */
function listenForParent(): AbortSignal {
  const stop = new AbortController();
  process.on(CHILD_STOP_SIGNAL, () => stop.abort());
  process.once('disconnect', () => {
    stop.abort();
    setTimeout(() => process.exit(EXIT.failed), ORPHAN_GRACE_MS).unref();
  });
  return stop.signal;
}

/** Resolves when the signal aborts. */
export function whenStopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
