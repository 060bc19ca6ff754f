/** What a reading, a file or a copy changes of the rows that are stored: decided here for both engines. */
import type { Transaction } from '../../domain/transaction.ts';
import { placeOf } from '../counted/count-key.ts';
import type { CountedChanges } from '../counted/counted-columns.ts';
import type { ImportConflict } from '../import.ts';
import type { DisplacedRow } from '../walk-page.ts';
import { isEqualAsBefore, pairRows } from './equal-rows.ts';
import { fillGaps, type ImportRow, judgeImportRow, type StoredTransaction } from './import-rows.ts';

/** What has to be written. */
export interface RowChanges {
  /** New rows and those that differ from what is stored. */
  readonly written: readonly StoredTransaction[];
  /** Rows that are stored no longer. */
  readonly removed: readonly StoredTransaction[];
  readonly addedCount: number;
  readonly counted: CountedChanges;
  /** Rows whose place in the listing changes: walks find them where they were. */
  readonly displaced: readonly DisplacedRow[];
}

/** How a stored row becomes the one that was read. */
export type Update = (stored: StoredTransaction, read: StoredTransaction) => StoredTransaction;

/** A row that synchronisation has read. */
export function asSynced(row: Transaction): StoredTransaction {
  return { ...row, importNo: null, matchKey: null };
}

/** A row of a file as an import adds it. */
export function asImported(
  { line: _line, ...row }: ImportRow,
  importNo: number,
): StoredTransaction {
  return { ...row, importNo };
}

/**
 * What the new reading leaves out keeps what was read before, and the earlier time stays. A row that
 * an import added becomes a synced one, with the time of the exchange.
 */
export function mergeTransaction(
  stored: StoredTransaction,
  read: StoredTransaction,
): StoredTransaction {
  const merged = asSynced(fillGaps(read, stored));
  if (stored.importNo !== null) return merged;
  return { ...merged, timestampMs: Math.min(stored.timestampMs, read.timestampMs) };
}

/** A copy stands for itself. */
export function replaceTransaction(
  _stored: StoredTransaction,
  read: StoredTransaction,
): StoredTransaction {
  return read;
}

/**
 * @param stored the rows that are stored of those that were read.
 * @param read in the order of reading; a row that comes twice is updated by the later one.
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
 * Replaces imported rows without an id of their own by the rows of a reading that are the same
 * transaction: what the exchange leaves out keeps the imported value.
 *
 * @param stored the rows that are stored of those that were read.
 * @param imported the stored rows that may be the same.
 */
export function adoptEqualRows(
  changes: RowChanges,
  stored: readonly StoredTransaction[],
  imported: readonly StoredTransaction[],
): RowChanges {
  const known = new Map(stored.map((row) => [row.id, row]));
  // Imports have paired a synced row that was equal before: equal rows they added are other transactions.
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
  // A new row takes the place of the imported one: a walk returns the transaction there, or has done so.
  const replaced = [...pairs].flatMap(([{ id }, imported]) =>
    known.has(id) ? [] : [{ id, place: placeOf(imported) }],
  );
  const displaced = [...changes.displaced, ...replaced];
  return { written, removed, addedCount: changes.addedCount - removed.length, counted, displaced };
}

/** What the rows of a file change. */
export interface ImportChanges extends RowChanges {
  readonly knownCount: number;
  readonly changedCount: number;
  /** Rows of earlier imports, as they were before they were changed. */
  readonly before: readonly Transaction[];
  readonly conflicts: readonly ImportConflict[];
}

/**
 * @param stored the rows that are stored of those of the file.
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
      const { importNo: addedBy, matchKey: _matchKey, ...earlier } = found;
      if (addedBy !== importNo && !before.has(row.id)) before.set(row.id, earlier);
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
  return { written, removed: [], addedCount, counted: { removed, added }, displaced };
}

function isSame(stored: StoredTransaction | undefined, row: StoredTransaction): boolean {
  return (
    isSameTransaction(stored, row) &&
    stored?.importNo === row.importNo &&
    stored.matchKey === row.matchKey
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
