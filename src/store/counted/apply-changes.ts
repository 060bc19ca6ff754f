import { partitionPoint } from './binary-search.ts';
import { addCount, addCounts, type CodeCounts, countCodes, subtractCounts } from './code-counts.ts';
import {
  addToChild,
  type CountBranch,
  type CountChild,
  findChild,
  insertChild,
} from './count-branch.ts';
import { compareKeys, type KeyRange } from './count-key.ts';
import { type CountChange, type CountLeaf, rebuildLeaf, updateLeaf } from './count-leaf.ts';
import {
  type NodePlace,
  ROOT_PLACE,
  type SplitNode,
  TreeEditor,
  type TreeShape,
} from './tree-editor.ts';
import { concurrently, readRows, type TreeEdit, type TreeWrites } from './tree-request.ts';

/** The effect of changes on a node. */
interface NodeChange {
  /** The difference of the node's counts, including the nodes that were split off. */
  readonly delta: CodeCounts;
  readonly splitOff: readonly SplitNode[];
}

/**
 * Counts changes of rows that are already written. If a removed row is missing from its leaf, the
 * leaf is recounted from its rows.
 *
 * @throws {CountedTreeError} if the tree cannot be read.
 */
export function* applyChanges(
  shape: TreeShape,
  changes: readonly CountChange[],
): TreeEdit<TreeWrites> {
  const editor = new TreeEditor(shape);
  const sorted = [...changes].sort(compareKeys);
  const { splitOff } = yield* updateNode(editor, ROOT_PLACE, sorted);
  yield* editor.growRoot(splitOff);
  return editor.listWrites();
}

function* updateNode(
  editor: TreeEditor,
  place: NodePlace,
  changes: readonly CountChange[],
): TreeEdit<NodeChange> {
  const { leaf, branch } = yield* editor.load(place);
  return leaf === undefined
    ? yield* updateBranch(editor, place, { branch, changes })
    : yield* updateLeafNode(editor, place, { leaf, changes });
}

function* updateLeafNode(
  editor: TreeEditor,
  place: NodePlace,
  { leaf, changes }: { readonly leaf: CountLeaf; readonly changes: readonly CountChange[] },
): TreeEdit<NodeChange> {
  const updated = updateLeaf(leaf, changes);
  const counted = updated ?? rebuildLeaf(leaf, yield* readRows(place.range), changes);
  const { saved, splitOff } = yield* editor.saveLeaf(place, counted);
  if (saved === updated) return { delta: sumChanges(changes), splitOff };
  return { delta: subtractCounts(countCodes(saved.codes), countCodes(leaf.codes)), splitOff };
}

function* updateBranch(
  editor: TreeEditor,
  place: NodePlace,
  { branch, changes }: { readonly branch: CountBranch; readonly changes: readonly CountChange[] },
): TreeEdit<NodeChange> {
  const parts = splitChanges(branch, place.range, changes);
  const results = yield* concurrently(
    parts.map((part) => updateNode(editor, part.place, part.changes)),
  );
  const delta: CodeCounts = new Map();
  for (const [index, { child }] of parts.entries()) {
    const result = results[index] as NodeChange;
    addToChild(branch, child, result.delta);
    addCounts(delta, result.delta);
    for (const { counts, ...added } of result.splitOff.toReversed()) {
      insertChild(branch, child + 1, added, counts);
    }
  }
  return { delta, splitOff: yield* editor.saveBranch(place, branch) };
}

/** The changes below one child of a branch. */
interface ChildChanges {
  /** The index of the child. */
  readonly child: number;
  readonly place: NodePlace;
  readonly changes: readonly CountChange[];
}

/** Splits sorted changes by child, last child first: children that are inserted later do not move the others. */
function splitChanges(
  { children, level }: CountBranch,
  range: KeyRange,
  changes: readonly CountChange[],
): readonly ChildChanges[] {
  const lowOf = (child: number): KeyRange['low'] => (children[child] as CountChild).low;
  const parts: ChildChanges[] = [];
  for (let end = changes.length; end > 0;) {
    const last = changes[end - 1] as CountChange;
    const child = findChild(children.length, (index) => compareKeys(lowOf(index), last) <= 0);
    const low = child === 0 ? range.low : lowOf(child);
    const high = children[child + 1]?.low ?? range.high;
    const start = child === 0 ? 0 : countBefore(changes, low);
    const { nodeNo } = children[child] as CountChild;
    const place = { nodeNo, range: { low, high }, above: level };
    parts.push({ child, place, changes: changes.slice(start, end) });
    end = start;
  }
  return parts;
}

function sumChanges(changes: readonly CountChange[]): CodeCounts {
  const counts: CodeCounts = new Map();
  for (const { code, by } of changes) addCount(counts, code, by);
  return counts;
}

/** Returns how many of the sorted changes come before a position. */
function countBefore(changes: readonly CountChange[], low: KeyRange['low']): number {
  const isBefore = (index: number): boolean => compareKeys(changes[index] as CountChange, low) < 0;
  return partitionPoint(0, changes.length, isBefore);
}
