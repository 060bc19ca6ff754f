/**
 * What spreading a list into the arguments of a function does, for lists of any length: a call takes
 * about 100,000 arguments, and how long a response is, the exchange decides.
 */

/** Appends elements in place. */
export function appendTo<Element>(list: Element[], elements: Iterable<Element>): void {
  for (const element of elements) list.push(element);
}

/** The smallest number; `Infinity` of none, `NaN` if one is none. */
export function smallest(numbers: Iterable<number>): number {
  let found = Infinity;
  for (const number of numbers) found = Math.min(found, number);
  return found;
}

/** The largest number; `-Infinity` of none, `NaN` if one is none. */
export function largest(numbers: Iterable<number>): number {
  let found = -Infinity;
  for (const number of numbers) found = Math.max(found, number);
  return found;
}
