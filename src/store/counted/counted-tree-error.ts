import { StoreUnavailableError } from '../errors.ts';

/** A branch names a node of its own level or above: following it might never end. */
export const NOT_BELOW = 'a node lies under one that is not above it';

/** The stored tree of a wallet cannot be read and has to be rebuilt from the rows. */
export class CountedTreeError extends Error {
  readonly code = 'counted_tree_damaged';

  constructor(message: string) {
    super(message);
    this.name = 'CountedTreeError';
  }
}

/** Returns the error that a reader of a wallet receives; errors other than {@link CountedTreeError} are returned unchanged. */
export function translateTreeError(error: unknown): unknown {
  if (!(error instanceof CountedTreeError)) return error;
  const message = 'the counts of a wallet are damaged; run `teller doctor --fix`';
  return new StoreUnavailableError(message, { cause: error });
}
