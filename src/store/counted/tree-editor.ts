import { ByteReader } from './byte-codec.ts';
import {
  addToChild,
  type CountBranch,
  type CountChild,
  decodeCells,
  encodeCells,
  encodeChildren,
  makeBranch,
  sliceBranch,
  StoredChildren,
  tallyBranch,
} from './count-branch.ts';
import {
  type CountKey,
  HIGHEST_KEY,
  type KeyRange,
  LOWEST_KEY,
  startOfMillisecond,
} from './count-key.ts';
import {
  type CountLeaf,
  decodeLeaf,
  EMPTY_LEAF,
  encodeLeaf,
  LEAF_LEVEL,
  recountLeaf,
  sliceLeaf,
} from './count-leaf.ts';
import { CountedTreeError, NOT_BELOW } from './counted-tree-error.ts';
import { type Tally, tallyCodes } from './tally.ts';
import {
  readNextNodeNo,
  readNode,
  readRows,
  ROOT_NODE_NO,
  type TreeEdit,
  type TreeWrites,
} from './tree-request.ts';

/** Where a node stands in the tree. */
export interface NodePlace {
  readonly nodeNo: number;
  /** The rows that it counts. */
  readonly range: KeyRange;
  /** The level of the node that names it. */
  readonly above: number;
}

/** Where every tree begins. */
export const ROOT_PLACE: NodePlace = {
  nodeNo: ROOT_NODE_NO,
  range: { low: LOWEST_KEY, high: HIGHEST_KEY },
  above: Infinity,
};

/** How large nodes become. */
export interface TreeShape {
  /** Rows of a leaf. */
  readonly rowsMax: number;
  /** Children of a branch. */
  readonly childrenMax: number;
}

/** A node that was split off, after the one that it was part of. */
export interface AddedNode extends CountChild {
  readonly tally: Tally;
}

/** A node as it is worked on. */
export type TreeNode =
  | { readonly leaf: CountLeaf; readonly branch?: undefined }
  | { readonly branch: CountBranch; readonly leaf?: undefined };

/** A node that is to be stored, and where its rows begin. */
type SavedNode = TreeNode & { readonly low: CountKey };

/** Nodes that are split are filled to three quarters, so that the next row splits none again. */
const FILLED = 0.75;

const LOWEST_CHILD = { low: LOWEST_KEY };

/** The nodes that one change of a tree reads and writes. */
export class TreeEditor {
  readonly #shape: TreeShape;
  readonly #saved = new Map<number, SavedNode>();
  #nextNodeNo: number | undefined;

  constructor(shape: TreeShape) {
    this.#shape = shape;
  }

  /**
   * A node with all its counts. A tree that was never written is an empty leaf.
   */
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

  /** Stores a leaf in its place, split if it is too large; returns all rows that were stored. */
  *saveLeaf(
    { nodeNo, range }: NodePlace,
    leaf: CountLeaf,
  ): TreeEdit<{ whole: CountLeaf; added: readonly AddedNode[] }> {
    const { rowsMax } = this.#shape;
    if (leaf.codes.length <= rowsMax) {
      this.#saved.set(nodeNo, { leaf, low: range.low });
      return { whole: leaf, added: [] };
    }
    const { leaf: whole, cuts } =
      cutBetweenTimes(leaf, rowsMax) ?? (yield* cutRows(leaf, range, rowsMax));
    const [first, ...others] = cuts.map(({ at, low }, index) => ({
      low,
      leaf: sliceLeaf(whole, at, cuts[index + 1]?.at),
    }));
    this.#saved.set(nodeNo, { leaf: first?.leaf ?? EMPTY_LEAF, low: range.low });
    const added: AddedNode[] = [];
    for (const { low, leaf } of others) {
      const addedNo = yield* this.#newNodeNo();
      this.#saved.set(addedNo, { leaf, low });
      added.push({ nodeNo: addedNo, low, tally: tallyCodes(leaf.codes) });
    }
    return { whole, added };
  }

