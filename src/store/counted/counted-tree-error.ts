import { StoreUnavailableError } from '../errors.ts';

/** A child has the level of its parent or a higher one: following it might never end. */
export const NOT_BELOW = 'the level of a node is not below that of its parent';

/** The stored tree of a wallet cannot be read and has to be rebuilt from the rows. */
export class CountedTreeError extends Error {
  readonly code = 'counted_tree_corrupted';

  constructor(message: string) {
    super(message);
    this.name = 'CountedTreeError';
  }
}

/** Returns the error that a reader of a wallet receives; errors other than {@link CountedTreeError} are returned unchanged. */
export function translateTreeError(error: unknown): unknown {
  if (!(error instanceof CountedTreeError)) return error;
  const message = 'the counts of a wallet are corrupted; run `teller doctor --fix`';
  return new StoreUnavailableError(message, { cause: error });
}
