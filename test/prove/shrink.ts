/** Runs of a test that a failure may take until it is as short as it gets. */
const ATTEMPTS_MAX = 60;

/**
 * Returns a short part of a list that still fails: removes halves, quarters and so on down to single elements, as long
 * as the rest fails.
 *
 * @param fails returns true for a list that fails; it is not called for the whole list.
 */
export async function shrink<Element>(
  whole: readonly Element[],
  fails: (part: readonly Element[]) => Promise<boolean>,
): Promise<readonly Element[]> {
  let shortest = whole;
  let attempts = 0;
  for (let length = whole.length; length >= 1; length = Math.floor(length / 2)) {
    for (let from = 0; from < shortest.length && attempts < ATTEMPTS_MAX;) {
      const rest = shortest.toSpliced(from, length);
      attempts += 1;
      if (await fails(rest)) shortest = rest;
      else from += length;
    }
  }
  return shortest;
}
