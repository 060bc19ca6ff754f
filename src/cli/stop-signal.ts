/** Stop signals of long-running commands. */
import { constants } from 'node:os';

import { EXIT } from './failure.ts';

/** The signals with which a terminal, a shell or a service manager ends a command. */
export const STOP_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;
/** The signal with which a parent process stops a child. A terminal or systemd sends other signals. */
export const CHILD_STOP_SIGNAL = 'SIGUSR2';
/** Maximum time until a command exits after its parent process has exited. */
const ORPHAN_GRACE_MS = 10_000;

/**
 * Returns a signal that aborts at the first stop signal. The second one ends the process immediately, after its
 * exit handlers; a second SIGHUP does not, because a shell that exits sends it in addition to the terminal.
 */
export function listenForStop(): AbortSignal {
  const stop = new AbortController();
  for (const name of STOP_SIGNALS) {
    process.on(name, () => {
      if (stop.signal.aborted && name !== 'SIGHUP') process.exit(128 + constants.signals[name]);
      stop.abort();
    });
  }
  return stop.signal;
}

/** Ends the process at the first stop signal, after its exit handlers. */
export function exitAtSignal(): void {
  for (const name of STOP_SIGNALS) {
    process.once(name, () => process.exit(128 + constants.signals[name]));
  }
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
 * Returns a signal that aborts when the parent process stops this process or exits. Stop signals are
 * ignored: a terminal and systemd send them to parent and child, and the parent stops its children in order.
 */
export function listenForParentOnly(): AbortSignal {
  for (const name of STOP_SIGNALS) process.on(name, () => undefined);
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
