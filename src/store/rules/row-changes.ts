/** Computes how a reading or a file changes the stored rows, for both engines. */
import type { Transaction } from '../../domain/transaction.ts';
import type { ImportConflict } from '../import.ts';
import { type DisplacedRow, placeOf } from './walk.ts';
import { isEqualAsBefore, pairRows } from './equal-rows.ts';
import {
  fillGaps,
  type ImportRow,
  listDifferences,
  type StoredTransaction,
  toValues,
} from './import-rows.ts';

/**
 * A change of a row: it is added if it has no state before, and removed if it has none afterwards. A row of the exchange
 * that replaces an imported row has another id than before.
 */
export interface RowChange {
  readonly before: StoredTransaction | undefined;
  readonly after: StoredTransaction | undefined;
}

/** Returns a row as synchronisation stores it. */
export function asSynced(row: Transaction): StoredTransaction {
  return { ...row, importNo: null, adoptable: false };
}

/**
 * Returns the row that was read, with stored values for missing fields, and the earlier of both times. An
 * imported row becomes a synced row, with the time of the exchange.
 */
function mergeTransaction(stored: StoredTransaction, read: StoredTransaction): StoredTransaction {
  const merged = asSynced(fillGaps(read, stored));
  if (stored.importNo !== null) return merged;
  return { ...merged, timestampMs: Math.min(stored.timestampMs, read.timestampMs) };
}

/**
 * Returns the changes that a reading makes.
 *
 * @param stored the stored rows with ids of `read`.
 * @param read the rows that were read, in their order; if a row occurs twice, the later one updates it.
 */
export function findChanges(
  stored: readonly StoredTransaction[],
  read: readonly StoredTransaction[],
): readonly RowChange[] {
  const before = new Map(stored.map((row) => [row.id, row]));
  const after = new Map(before);
  for (const row of read) {
    const earlier = after.get(row.id);
    after.set(row.id, earlier === undefined ? row : mergeTransaction(earlier, row));
  }
  return compareRows(before, after);
}

/**
 * Returns the changes that a reading makes if rows that were imported without an id may be the same
 * transactions: the row of the exchange replaces the imported row, and its missing fields keep the imported
 * values.
 *
 * @param imported the imported rows that may be the same transactions.
 */
export function adoptEqualRows(
  changes: readonly RowChange[],
  imported: readonly StoredTransaction[],
): readonly RowChange[] {
  const pairs = new Map<unknown, StoredTransaction>(
    pairRows(changes.flatMap(listAdopting), imported),
  );
  return changes.flatMap(({ before, after }) => {
    const adopted = pairs.get(after);
    if (after === undefined || adopted === undefined) return [{ before, after }];
    const filled = asSynced(fillGaps(after, adopted));
    // A new row takes the place of the imported one in a walk, which returns it there or has already returned it.
    if (before === undefined) return [{ before: adopted, after: filled }];
    return [
      { before, after: filled },
      { before: adopted, after: undefined },
    ];
  });
}

/**
 * Returns the row of a change if it may be the same as an imported row. An import already paired rows that were equal to a
 * synced row, so equal rows that it added are other transactions.
 */
function listAdopting({ before, after }: RowChange): readonly StoredTransaction[] {
  if (after === undefined) return [];
  const wasEqual =
    before !== undefined && before.importNo === null && isEqualAsBefore(before, after);
  return wasEqual ? [] : [after];
}

/** The changes that the rows of a file make. */
export interface ImportChanges {
  readonly changes: readonly RowChange[];
  readonly changedCount: number;
  /** Rows of earlier imports, as they were before this change. */
  readonly before: readonly Transaction[];
  readonly conflicts: readonly ImportConflict[];
}

/**
 * Returns the changes that an import makes.
 *
 * @param stored the stored rows with ids of the file.
 * @param importNo the number of the import.
 */
export function findImportChanges(
  stored: readonly StoredTransaction[],
  rows: readonly ImportRow[],
  importNo: number,
): ImportChanges {
  const known = new Map(stored.map((row) => [row.id, row]));
  const after = new Map(known);
  const before = new Map<string, Transaction>();
  const conflicts: ImportConflict[] = [];
  let changedCount = 0;
  for (const read of rows) {
    const found = after.get(read.id);
    const row = isReversed(found, read) ? { ...read, status: found.status } : read;
    if (found === undefined) {
      after.set(row.id, { ...toValues(row), importNo, adoptable: row.adoptable });
      continue;
    }
    const fields = listDifferences(found, row);
    if (fields.length === 0) continue;
    if (found.importNo === null) {
      // A synced row does not change.
      conflicts.push({ line: row.line, id: row.id, fields });
      continue;
    }
    changedCount += 1;
    // A time of booking does not replace a time of creation.
    const timestampMs = row.hasBookingTime === true ? found.timestampMs : row.timestampMs;
    after.set(row.id, { ...found, ...toValues(fillGaps(row, found)), timestampMs });
    if (found.importNo !== importNo && !before.has(row.id)) before.set(row.id, toValues(found));
  }
  const changes = compareRows(known, after);
  return { changes, changedCount, before: [...before.values()], conflicts };
}

/**
 * Returns whether an earlier import has the reversal of a movement, and the file only its booking: an export that ends between
 * the two (Kraken) does not undo the reversal.
 */
function isReversed(
  found: StoredTransaction | undefined,
  { hasBookingTime, status }: ImportRow,
): found is StoredTransaction {
  const isImported = found !== undefined && found.importNo !== null;
  return (
    isImported && hasBookingTime === true && found.status === 'failed' && status === 'completed'
  );
}

function compareRows(
  before: ReadonlyMap<string, StoredTransaction>,
  after: ReadonlyMap<string, StoredTransaction>,
): readonly RowChange[] {
  return [...after.values()]
    .map((row) => ({ before: before.get(row.id), after: row }))
    .filter((change) => !isSame(change.before, change.after));
}

/** Returns the rows whose place in the listing changes, with their former places for walks. */
export function listDisplaced(changes: readonly RowChange[]): readonly DisplacedRow[] {
  return changes.flatMap(({ before, after }) => {
    if (before === undefined || after === undefined) return [];
    const isMoved = before.timestampMs !== after.timestampMs || before.id !== after.id;
    return isMoved ? [{ id: after.id, place: placeOf(before) }] : [];
  });
}

function isSame(stored: StoredTransaction | undefined, row: StoredTransaction): boolean {
  return (
    isSameTransaction(stored, row) &&
    stored?.importNo === row.importNo &&
    stored.adoptable === row.adoptable
  );
}

/** Returns true if no value of a transaction differs. */
export function isSameTransaction(stored: Transaction | undefined, row: Transaction): boolean {
  if (stored === undefined) return false;
  const values = Object.entries(toValues(row));
  return values.every(([name, value]) => stored[name as keyof Transaction] === value);
}
