/** Imports of files. How a file is read is the caller's: see `src/cli/import/`. */
import { createId } from '../domain/id.ts';
import { RecordNotFoundError } from '../store/errors.ts';
import type { ImportRecord, ImportRequest, ReadFile, UndoOutcome } from '../store/import.ts';
import { audited, type ManageContext, type ManagedStore } from './context.ts';

/**
 * Begins an import into a wallet. `store` stores its rows, and records the import in the audit log; a dry run rolls both
 * back.
 *
 * @throws {RecordNotFoundError} if the wallet does not exist.
 */
export async function beginImport(context: ManageContext, walletId: string) {
  const { projectId, importsOnly } = await context.store.readWallet(walletId);
  const id = createId('import', context.randomBytes);
  const targets = { projectId, walletId, importId: id };
  return {
    id,
    importsOnly,
    store: (request: ImportRequest) => {
      // The file is read before its transaction begins, whose end records the detail.
      const detail = { fileName: request.fileName, sha256: '', rows: 0 };
      const read: ReadFile = async (stage) => {
        detail.sha256 = await request.read((rows) => {
          detail.rows += rows.length;
          return stage(rows);
        });
        return detail.sha256;
      };
      const store = audited(context, { action: 'import.create', targets, detail });
      return store.importFile({ ...request, read });
    },
  };
}

/**
 * Returns an import that can be undone.
 *
 * @throws {RecordNotFoundError} if it does not exist or was undone.
 */
export async function requireUndoable(
  store: Pick<ManagedStore, 'findImport'>,
  id: string,
): Promise<ImportRecord> {
  const record = await store.findImport(id);
  if (record === undefined || record.undoneAtMs !== null) {
    throw new RecordNotFoundError('import to undo', id);
  }
  return record;
}

/** Removes the rows of an import, and restores rows that it changed. @throws {RecordNotFoundError} */
export async function undoImport(context: ManageContext, id: string): Promise<UndoOutcome> {
  const { walletId } = await requireUndoable(context.store, id);
  const { projectId } = await context.store.readWallet(walletId);
  const change = { action: 'import.undo', targets: { projectId, walletId, importId: id } };
  return audited(context, change).undoImport(id, context.now());
}