  /** Keeps a branch in its place, split where it is too large. */
  *saveBranch({ nodeNo, range }: NodePlace, branch: CountBranch): TreeEdit<readonly AddedNode[]> {
    const { childrenMax } = this.#shape;
    if (branch.children.length <= childrenMax) {
      this.#saved.set(nodeNo, { branch, low: range.low });
      return [];
    }
    const starts = evenStarts(branch.children.length, childrenMax);
    const added: AddedNode[] = [];
    for (const [index, start] of starts.entries()) {
      const slice = sliceBranch(branch, start, starts[index + 1] ?? branch.children.length);
      const [{ low: begin } = LOWEST_CHILD] = slice.children;
      const low = index === 0 ? range.low : begin;
      const sliceNo = index === 0 ? nodeNo : yield* this.#newNodeNo();
      this.#saved.set(sliceNo, { branch: slice, low });
      if (index > 0) added.push({ nodeNo: sliceNo, low, tally: tallyBranch(slice) });
    }
    return added;
  }

  /** Puts roots above the root until nothing is split off. */
  *growRoot(splitOff: readonly AddedNode[]): TreeEdit<void> {
    // Each turn leaves a fraction of the nodes of the one before.
    for (let added = splitOff; added.length > 0;) {
      const former = this.#saved.get(ROOT_NODE_NO) ?? { leaf: EMPTY_LEAF, low: LOWEST_KEY };
      const { branch } = former;
      const formerNo = yield* this.#newNodeNo();
      const moved = branch && sliceBranch(branch, 0, branch.children.length);
      this.#saved.set(formerNo, moved === undefined ? former : { branch: moved, low: LOWEST_KEY });
      const tally = former.leaf ? tallyCodes(former.leaf.codes) : tallyBranch(former.branch);
      const children = [{ nodeNo: formerNo, low: LOWEST_KEY, tally }, ...added];
      const root = buildBranch((branch?.level ?? 0) + 1, children);
      for (const assetNo of branch?.changed ?? []) root.changed.add(assetNo);
      added = yield* this.saveBranch(ROOT_PLACE, root);
    }
  }

  /** What has to be stored for what was saved. */
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

  *#newNodeNo(): TreeEdit<number> {
    const asked = this.#nextNodeNo ?? (yield* readNextNodeNo());
    // Another part of the work may have asked at the same time. Of a tree that was never written the
    // root has its number all the same.
    const nodeNo = Math.max(this.#nextNodeNo ?? asked, ROOT_NODE_NO + 1);
    this.#nextNodeNo = nodeNo + 1;
    return nodeNo;
  }
}

/** The branch above nodes of which the tallies are known. */
export function buildBranch(level: number, nodes: readonly AddedNode[]): CountBranch {
  const branch = makeBranch(
    level,
    nodes.map(({ nodeNo, low }) => ({ nodeNo, low })),
  );
  for (const [child, { tally }] of nodes.entries()) addToChild(branch, child, tally);
  return branch;
}

interface LeafCuts {
  readonly leaf: CountLeaf;
  /** Where the parts begin; the first stays where it is. */
  readonly cuts: readonly { readonly at: number; readonly low: KeyRange['low'] }[];
}

/** Cuts between two times, near even parts; `undefined` where too many rows share one. */
function cutBetweenTimes(leaf: CountLeaf, rowsMax: number): LeafCuts | undefined {
  const { timestamps } = leaf;
  const starts = evenStarts(timestamps.length, rowsMax);
  const reach = Math.floor((rowsMax - timestamps.length / starts.length) / 2);
  const cuts = [];
  for (const start of starts) {
    const at = start === 0 ? 0 : nearestCut(timestamps, start, reach);
    if (at === undefined) return undefined;
    cuts.push({ at, low: startOfMillisecond(timestamps[at] as number) });
  }
  return { leaf, cuts };
}

function nearestCut(
  timestamps: readonly number[],
  start: number,
  reach: number,
): number | undefined {
  for (let distance = 0; distance <= reach; distance += 1) {
    for (const at of [start - distance, start + distance]) {
      if (timestamps[at - 1] !== timestamps[at]) return at;
    }
  }
  return undefined;
}

/** Splits between two rows; the rows have the identifiers that the leaf does not store. */
function* cutRows(leaf: CountLeaf, range: KeyRange, rowsMax: number): TreeEdit<LeafCuts> {
  const rows = yield* readRows(range);
  const cuts = evenStarts(rows.length, rowsMax).map((at) => {
    const { timestampMs, id } = rows[at] ?? LOWEST_KEY;
    return { at, low: { timestampMs, id } };
  });
  return { leaf: recountLeaf(leaf, rows), cuts };
}

/** Where even parts begin. */
function evenStarts(count: number, max: number): readonly number[] {
  const parts = Math.max(1, Math.ceil(count / Math.ceil(max * FILLED)));
  return Array.from({ length: parts }, (_, part) => Math.round((part * count) / parts));
}
