/** What tests measure beyond their success, for the table of `docs/reliability.md`. */
import type { TaskMeta } from 'vitest';

/** Numbers of one or more tests. */
export interface Figures {
  /** Numbers that add up, by what they count: `requests`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Numbers of which the largest counts, by unit and meaning: `ms p99`. */
  readonly maxima: Readonly<Record<string, number>>;
}

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figures;
  }
}

/** Adds the figures of a test to its report. */
export function recordFigures(
  { meta }: { readonly meta: TaskMeta },
  { counts = {}, maxima = {} }: Partial<Figures>,
): void {
  meta.figures = { counts, maxima };
}

/** Returns the figures of several tests together. */
export function combineFigures(all: readonly Figures[]): Figures {
  const counts = all.flatMap((each) => Object.entries(each.counts));
  const maxima = all.flatMap((each) => Object.entries(each.maxima));
  return {
    counts: merge(counts, (one, other) => one + other),
    maxima: merge(maxima, Math.max),
  };
}

function merge(
  entries: readonly (readonly [string, number])[],
  join: (one: number, other: number) => number,
): Readonly<Record<string, number>> {
  const merged: Record<string, number> = {};
  for (const [name, value] of entries) {
    const before = merged[name];
    merged[name] = before === undefined ? value : join(before, value);
  }
  return merged;
}
