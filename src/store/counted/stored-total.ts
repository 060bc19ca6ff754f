import { countRows } from './count-branch.ts';
import { ALL_ASSETS } from './code-counts.ts';
import { ROOT_NODE_NO, type TreeWrites } from './tree-request.ts';

/** Returns the total to store with counts: the number of all rows for the root's, `null` for others. */
export function storedTotal({
  nodeNo,
  assetNo,
  counts,
}: TreeWrites['counts'][number]): number | null {
  if (nodeNo !== ROOT_NODE_NO || assetNo !== ALL_ASSETS || counts === undefined) return null;
  return countRows(counts);
}
