/** Returns the index of the first element that is not before the bound; the length if there is none. */
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

/** Returns a page of the elements from index `from` to `to` (exclusive), last element first. */
export function pageBackwards<T>(
  list: readonly T[],
  range: { readonly from: number; readonly to: number },
  page: { readonly offset: number; readonly limit: number },
): T[] {
  const end = Math.max(range.from, range.to - page.offset);
  const start = Math.max(range.from, end - page.limit);
  return list.slice(start, end).toReversed();
}
