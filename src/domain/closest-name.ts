const NAME_LENGTH_MAX = 64;
/** Compared characters for each of the longest known name. Further ones are as far from each of the names. */
const LENGTH_FACTOR_MAX = 2;

/** Returns the known name with the smallest edit distance (Levenshtein, ignoring case) from `name`. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const longest = Math.max(...known.map(({ length }) => length));
  const compared = Math.min(longest * LENGTH_FACTOR_MAX, NAME_LENGTH_MAX);
  const wanted = name.slice(0, compared).toLowerCase();
  let closest: string | undefined;
  let fewest = Infinity;
  for (const candidate of known) {
    const edits = countEdits(wanted, candidate.toLowerCase());
    if (edits < fewest) [closest, fewest] = [candidate, edits];
  }
  return closest;
}

/** Returns a sentence for the author of an unknown name: the closest known name, or all of them if none is close. */
export function suggestName(name: string, known: readonly string[]): string {
  const isNear = isNearName(name, known, Math.floor(name.length / 2));
  return isNear ? `did you mean ${closestName(name, known)}?` : `known are ${known.join(', ')}`;
}

/** Returns true if `name` is at most `editsMax` edits away from a known name, ignoring case. */
export function isNearName(name: string, known: readonly string[], editsMax: number): boolean {
  if (name.length > NAME_LENGTH_MAX) return false;
  const wanted = name.toLowerCase();
  return known.some((candidate) => countEdits(wanted, candidate.toLowerCase()) <= editsMax);
}

/** Returns the Levenshtein distance, computed one row of the table at a time. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const substituted = (row[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
