import {
  addToChild,
  type CountBranch,
  type CountChild,
  findChild,
  insertChild,
} from './count-branch.ts';
import { compareKeys, type KeyRange } from './count-key.ts';
import { changeLeaf, type CountChange, recountLeaf } from './count-leaf.ts';
import { addToTally, mergeTally, subtractTally, type Tally, tallyCodes } from './tally.ts';
import {
  type AddedNode,
  type NodePlace,
  ROOT_PLACE,
  TreeEditor,
  type TreeShape,
} from './tree-editor.ts';
import { readRows, together, type TreeEdit, type TreeWrites } from './tree-request.ts';

/** How a node has changed. */
interface NodeChange {
  /** The change of its counts, those of the nodes that were split off included. */
  readonly delta: Tally;
  readonly added: readonly AddedNode[];
}

/**
 * Counts changes of rows that are already written. If a removed row is missing from its leaf, the
 * leaf is recounted from its rows.
 *
 * @throws {CountedTreeError} if the tree cannot be read.
 */
export function* changeTree(
  shape: TreeShape,
  changes: readonly CountChange[],
): TreeEdit<TreeWrites> {
  const editor = new TreeEditor(shape);
  const sorted = [...changes].sort(compareKeys);
  const { added } = yield* changeNode(editor, ROOT_PLACE, sorted);
  yield* editor.growRoot(added);
  return editor.listWrites();
}

function* changeNode(
  editor: TreeEditor,
  place: NodePlace,
  changes: readonly CountChange[],
): TreeEdit<NodeChange> {
  const { range } = place;
  const { leaf, branch } = yield* editor.load(place);
  if (leaf !== undefined) {
    const changed = changeLeaf(leaf, changes);
    const counted = changed ?? recountLeaf(leaf, yield* readRows(range), changes);
    const { whole, added } = yield* editor.saveLeaf(place, counted);
    if (whole === changed) return { delta: tallyChanges(changes), added };
    return { delta: subtractTally(tallyCodes(whole.codes), tallyCodes(leaf.codes)), added };
  }
  const parts = partChanges(branch, range, changes);
  const changed = yield* together(
    parts.map(({ place: below, changes: part }) => changeNode(editor, below, part)),
  );
  const delta: Tally = new Map();
  for (const [index, { child }] of parts.entries()) {
    const change = changed[index] as NodeChange;
    addToChild(branch, child, change.delta);
    mergeTally(delta, change.delta);
    for (const { tally, ...added } of change.added.toReversed()) {
      insertChild(branch, child + 1, added, tally);
    }
  }
  return { delta, added: yield* editor.saveBranch(place, branch) };
}

/** The changes below one child of a branch. */
interface ChangePart {
  readonly child: number;
  readonly place: NodePlace;
  readonly changes: readonly CountChange[];
}

/** The last ones first: nodes that are split off then move no child that is still to come. */
function partChanges(
  { children, level }: CountBranch,
  range: KeyRange,
  changes: readonly CountChange[],
): readonly ChangePart[] {
  const parts: ChangePart[] = [];
  for (let end = changes.length; end > 0;) {
    const last = changes[end - 1] as CountChange;
    const child = findChild(
      children.length,
      (index) => compareKeys((children[index] as CountChild).low, last) <= 0,
    );
    const below = children[child] as CountChild;
    const high = children[child + 1]?.low ?? range.high;
    const low = child === 0 ? range.low : below.low;
    const start = child === 0 ? 0 : firstFrom(changes, low);
    const place = { nodeNo: below.nodeNo, range: { low, high }, above: level };
    parts.push({ child, place, changes: changes.slice(start, end) });
    end = start;
  }
  return parts;
}

function tallyChanges(changes: readonly CountChange[]): Tally {
  const tally: Tally = new Map();
  for (const { code, by } of changes) addToTally(tally, code, by);
  return tally;
}

/** How many of the changes come before the place. */
function firstFrom(changes: readonly CountChange[], low: KeyRange['low']): number {
  let from = 0;
  let to = changes.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compareKeys(changes[middle] as CountChange, low) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
