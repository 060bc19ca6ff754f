/** A row of a list that is compared. */
type Row = object;

/**
 * Returns in words how two lists of rows differ, with one example of each difference; nothing if they have the same rows, in
 * any order. So a failed comparison of a thousand rows is a few lines: `expect(describeDifferences(found, wanted)).toEqual([])`.
 */
export function describeDifferences(
  found: readonly Row[],
  wanted: readonly Row[],
): readonly string[] {
  const unexpected = subtract(found, wanted);
  const differing = new Map<string, string[]>();
  const missing: Row[] = [];
  for (const row of subtract(wanted, found)) {
    const similar = takeSimilar(unexpected, row);
    if (similar === undefined) missing.push(row);
    else addTo(differing, listDifferingFields(row, similar).join(' and '), similar, row);
  }
  return [
    ...[...differing].map(
      ([fields, examples]) =>
        `${count(examples.length)} ${examples.length === 1 ? 'differs' : 'differ'} in ${fields}: ${examples[0]}`,
    ),
    ...describeRows('missing', missing),
    ...describeRows('unexpected', unexpected),
  ];
}

/** Returns the rows that are in one list more often than in another. */
function subtract(list: readonly Row[], other: readonly Row[]): Row[] {
  const counts = new Map<string, number>();
  for (const row of other) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return list.filter((row) => {
    const left = counts.get(keyOf(row)) ?? 0;
    counts.set(keyOf(row), left - 1);
    return left <= 0;
  });
}

function keyOf(row: Row): string {
  return JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Removes and returns the row that has most fields in common with another one, if these are more than half of its fields. */
function takeSimilar(rows: Row[], wanted: Row): Row | undefined {
  const distances = rows.map((row) => listDifferingFields(wanted, row).length);
  const least = Math.min(...distances);
  if (least >= Object.keys(wanted).length / 2) return undefined;
  return rows.splice(distances.indexOf(least), 1)[0];
}

function listDifferingFields(row: Row, other: Row): string[] {
  const values = new Map<string, unknown>(Object.entries(other));
  return Object.entries(row).flatMap(([field, value]) =>
    values.get(field) === value ? [] : field,
  );
}

function addTo(differing: Map<string, string[]>, fields: string, found: Row, wanted: Row): void {
  const examples = differing.get(fields) ?? [];
  examples.push(`${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
  differing.set(fields, examples);
}

function describeRows(what: string, rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) return [];
  return [
    `${count(rows.length)} ${rows.length === 1 ? 'is' : 'are'} ${what}: ${JSON.stringify(rows[0])}`,
  ];
}

function count(rows: number): string {
  return rows === 1 ? '1 row' : `${rows} rows`;
}
