/** Repeats `work` at intervals (ms). Waits for a delayed run instead of starting a second one. */
export function repeat(intervalMs: number, work: () => Promise<void>): NodeJS.Timeout {
  let running = false;
  return setInterval(() => {
    if (running) return;
    running = true;
    void work().finally(() => {
      running = false;
    });
  }, intervalMs);
}
