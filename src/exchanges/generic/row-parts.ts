/** Reads a row that contains a list, whose entries may be unreadable. Pure functions. */
import { appendTo } from '../client/long-lists.ts';
import { type RawRow, UnreadableRowError } from '../mapping/raw-row.ts';

/** Turns any error of a reader into one of the row, so that only that row is lost. */
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

/** What was read of a row. */
export interface RowParts<Value> {
  readonly values: readonly Value[] | null;
  readonly lost: readonly LostEntry[];
}

/**
 * Reads a row; if it cannot be read as a whole, entry by entry of the list in it whose entries can.
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

/** The row with one entry of its list, and this entry. */
interface SplitPart {
  readonly row: RawRow;
  readonly entry: unknown;
}

const DEPTH_MAX = 3;
const ENTRIES_MAX = 200;

/** Yields, for each list or map of several entries within a row, the row with each single entry. */
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
