import { hash } from 'node:crypto';

import { ImportSpool, type ReadRow } from '../../../src/store/imports/import-spool.ts';
import type { ImportOutcome, ImportRequest } from '../../../src/store/import.ts';
import type { Store } from '../../../src/store/store.ts';
import { T0 } from './fixtures.ts';

/** Imports rows from a file with one line per row. */
export async function importRows(
  store: Store,
  walletId: string,
  rows: readonly Omit<ReadRow, 'line'>[],
  changes: Partial<ImportRequest> = {},
): Promise<ImportOutcome> {
  const source = new ImportSpool(walletId);
  try {
    for (const [index, row] of rows.entries()) source.add({ ...row, line: index + 1 });
    source.seal();
    return await store.importFile({
      walletId,
      id: 'import_one',
      fileName: 'rows.jsonl',
      sha256: hash('sha256', JSON.stringify(rows)),
      nowMs: T0,
      source,
      isDryRun: false,
      ...changes,
    });
  } finally {
    source.close();
  }
}
