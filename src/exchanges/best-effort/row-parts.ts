/** Reads a row with a list that may contain invalid entries. Pure functions. */
import { appendTo } from '../client/long-lists.ts';
import { type RawRow, UnreadableRowError } from '../mapping/raw-row.ts';

/**
 * Returns the result of `read`; turns any error into an error of the row, so that only that row is
 * quarantined.
 */
export function catchUnreadable<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableRowError) throw error;
    throw new UnreadableRowError(error instanceof Error ? error.message : String(error));
  }
}

/** An entry that could not be read. */
export interface LostEntry {
  readonly entry: unknown;
  readonly index: number;
  readonly reason: string;
}

/** The parts of a row that could be read, and the others. */
export interface RowParts<Value> {
  readonly values: readonly Value[] | null;
  readonly lost: readonly LostEntry[];
}

/**
 * Reads a row. If it cannot be read as a whole, reads each entry of a list in it separately.
 *
 * @throws {UnreadableRowError} if no entry of any list can be read.
 */
export function readParts<Value>(
  row: RawRow,
  read: (row: RawRow) => readonly Value[] | null,
): RowParts<Value> {
  try {
    return { values: catchUnreadable(() => read(row)), lost: [] };
  } catch (error) {
    for (const parts of listSplits(row)) {
      const found = readEach(parts, read);
      if (found.values.length > 0) return found;
    }
    throw error;
  }
}

function readEach<Value>(
  parts: readonly SplitPart[],
  read: (row: RawRow) => readonly Value[] | null,
): RowParts<Value> & { readonly values: readonly Value[] } {
  const values: Value[] = [];
  const lost: LostEntry[] = [];
  parts.forEach(({ row, entry }, index) => {
    try {
      appendTo(values, catchUnreadable(() => read(row)) ?? []);
    } catch (error) {
      lost.push({ entry, index, reason: (error as Error).message });
    }
  });
  return { values, lost };
}

/** A row with only one entry of its list, and this entry. */
interface SplitPart {
  readonly row: RawRow;
  readonly entry: unknown;
}

const DEPTH_MAX = 3;
const ENTRIES_MAX = 200;

/** Yields, for each list or map with several entries in a row, copies of the row with a single entry each. */
function* listSplits(row: RawRow, depth = DEPTH_MAX): Generator<readonly SplitPart[]> {
  for (const [field, value] of Object.entries(row)) {
    if (typeof value !== 'object' || value === null) continue;
    const put = (part: unknown): RawRow => ({ ...row, [field]: part });
    const size = Object.keys(value).length;
    if (size > 1 && size <= ENTRIES_MAX) {
      yield Array.isArray(value)
        ? value.map((entry: unknown) => ({ row: put([entry]), entry }))
        : Object.entries(value).map(([key, entry]) => ({
            row: put({ [key]: entry }),
            entry: { [key]: entry as unknown },
          }));
    }
    if (Array.isArray(value) || depth === 0) continue;
    for (const parts of listSplits(value as RawRow, depth - 1)) {
      yield parts.map((part) => ({ row: put(part.row), entry: part.entry }));
    }
  }
}
