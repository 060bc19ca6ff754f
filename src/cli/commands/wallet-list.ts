import type { Command } from 'commander';

import { formatOptionalInstant } from '../../domain/instant.ts';
import { viewWalletRecord } from '../../manage/views.ts';
import { example } from '../example.ts';
import { formatDistance } from '../format.ts';
import { printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { formatTable } from '../table.ts';

/** Adds `teller wallet list`. */
export function addWalletListCommand(wallet: Command, runtime: Runtime): void {
  wallet
    .command('list')
    .description('list wallets and the state of their synchronisation')
    .option('--project <id>', 'only wallets of this project')
    .addHelpText('after', example('teller wallet list --project project_8c…'))
    .action(async (options: { project?: string }, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const records = await withStore(session, { create: false }, async (store) => {
        if (options.project !== undefined) await store.readProject(options.project);
        return store.listWallets(options.project);
      });
      const wallets = records.map(({ sync, ...wallet }) => ({
        ...viewWalletRecord(wallet),
        state: sync.state,
        lastSyncAt: formatOptionalInstant(sync.lastSyncAtMs),
        historyComplete: sync.historyComplete,
      }));
      const rows = wallets.map((row, index) => {
        const syncedAtMs = records[index]?.sync.lastSyncAtMs ?? null;
        return [
          row.id,
          row.exchange,
          row.state,
          syncedAtMs === null ? 'never' : formatDistance(syncedAtMs, session.now()),
          row.projectId,
          row.label ?? '',
          row.externalId ?? '',
        ];
      });
      const header = ['WALLET', 'EXCHANGE', 'STATE', 'SYNCED', 'PROJECT', 'LABEL', 'EXTERNAL ID'];
      printResult(session, { wallets }, formatTable(header, rows, session.stdout.columns));
    });
}
