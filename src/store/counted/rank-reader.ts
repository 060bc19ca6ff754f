import { lowerBound } from './binary-search.ts';
import type { CountFilter } from './code-counts.ts';
import { findChild } from './count-branch.ts';
import {
  earlierKey,
  HIGHEST_KEY,
  type KeyRange,
  laterKey,
  LOWEST_KEY,
  startOfMillisecond,
} from './count-key.ts';
import { CountedTreeError, NOT_BELOW } from './counted-tree-error.ts';
import {
  type BranchView,
  decodeView,
  type DecodedView,
  EMPTY_VIEW,
  isLeafView,
  type LeafView,
} from './node-view.ts';
import { type NodeView, readViews, ROOT_NODE_NO, type TreeReading } from './tree-request.ts';

/**
 * Ranks of matching rows, counted from the oldest one. `start` is inclusive, `end` exclusive.
 */
export interface RankRange {
  readonly start: number;
  readonly end: number;
}

/** Ranges of the listing that contain rows. */
export interface FoundRanges {
  /** Newest first. */
  readonly ranges: readonly KeyRange[];
  /** The number of matching rows in the ranges that are newer than the wanted ones. */
  readonly skip: number;
}

/** A node, and the level of its parent. */
interface NodeReference {
  readonly nodeNo: number;
  readonly above: number;
}

/** The part of some ranks below a node. The ranks are relative to the node. */
interface RankedPart extends NodeReference {
  readonly range: KeyRange;
  readonly ranks: RankRange;
}

const ROOT: NodeReference = { nodeNo: ROOT_NODE_NO, above: Infinity };

/**
 * Matching rows with fewer other rows between them are in one range: starting another range costs as much
 * as reading about ten rows.
 */
const GAP_ROWS_MAX = 10;

/** Finds ranks of rows that match a filter, and rows by rank. Reads each node once. */
export class RankReader {
  readonly #filter: CountFilter;
  readonly #views = new Map<number, DecodedView>();

  constructor(filter: CountFilter) {
    this.#filter = filter;
  }

  /** Returns for each time the number of older matching rows; for `undefined`, that of all matching rows. */
  *rank(times: readonly (number | undefined)[]): TreeReading<readonly number[]> {
    const ranks = times.map(() => 0);
    let paths = times.map((_, index) => ({ index, node: ROOT }));
    // Each iteration is one level down.
    while (paths.length > 0) {
      const views = yield* this.#read(paths.map(({ node }) => node));
      const further: typeof paths = [];
      for (const [path, { index }] of paths.entries()) {
        const { rank, below } = rankIn(views[path] as DecodedView, times[index]);
        ranks[index] = (ranks[index] as number) + rank;
        if (below !== undefined) further.push({ index, node: below });
      }
      paths = further;
    }
    return ranks;
  }

  /** Returns the ranges that contain the rows of these ranks. */
  *select(ranks: RankRange): TreeReading<FoundRanges> {
    let parts: RankedPart[] = [{ ...ROOT, range: { low: LOWEST_KEY, high: HIGHEST_KEY }, ranks }];
    // Each iteration is one level down.
    for (;;) {
      const views = yield* this.#read(parts);
      if (views.every(isLeafView)) {
        const ranges = parts.flatMap((part, index) => listRanges(views[index] as LeafView, part));
        const [newest, end] = [views[0] ?? EMPTY_VIEW, parts[0]?.ranks.end ?? 0];
        return { ranges, skip: countNewerOfMillisecond(newest, end) };
      }
      parts = parts.flatMap((part, index) => {
        const view = views[index] as DecodedView;
        return isLeafView(view) ? [part] : selectChildren(view, part);
      });
    }
  }

