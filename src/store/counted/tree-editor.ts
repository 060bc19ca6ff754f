import { ByteReader } from './byte-codec.ts';
import { type CodeCounts, countCodes } from './code-counts.ts';
import {
  addToChild,
  type CountBranch,
  type CountChild,
  countsBelow,
  decodeCells,
  encodeCells,
  encodeChildren,
  makeBranch,
  sliceBranch,
  StoredChildren,
} from './count-branch.ts';
import { type CountKey, HIGHEST_KEY, type KeyRange, LOWEST_KEY } from './count-key.ts';
import {
  type CountLeaf,
  decodeLeaf,
  EMPTY_LEAF,
  encodeLeaf,
  LEAF_LEVEL,
  sliceLeaf,
} from './count-leaf.ts';
import { CountedTreeError, NOT_BELOW } from './counted-tree-error.ts';
import { evenStarts, splitLeaf } from './split-leaf.ts';
import {
  readNextNodeNo,
  readNode,
  ROOT_NODE_NO,
  type TreeEdit,
  type TreeWrites,
} from './tree-request.ts';

/** The position of a node in the tree. */
export interface NodePlace {
  readonly nodeNo: number;
  /** The range of the rows that the node counts. */
  readonly range: KeyRange;
  /** The level of the parent. */
  readonly above: number;
}

/** The position of the root. */
export const ROOT_PLACE: NodePlace = {
  nodeNo: ROOT_NODE_NO,
  range: { low: LOWEST_KEY, high: HIGHEST_KEY },
  above: Infinity,
};

/** Maximum sizes of nodes. */
export interface TreeShape {
  /** Rows of a leaf. */
  readonly rowsMax: number;
  /** Children of a branch. */
  readonly childrenMax: number;
}

/** A node and its counts, for its parent. A split creates the nodes after the first. */
export interface SplitNode extends CountChild {
  readonly counts: CodeCounts;
}

/** A decoded node. */
export type TreeNode =
  | { readonly leaf: CountLeaf; readonly branch?: undefined }
  | { readonly branch: CountBranch; readonly leaf?: undefined };

/** A node to store, and the lower bound of its rows. */
type SavedNode = TreeNode & { readonly low: CountKey };

const LOWEST_CHILD = { low: LOWEST_KEY };

/** Loads nodes for one change of a tree, and collects the changed nodes. */
export class TreeEditor {
  readonly #shape: TreeShape;
  readonly #saved = new Map<number, SavedNode>();
  #nextNodeNo: number | undefined;

  constructor(shape: TreeShape) {
    this.#shape = shape;
  }

  /** Reads a node with all its counts. The root of a tree that was never written is an empty leaf. */
  *load({ nodeNo, above }: NodePlace): TreeEdit<TreeNode> {
    const stored = yield* readNode(nodeNo);
    if (stored === undefined) {
      if (nodeNo === ROOT_NODE_NO) return { leaf: EMPTY_LEAF };
      throw new CountedTreeError('a node is missing');
    }
    const reader = new ByteReader(stored.body);
    const level = reader.varint();
    if (level === LEAF_LEVEL) return { leaf: decodeLeaf(reader) };
    if (level >= above) throw new CountedTreeError(NOT_BELOW);
    const children = new StoredChildren(reader).list();
    const assets = new Map(stored.counts.map(([assetNo, bytes]) => [assetNo, decodeCells(bytes)]));
    const childrenStored = children.length;
    return { branch: { level, children, assets, changed: new Set(), childrenStored } };
  }

  /** Saves a leaf at its position, and splits it if it is too large. Returns the leaf before the split. */
  *saveLeaf(
    { nodeNo, range }: NodePlace,
    leaf: CountLeaf,
  ): TreeEdit<{ readonly saved: CountLeaf; readonly splitOff: readonly SplitNode[] }> {
    const { rowsMax } = this.#shape;
    if (leaf.codes.length <= rowsMax) {
      this.#saved.set(nodeNo, { leaf, low: range.low });
      return { saved: leaf, splitOff: [] };
    }
    const { leaf: saved, parts } = yield* splitLeaf(leaf, range, rowsMax);
    const splitOff: SplitNode[] = [];
    for (const [index, { start, low }] of parts.entries()) {
      const part = sliceLeaf(saved, start, parts[index + 1]?.start);
      if (index === 0) this.#saved.set(nodeNo, { leaf: part, low: range.low });
      else {
        const addedNo = yield* this.#newNodeNo();
        this.#saved.set(addedNo, { leaf: part, low });
        splitOff.push({ nodeNo: addedNo, low, counts: countCodes(part.codes) });
      }
    }
    return { saved, splitOff };
  }

