import { countRows } from './count-branch.ts';
import { ALL_ASSETS } from './tally.ts';
import { ROOT_NODE_NO, type TreeWrites } from './tree-request.ts';

/** Returns the number of all rows from the counts of the root; `null` from other counts. */
export function storedTotal({
  nodeNo,
  assetNo,
  counts,
}: TreeWrites['counts'][number]): number | null {
  if (nodeNo !== ROOT_NODE_NO || assetNo !== ALL_ASSETS || counts === undefined) return null;
  return countRows(counts);
}
