/** Replaces elements of lists that are not objects, because classes of ccxt cannot read them. */
import { isRow } from '../mapping/raw-row.ts';

const DEPTH_MAX = 6;

/**
 * Replaces each element of a list of objects that is not an object (`null`, a text) by an object with that
 * element in the field `element`. Changes its argument. Without this, classes fail when they read fields of
 * such an element.
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

/**
 * Returns true for a list of objects. A row that is itself a list may contain an object, but not as its first
 * value.
 */
function isListOfObjects(list: readonly unknown[]): list is unknown[] {
  return isRow(list[0]) && 2 * list.filter((each) => isRow(each)).length >= list.length;
}
