/**
 * How the tree asks for what is stored. The algorithms are generators that yield requests and are
 * given the answers, so that one engine can answer at once and another after waiting.
 */
import type { KeyRange } from './count-key.ts';
import type { CountedRow } from './count-leaf.ts';

/** What is asked for. */
export type TreeRequest =
  /** A node as it is stored; answered by {@link StoredNode}, `undefined` where there is none. */
  | { readonly read: 'node'; readonly nodeNo: number }
  /** A node with the counts of one asset; answered by {@link NodeView} in the same way. */
  | { readonly read: 'view'; readonly nodeNo: number; readonly assetNo: number }
  /** The counts of every asset that has some; answered by {@link AssetCounts}. */
  | { readonly read: 'counts'; readonly nodeNo: number }
  /** The rows of a range in their order; answered by {@link CountedRow}s. */
  | { readonly read: 'rows'; readonly range: KeyRange }
  /** A number that no node of the wallet has and none above it; answered by a number. */
  | { readonly read: 'nextNodeNo' };

/** The bytes of a leaf, or of a branch's children. */
export type StoredNode = Uint8Array;

/** The bytes of a node, and those of the counts of the asset asked for. */
export interface NodeView {
  readonly body: StoredNode;
  readonly counts: Uint8Array | undefined;
}

/** The counts of a node, by the number of the asset. */
export type AssetCounts = readonly (readonly [assetNo: number, counts: Uint8Array])[];

/** An algorithm on the tree. */
export type TreeWork<Result> = Generator<TreeRequest, Result, unknown>;

/** The node from which all others are reached. */
export const ROOT_NODE_NO = 1;

export function* readNode(nodeNo: number): TreeWork<StoredNode | undefined> {
  return (yield { read: 'node', nodeNo }) as StoredNode | undefined;
}

export function* readView(nodeNo: number, assetNo: number): TreeWork<NodeView | undefined> {
  return (yield { read: 'view', nodeNo, assetNo }) as NodeView | undefined;
}

export function* readCounts(nodeNo: number): TreeWork<AssetCounts> {
  return (yield { read: 'counts', nodeNo }) as AssetCounts;
}

export function* readRows(range: KeyRange): TreeWork<readonly CountedRow[]> {
  return (yield { read: 'rows', range }) as readonly CountedRow[];
}

export function* readNextNodeNo(): TreeWork<number> {
  return (yield { read: 'nextNodeNo' }) as number;
}

/** Runs work whose requests are answered at once. */
export function runTreeWork<Result>(
  work: TreeWork<Result>,
  answer: (request: TreeRequest) => unknown,
): Result {
  let step = work.next();
  // Each request reads a node or a range that the work has not read yet, so that they come to an end.
  while (step.done !== true) step = work.next(answer(step.value));
  return step.value;
}
