import { StoreUnavailableError } from '../errors.ts';

/** A branch names a node of its own level or above: following it might never end. */
export const NOT_BELOW = 'a node lies under one that is not above it';

/** The stored tree of a wallet cannot be read: it has to be built anew from the rows. */
export class CountedTreeError extends Error {
  readonly code = 'counted_tree_damaged';

  constructor(message: string) {
    super(message);
    this.name = 'CountedTreeError';
  }
}

/** What a reader of a wallet is told for an error; any but {@link CountedTreeError} as it is. */
export function translateTreeError(error: unknown): unknown {
  if (!(error instanceof CountedTreeError)) return error;
  const message = 'the counts of a wallet are damaged; run `teller doctor --fix`';
  return new StoreUnavailableError(message, { cause: error });
}
