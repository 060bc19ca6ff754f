/** The steps of an import that both engines share. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { ImportRow, StoredTransaction } from '../rules/import-rows.ts';
import { findImportChanges, type ImportChanges } from '../rules/row-changes.ts';
import {
  CONFLICTS_SHOWN_MAX,
  type ImportConflict,
  type ImportOutcome,
  type ImportRequest,
} from '../import.ts';

/** The operations of an engine with which the rows of a file are stored, within one transaction. */
export interface ImportWriter {
  /** Adds rows whose ids are not stored, and returns the others. May return all rows without adding any. */
  insertNew(rows: readonly ImportRow[], importNo: number): Promise<readonly ImportRow[]>;
  findStored(rows: readonly ImportRow[]): Promise<readonly StoredTransaction[]>;
  /** Writes and counts the changes; `inserted` are the rows that {@link insertNew} added. */
  writeChanges(
    changes: ImportChanges,
    inserted: readonly ImportRow[],
    importNo: number,
  ): Promise<void>;
}

/**
 * Stores the rows of a file, batch by batch, in the transaction of `writer`.
 *
 * @param isMatched returns true for the numbers, from 0, of rows that are stored under another id.
 * @throws {DOMException} `AbortError` if the signal aborts.
 */
export async function storeRows(
  writer: ImportWriter,
  { source, signal, onProgress }: ImportRequest,
  importNo: number,
  isMatched: (rowNo: number) => boolean,
): Promise<ImportOutcome> {
  let [rowNo, added, known, changed, conflicts] = [0, 0, 0, 0, 0];
  const shownConflicts: ImportConflict[] = [];
  for (const batch of source.batches()) {
    signal?.throwIfAborted();
    const first = rowNo;
    rowNo += batch.length;
    const rows = batch.filter((_row, index) => !isMatched(first + index));
    const others = await writer.insertNew(rows, importNo);
    const skipped = new Set(others);
    const inserted = skipped.size === 0 ? rows : rows.filter((row) => !skipped.has(row));
    const changes = findImportChanges(await writer.findStored(others), others, importNo);
    await writer.writeChanges(changes, inserted, importNo);
    added += inserted.length + changes.addedCount;
    known += batch.length - rows.length + changes.knownCount;
    changed += changes.changedCount;
    conflicts += changes.conflicts.length;
    shownConflicts.push(...changes.conflicts.slice(0, CONFLICTS_SHOWN_MAX - shownConflicts.length));
    onProgress?.(rowNo);
    // Signals of the operating system are handled between two turns of the event loop.
    await nextTurn();
  }
  signal?.throwIfAborted();
  return { rows: rowNo, added, known, changed, conflicts, shownConflicts };
}