  /** Reads nodes, all that are not cached in one request. Equal nodes have to be adjacent. */
  *#read(nodes: readonly NodeReference[]): TreeReading<readonly DecodedView[]> {
    const unread: number[] = [];
    for (const { nodeNo } of nodes) {
      if (!this.#views.has(nodeNo) && unread.at(-1) !== nodeNo) unread.push(nodeNo);
    }
    if (unread.length > 0) this.#cache(unread, yield* readViews(unread, this.#filter.assetNo));
    return nodes.map(({ nodeNo, above }) => {
      const view = this.#views.get(nodeNo) as DecodedView;
      if (!isLeafView(view) && view.level >= above) throw new CountedTreeError(NOT_BELOW);
      return view;
    });
  }

  #cache(nodeNos: readonly number[], found: readonly (NodeView | undefined)[]): void {
    for (const [index, nodeNo] of nodeNos.entries()) {
      const stored = found[index];
      if (stored === undefined && nodeNo !== ROOT_NODE_NO) {
        throw new CountedTreeError('a node is missing');
      }
      this.#views.set(nodeNo, stored === undefined ? EMPTY_VIEW : decodeView(stored, this.#filter));
    }
  }
}

/** Returns how many rows of a node are certainly older than a time, and the child that may have more. */
function rankIn(
  view: DecodedView,
  beforeMs: number | undefined,
): { readonly rank: number; readonly below?: NodeReference } {
  if (isLeafView(view)) {
    const { timestamps, matches } = view;
    if (beforeMs === undefined) return { rank: matches.length };
    return { rank: lowerBound(matches, lowerBound(timestamps, beforeMs)) };
  }
  const { children, counts, level } = view;
  if (beforeMs === undefined) return { rank: sum(counts, counts.length) };
  const child = findChild(children.length, (index) => children.timeOf(index) < beforeMs);
  return { rank: sum(counts, child), below: { nodeNo: children.nodeNoOf(child), above: level } };
}

/** Returns the children that contain rows of these ranks, newest first. */
function selectChildren(
  { children, counts, level }: BranchView,
  { range, ranks: { start, end } }: RankedPart,
): readonly RankedPart[] {
  const parts: RankedPart[] = [];
  let above = sum(counts, counts.length);
  for (let child = children.length - 1; child >= 0 && above > start; child -= 1) {
    const below = above - (counts[child] ?? 0);
    if (below < above && below < end) {
      const low = child === 0 ? range.low : children.lowOf(child);
      const high = child + 1 < children.length ? children.lowOf(child + 1) : range.high;
      const ranks = { start: Math.max(start, below) - below, end: Math.min(end, above) - below };
      parts.push({ nodeNo: children.nodeNoOf(child), above: level, range: { low, high }, ranks });
    }
    above = below;
  }
  return parts;
}

/** Returns how many matching rows from a rank on have the same time as the row before it, in one leaf. */
function countNewerOfMillisecond({ timestamps, matches }: LeafView, rank: number): number {
  const timestampMs = timestamps[matches[rank - 1] ?? -1];
  let count = 0;
  while (timestamps[matches[rank + count] ?? -1] === timestampMs) count += 1;
  return count;
}

/** Returns the ranges of a leaf that contain the matching rows of these ranks, newest first. */
function listRanges(
  { timestamps, matches }: LeafView,
  { range: { low, high }, ranks: { start, end } }: RankedPart,
): readonly KeyRange[] {
  const ranges: KeyRange[] = [];
  const timeOf = (rank: number): number => timestamps[matches[rank] as number] as number;
  let newest = end - 1;
  for (let rank = newest; rank >= start; rank -= 1) {
    const at = matches[rank] as number;
    const older = rank === start ? undefined : (matches[rank - 1] as number);
    // Rows of one millisecond are in one range, because a leaf does not contain their order.
    const joins =
      older !== undefined && (at - older <= GAP_ROWS_MAX || timeOf(rank - 1) === timeOf(rank));
    if (joins) continue;
    ranges.push({
      low: laterKey(low, startOfMillisecond(timeOf(rank))),
      high: earlierKey(high, startOfMillisecond(timeOf(newest) + 1)),
    });
    newest = rank - 1;
  }
  return ranges;
}

function sum(counts: readonly number[], end: number): number {
  let total = 0;
  for (let index = 0; index < end; index += 1) total += counts[index] as number;
  return total;
}
