import { addToChild, type CountChild, findChild, insertChild } from './count-branch.ts';
import { compareKeys, type KeyRange } from './count-key.ts';
import { changeLeaf, type CountChange, leafOfRows } from './count-leaf.ts';
import { addToTally, mergeTally, subtractTally, type Tally, tallyCodes } from './tally.ts';
import {
  type AddedNode,
  type NodePlace,
  ROOT_PLACE,
  TreeEditor,
  type TreeShape,
  type TreeWrites,
} from './tree-editor.ts';
import { readRows, type TreeWork } from './tree-request.ts';

/** How a node has changed. */
interface NodeChange {
  /** The change of its counts, those of the nodes that were split off included. */
  readonly delta: Tally;
  readonly added: readonly AddedNode[];
}

/**
 * Counts changes of rows that are written already. A leaf that does not have a row that is taken
 * away is counted anew from its rows.
 *
 * @throws {CountedTreeError} where the tree cannot be read.
 */
export function* changeTree(
  shape: TreeShape,
  changes: readonly CountChange[],
): TreeWork<TreeWrites> {
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
): TreeWork<NodeChange> {
  const { nodeNo, range } = place;
  const { leaf, branch } = yield* editor.load(place);
  if (leaf !== undefined) {
    const changed = changeLeaf(leaf, changes);
    const counted = changed ?? leafOfRows(yield* readRows(range));
    const { whole, added } = yield* editor.saveLeaf(nodeNo, counted, range);
    if (whole === changed) return { delta: tallyChanges(changes), added };
    return { delta: subtractTally(tallyCodes(whole.codes), tallyCodes(leaf.codes)), added };
  }
  const delta: Tally = new Map();
  const { children, level } = branch;
  // The last changes come first: nodes that are split off then move no child that is still to come.
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
    const part = changes.slice(start, end);
    const childPlace = { nodeNo: below.nodeNo, range: { low, high }, above: level };
    const change = yield* changeNode(editor, childPlace, part);
    addToChild(branch, child, change.delta);
    mergeTally(delta, change.delta);
    for (const { tally, ...added } of change.added.toReversed()) {
      insertChild(branch, child + 1, added, tally);
    }
    end = start;
  }
  return { delta, added: yield* editor.saveBranch(nodeNo, branch) };
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
