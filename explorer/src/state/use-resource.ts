import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

import { ProblemError } from '../../../client/src/index.ts';

/** Interval between two reads of a shown resource. The response is a 304 if the resource is unchanged. */
const REFRESH_MS = 60_000;
/** Wait before a retry after an error. */
const RETRY_MS = 10_000;

/** Returns the wait that the service requests before the next request, in milliseconds. */
export function findLimitMs({ retryAfterMs }: ProblemError): number {
  return retryAfterMs ?? RETRY_MS;
}

/**
 * Returns the wait before a failed request is retried, in milliseconds. After `rate_limited` it is the wait
 * that the service requests. `undefined` if the error is permanent: the service has rejected the parameters
 * or credentials.
 */
export function findRetryMs(error: Error): number | undefined {
  if (!(error instanceof ProblemError)) return RETRY_MS;
  if (error.code === 'rate_limited') return findLimitMs(error);
  return error.status >= 400 && error.status < 500 ? undefined : RETRY_MS;
}

/** The state of a resource. */
export interface Resource<Value> {
  /** The last value, even if a later request has failed; `undefined` before the first response. */
  readonly value: Value | undefined;
  /** The error of the last request; `undefined` if it succeeded. */
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  /** Reads the resource immediately. */
  readonly refresh: () => void;
}

interface Settled<Value> {
  readonly key: string;
  readonly value: Value | undefined;
  readonly error: Error | undefined;
}

/**
 * Reads a resource, and repeats it every minute while the page is visible, or sooner after an error.
 *
 * @param key identifies the resource. If it changes, the value of the previous resource is discarded.
 * @param load receives the last value, for the `previous` option of a client.
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
