/** Lists lie at most this deep in a response, as in `result.rows`. */
const DEPTH_MAX = 3;

/**
 * Returns the number of rows of a response, for the log: the length of its outermost list. Returns `undefined` if there
 * is no list, or if several lists are equally deep.
 */
export function countRows(response: unknown): number | undefined {
  let level = [response];
  for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
    const lists = level.filter((value) => Array.isArray(value));
    if (lists.length > 0) return lists.length === 1 ? lists[0]?.length : undefined;
    level = level.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return undefined;
}
