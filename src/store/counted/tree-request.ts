/**
 * How the tree asks for what is stored. The algorithms are generators that yield requests, several
 * at once where none depends on another's answer, and are given the answers in their order, so that
 * one engine can answer at once and another with a round trip for all of them.
 */
import type { CountKey, KeyRange } from './count-key.ts';
import type { CountedRow } from './count-leaf.ts';

/** What a reader of the tree asks for. */
export interface ViewRequest {
  /** A node with the counts of one asset; answered by {@link NodeView}, `undefined` where there is none. */
  readonly read: 'view';
  readonly nodeNo: number;
  readonly assetNo: number;
}

/** What a writer of the tree asks for. */
export type EditRequest =
  /** A node with all counts; answered by {@link StoredNode}, `undefined` where there is none. */
  | { readonly read: 'node'; readonly nodeNo: number }
  /** The rows of a range in their order; answered by {@link CountedRow}s. */
  | { readonly read: 'rows'; readonly range: KeyRange }
  /** The next rows after a key, in their order; answered by {@link CountedRow}s. */
  | { readonly read: 'rowsAfter'; readonly key: CountKey; readonly limit: number }
  /** The next nodes after a number, by number; answered by the number and the bytes of each. */
  | { readonly read: 'bodiesAfter'; readonly nodeNo: number; readonly limit: number }
  /** A number that no node of the wallet has and none above it; answered by a number. */
  | { readonly read: 'nextNodeNo' }
  /** To store what has changed; the answer says nothing. */
  | { readonly write: 'nodes'; readonly writes: TreeWrites }
  /** To remove the whole tree; the answer says nothing. */
  | { readonly write: 'nothing' };

export type TreeRequest = ViewRequest | EditRequest;

/** The bytes of a node, and those of the counts of the asset asked for. */
export interface NodeView {
  /** Of a leaf, or of a branch's children. */
  readonly body: Uint8Array;
  readonly counts: Uint8Array | undefined;
}

/** The bytes of a node, and those of all counts that a branch has. */
export interface StoredNode {
  readonly body: Uint8Array;
  readonly counts: readonly (readonly [assetNo: number, counts: Uint8Array])[];
}

/** What a change leaves to be stored. */
export interface TreeWrites {
  readonly nodes: readonly NodeWrite[];
  /** Without `counts`: no longer stored. */
  readonly counts: readonly {
    readonly nodeNo: number;
    readonly assetNo: number;
    readonly counts: Uint8Array | undefined;
  }[];
}

/** A node that is new or has changed. */
interface NodeWrite {
  readonly nodeNo: number;
  /** 0 for a leaf, and one more above each other. Of the root alone it changes, with its body. */
  readonly level: number;
  /** Where its rows begin; that never changes. No other node of its level has the same. */
  readonly low: CountKey;
  readonly body: Uint8Array;
  /** Of a leaf; `null` for a branch, which has counts instead. */
  readonly rowCount: number | null;
}

/** An algorithm on the tree. */
export type TreeWork<Result, Request extends TreeRequest = TreeRequest> = Generator<
  readonly Request[],
  Result,
  readonly unknown[]
>;

/** One that reads counts. */
export type TreeReading<Result> = TreeWork<Result, ViewRequest>;

/** One that changes the tree, or proves it. */
export type TreeEdit<Result> = TreeWork<Result, EditRequest>;

/** The node from which all others are reached. */
export const ROOT_NODE_NO = 1;

export function* readViews(
  nodeNos: readonly number[],
  assetNo: number,
): TreeReading<readonly (NodeView | undefined)[]> {
  const requests = nodeNos.map((nodeNo) => ({ read: 'view', nodeNo, assetNo }) as const);
  return (yield requests) as readonly (NodeView | undefined)[];
}

export function* readNode(nodeNo: number): TreeEdit<StoredNode | undefined> {
  return (yield* ask({ read: 'node', nodeNo })) as StoredNode | undefined;
}

export function* readRows(range: KeyRange): TreeEdit<readonly CountedRow[]> {
  return (yield* ask({ read: 'rows', range })) as readonly CountedRow[];
}

export function* readRowsAfter(key: CountKey, limit: number): TreeEdit<readonly CountedRow[]> {
  return (yield* ask({ read: 'rowsAfter', key, limit })) as readonly CountedRow[];
}

export function* readBodiesAfter(
  nodeNo: number,
  limit: number,
): TreeEdit<readonly (readonly [nodeNo: number, body: Uint8Array])[]> {
  const answer = yield* ask({ read: 'bodiesAfter', nodeNo, limit });
  return answer as readonly (readonly [number, Uint8Array])[];
}

export function* readNextNodeNo(): TreeEdit<number> {
  return (yield* ask({ read: 'nextNodeNo' })) as number;
}

export function* writeNodes(writes: TreeWrites): TreeEdit<void> {
  if (writes.nodes.length + writes.counts.length > 0) yield* ask({ write: 'nodes', writes });
}

export function* removeNodes(): TreeEdit<void> {
  yield* ask({ write: 'nothing' });
}

/** Runs works side by side: what all of them ask for next is asked for at once. */
export function* together<Result, Request extends TreeRequest>(
  works: readonly TreeWork<Result, Request>[],
): TreeWork<readonly Result[], Request> {
  const [only] = works;
  if (only !== undefined && works.length === 1) return [yield* only];
  const results: Result[] = [];
  let running = works.map((work, index) => ({ work, index, step: work.next([]) }));
  // Each turn is a step of every work that has not come to its end.
  for (;;) {
    const asking: { work: (typeof works)[number]; index: number; asked: readonly Request[] }[] = [];
    for (const { work, index, step } of running) {
      if (step.done === true) results[index] = step.value;
      else asking.push({ work, index, asked: step.value });
    }
    if (asking.length === 0) return results;
    const answers = yield asking.flatMap(({ asked }) => asked);
    let at = 0;
    running = asking.map(({ work, index, asked }) => ({
      work,
      index,
      step: work.next(answers.slice(at, (at += asked.length))),
    }));
  }
}

/** Runs work whose requests are answered at once. */
export function runTreeWork<Result, Request extends TreeRequest>(
  work: TreeWork<Result, Request>,
  answer: (request: Request) => unknown,
): Result {
  let step = work.next([]);
  // Each request reads a node or a range that the work has not read yet, so that they come to an end.
  while (step.done !== true) step = work.next(step.value.map(answer));
  return step.value;
}

/** Runs work whose requests are answered after waiting, all that are made at once together. */
export async function awaitTreeWork<Result, Request extends TreeRequest>(
  work: TreeWork<Result, Request>,
  answer: (requests: readonly Request[]) => Promise<readonly unknown[]>,
): Promise<Result> {
  let step = work.next([]);
  while (step.done !== true) step = work.next(await answer(step.value));
  return step.value;
}

function* ask<Request extends TreeRequest>(request: Request): TreeWork<unknown, Request> {
  const [answer] = yield [request];
  return answer;
}
