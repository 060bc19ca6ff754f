/** Elements of lists that are no rows, which classes of ccxt do not expect. */

const DEPTH_MAX = 6;

/**
 * Replaces, within a response, what is no object (`null`, a text) in a list of objects by an object that has
 * it as its `element`, and changes its argument: classes read fields of every element, and fail if one has
 * none.
 */
export function replaceNonObjects(response: unknown, depth = DEPTH_MAX): void {
  if (typeof response !== 'object' || response === null || depth === 0) return;
  if (Array.isArray(response) && isListOfObjects(response)) {
    response.forEach((element, index) => {
      if (!isRow(element)) response[index] = { element };
    });
  }
  for (const part of Object.values(response)) replaceNonObjects(part, depth - 1);
}

/** Rows that are lists themselves may have an object among their values, but not first. */
function isListOfObjects(list: readonly unknown[]): list is unknown[] {
  return isRow(list[0]) && 2 * list.filter((each) => isRow(each)).length >= list.length;
}

function isRow(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
