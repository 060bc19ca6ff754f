import {
  compareKeys,
  type CountKey,
  type KeyRange,
  LOWEST_KEY,
} from '../../src/store/counted/count-key.ts';
import type { CountChange, CountedRow } from '../../src/store/counted/count-leaf.ts';
import { updateTree, repairAndWrite } from '../../src/store/counted/update-tree.ts';
import { type RepairedPart, repairPart } from '../../src/store/counted/repair-tree.ts';
import {
  type CountedPage,
  type CountedQuery,
  findPage,
} from '../../src/store/counted/read-tree.ts';
import { checksumOfRow } from '../../src/store/counted/row-checksum.ts';
import { matchesCode } from '../../src/store/counted/code-counts.ts';
import type { TreeShape } from '../../src/store/counted/tree-editor.ts';
import {
  runTreeWork,
  type TreeRequest,
  type TreeWork,
  type TreeWrites,
} from '../../src/store/counted/tree-request.ts';

/** Small nodes, so that a tree of few rows has many levels. */
export const SMALL: TreeShape = { rowsMax: 4, childrenMax: 3 };
/** Leaves in which matching rows of one millisecond lie far apart. */
export const WIDE: TreeShape = { rowsMax: 60, childrenMax: 3 };

/** A row with another stored value. */
export interface WrittenRow extends Omit<CountedRow, 'checksum'> {
  readonly text?: string | undefined;
}

export function makeRow({ id, timestampMs, code, text = '' }: WrittenRow): CountedRow {
  return { id, timestampMs, code, checksum: checksumOfRow([id, timestampMs, text, code]) };
}

/** Rows and the tree that counts them. */
export class CountedRows {
  readonly rows = new Map<string, CountedRow>();
  readonly nodes = new Map<number, Uint8Array>();
  readonly counts = new Map<number, Map<number, Uint8Array>>();
  /** Nodes read since it was last set to 0. */
  reads = 0;
  readonly #shape: TreeShape;

  constructor(shape: TreeShape = SMALL) {
    this.#shape = shape;
  }

  /** Adds or replaces rows; removes rows without a code. */
  write(rows: readonly (Omit<WrittenRow, 'code'> & { readonly code: number | undefined })[]): void {
    const changes: CountChange[] = [];
    for (const { code, ...written } of rows) {
      const { id } = written;
      const known = this.rows.get(id);
      if (known !== undefined) changes.push({ ...known, by: -1 });
      this.rows.delete(id);
      if (code === undefined) continue;
      const row = makeRow({ ...written, code });
      this.rows.set(id, row);
      changes.push({ ...row, by: 1 });
    }
    this.run(updateTree(this.#shape, changes));
  }

  /** Changes a row without the tree. */
  corrupt(row: WrittenRow): void {
    this.rows.set(row.id, makeRow(row));
  }

  /** Makes a branch unreadable. */
  cutBranch(chosen: number): void {
    const branches = [...this.nodes].filter(([, body]) => body[0] !== 0);
    const [nodeNo, body] = branches[chosen % branches.length] ?? [];
    if (nodeNo !== undefined && body !== undefined) this.nodes.set(nodeNo, body.subarray(1));
  }

  /** Returns the sorted ids of corrupted rows, and the number of missing rows. */
  verify(): { readonly corrupted: readonly string[]; readonly missing: number } {
    const ids: string[] = [];
    let missing = 0;
    for (const part of this.#runParts((at) => repairPart(this.#shape, at))) {
      for (const { corrupted, missingCount } of part.corruptedLeaves) {
        ids.push(...corrupted.map(({ id }) => id));
        missing += missingCount;
      }
    }
    return { corrupted: ids.sort(), missing };
  }

  /** Repairs all parts and returns how many nodes were wrong. */
  repair(): number {
    const parts = this.#runParts((at) => repairAndWrite(this.#shape, at));
    return parts.reduce((sum, { differences }) => sum + differences, 0);
  }

  #runParts(work: (at: CountKey) => TreeWork<RepairedPart>): readonly RepairedPart[] {
    const parts: RepairedPart[] = [];
    for (let at: CountKey | undefined = LOWEST_KEY; at !== undefined;) {
      if (parts.length === 10_000) throw new Error('the parts do not end');
      const part: RepairedPart = this.run(work(at));
      parts.push(part);
      at = part.next;
    }
    return parts;
  }

  page(query: CountedQuery): { totalCount: number; ids: readonly string[] } {
    const page = this.run(findPage(query));
    return { totalCount: page.totalCount, ids: this.#readPage(page, query) };
  }

  run<Result, Request extends TreeRequest>(work: TreeWork<Result, Request>): Result {
    return runTreeWork(work, (request) => this.#answer(request));
  }

  list(range?: KeyRange): readonly CountedRow[] {
    return [...this.rows.values()]
      .filter(
        (row) =>
          range === undefined ||
          (compareKeys(row, range.low) >= 0 && compareKeys(row, range.high) < 0),
      )
      .sort(compareKeys);
  }

  #readPage({ ranges, skip, take }: CountedPage, { filter }: CountedQuery): readonly string[] {
    const ids: string[] = [];
    for (const range of ranges) {
      const rows = this.list(range).filter(({ code }) => matchesCode(filter, code));
      ids.push(...rows.toReversed().map(({ id }) => id));
    }
    return ids.slice(skip, skip + take);
  }

  #answer(request: TreeRequest): unknown {
    this.reads += 1;
    if ('write' in request) {
      if (request.write === 'nodes') return this.#store(request.writes);
      this.nodes.clear();
      this.counts.clear();
      return undefined;
    }
    switch (request.read) {
      case 'node': {
        const body = this.nodes.get(request.nodeNo);
        return body && { body, counts: [...(this.counts.get(request.nodeNo) ?? [])] };
      }
      case 'view': {
        const body = this.nodes.get(request.nodeNo);
        const counts = this.counts.get(request.nodeNo)?.get(request.assetNo);
        return body && { body, counts };
      }
      case 'rows':
        return this.list(request.range);
      case 'rowsAfter':
        return this.list()
          .filter((row) => compareKeys(row, request.key) > 0)
          .slice(0, request.limit);
      case 'bodiesAfter':
        return [...this.nodes]
          .filter(([nodeNo]) => nodeNo > request.nodeNo)
          .sort(([left], [right]) => left - right)
          .slice(0, request.limit);
      case 'nextNodeNo':
        return Math.max(0, ...this.nodes.keys()) + 1;
    }
  }

  #store({ nodes, counts }: TreeWrites): void {
    for (const { nodeNo, body } of nodes) this.nodes.set(nodeNo, body);
    for (const { nodeNo, assetNo, counts: bytes } of counts) {
      const ofNode = this.counts.get(nodeNo) ?? new Map<number, Uint8Array>();
      this.counts.set(nodeNo, ofNode);
      if (bytes === undefined) ofNode.delete(assetNo);
      else ofNode.set(assetNo, bytes);
    }
  }
}
