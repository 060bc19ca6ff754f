/** What is left of coverage when a part of it no longer counts. Pure. */
import type { CoverageRange, TimeRange } from '../records.ts';

/** Returns the parts of a range outside of another one, in order. */
export function cutCoverage(range: CoverageRange, cut: TimeRange): readonly CoverageRange[] {
  const before = { ...range, toMs: Math.min(range.toMs, cut.fromMs) };
  const after = { ...range, fromMs: Math.max(range.fromMs, cut.toMs) };
  return [before, after].filter(({ fromMs, toMs }) => fromMs < toMs);
}
