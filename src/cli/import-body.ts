/** Imports the body of a request of the management API by the reader of `teller import`, whose messages the response has. */
import type { FileToImport, ImportedFile } from '../http/manage/import-file.ts';
import type { ManageContext } from '../manage/context.ts';
import { beginImport } from '../manage/imports.ts';
import { importFile, listWarnings } from './import/import-file.ts';
import { readFileOptions } from './import/import-options.ts';

/** Imports a body. @throws {UsageError} for an option. @throws {CommandError} `invalid_import`, or as the store does. */
export async function importBody(
  context: ManageContext,
  file: FileToImport,
): Promise<ImportedFile> {
  const { walletId, bytes, fileName, isDryRun, decimalComma, ...how } = file;
  const { id, importsOnly, store } = await beginImport(context, walletId);
  const reading = readFileOptions(
    { ...how, decimalComma: decimalComma === true ? true : undefined },
    { walletId, fileName, namedFormat: undefined },
  );
  const outcome = await importFile({
    ...reading,
    store: { ...context.store, importFile: store },
    id,
    walletId,
    nowMs: context.now(),
    input: toStream(bytes),
    fileName,
    inputName: 'the body',
    bytesTotal: bytes.length,
    isDryRun,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  const { shownConflicts: conflictRows, ...rest } = outcome;
  const warnings = listWarnings(outcome, importsOnly);
  return { ...rest, id: isDryRun ? null : id, walletId, warnings, conflictRows };
}

async function* toStream(bytes: Uint8Array): AsyncGenerator<Buffer> {
  // A thread receives bytes without the methods of a buffer.
  yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
