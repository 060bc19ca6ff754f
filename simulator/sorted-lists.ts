/** The index of the first element that does not come before the bound; the length when none. */
export function lowerBound<T>(list: readonly T[], isBefore: (element: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const element = list[middle];
    if (element !== undefined && isBefore(element)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One page of the elements from index `from` up to (not including) `to`, last element first. */
export function pageBackwards<T>(
  list: readonly T[],
  range: { readonly from: number; readonly to: number },
  page: { readonly offset: number; readonly limit: number },
): T[] {
  const end = Math.max(range.from, range.to - page.offset);
  const start = Math.max(range.from, end - page.limit);
  return list.slice(start, end).toReversed();
}
