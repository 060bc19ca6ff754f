import { changeTree } from './change-tree.ts';
import { type CountKey, LOWEST_KEY } from './count-key.ts';
import type { CountChange, CountedRow } from './count-leaf.ts';
import { CountedTreeError } from './counted-tree-error.ts';
import { type MendedPart, mendPart } from './mend-tree.ts';
import type { TreeShape } from './tree-editor.ts';
import { readRowsAfter, removeNodes, type TreeEdit, writeNodes } from './tree-request.ts';

const REBUILD_ROWS = 20_000;

/** Counts changes of rows that are written already. A tree that cannot be read is built anew. */
export function* keepTree(shape: TreeShape, changes: readonly CountChange[]): TreeEdit<void> {
  if (changes.length === 0) return;
  try {
    yield* writeNodes(yield* changeTree(shape, changes));
  } catch (error) {
    if (!(error instanceof CountedTreeError)) throw error;
    yield* rebuildTree(shape);
  }
}

/** Counts all rows anew. */
export function* rebuildTree(shape: TreeShape): TreeEdit<void> {
  yield* removeNodes();
  let last: CountKey = LOWEST_KEY;
  // Each turn reads rows after those of the one before.
  for (let count = REBUILD_ROWS; count === REBUILD_ROWS;) {
    const rows: readonly CountedRow[] = yield* readRowsAfter(last, REBUILD_ROWS);
    const changes = rows.map((row): CountChange => ({ ...row, by: 1 }));
    yield* writeNodes(yield* changeTree(shape, changes));
    last = rows.at(-1) ?? last;
    count = rows.length;
  }
}

/** Makes a part of the tree what the rows say; see {@link mendPart}. */
export function* mendAndWrite(shape: TreeShape, at: CountKey): TreeEdit<MendedPart> {
  const part = yield* mendPart(shape, at);
  yield* writeNodes(part.writes);
  return part;
}
