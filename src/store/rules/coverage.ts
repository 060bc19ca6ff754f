/** Coverage of a source after a range of time was read, or has to be re-read: decided here for both engines. */
import type { CoverageRange, TimeRange } from '../records.ts';

/**
 * Returns the range that replaces an added one and its neighbours. Its time of reading is that of its
 * oldest part, so that it never covers rows that arrived later. A neighbour that lies within the added
 * range was re-read as a whole, so its time does not count.
 */
export function mergeCoverage(
  added: CoverageRange,
  neighbours: readonly CoverageRange[],
): CoverageRange {
  const parts = neighbours.filter(({ fromMs, toMs }) => fromMs < added.fromMs || toMs > added.toMs);
  parts.push(added);
  return {
    source: added.source,
    fromMs: Math.min(...parts.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...parts.map(({ toMs }) => toMs)),
    readAtMs: Math.min(...parts.map(({ readAtMs }) => readAtMs)),
  };
}

/** Returns the parts of a range outside of another one, in order. */
export function cutCoverage(range: CoverageRange, cut: TimeRange): readonly CoverageRange[] {
  const before = { ...range, toMs: Math.min(range.toMs, cut.fromMs) };
  const after = { ...range, fromMs: Math.max(range.fromMs, cut.toMs) };
  return [before, after].filter(({ fromMs, toMs }) => fromMs < toMs);
}
