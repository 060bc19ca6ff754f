import { applyChanges } from './apply-changes.ts';
import { type CountKey, earlierKey, HIGHEST_KEY, LOWEST_KEY } from './count-key.ts';
import type { CountChange, CountedRow } from './count-leaf.ts';
import { CountedTreeError } from './counted-tree-error.ts';
import { KnownChecksums, readKnownChecksums } from './known-checksums.ts';
import { type RepairedPart, repairPart } from './repair-tree.ts';
import type { TreeShape } from './tree-editor.ts';
import { readRowsAfter, removeNodes, type TreeEdit, writeNodes } from './tree-request.ts';

const REBUILD_ROWS = 20_000;

/** Counts changes of rows that are already written. Rebuilds a tree that cannot be read. */
export function* updateTree(shape: TreeShape, changes: readonly CountChange[]): TreeEdit<void> {
  if (changes.length === 0) return;
  try {
    yield* writeNodes(yield* applyChanges(shape, changes));
  } catch (error) {
    if (!(error instanceof CountedTreeError)) throw error;
    yield* rebuildTree(shape, { changes });
  }
}

/** Options of a rebuild. */
interface RebuildOptions {
  /** Changes that are already written: added rows are correct. */
  readonly changes?: readonly CountChange[];
  /** Maximum number of rows in memory. */
  readonly rowsMax?: number;
}

/** Recounts all rows. {@link KnownChecksums} decides which of them are corrupted. */
export function* rebuildTree(
  shape: TreeShape,
  { changes: written = [], rowsMax = REBUILD_ROWS }: RebuildOptions = {},
): TreeEdit<void> {
  const known = new KnownChecksums(yield* readKnownChecksums(), written);
  yield* known.scanRows(rowsMax);
  yield* removeNodes();
  let last: CountKey | undefined = LOWEST_KEY;
  // Each iteration reads rows after those of the previous one.
  while (last !== undefined) {
    const rows: readonly CountedRow[] = yield* readRowsAfter(last, rowsMax + 1);
    const changes = rows
      .slice(0, rowsMax)
      .map((row): CountChange => Object.assign({ by: 1 as const }, known.verify(row)));
    const uncounted = rows[rowsMax];
    yield* writeNodes(yield* hideRowsFrom(uncounted ?? HIGHEST_KEY, applyChanges(shape, changes)));
    last = uncounted && changes.at(-1);
  }
}

/** Runs work that sees only the rows before `end`: the others are counted later. */
function* hideRowsFrom<Result>(end: CountKey, work: TreeEdit<Result>): TreeEdit<Result> {
  let step = work.next([]);
  // The work itself is bounded.
  while (step.done !== true) {
    const answers = yield step.value.map((request) => {
      if (!('read' in request) || request.read !== 'rows') return request;
      const { low, high } = request.range;
      return { ...request, range: { low, high: earlierKey(high, end) } };
    });
    step = work.next(answers);
  }
  return step.value;
}

/** Corrects a part of the tree to match its rows; see {@link repairPart}. */
export function* repairAndWrite(shape: TreeShape, at: CountKey): TreeEdit<RepairedPart> {
  const part = yield* repairPart(shape, at);
  yield* writeNodes(part.writes);
  return part;
}
