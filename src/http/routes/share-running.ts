/** Returns a function that calls `run`, unless a call is running: all callers get that one's outcome. */
export function shareRunning<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
