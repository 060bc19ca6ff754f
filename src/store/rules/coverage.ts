/** Computes the coverage of a source: after a range was read, or has to be re-read, and what of it is complete. */
import type { SourceHistory } from '../manage.ts';
import type { CoverageRange, ReadRange, TimeRange } from '../records.ts';

/**
 * Returns the range that replaces an added range and its neighbours. Its time of reading is the earliest of
 * its parts, so that it never covers rows that arrived later. A neighbour within the added range was
 * completely re-read, so its time does not count.
 */
export function mergeCoverage(added: ReadRange, neighbours: readonly ReadRange[]): CoverageRange {
  const parts = neighbours.filter(({ fromMs, toMs }) => fromMs < added.fromMs || toMs > added.toMs);
  parts.push(added);
  return {
    source: added.source,
    fromMs: Math.min(...parts.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...parts.map(({ toMs }) => toMs)),
    readAtMs: Math.min(...parts.map(({ readAtMs }) => readAtMs)),
    rereadRequestedAtMs: null,
  };
}

/** Returns the parts of a range outside of another one, in order. */
export function cutCoverage(range: CoverageRange, cut: TimeRange): readonly CoverageRange[] {
  const before = { ...range, toMs: Math.min(range.toMs, cut.fromMs) };
  const after = { ...range, fromMs: Math.max(range.fromMs, cut.toMs) };
  return [before, after].filter(({ fromMs, toMs }) => fromMs < toMs);
}

/**
 * Returns the newest part of each source that was read without a gap. Ranges that touch are one part: one of them is to be read
 * again.
 * @param ranges sorted by source and start
 */
export function listHistory(
  ranges: readonly (TimeRange & { readonly source: string })[],
): readonly SourceHistory[] {
  const parts = new Map<string, SourceHistory>();
  for (const { source, fromMs, toMs } of ranges) {
    const part = parts.get(source);
    const completeFromMs = part?.toMs === fromMs ? part.completeFromMs : fromMs;
    parts.set(source, { source, completeFromMs, toMs });
  }
  return [...parts.values()];
}
