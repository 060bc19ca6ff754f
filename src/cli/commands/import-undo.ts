import type { Command } from 'commander';

import { formatInstant } from '../../domain/instant.ts';
import { requireUndoable, undoImport } from '../../manage/imports.ts';
import type { ImportRecord } from '../../store/import.ts';
import type { Store } from '../../store/store.ts';
import { confirm, requireTerminal } from '../confirmation.ts';
import { example } from '../example.ts';
import { CommandError } from '../failure.ts';
import { formatCount } from '../format.ts';
import { manageAs } from '../management.ts';
import { printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { makePrintable } from '../table.ts';

const DETAILS = `
Removes the rows that the import added, and restores the rows of earlier imports that it changed.
Rows that were read from the exchange since then remain. A row that a later import changed
remains too, and then belongs to that import. A row that is also in a later file is removed: import that file again.
`;

/** Adds `teller import undo`. */
export function addImportUndoCommand(parent: Command, runtime: Runtime): void {
  parent
    .command('undo')
    .description('remove the rows of an import')
    .argument('<id>', 'the import, import_…')
    .option('--yes', 'do not ask')
    .addHelpText('after', DETAILS)
    .addHelpText('after', example('teller import undo import_4b… --yes'))
    .action(async (id: string, options: { readonly yes?: true }, command: Command) => {
      if (options.yes !== true) requireTerminal(runtime, 'import undo');
      const session = startSession(runtime, command.optsWithGlobals());
      const outcome = await withStore(session, { create: false }, async (store) => {
        const record = await readUndoable(store, id);
        if (options.yes !== true) await confirmUndo(runtime, record);
        return undoImport(manageAs(session, store, 'import undo'), id);
      });
      const { walletId, removed, restored } = outcome;
      printResult(
        session,
        { id, ...outcome, undone: true },
        `Undid ${id} of ${walletId}: ${formatCount(removed)} rows removed, ` +
          `${formatCount(restored)} restored to an earlier import`,
      );
    });
}

/** @throws {CommandError} `record_not_found` with the time if it was undone. @throws {RecordNotFoundError} */
async function readUndoable(store: Store, id: string): Promise<ImportRecord> {
  const undoneAtMs = (await store.findImport(id))?.undoneAtMs ?? null;
  if (undoneAtMs === null) return requireUndoable(store, id);
  const at = formatInstant(undoneAtMs);
  throw new CommandError(
    'record_not_found',
    `${id} was already undone at ${at}; nothing was changed`,
  );
}

/** @throws {CommandError} `not_confirmed` without a yes. */
function confirmUndo(runtime: Runtime, record: ImportRecord): Promise<void> {
  const { id } = record;
  const question = [
    `Import   ${id}`,
    `Wallet   ${record.walletId}`,
    `File     ${makePrintable(record.fileName ?? 'none')}`,
    `Added    ${formatCount(record.added)} rows`,
    `Changed  ${formatCount(record.changed)} rows`,
    '',
    'Its rows are removed, and rows that it changed are restored. Type yes to undo the import:',
  ].join('\n');
  return confirm(runtime, question, `${id} was not undone`);
}
