import { ByteReader } from './byte-codec.ts';
import { findChild, StoredChildren, sumCells } from './count-branch.ts';
import {
  type CountKey,
  earlierKey,
  HIGHEST_KEY,
  type KeyRange,
  laterKey,
  LOWEST_KEY,
  startOfMillisecond,
} from './count-key.ts';
import { decodeCounts, LEAF_LEVEL, lowerBound } from './count-leaf.ts';
import { CountedTreeError, NOT_BELOW } from './counted-tree-error.ts';
import { type CountFilter, matchesAll, matchesCell, matchesCode } from './tally.ts';
import { type NodeView, readViews, ROOT_NODE_NO, type TreeReading } from './tree-request.ts';

/** Which rows are counted and which of them are shown. */
export interface CountedQuery {
  readonly filter: CountFilter;
  /** Inclusive. */
  readonly sinceMs?: number | undefined;
  /** Exclusive. */
  readonly beforeMs?: number | undefined;
  /** Newest rows that are left out. */
  readonly offset: number;
  readonly limit: number;
}

/** How many rows there are, and where those of the page are. */
export interface CountedPage {
  readonly totalCount: number;
  /**
   * Newest first. Of the rows of these ranges that match the filter, in this order, `skip` are
   * left out and `take` are the page.
   */
  readonly ranges: readonly KeyRange[];
  readonly skip: number;
  readonly take: number;
}

/** A leaf's rows that match, as positions among all of its rows. */
interface LeafView {
  readonly timestamps: readonly number[];
  readonly matches: readonly number[];
}

/** The counts of each child. */
interface BranchView {
  readonly level: number;
  readonly children: StoredChildren;
  readonly counts: readonly number[];
}

type View = LeafView | BranchView;

/** A node, and the level of the one that names it. */
interface NamedNode {
  readonly nodeNo: number;
  readonly above: number;
}

const ROOT: NamedNode = { nodeNo: ROOT_NODE_NO, above: Infinity };
const EMPTY_VIEW: LeafView = { timestamps: [], matches: [] };

/** Ranks of the oldest row and, exclusive, of the newest one among those that match. */
interface RankRange {
  readonly start: number;
  readonly end: number;
}

/** The rows of some ranks below a node. */
interface RankedPart extends NamedNode {
  readonly range: KeyRange;
  readonly ranks: RankRange;
}

/** Where rows are, newest first, and how many of them come before those of the page. */
interface FoundRanges {
  readonly ranges: readonly KeyRange[];
  readonly skip: number;
}

/**
 * Rows that do not match are read along where fewer than these lie between two that do: to begin
 * another range costs as much as to step over some ten rows.
 */
const GAP_ROWS_MAX = 10;

/**
 * Finds total and page, by the nodes on the way to both bounds and to the page alone.
 *
 * @throws {CountedTreeError} where the tree cannot be read.
 */
export function* findPage(query: CountedQuery): TreeReading<CountedPage> {
  const { filter, sinceMs, beforeMs, offset, limit } = query;
  const reader = new RankReader(filter);
  const { total, first } = yield* rankBounds(reader, query);
  const totalCount = Math.max(0, total - first);
  const end = total - offset;
  const start = Math.max(first, end - limit);
  if (start >= end) return { totalCount, ranges: [], skip: 0, take: 0 };
  const take = end - start;
  const low = sinceMs === undefined ? LOWEST_KEY : startOfMillisecond(sinceMs);
  if (matchesAll(filter) && offset === 0) {
    const high = beforeMs === undefined ? HIGHEST_KEY : startOfMillisecond(beforeMs);
    return { totalCount, ranges: [{ low, high }], skip: 0, take };
  }
  // Where every row matches they follow each other from the newest one, which alone is looked for.
  const sought = { start: matchesAll(filter) ? end - 1 : start, end };
  const { ranges, skip } = yield* reader.select(sought);
  const [newest] = ranges;
  if (!matchesAll(filter) || newest === undefined) return { totalCount, ranges, skip, take };
  return { totalCount, ranges: [{ low, high: newest.high }], skip, take };
}

/** How many rows there are, and where those after a place are. */
export interface WalkedPage {
  readonly totalCount: number;
  /** Newest first; they contain the next `limit` rows that match, if there are as many. */
  readonly ranges: readonly KeyRange[];
}

