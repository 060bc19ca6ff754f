import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the processor time that all threads of a process have used (ms), exact for threads that wait: the first number
 * of `/proc/PID/task/TID/schedstat` (Linux, Documentation/scheduler/sched-stats.rst).
 */
export function readProcessorMs(pid: number): number {
  const folder = `/proc/${pid}/task`;
  const times = readdirSync(folder).map((thread) =>
    Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
  );
  return times.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
}
