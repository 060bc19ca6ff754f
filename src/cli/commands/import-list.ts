import type { Command } from 'commander';

import { viewImport } from '../../manage/views.ts';
import { example } from '../example.ts';
import { formatCount } from '../format.ts';
import {
  type GlobalOptions,
  printResult,
  startSession,
  withStore,
  type Runtime,
} from '../runtime.ts';
import { formatTable } from '../table.ts';

const HEADER = [
  'IMPORT',
  'WALLET',
  'FILE',
  'IMPORTED',
  'ROWS',
  'ADDED',
  'KNOWN',
  'CHANGED',
  'CONFLICTS',
  'UNDONE',
];

/** Adds `teller import list`. */
export function addImportListCommand(parent: Command, runtime: Runtime): void {
  parent
    .command('list')
    .description('list imported files')
    .option('--wallet <id>', 'only imports of this wallet')
    .addHelpText('after', example('teller import list --wallet wallet_f0…'))
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { wallet?: string }>();
      const session = startSession(runtime, options);
      const { wallet } = options;
      const records = await withStore(session, { create: false }, async (store) => {
        if (wallet !== undefined) await store.readWallet(wallet);
        return store.listImports(wallet);
      });
      const imports = records.map(viewImport);
      const rows = imports.map((each) => [
        each.id,
        each.walletId,
        each.fileName ?? '',
        each.importedAt,
        ...[each.rows, each.added, each.known, each.changed, each.conflicts].map(formatCount),
        each.undoneAt ?? '',
      ]);
      printResult(session, { imports }, formatTable(HEADER, rows, session.stdout.columns));
    });
}
