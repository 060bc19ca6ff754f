import { lowerBound } from './binary-search.ts';
import { ByteReader } from './byte-codec.ts';
import { type CountKey, LOWEST_KEY } from './count-key.ts';
import { type CountChange, type CountedRow, decodeLeaf, LEAF_LEVEL } from './count-leaf.ts';
import { CountedTreeError } from './counted-tree-error.ts';
import { UNVERIFIED } from './row-checksum.ts';
import { readBodiesAfter, readRowsAfter, type TreeEdit } from './tree-request.ts';

const BODIES_MAX = 1000;

/**
 * The checksums of a tree that is about to be rebuilt because a part of it is unreadable. The readable leaves
 * still verify their rows; rows of unreadable leaves are accepted. Takes four bytes per row.
 */
export class KnownChecksums {
  readonly #ascending: Uint32Array;
  /** True if a checksum has no row: then a row without a checksum is corrupted. */
  #isRowMissing = false;

  /** @param changes of rows that the tree does not contain yet. */
  constructor(checksums: readonly number[], changes: readonly CountChange[]) {
    const listBy = (wanted: CountChange['by']): readonly number[] =>
      changes.filter(({ by }) => by === wanted).map(({ checksum }) => checksum);
    const removed = new Set(listBy(-1));
    const remaining = checksums.filter((checksum) => !removed.has(checksum));
    this.#ascending = Uint32Array.from([...remaining, ...listBy(1)]).sort();
  }

  /** Looks for checksums without a row. To be called before {@link verify}. */
  *scanRows(rowsMax: number): TreeEdit<void> {
    const found = new Uint8Array(this.#ascending.length);
    let last: CountKey | undefined = LOWEST_KEY;
    // Each iteration reads the rows after those of the previous one.
    while (last !== undefined && found.length > 0) {
      const rows: readonly CountedRow[] = yield* readRowsAfter(last, rowsMax);
      for (const { checksum } of rows) {
        const at = this.#find(checksum);
        if (at !== undefined) found[at] = 1;
      }
      last = rows.length < rowsMax ? undefined : rows.at(-1);
    }
    this.#isRowMissing = this.#ascending.some(
      (checksum, at) => found[at] === 0 && this.#find(checksum) === at,
    );
  }

  /** Returns the row, with the checksum {@link UNVERIFIED} if it is corrupted. */
  verify<Row extends CountedRow>(row: Row): Row {
    if (!this.#isRowMissing || this.#find(row.checksum) !== undefined) return row;
    return { ...row, checksum: UNVERIFIED };
  }

  /** Returns the first index of a checksum. */
  #find(checksum: number): number | undefined {
    const at = lowerBound(this.#ascending, checksum);
    return this.#ascending[at] === checksum ? at : undefined;
  }
}

/** Reads the checksums of all readable leaves. */
export function* readKnownChecksums(): TreeEdit<number[]> {
  const checksums: number[] = [];
  // Each iteration reads the nodes after those of the previous one.
  for (let last = 0; ;) {
    const nodes = yield* readBodiesAfter(last, BODIES_MAX);
    for (const [, body] of nodes) addChecksums(checksums, body);
    if (nodes.length < BODIES_MAX) return checksums;
    last = nodes.at(-1)?.[0] ?? last;
  }
}

function addChecksums(checksums: number[], body: Uint8Array): void {
  try {
    const reader = new ByteReader(body);
    if (reader.varint() !== LEAF_LEVEL) return;
    for (const checksum of decodeLeaf(reader).checksums) checksums.push(checksum);
  } catch (error) {
    if (!(error instanceof CountedTreeError)) throw error;
  }
}