/**
 * Finds the total, and where the rows after a place are, as quickly at the end of a listing as at its
 * beginning: by the nodes on the way to the bounds and to the place.
 *
 * @param place of the row before the page.
 * @throws {CountedTreeError} where the tree cannot be read.
 */
export function* findPageAfter(
  query: Omit<CountedQuery, 'offset'>,
  place: CountKey,
): TreeReading<WalkedPage> {
  const { filter, sinceMs, beforeMs, limit } = query;
  const low = sinceMs === undefined ? LOWEST_KEY : startOfMillisecond(sinceMs);
  const high = beforeMs === undefined ? place : earlierKey(place, startOfMillisecond(beforeMs));
  const reader = new RankReader(filter);
  const isWhole = matchesAll(filter);
  const { total, first, others } = yield* rankBounds(
    reader,
    query,
    isWhole ? [] : [high.timestampMs],
  );
  const totalCount = Math.max(0, total - first);
  if (isWhole) return { totalCount, ranges: [{ low, high }] };
  // Which rows of the place's own millisecond come after it is known by reading them.
  const twins = { low: laterKey(low, startOfMillisecond(high.timestampMs)), high };
  const [end = 0] = others;
  const start = Math.max(first, end - limit);
  if (start >= end) return { totalCount, ranges: [twins] };
  return { totalCount, ranges: [twins, ...(yield* reader.select({ start, end })).ranges] };
}

/**
 * Finds the total alone, by the nodes on the way to both bounds.
 *
 * @throws {CountedTreeError} where the tree cannot be read.
 */
export function* countMatches(query: Omit<CountedQuery, 'offset' | 'limit'>): TreeReading<number> {
  const { total, first } = yield* rankBounds(new RankReader(query.filter), query);
  return Math.max(0, total - first);
}

/** How many matching rows are older than the bounds, and than other times. */
function* rankBounds(
  reader: RankReader,
  { sinceMs, beforeMs }: Pick<CountedQuery, 'sinceMs' | 'beforeMs'>,
  times: readonly number[] = [],
): TreeReading<{
  readonly total: number;
  readonly first: number;
  readonly others: readonly number[];
}> {
  const since = sinceMs === undefined ? [] : [sinceMs];
  const [total = 0, ...ranks] = yield* reader.rank([beforeMs, ...since, ...times]);
  const [first = 0] = sinceMs === undefined ? [] : ranks;
  return { total, first, others: ranks.slice(since.length) };
}

/** Ranks of rows among those that match a filter; each node is read once. */
class RankReader {
  readonly #filter: CountFilter;
  readonly #views = new Map<number, View>();

  constructor(filter: CountFilter) {
    this.#filter = filter;
  }

  /** How many rows are older than each of the times, or how many there are. */
  *rank(bounds: readonly (number | undefined)[]): TreeReading<readonly number[]> {
    const ranks = bounds.map(() => 0);
    let ways = bounds.map((_, way) => way);
    let nodes = bounds.map(() => ROOT);
    // Each turn is one level down.
    while (nodes.length > 0) {
      const views = yield* this.#view(nodes);
      const further: number[] = [];
      nodes = [];
      for (let index = 0; index < views.length; index += 1) {
        const way = ways[index] as number;
        const { rank, below } = rankIn(views[index] as View, bounds[way]);
        ranks[way] = (ranks[way] as number) + rank;
        if (below === undefined) continue;
        further.push(way);
        nodes.push(below);
      }
      ways = further;
    }
    return ranks;
  }

  /** Where the rows of these ranks are. */
  *select(ranks: RankRange): TreeReading<FoundRanges> {
    let parts: RankedPart[] = [{ ...ROOT, range: { low: LOWEST_KEY, high: HIGHEST_KEY }, ranks }];
    // Each turn is one level down.
    for (;;) {
      const views = yield* this.#view(parts);
      if (views.every(isLeaf)) {
        const ranges = parts.flatMap((part, index) => groupMatches(views[index] as LeafView, part));
        const [newest, end] = [views[0] ?? EMPTY_VIEW, parts[0]?.ranks.end ?? 0];
        return { ranges, skip: countNewerTwins(newest, end) };
      }
      parts = parts.flatMap((part, index) => partBelow(views[index] as View, part));
    }
  }

