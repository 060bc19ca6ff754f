import { partitionPoint } from './binary-search.ts';
import { ByteReader, ByteWriter } from './byte-codec.ts';
import type { CountKey } from './count-key.ts';
import { CountedTreeError } from './counted-tree-error.ts';
import {
  addCount,
  ALL_ASSETS,
  assetOfCode,
  cellOfCode,
  codeOf,
  type CodeCounts,
} from './code-counts.ts';

/** A child of a branch, and the lower bound of its rows. */
export interface CountChild {
  readonly nodeNo: number;
  readonly low: CountKey;
}

/** For each type and status, the row count of each child; trailing children may be omitted. */
export type CountCells = Map<number, number[]>;

/** An inner node. */
export interface CountBranch {
  /** 1 for a parent of leaves; a parent of branches has the level of its children plus 1. */
  readonly level: number;
  /** In the order of the listing. */
  readonly children: CountChild[];
  /** The counts by asset number, and of {@link ALL_ASSETS}. */
  readonly assets: Map<number, CountCells>;
  /** Assets whose counts differ from the stored ones. */
  readonly changed: Set<number>;
  /** The number of stored children; it never decreases. */
  readonly childrenStored: number;
}

const CHILD_BYTES = 12;
const TIME_AT = 4;
const CELL_COUNTS_MAX = 1_000_000;

/**
 * Encodes the level, then number and time of each child at a fixed width, so that a reader decodes only the
 * child that it follows, then the few ids that are not empty.
 */
export function encodeChildren(level: number, children: readonly CountChild[]): Uint8Array {
  const fixed = new DataView(new ArrayBuffer(children.length * CHILD_BYTES));
  for (const [child, { nodeNo, low }] of children.entries()) {
    fixed.setUint32(child * CHILD_BYTES, nodeNo);
    fixed.setFloat64(child * CHILD_BYTES + TIME_AT, low.timestampMs);
  }
  const writer = new ByteWriter();
  writer.varint(level);
  writer.varint(children.length);
  writer.bytes(new Uint8Array(fixed.buffer));
  for (const [child, { low }] of children.entries()) {
    if (low.id === '') continue;
    writer.varint(child);
    writer.text(low.id);
  }
  return writer.finish();
}

/** The stored children of a branch, after its level. Each child is decoded when it is requested. */
export class StoredChildren {
  readonly length: number;
  readonly #fixed: DataView;
  readonly #ids = new Map<number, string>();

  constructor(reader: ByteReader) {
    this.length = reader.varint();
    if (this.length === 0) throw new CountedTreeError('a node has no children');
    const { buffer, byteOffset, byteLength } = reader.bytes(this.length * CHILD_BYTES);
    this.#fixed = new DataView(buffer, byteOffset, byteLength);
    while (!reader.isAtEnd) this.#ids.set(reader.varint(), reader.text());
  }

  /** Returns the number of a child's node. */
  nodeNoOf(child: number): number {
    return this.#fixed.getUint32(child * CHILD_BYTES);
  }

