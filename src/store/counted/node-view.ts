/** Stored nodes, decoded as far as the rows of one filter need it. */
import { ByteReader } from './byte-codec.ts';
import { type CountFilter, matchesCell, matchesCode } from './code-counts.ts';
import { StoredChildren, sumCells } from './count-branch.ts';
import { decodeCounts, LEAF_LEVEL } from './count-leaf.ts';
import type { NodeView } from './tree-request.ts';

/** A leaf. */
export interface LeafView {
  /** The times of all rows. */
  readonly timestamps: readonly number[];
  /** The indexes of the matching rows. */
  readonly matches: readonly number[];
}

/** A branch. */
export interface BranchView {
  readonly level: number;
  readonly children: StoredChildren;
  /** The number of matching rows of each child. */
  readonly counts: readonly number[];
}

/** A leaf or a branch. */
export type DecodedView = LeafView | BranchView;

/** The view of a tree that was never written. */
export const EMPTY_VIEW: LeafView = { timestamps: [], matches: [] };

/** Returns true for a leaf. */
export function isLeafView(view: DecodedView): view is LeafView {
  return 'matches' in view;
}

/** Decodes a node. @throws {CountedTreeError} if it is corrupted. */
export function decodeView({ body, counts }: NodeView, filter: CountFilter): DecodedView {
  const reader = new ByteReader(body);
  const level = reader.varint();
  if (level === LEAF_LEVEL) {
    const { timestamps, codes } = decodeCounts(reader);
    const matches: number[] = [];
    for (let row = 0; row < codes.length; row += 1) {
      if (matchesCode(filter, codes[row] as number)) matches.push(row);
    }
    return { timestamps, matches };
  }
  const children = new StoredChildren(reader);
  const isMatch = (cell: number): boolean => matchesCell(filter, cell);
  return { level, children, counts: sumCells(counts, children.length, isMatch) };
}