  /** Saves a branch at its position, and splits it if it is too large. */
  *saveBranch({ nodeNo, range }: NodePlace, branch: CountBranch): TreeEdit<readonly SplitNode[]> {
    const { childrenMax } = this.#shape;
    if (branch.children.length <= childrenMax) {
      this.#saved.set(nodeNo, { branch, low: range.low });
      return [];
    }
    const starts = evenStarts(branch.children.length, childrenMax);
    const splitOff: SplitNode[] = [];
    for (const [index, start] of starts.entries()) {
      const part = sliceBranch(branch, start, starts[index + 1] ?? branch.children.length);
      if (index === 0) this.#saved.set(nodeNo, { branch: part, low: range.low });
      else {
        const [{ low } = LOWEST_CHILD] = part.children;
        const addedNo = yield* this.#newNodeNo();
        this.#saved.set(addedNo, { branch: part, low });
        splitOff.push({ nodeNo: addedNo, low, counts: countsBelow(part) });
      }
    }
    return splitOff;
  }

  /** Adds a new root above the nodes that the root was split into. */
  *growRoot(splitOff: readonly SplitNode[]): TreeEdit<void> {
    // Each iteration has a fraction of the nodes of the previous one.
    for (let others = splitOff; others.length > 0;) {
      const former = this.#saved.get(ROOT_NODE_NO) ?? { leaf: EMPTY_LEAF, low: LOWEST_KEY };
      const first = yield* this.#moveRoot(former);
      const root = buildBranch((former.branch?.level ?? LEAF_LEVEL) + 1, [first, ...others]);
      for (const assetNo of former.branch?.changed ?? []) root.changed.add(assetNo);
      others = yield* this.saveBranch(ROOT_PLACE, root);
    }
  }

  /** Returns the nodes and counts to store. */
  listWrites(): TreeWrites {
    const nodes: TreeWrites['nodes'][number][] = [];
    const counts: TreeWrites['counts'][number][] = [];
    for (const [nodeNo, { leaf, branch, low }] of this.#saved) {
      if (branch === undefined) {
        const rowCount = leaf.codes.length;
        nodes.push({ nodeNo, level: LEAF_LEVEL, low, body: encodeLeaf(leaf), rowCount });
        continue;
      }
      if (branch.children.length !== branch.childrenStored) {
        const { level, children } = branch;
        const body = encodeChildren(level, children);
        nodes.push({ nodeNo, level, low, body, rowCount: null });
      }
      for (const assetNo of branch.changed) {
        const cells = branch.assets.get(assetNo) ?? new Map();
        counts.push({ nodeNo, assetNo, counts: encodeCells(cells) });
      }
    }
    return { nodes, counts };
  }

  /** Saves the former root under a new number. */
  *#moveRoot({ leaf, branch }: SavedNode): TreeEdit<SplitNode> {
    const nodeNo = yield* this.#newNodeNo();
    const low = LOWEST_KEY;
    if (branch === undefined) {
      this.#saved.set(nodeNo, { leaf, low });
      return { nodeNo, low, counts: countCodes(leaf.codes) };
    }
    // A slice has no stored children and counts, so all of them are written.
    const moved = sliceBranch(branch, 0, branch.children.length);
    this.#saved.set(nodeNo, { branch: moved, low });
    return { nodeNo, low, counts: countsBelow(moved) };
  }

  *#newNodeNo(): TreeEdit<number> {
    const read = this.#nextNodeNo ?? (yield* readNextNodeNo());
    // Concurrent work may have read the number meanwhile. The root has its number before it is stored.
    const nodeNo = Math.max(this.#nextNodeNo ?? read, ROOT_NODE_NO + 1);
    this.#nextNodeNo = nodeNo + 1;
    return nodeNo;
  }
}

/** Returns the parent of nodes. */
export function buildBranch(level: number, nodes: readonly SplitNode[]): CountBranch {
  const children = nodes.map(({ nodeNo, low }) => ({ nodeNo, low }));
  const branch = makeBranch(level, children);
  for (const [child, { counts }] of nodes.entries()) addToChild(branch, child, counts);
  return branch;
}
