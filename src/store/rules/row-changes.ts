/** Computes how a reading, a file or a copy changes the stored rows, for both engines. */
import type { Transaction } from '../../domain/transaction.ts';
import type { ImportConflict } from '../import.ts';
import { type DisplacedRow, placeOf } from './walk.ts';
import { isEqualAsBefore, pairRows } from './equal-rows.ts';
import {
  fillGaps,
  type ImportRow,
  judgeImportRow,
  type StoredTransaction,
  toValues,
} from './import-rows.ts';

/** The changes that have to be written. */
export interface RowChanges {
  /** New rows, and rows that differ from the stored ones. */
  readonly written: readonly StoredTransaction[];
  /** Stored rows that {@link written} replaces. */
  readonly replaced: readonly StoredTransaction[];
  /** Rows that are removed. */
  readonly removed: readonly StoredTransaction[];
  readonly addedCount: number;
  /** The former and the present values of all rows that change. */
  readonly counted: {
    readonly removed: readonly Transaction[];
    readonly added: readonly Transaction[];
  };
  /** Rows whose place in the listing changes, with their former places for walks. */
  readonly displaced: readonly DisplacedRow[];
}

/** Returns the row to store, from the stored row and the row that was read. */
export type Update = (stored: StoredTransaction, read: StoredTransaction) => StoredTransaction;

/** Returns a row as synchronisation stores it. */
export function asSynced(row: Transaction): StoredTransaction {
  return { ...row, importNo: null, adoptable: false };
}

/** Returns a row of a file as an import stores it. */
function asImported(row: ImportRow, importNo: number): StoredTransaction {
  return { ...toValues(row), importNo, adoptable: row.adoptable };
}

/**
 * Returns the row that was read, with stored values for missing fields, and the earlier of both times. An
 * imported row becomes a synced row, with the time of the exchange.
 */
export function mergeTransaction(
  stored: StoredTransaction,
  read: StoredTransaction,
): StoredTransaction {
  const merged = asSynced(fillGaps(read, stored));
  if (stored.importNo !== null) return merged;
  return { ...merged, timestampMs: Math.min(stored.timestampMs, read.timestampMs) };
}

/** Returns the copied row, which replaces the stored row. */
export function replaceTransaction(
  _stored: StoredTransaction,
  read: StoredTransaction,
): StoredTransaction {
  return read;
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
  update: Update,
): RowChanges {
  const before = new Map(stored.map((row) => [row.id, row]));
  const after = new Map(before);
  for (const row of read) {
    const earlier = after.get(row.id);
    after.set(row.id, earlier === undefined ? row : update(earlier, row));
  }
  return describeChanges(before, after);
}

/**
 * Returns the changes that a reading makes if rows that were imported without an id may be the same
 * transactions: the row of the exchange replaces the imported row, and its missing fields keep the imported
 * values.
 *
 * @param stored the stored rows with ids of the rows that were read.
 * @param imported the imported rows that may be the same transactions.
 */
export function adoptEqualRows(
  changes: RowChanges,
  stored: readonly StoredTransaction[],
  imported: readonly StoredTransaction[],
): RowChanges {
  const known = new Map(stored.map((row) => [row.id, row]));
  // An import already paired rows that were equal to a synced row, so equal rows that it added are other
  // transactions.
  const adopting = changes.written.filter((row) => {
    const before = known.get(row.id);
    return before === undefined || before.importNo !== null || !isEqualAsBefore(before, row);
  });
  const pairs = new Map(pairRows(adopting, imported));
  if (pairs.size === 0) return changes;
  const removed = [...pairs.values()];
  const filled = new Map(
    [...pairs].map(([row, other]) => [row as Transaction, asSynced(fillGaps(row, other))]),
  );
  const written = changes.written.map((row) => filled.get(row) ?? row);
  const counted = {
    removed: [...changes.counted.removed, ...removed],
    added: changes.counted.added.map((row) => filled.get(row) ?? row),
  };
  // The new row replaces the imported one at its place in a walk, which returns it there or has already
  // returned it.
  const replaced = [...pairs].flatMap(([{ id }, imported]) =>
    known.has(id) ? [] : [{ id, place: placeOf(imported) }],
  );
  const displaced = [...changes.displaced, ...replaced];
  const addedCount = changes.addedCount - removed.length;
  return { ...changes, written, removed, addedCount, counted, displaced };
}

/** The changes that the rows of a file make. */
export interface ImportChanges extends RowChanges {
  readonly knownCount: number;
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
  let [knownCount, changedCount] = [0, 0];
  for (const row of rows) {
    const found = after.get(row.id);
    if (found === undefined) {
      after.set(row.id, asImported(row, importNo));
      continue;
    }
    const verdict = judgeImportRow(found, row);
    if (verdict.kind === 'known') knownCount += 1;
    else if (verdict.kind === 'conflict') {
      conflicts.push({ line: row.line, id: row.id, fields: verdict.fields });
    } else {
      changedCount += 1;
      after.set(row.id, verdict.row);
      if (found.importNo !== importNo && !before.has(row.id)) before.set(row.id, toValues(found));
    }
  }
  const changes = describeChanges(known, after);
  return { ...changes, knownCount, changedCount, before: [...before.values()], conflicts };
}

function describeChanges(
  before: ReadonlyMap<string, StoredTransaction>,
  after: ReadonlyMap<string, StoredTransaction>,
): RowChanges {
  const written = [...after.values()].filter((row) => !isSame(before.get(row.id), row));
  const added = written.filter((row) => !isSameTransaction(before.get(row.id), row));
  const removed = added.map(({ id }) => before.get(id)).filter((row) => row !== undefined);
  const addedCount = after.size - before.size;
  const displaced = removed
    .filter(({ id, timestampMs }) => after.get(id)?.timestampMs !== timestampMs)
    .map((row) => ({ id: row.id, place: placeOf(row) }));
  const replaced = written.map(({ id }) => before.get(id)).filter((row) => row !== undefined);
  return { written, replaced, removed: [], addedCount, counted: { removed, added }, displaced };
}

function isSame(stored: StoredTransaction | undefined, row: StoredTransaction): boolean {
  return (
    isSameTransaction(stored, row) &&
    stored?.importNo === row.importNo &&
    stored.adoptable === row.adoptable
  );
}

function isSameTransaction(stored: Transaction | undefined, row: Transaction): boolean {
  return (
    stored !== undefined &&
    stored.timestampMs === row.timestampMs &&
    stored.asset === row.asset &&
    stored.type === row.type &&
    stored.status === row.status &&
    stored.amount === row.amount &&
    stored.txid === row.txid &&
    stored.address === row.address &&
    stored.feeCost === row.feeCost &&
    stored.feeCurrency === row.feeCurrency
  );
}
