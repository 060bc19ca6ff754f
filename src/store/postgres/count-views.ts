import { CountedTreeError } from '../counted/counted-tree-error.ts';
import type { NodeView, ViewRequest } from '../counted/tree-request.ts';
import type { PostgresRow } from './statement.ts';

/** Thrown if a requested node was not read. */
export class MissingViewError extends CountedTreeError {}

/** The nodes that a listing has read, with the counts of one asset or of all. */
export class CountViews {
  readonly #views = new Map<number, NodeView | undefined>();
  /** The number of the requested asset; `undefined` if the wallet never held it. */
  readonly assetNo: number | undefined;

  /** @param rows of `VIEW_PATHS` or `VIEW_NODES`. */
  constructor(rows: readonly PostgresRow[]) {
    this.assetNo = (rows[0]?.[3] ?? undefined) as number | undefined;
    this.add(rows);
  }

  add(rows: readonly PostgresRow[]): void {
    for (const [nodeNo, body, counts] of rows) {
      const view = { body: body as Uint8Array, counts: (counts ?? undefined) as Uint8Array };
      this.#views.set(nodeNo as number, body === null ? undefined : view);
    }
  }

  /** Returns the requested nodes that were not read. */
  listMissing(requests: readonly ViewRequest[]): readonly number[] {
    return requests.map(({ nodeNo }) => nodeNo).filter((nodeNo) => !this.#views.has(nodeNo));
  }

  /** Returns a node. @throws {MissingViewError} if it was not read. */
  readonly require = ({ nodeNo }: ViewRequest): NodeView | undefined => {
    if (!this.#views.has(nodeNo)) throw new MissingViewError('a node was not read');
    return this.#views.get(nodeNo);
  };
}
