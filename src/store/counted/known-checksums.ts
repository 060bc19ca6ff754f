import { ByteReader } from './byte-codec.ts';
import { type CountKey, LOWEST_KEY } from './count-key.ts';
import {
  type CountChange,
  type CountedRow,
  decodeLeaf,
  LEAF_LEVEL,
  lowerBound,
} from './count-leaf.ts';
import { CountedTreeError } from './counted-tree-error.ts';
import { UNPROVEN } from './row-checksum.ts';
import { readBodiesAfter, readRowsAfter, type TreeEdit } from './tree-request.ts';

const BODIES_MAX = 1000;

/**
 * The checksums of a tree that cannot be read as a whole. Leaves that can be read still prove their rows;
 * a leaf that cannot is corrupted itself, so that its rows count as right. Takes four bytes a row.
 */
export class KnownChecksums {
  readonly #ascending: Uint32Array;
  #isProof = false;

  /** @param changes of rows since the tree was written. */
  constructor(checksums: readonly number[], changes: readonly CountChange[]) {
    const listBy = (sought: CountChange['by']): readonly number[] =>
      changes.filter(({ by }) => by === sought).map(({ checksum }) => checksum);
    const removed = new Set(listBy(-1));
    const kept = checksums.filter((checksum) => !removed.has(checksum));
    this.#ascending = Uint32Array.from([...kept, ...listBy(1)]).sort();
  }

  /** Compares all rows: if a checksum has no row, rows without a checksum are corrupted. */
  *compareRows(rowsMax: number): TreeEdit<void> {
    const found = new Uint8Array(this.#ascending.length);
    let last: CountKey | undefined = LOWEST_KEY;
    // Each turn reads rows after those of the one before.
    while (last !== undefined && found.length > 0) {
      const rows: readonly CountedRow[] = yield* readRowsAfter(last, rowsMax);
      for (const { checksum } of rows) {
        const at = this.#find(checksum);
        if (at !== undefined) found[at] = 1;
      }
      last = rows.length < rowsMax ? undefined : rows.at(-1);
    }
    this.#isProof = this.#ascending.some(
      (checksum, at) => found[at] === 0 && this.#find(checksum) === at,
    );
  }

  /** The row as it is counted: without its checksum if it is not what was written. */
  prove<Row extends CountedRow>(row: Row): Row {
    if (!this.#isProof || this.#find(row.checksum) !== undefined) return row;
    return { ...row, checksum: UNPROVEN };
  }

  /** The first place of a checksum. */
  #find(checksum: number): number | undefined {
    const at = lowerBound(this.#ascending, checksum);
    return this.#ascending[at] === checksum ? at : undefined;
  }
}

/** Reads the checksums of all leaves that can be read. */
export function* readKnownChecksums(): TreeEdit<number[]> {
  const checksums: number[] = [];
  // Each turn reads nodes after those of the one before.
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
