import { useEffect, useState } from 'preact/hooks';

const TICK_MS = 10_000;

/** Returns the current time in Unix milliseconds. The component renders again at an interval. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
