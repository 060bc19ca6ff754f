import { hash } from 'node:crypto';

import type { ImportOutcome, ImportRequest, ReadRow } from '../../../src/store/import.ts';
import type { Store } from '../../../src/store/store.ts';
import { T0 } from './fixtures.ts';

/** Imports rows from a file with one line per row. */
export async function importRows(
  store: Store,
  walletId: string,
  rows: readonly Omit<ReadRow, 'line'>[],
  {
    sha256 = hash('sha256', JSON.stringify(rows)),
    ...changes
  }: Partial<ImportRequest> & { readonly sha256?: string } = {},
): Promise<ImportOutcome> {
  return store.importFile({
    walletId,
    id: 'import_one',
    fileName: 'rows.jsonl',
    nowMs: T0,
    isDryRun: false,
    read: async (stage) => {
      await stage(rows.map((row, index) => ({ ...row, line: index + 1 })));
      return sha256;
    },
    ...changes,
  });
}
