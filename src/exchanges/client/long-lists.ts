/**
 * Replacements for spreading a list into the arguments of a function: a call accepts about 100,000 arguments,
 * and the responses of exchanges may be longer.
 */

/** Appends elements in place. */
export function appendTo<Element>(list: Element[], elements: Iterable<Element>): void {
  for (const element of elements) list.push(element);
}

/** Returns the smallest number; `Infinity` for an empty list, `NaN` if an element is not a number. */
export function smallest(numbers: Iterable<number>): number {
  let found = Infinity;
  for (const number of numbers) found = Math.min(found, number);
  return found;
}

/** Returns the largest number; `-Infinity` for an empty list, `NaN` if an element is not a number. */
export function largest(numbers: Iterable<number>): number {
  let found = -Infinity;
  for (const number of numbers) found = Math.max(found, number);
  return found;
}
