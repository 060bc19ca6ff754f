import { type CodeCounts, countCodes, subtractCounts } from './code-counts.ts';
import {
  type CountBranch,
  type CountCells,
  type CountChild,
  countsBelow,
  encodeCells,
  findChild,
} from './count-branch.ts';
import {
  compareKeys,
  type CountKey,
  HIGHEST_KEY,
  type KeyRange,
  LOWEST_KEY,
  placeOf,
} from './count-key.ts';
import {
  type CountedRow,
  type CountLeaf,
  EMPTY_LEAF,
  rebuildLeaf,
  verifyRows,
} from './count-leaf.ts';
import { CountedTreeError } from './counted-tree-error.ts';
import {
  buildBranch,
  type NodePlace,
  ROOT_PLACE,
  type SplitNode,
  TreeEditor,
  type TreeShape,
} from './tree-editor.ts';
import { concurrently, readRows, type TreeEdit, type TreeWrites } from './tree-request.ts';

/** A leaf whose rows do not match its checksums. */
export interface CorruptedLeaf {
  readonly range: KeyRange;
  /** Rows without a matching checksum. */
  readonly corrupted: readonly CountKey[];
  /** The number of rows that were written and are missing. */
  readonly missingCount: number;
}

/** Findings about rows. */
export interface RowFindings {
  readonly corruptedLeaves: readonly CorruptedLeaf[];
}

/** Findings about a part of a tree, and the writes that repair it. */
export interface RepairedPart extends RowFindings {
  /** The number of rows of the part. */
  readonly rowCount: number;
  /** Nodes whose counts differ from the rows. */
  readonly differences: number;
  readonly writes: TreeWrites;
  /** Start of the next part; `undefined` after the last. */
  readonly next: CountKey | undefined;
}

interface RepairedNode extends RowFindings {
  readonly rowCount: number;
  readonly differences: number;
  /** The counts of the node and of the nodes that were split off. */
  readonly counts: CodeCounts;
  readonly splitOff: readonly SplitNode[];
  /** End of the part. */
  readonly high: CountKey;
}

/**
 * Recounts the rows of one part of a tree: the leaves under one branch, and the counts of the branches
 * above it. Calling it for all parts, in order, repairs the whole tree.
 *
 * @throws {CountedTreeError} if the tree cannot be read.
 */
export function* repairPart(shape: TreeShape, at: CountKey = LOWEST_KEY): TreeEdit<RepairedPart> {
  const editor = new TreeEditor(shape);
  const repaired = yield* repairNode(editor, ROOT_PLACE, at);
  const { rowCount, differences, corruptedLeaves, splitOff, high } = repaired;
  yield* editor.growRoot(splitOff);
  const next = compareKeys(high, HIGHEST_KEY) < 0 ? high : undefined;
  return { rowCount, differences, corruptedLeaves, writes: editor.listWrites(), next };
}

function* repairNode(editor: TreeEditor, place: NodePlace, at: CountKey): TreeEdit<RepairedNode> {
  const { leaf, branch } = yield* editor.load(place);
  if (branch !== undefined) return yield* repairBranch(editor, place, { branch, at });
  const rows = yield* readRows(place.range);
  if (leaf === EMPTY_LEAF && rows.length > 0) throw new CountedTreeError('the root is missing');
  return yield* repairLeaf(editor, place, { leaf, rows });
}

function* repairBranch(
  editor: TreeEditor,
  place: NodePlace,
  { branch, at }: { readonly branch: CountBranch; readonly at: CountKey },
): TreeEdit<RepairedNode> {
  requireOrder(branch, place.range);
  const { from, places } = listPartPlaces(branch, place.range, at);
  const { level, children } = branch;
  const repaired =
    level === 1
      ? yield* repairLeaves(editor, places, yield* readRows(place.range))
      : yield* concurrently(places.map((below) => repairNode(editor, below, at)));
  const [first] = repaired;
  const found = {
    rowCount: repaired.reduce((sum, below) => sum + below.rowCount, 0),
    corruptedLeaves: repaired.flatMap(({ corruptedLeaves }) => corruptedLeaves),
    high: level > 1 && first !== undefined ? first.high : place.range.high,
  };
  const differences = repaired.reduce((sum, below) => sum + below.differences, 0);
  const fresh = buildBranch(level, listChildren(branch, repaired, from));
  const changed = listChangedAssets(branch, fresh);
  if (changed.length === 0 && fresh.children.length === children.length) {
    return { ...found, differences, counts: countsBelow(branch), splitOff: [] };
  }
  for (const assetNo of changed) fresh.changed.add(assetNo);
  const splitOff = yield* editor.saveBranch(place, fresh);
  return { ...found, differences: differences + 1, counts: countsBelow(fresh), splitOff };
}

/**
 * Returns the children of a branch with their counts, and the nodes that were split off from them.
 *
 * @param repaired the children from the index `from` on that belong to the part.
 */