  /** Reads nodes, all that were not read yet at once. Those that are the same follow each other. */
  *#view(nodes: readonly NamedNode[]): TreeReading<readonly View[]> {
    const unread: number[] = [];
    for (const { nodeNo } of nodes) {
      if (!this.#views.has(nodeNo) && unread.at(-1) !== nodeNo) unread.push(nodeNo);
    }
    if (unread.length > 0) this.#keep(unread, yield* readViews(unread, this.#filter.assetNo));
    return nodes.map(({ nodeNo, above }) => {
      const view = this.#views.get(nodeNo) as View;
      if (!isLeaf(view) && view.level >= above) throw new CountedTreeError(NOT_BELOW);
      return view;
    });
  }

  #keep(nodeNos: readonly number[], found: readonly (NodeView | undefined)[]): void {
    for (let index = 0; index < nodeNos.length; index += 1) {
      const [nodeNo, stored] = [nodeNos[index] as number, found[index]];
      if (stored === undefined && nodeNo !== ROOT_NODE_NO) {
        throw new CountedTreeError('a node is missing');
      }
      this.#views.set(nodeNo, stored === undefined ? EMPTY_VIEW : toView(stored, this.#filter));
    }
  }
}

/** How many rows of a node are older than a time, and the child that has more of them. */
function rankIn(
  view: View,
  beforeMs: number | undefined,
): { readonly rank: number; readonly below?: NamedNode } {
  if (isLeaf(view)) {
    const { timestamps, matches } = view;
    if (beforeMs === undefined) return { rank: matches.length };
    return { rank: lowerBound(matches, lowerBound(timestamps, beforeMs)) };
  }
  const { children, counts, level } = view;
  if (beforeMs === undefined) return { rank: sum(counts, counts.length) };
  const child = findChild(children.length, (index) => children.timeOf(index) < beforeMs);
  return { rank: sum(counts, child), below: { nodeNo: children.nodeNoOf(child), above: level } };
}

/** The children that rows of these ranks lie in, the newest first; a leaf stays what it is. */
function partBelow(view: View, part: RankedPart): readonly RankedPart[] {
  if (isLeaf(view)) return [part];
  const { range, ranks } = part;
  const { start, end } = ranks;
  const { children, counts, level } = view;
  const parts: RankedPart[] = [];
  let above = sum(counts, counts.length);
  for (let child = children.length - 1; child >= 0 && above > start; child -= 1) {
    const below = above - (counts[child] ?? 0);
    if (below < above && below < end) {
      const low = child === 0 ? range.low : children.lowOf(child);
      const high = child + 1 < children.length ? children.lowOf(child + 1) : range.high;
      const within = { start: Math.max(start, below) - below, end: Math.min(end, above) - below };
      const nodeNo = children.nodeNoOf(child);
      parts.push({ nodeNo, above: level, range: { low, high }, ranks: within });
    }
    above = below;
  }
  return parts;
}

function isLeaf(view: View): view is LeafView {
  return 'matches' in view;
}

function toView({ body, counts }: NodeView, filter: CountFilter): View {
  const reader = new ByteReader(body);
  const level = reader.varint();
  if (level === LEAF_LEVEL) {
    const { timestamps, codes } = decodeCounts(reader);
    const matches: number[] = [];
    for (let row = 0; row < codes.length; row += 1) {
      if (matchesCode(filter, codes[row] as number)) matches.push(row);
    }
    return { timestamps, matches };
  }
  const children = new StoredChildren(reader);
  const isMatch = (cell: number): boolean => matchesCell(filter, cell);
  return { level, children, counts: sumCells(counts, children.length, isMatch) };
}

/** Matching rows from a rank on that share their millisecond and leaf with the one before it. */
function countNewerTwins({ timestamps, matches }: LeafView, end: number): number {
  const timestampMs = timestamps[matches[end - 1] ?? -1];
  let twins = 0;
  while (timestamps[matches[end + twins] ?? -1] === timestampMs) twins += 1;
  return twins;
}

/** The ranges of a leaf that the matching rows of these ranks lie in, newest first. */
function groupMatches(
  { timestamps, matches }: LeafView,
  { range: { low, high }, ranks: { start, end } }: RankedPart,
): readonly KeyRange[] {
  const ranges: KeyRange[] = [];
  const timeOf = (rank: number): number => timestamps[matches[rank] as number] as number;
  let newest = end - 1;
  for (let rank = newest; rank >= start; rank -= 1) {
    const at = matches[rank] as number;
    const older = rank === start ? undefined : (matches[rank - 1] as number);
    // Rows of one millisecond are in one range: which of them match is known by reading them.
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
