import { globSync, readFileSync } from 'node:fs';

/** Returns a process and all processes that it has started, directly or not. Needs the `/proc` of Linux. */
export function listTree(pid: number): readonly number[] {
  const parents = globSync('/proc/[0-9]*/stat').flatMap(readParent);
  const tree = [pid];
  // The list grows while it is read.
  for (const known of tree) {
    tree.push(...parents.filter(({ parent }) => parent === known).map((child) => child.pid));
  }
  return tree;
}

/** Reads `man proc_pid_stat`; returns nothing for a process that has ended meanwhile. */
function readParent(path: string): readonly { readonly pid: number; readonly parent: number }[] {
  try {
    const [pid, rest = ''] = readFileSync(path, 'utf8').split(/ \(.*\) /s);
    return [{ pid: Number(pid), parent: Number(rest.split(' ')[1]) }];
  } catch {
    return [];
  }
}
