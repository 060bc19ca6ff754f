import { ByteReader, ByteWriter } from './byte-codec.ts';
import type { CountKey } from './count-key.ts';
import { CountedTreeError } from './counted-tree-error.ts';
import { addToTally, ALL_ASSETS, assetOfCode, cellOfCode, codeOf, type Tally } from './tally.ts';

/** A node below another, and where its rows begin. */
export interface CountChild {
  readonly nodeNo: number;
  readonly low: CountKey;
}

/** For each type and status, the row count of each child; the last children may be left out. */
export type CountCells = Map<number, number[]>;

/** A node above others. */
export interface CountBranch {
  /** 1 above leaves, and one more above each other. */
  readonly level: number;
  /** In the order of the listing. */
  readonly children: CountChild[];
  /** The counts of each asset, and of all of them together. */
  readonly assets: Map<number, CountCells>;
  /** Assets whose counts are not those that are stored. */
  readonly changed: Set<number>;
  /** How many children are stored; they only become more. */
  readonly childrenStored: number;
}

const CHILD_BYTES = 12;
const TIME_AT = 4;
const CELL_COUNTS_MAX = 1_000_000;

/**
 * The level, then number and time of each child in places of one size, so that one of them is read
 * without the others, then the few identifiers that are not empty.
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

/** The children of a branch as they are stored after its level; each is read when it is asked for. */
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

  nodeNoOf(child: number): number {
    return this.#fixed.getUint32(child * CHILD_BYTES);
  }

  lowOf(child: number): CountKey {
    return { timestampMs: this.timeOf(child), id: this.#ids.get(child) ?? '' };
  }

  /** The time at which the rows of a child begin. */
  timeOf(child: number): number {
    return this.#fixed.getFloat64(child * CHILD_BYTES + TIME_AT);
  }

  /** All of them. */
  list(): CountChild[] {
    return Array.from({ length: this.length }, (_, child) => ({
      nodeNo: this.nodeNoOf(child),
      low: this.lowOf(child),
    }));
  }
}

/** Each cell with its counts; `undefined` where there are no rows. */
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

/** Reads what {@link encodeCells} has written. */
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

/** How many rows there are by what {@link encodeCells} has written. */
export function countRows(bytes: Uint8Array): number {
  return [...decodeCells(bytes).values()].flat().reduce((sum, count) => sum + count, 0);
}

/**
 * Adds up the cells that match, for each child, of what {@link encodeCells} has written; without bytes
 * there are no rows.
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

/** A node above these, without counts yet. */
export function makeBranch(level: number, children: CountChild[]): CountBranch {
  return { level, children, assets: new Map(), changed: new Set(), childrenStored: 0 };
}

/** Adds a tally to a child's counts. @throws {CountedTreeError} where one would be negative. */
export function addToChild(branch: CountBranch, child: number, tally: Tally): void {
  for (const [code, by] of tally) {
    addToCell(branch, assetOfCode(code), cellOfCode(code), child, by);
    addToCell(branch, ALL_ASSETS, cellOfCode(code), child, by);
  }
}

/** Puts a child after another, with the part of that one's rows that is the new one's. */
export function insertChild(
  branch: CountBranch,
  at: number,
  child: CountChild,
  tally: Tally,
): void {
  const from = new Map([...tally].map(([code, count]) => [code, -count]));
  branch.children.splice(at, 0, child);
  for (const [assetNo, cells] of branch.assets) {
    for (const counts of cells.values()) {
      if (counts.length <= at) continue;
      counts.splice(at, 0, 0);
      branch.changed.add(assetNo);
    }
  }
  addToChild(branch, at - 1, from);
  addToChild(branch, at, tally);
}

/** The counts of one child, or of all of them. */
export function tallyBranch({ assets }: CountBranch, child?: number): Tally {
  const tally: Tally = new Map();
  for (const [assetNo, cells] of assets) {
    if (assetNo === ALL_ASSETS) continue;
    for (const [cell, counts] of cells) {
      const count =
        child === undefined ? counts.reduce((sum, one) => sum + one, 0) : (counts[child] ?? 0);
      addToTally(tally, codeOf(assetNo, 0, 0) + cell, count);
    }
  }
  return tally;
}

/** A branch of some of the children. */
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
  let from = 1;
  let to = length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (begins(middle)) from = middle + 1;
    else to = middle;
  }
  return from - 1;
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
