import { useEffect, useRef, useState } from 'preact/hooks';

/** A request that changes something, one at a time. */
export interface Action {
  readonly isBusy: boolean;
  /** Why the last request failed. */
  readonly failure: Error | undefined;
  /** Sends a request, and returns true if it succeeded while its component is still shown. */
  readonly run: (request: () => Promise<unknown>) => Promise<boolean>;
}

/** Returns the state of an action. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | undefined>();
  const isShown = useRef(true);
  useEffect(() => () => void (isShown.current = false), []);
  const run = async (request: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setFailure(undefined);
    try {
      await request();
      return isShown.current;
    } catch (error) {
      setFailure(error as Error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, run };
}
