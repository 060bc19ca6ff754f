/**
 * The requests of the tree to the store. The algorithms are generators that yield requests and receive the
 * answers in the same order. Requests that do not depend on each other are yielded together, so that an engine
 * that is a round trip away answers all of them in one.
 */
import type { CountKey, KeyRange } from './count-key.ts';
import type { CountedRow } from './count-leaf.ts';

/** A request of work that reads counts. */
export interface ViewRequest {
  /** A node with the counts of one asset. The answer is a {@link NodeView}, or `undefined` if it is missing. */
  readonly read: 'view';
  readonly nodeNo: number;
  readonly assetNo: number;
}

/** A request of work that changes or verifies the tree. */
export type EditRequest =
  /** A node with all counts. The answer is a {@link StoredNode}, or `undefined` if it is missing. */
  | { readonly read: 'node'; readonly nodeNo: number }
  /** The sorted rows of a range. The answer is a list of {@link CountedRow}. */
  | { readonly read: 'rows'; readonly range: KeyRange }
  /** The next sorted rows after a key. The answer is a list of {@link CountedRow}. */
  | { readonly read: 'rowsAfter'; readonly key: CountKey; readonly limit: number }
  /** The next nodes after a number, by number. The answer is a list of number and body. */
  | { readonly read: 'bodiesAfter'; readonly nodeNo: number; readonly limit: number }
  /** The highest node number of the wallet plus 1. */
  | { readonly read: 'nextNodeNo' }
  /** Store changed nodes. The answer is ignored. */
  | { readonly write: 'nodes'; readonly writes: TreeWrites }
  /** Remove the whole tree. The answer is ignored. */
  | { readonly write: 'removal' };

/** A request of any work. */
export type TreeRequest = ViewRequest | EditRequest;

/** A stored node, with the counts of one asset. */
export interface NodeView {
  /** An encoded leaf, or the encoded children of a branch. */
  readonly body: Uint8Array;
  readonly counts: Uint8Array | undefined;
}

/** A stored node, with the counts of all assets if it is a branch. */
export interface StoredNode {
  readonly body: Uint8Array;
  readonly counts: readonly (readonly [assetNo: number, counts: Uint8Array])[];
}

/** Nodes and counts to store. */
export interface TreeWrites {
  readonly nodes: readonly NodeWrite[];
  /** Counts that are `undefined` are removed. */
  readonly counts: readonly {
    readonly nodeNo: number;
    readonly assetNo: number;
    readonly counts: Uint8Array | undefined;
  }[];
}

/** A new or changed node. */
interface NodeWrite {
  readonly nodeNo: number;
  /** 0 for a leaf. Only the level of the root ever changes, together with its body. */
  readonly level: number;
  /** The lower bound of its rows. It never changes, and is unique among the nodes of a level. */
  readonly low: CountKey;
  readonly body: Uint8Array;
  /** The number of rows of a leaf; `null` for a branch, which has counts instead. */
  readonly rowCount: number | null;
}

/** An algorithm on the tree. */
export type TreeWork<Result, Request extends TreeRequest = TreeRequest> = Generator<
  readonly Request[],
  Result,
  readonly unknown[]
>;

/** An algorithm that reads counts. */
export type TreeReading<Result> = TreeWork<Result, ViewRequest>;

/** An algorithm that changes or verifies the tree. */
export type TreeEdit<Result> = TreeWork<Result, EditRequest>;

/** The number of the root. */
export const ROOT_NODE_NO = 1;

/** Reads nodes with the counts of one asset. */
export function* readViews(
  nodeNos: readonly number[],
  assetNo: number,
): TreeReading<readonly (NodeView | undefined)[]> {
  const requests = nodeNos.map((nodeNo) => ({ read: 'view', nodeNo, assetNo }) as const);
  return (yield requests) as readonly (NodeView | undefined)[];
}

/** Reads a node with all counts. */
export function* readNode(nodeNo: number): TreeEdit<StoredNode | undefined> {
  return (yield* send({ read: 'node', nodeNo })) as StoredNode | undefined;
}

/** Reads the sorted rows of a range. */
export function* readRows(range: KeyRange): TreeEdit<readonly CountedRow[]> {
  return (yield* send({ read: 'rows', range })) as readonly CountedRow[];
}

/** Reads the next rows after a key. */
export function* readRowsAfter(key: CountKey, limit: number): TreeEdit<readonly CountedRow[]> {
  return (yield* send({ read: 'rowsAfter', key, limit })) as readonly CountedRow[];
}

/** Reads the bodies of the next nodes after a number. */
export function* readBodiesAfter(
  nodeNo: number,
  limit: number,
): TreeEdit<readonly (readonly [nodeNo: number, body: Uint8Array])[]> {
  const answer = yield* send({ read: 'bodiesAfter', nodeNo, limit });
  return answer as readonly (readonly [number, Uint8Array])[];
}

/** Returns the highest node number plus 1. */
export function* readNextNodeNo(): TreeEdit<number> {
  return (yield* send({ read: 'nextNodeNo' })) as number;
}

/** Stores nodes and counts. */
export function* writeNodes(writes: TreeWrites): TreeEdit<void> {
  if (writes.nodes.length + writes.counts.length > 0) yield* send({ write: 'nodes', writes });
}

/** Removes the whole tree. */
export function* removeNodes(): TreeEdit<void> {
  yield* send({ write: 'removal' });
}

/** Runs several works concurrently: yields the next requests of all of them together. */
export function* concurrently<Result, Request extends TreeRequest>(
  works: readonly TreeWork<Result, Request>[],
): TreeWork<readonly Result[], Request> {
  const [only] = works;
  if (only !== undefined && works.length === 1) return [yield* only];
  const results: Result[] = [];
  let running = works.map((work, index) => ({ work, index, step: work.next([]) }));
  // Each iteration is one step of every work that is not done.
  for (;;) {
    const waiting: { work: (typeof works)[number]; index: number; requests: readonly Request[] }[] =
      [];
    for (const { work, index, step } of running) {
      if (step.done === true) results[index] = step.value;
      else waiting.push({ work, index, requests: step.value });
    }
    if (waiting.length === 0) return results;
    const answers = yield waiting.flatMap(({ requests }) => requests);
    let at = 0;
    running = waiting.map(({ work, index, requests }) => ({
      work,
      index,
      step: work.next(answers.slice(at, (at += requests.length))),
    }));
  }
}

/** Runs work whose requests are answered synchronously. */
export function runTreeWork<Result, Request extends TreeRequest>(
  work: TreeWork<Result, Request>,
  answer: (request: Request) => unknown,
): Result {
  let step = work.next([]);
  // Bounded: each request reads a node or a range that the work has not read yet.
  while (step.done !== true) step = work.next(step.value.map(answer));
  return step.value;
}

/** Runs work whose requests are answered asynchronously, those that are yielded together in one call. */
export async function runTreeWorkAsync<Result, Request extends TreeRequest>(
  work: TreeWork<Result, Request>,
  answer: (requests: readonly Request[]) => Promise<readonly unknown[]>,
): Promise<Result> {
  let step = work.next([]);
  while (step.done !== true) step = work.next(await answer(step.value));
  return step.value;
}

function* send<Request extends TreeRequest>(request: Request): TreeWork<unknown, Request> {
  const [answer] = yield [request];
  return answer;
}