function listChildren(
  branch: CountBranch,
  repaired: readonly RepairedNode[],
  from: number,
): readonly SplitNode[] {
  return branch.children.flatMap(({ nodeNo, low }, child): readonly SplitNode[] => {
    const found = repaired[child - from];
    if (found === undefined) return [{ nodeNo, low, counts: countsBelow(branch, child) }];
    return [{ nodeNo, low, counts: withoutSplit(found) }, ...found.splitOff];
  });
}

/** Returns the children of the part: all leaves of a lowest branch, or the one child on the path to them. */
function listPartPlaces(
  { children, level }: CountBranch,
  range: KeyRange,
  at: CountKey,
): { readonly from: number; readonly places: readonly NodePlace[] } {
  const places = children.map(({ nodeNo, low }, child) => ({
    nodeNo,
    range: {
      low: child === 0 ? range.low : low,
      high: children[child + 1]?.low ?? range.high,
    },
    above: level,
  }));
  if (level === 1) return { from: 0, places };
  const begins = (index: number): boolean =>
    compareKeys((children[index] as CountChild).low, at) <= 0;
  const child = findChild(children.length, begins);
  return { from: child, places: places.slice(child, child + 1) };
}

/** Compares the leaves of a branch with its rows. */
function* repairLeaves(
  editor: TreeEditor,
  places: readonly NodePlace[],
  rows: readonly CountedRow[],
): TreeEdit<readonly RepairedNode[]> {
  const leaves = yield* concurrently(places.map((place) => editor.load(place)));
  let at = 0;
  return yield* concurrently(
    places.map((place, index) => {
      const from = at;
      while (at < rows.length && compareKeys(rows[at] as CountedRow, place.range.high) < 0) at += 1;
      const leaf = leaves[index]?.leaf ?? EMPTY_LEAF;
      return repairLeaf(editor, place, { leaf, rows: rows.slice(from, at) });
    }),
  );
}

function* repairLeaf(
  editor: TreeEditor,
  place: NodePlace,
  { leaf, rows }: { readonly leaf: CountLeaf; readonly rows: readonly CountedRow[] },
): TreeEdit<RepairedNode> {
  const { range } = place;
  const found = {
    rowCount: rows.length,
    corruptedLeaves: listCorruption(range, leaf, rows),
    high: range.high,
  };
  if (isSameLeaf(leaf, rows)) {
    return { ...found, differences: 0, counts: countCodes(leaf.codes), splitOff: [] };
  }
  const { saved, splitOff } = yield* editor.saveLeaf(place, rebuildLeaf(leaf, rows));
  return { ...found, differences: 1, counts: countCodes(saved.codes), splitOff };
}

function listCorruption(
  range: KeyRange,
  { checksums }: CountLeaf,
  rows: readonly CountedRow[],
): readonly CorruptedLeaf[] {
  const { corrupted, unmatched } = verifyRows(checksums, rows);
  const missingCount = Math.max(0, unmatched.length - corrupted.length);
  if (corrupted.length === 0 && missingCount === 0) return [];
  return [{ range, corrupted: corrupted.map(placeOf), missingCount }];
}

/** Returns the counts of a node, without the nodes that were split off. */
function withoutSplit({ counts, splitOff }: RepairedNode): CodeCounts {
  return splitOff.reduce((rest, other) => subtractCounts(rest, other.counts), counts);
}

/** @throws {CountedTreeError} if the lower bounds of the children do not ascend within the range. */
function requireOrder({ children }: CountBranch, { low, high }: KeyRange): void {
  let before = low;
  for (const { low: begin } of children.slice(1)) {
    if (compareKeys(before, begin) >= 0) throw new CountedTreeError('nodes are out of order');
    before = begin;
  }
  if (compareKeys(before, high) >= 0) throw new CountedTreeError('nodes are out of order');
}

function listChangedAssets(branch: CountBranch, fresh: CountBranch): readonly number[] {
  const assets = new Set([...branch.assets.keys(), ...fresh.assets.keys()]);
  return [...assets].filter((assetNo) => {
    const [before, after] = [branch.assets.get(assetNo), fresh.assets.get(assetNo)];
    return !isSameBytes(before, after);
  });
}

function isSameBytes(before: CountCells | undefined, after: CountCells | undefined): boolean {
  const [left, right] = [before, after].map((cells) => cells && encodeCells(cells));
  return Buffer.compare(left ?? new Uint8Array(), right ?? new Uint8Array()) === 0;
}

/** Returns true if the leaf counts exactly these rows. Rows of one millisecond may be in any order. */
function isSameLeaf({ timestamps, codes }: CountLeaf, rows: readonly CountedRow[]): boolean {
  if (codes.length !== rows.length) return false;
  if (rows.every((row, at) => row.timestampMs === timestamps[at] && row.code === codes[at])) {
    return true;
  }
  const counted = codes.map((code, at) => `${timestamps[at] as number} ${code}`);
  const found = rows.map(({ timestampMs, code }) => `${timestampMs} ${code}`);
  return counted.sort().join() === found.sort().join();
}