  /** Returns the lower bound of a child's rows. */
  lowOf(child: number): CountKey {
    return { timestampMs: this.timeOf(child), id: this.#ids.get(child) ?? '' };
  }

  /** Returns the time of {@link lowOf}. */
  timeOf(child: number): number {
    return this.#fixed.getFloat64(child * CHILD_BYTES + TIME_AT);
  }

  /** Returns all children. */
  list(): CountChild[] {
    return Array.from({ length: this.length }, (_, child) => ({
      nodeNo: this.nodeNoOf(child),
      low: this.lowOf(child),
    }));
  }
}

/** Encodes each cell with its counts. Returns `undefined` if all counts are 0. */
export function encodeCells(cells: CountCells): Uint8Array | undefined {
  const writer = new ByteWriter();
  let isEmpty = true;
  for (const [cell, counts] of [...cells].sort(([left], [right]) => left - right)) {
    const used = counts.findLastIndex((count) => count !== 0) + 1;
    if (used === 0) continue;
    isEmpty = false;
    writer.varint(cell);
    writer.varint(used);
    for (let child = 0; child < used; child += 1) writer.varint(counts[child] ?? 0);
  }
  return isEmpty ? undefined : writer.finish();
}

/** Decodes the bytes of {@link encodeCells}. */
export function decodeCells(bytes: Uint8Array): CountCells {
  const cells: CountCells = new Map();
  const reader = new ByteReader(bytes);
  while (!reader.isAtEnd) {
    const cell = reader.varint();
    const used = readUsed(reader);
    const counts: number[] = [];
    for (let child = 0; child < used; child += 1) counts.push(reader.varint());
    cells.set(cell, counts);
  }
  return cells;
}

/** Returns the sum of all counts in the bytes of {@link encodeCells}. */
export function countRows(bytes: Uint8Array): number {
  return [...decodeCells(bytes).values()].flat().reduce((sum, count) => sum + count, 0);
}

/**
 * Returns for each child the sum of the matching cells in the bytes of {@link encodeCells}.
 *
 * @param bytes `undefined` if all counts are 0.
 * @param length the number of children.
 */
export function sumCells(
  bytes: Uint8Array | undefined,
  length: number,
  matches: (cell: number) => boolean,
): readonly number[] {
  const counts: number[] = [];
  for (let child = 0; child < length; child += 1) counts.push(0);
  if (bytes === undefined) return counts;
  const reader = new ByteReader(bytes);
  while (!reader.isAtEnd) {
    const isMatch = matches(reader.varint());
    const used = readUsed(reader);
    for (let child = 0; child < used; child += 1) {
      const count = reader.varint();
      if (isMatch && child < length) counts[child] = (counts[child] as number) + count;
    }
  }
  return counts;
}

function readUsed(reader: ByteReader): number {
  const used = reader.varint();
  if (used > CELL_COUNTS_MAX) throw new CountedTreeError('a node has too many counts');
  return used;
}

/** Returns a branch with these children and without counts. */
export function makeBranch(level: number, children: CountChild[]): CountBranch {
  return { level, children, assets: new Map(), changed: new Set(), childrenStored: 0 };
}

/** Adds to the counts of a child. @throws {CountedTreeError} if a count would be negative. */
export function addToChild(branch: CountBranch, child: number, counts: CodeCounts): void {
  for (const [code, by] of counts) {
    addToCell(branch, assetOfCode(code), cellOfCode(code), child, by);
    addToCell(branch, ALL_ASSETS, cellOfCode(code), child, by);
  }
}

/**
 * Inserts a child that was split off from the child before it, and moves its counts from there.
 *
 * @param counts of the inserted child.
 */
export function insertChild(
  branch: CountBranch,
  at: number,
  child: CountChild,
  counts: CodeCounts,
): void {
  const moved = new Map([...counts].map(([code, count]) => [code, -count]));
  branch.children.splice(at, 0, child);
  for (const [assetNo, cells] of branch.assets) {
    for (const ofCell of cells.values()) {
      if (ofCell.length <= at) continue;
      ofCell.splice(at, 0, 0);
      branch.changed.add(assetNo);
    }
  }
  addToChild(branch, at - 1, moved);
  addToChild(branch, at, counts);
}

/** Returns the counts of one child, or the sum of all children. */
export function countsBelow({ assets }: CountBranch, child?: number): CodeCounts {
  const sums: CodeCounts = new Map();
  for (const [assetNo, cells] of assets) {
    if (assetNo === ALL_ASSETS) continue;
    for (const [cell, counts] of cells) {
      const count =
        child === undefined ? counts.reduce((sum, one) => sum + one, 0) : (counts[child] ?? 0);
      addCount(sums, codeOf(assetNo, 0, 0) + cell, count);
    }
  }
  return sums;
}

/** Returns a branch with the children of a range of indexes. */
export function sliceBranch(branch: CountBranch, from: number, to: number): CountBranch {
  const slice = makeBranch(branch.level, branch.children.slice(from, to));
  for (const assetNo of branch.changed) slice.changed.add(assetNo);
  for (const [assetNo, cells] of branch.assets) {
    const sliced = [...cells].map(([cell, counts]) => [cell, counts.slice(from, to)] as const);
    slice.assets.set(assetNo, new Map(sliced));
    slice.changed.add(assetNo);
  }
  return slice;
}

/**
 * Returns the last child for which `begins` is true, or the first child.
 *
 * @param begins is true for the children up to one, and false for all later ones.
 */
export function findChild(length: number, begins: (child: number) => boolean): number {
  return Math.max(0, partitionPoint(1, length, begins) - 1);
}

function addToCell(
  { assets, changed }: CountBranch,
  assetNo: number,
  cell: number,
  child: number,
  by: number,
): void {
  let cells = assets.get(assetNo);
  if (cells === undefined) assets.set(assetNo, (cells = new Map()));
  let counts = cells.get(cell);
  if (counts === undefined) cells.set(cell, (counts = []));
  while (counts.length <= child) counts.push(0);
  const count = (counts[child] as number) + by;
  if (count < 0) throw new CountedTreeError('a count would be negative');
  counts[child] = count;
  changed.add(assetNo);
}
