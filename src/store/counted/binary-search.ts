/**
 * Returns the first index from `from` on that does not come before the sought position, or `to` if all do.
 *
 * @param isBefore true for the indexes up to some index, false for all after it.
 */
export function partitionPoint(
  from: number,
  to: number,
  isBefore: (index: number) => boolean,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns how many of the ascending numbers are below `bound`. */
export function lowerBound(ascending: ArrayLike<number>, bound: number): number {
  return partitionPoint(0, ascending.length, (index) => (ascending[index] as number) < bound);
}
