import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

import { ProblemError } from '../../../client/src/index.ts';

/** How often a resource that is shown is read again. An unchanged one costs a 304. */
const REFRESH_MS = 60_000;
/** How soon after an error. */
const RETRY_MS = 10_000;

/** Returns how long the service asks to wait before the next request. */
export function findLimitMs({ retryAfterMs }: ProblemError): number {
  return retryAfterMs ?? RETRY_MS;
}

/**
 * Returns how soon a failed request is repeated: a limited one when the service allows it again; `undefined`
 * if the same request fails again, because its parameters or credentials are refused.
 */
export function findRetryMs(error: Error): number | undefined {
  if (!(error instanceof ProblemError)) return RETRY_MS;
  if (error.code === 'rate_limited') return findLimitMs(error);
  return error.status >= 400 && error.status < 500 ? undefined : RETRY_MS;
}

/** What was read, what failed, and whether a request is under way. */
export interface Resource<Value> {
  /** The newest that was read, also while an error is shown; `undefined` before the first. */
  readonly value: Value | undefined;
  /** Why the last request failed; `undefined` if it did not. */
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  /** Reads again now. */
  readonly refresh: () => void;
}

interface Settled<Value> {
  readonly key: string;
  readonly value: Value | undefined;
  readonly error: Error | undefined;
}

/**
 * Reads a resource, and again every minute while the page is visible, or sooner if it failed.
 *
 * @param key another one is another resource: what was read of the former is dropped.
 * @param load is given the newest value, for a client's `previous`.
 */
export function useResource<Value>(
  key: string,
  load: (options: { signal: AbortSignal; previous: Value | undefined }) => Promise<Value>,
): Resource<Value> {
  const [settled, setSettled] = useState<Settled<Value>>({
    key,
    value: undefined,
    error: undefined,
  });
  const [isLoading, setLoading] = useState(true);
  const [round, setRound] = useState(0);
  const latest = useRef({ load, settled });
  latest.current = { load, settled };
  const refresh = useCallback(() => setRound((count) => count + 1), []);

  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const { load, settled } = latest.current;
    const previous = settled.key === key ? settled.value : undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = (value: Value | undefined, error: Error | undefined): void => {
      if (signal.aborted) return;
      setSettled({ key, value, error });
      setLoading(false);
      const delayMs = error === undefined ? REFRESH_MS : findRetryMs(error);
      if (delayMs !== undefined) timer = setTimeout(refreshIfVisible, delayMs);
    };
    const refreshIfVisible = (): void => {
      if (document.visibilityState === 'visible') refresh();
      else document.addEventListener('visibilitychange', refresh, { once: true, signal });
    };
    setLoading(true);
    load({ signal, previous }).then(
      (value) => settle(value, undefined),
      (error: unknown) => settle(previous, error as Error),
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, round, refresh]);

  const isCurrent = settled.key === key;
  return {
    value: isCurrent ? settled.value : undefined,
    error: isCurrent ? settled.error : undefined,
    isLoading,
    refresh,
  };
}
