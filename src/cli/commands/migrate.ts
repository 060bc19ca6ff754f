import type { Command } from 'commander';

import { openStore } from '../../compose.ts';
import { example } from '../example.ts';
import { printResult, startSession, type Runtime } from '../runtime.ts';

/** Adds `teller migrate`. */
export function addMigrateCommand(program: Command, runtime: Runtime): void {
  program
    .command('migrate')
    .description('bring the schema of the database up to date')
    .addHelpText('after', example('teller migrate --database sqlite:./data/teller.db'))
    .action(async (_options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const store = await openStore(session.config, { create: true });
      try {
        const applied = (await store.migrate()).map(({ version, name }) => ({ version, name }));
        const lines = applied.map(({ version, name }) => `Applied ${version} ${name}`);
        printResult(session, { applied }, lines.join('\n') || 'The schema is up to date.');
      } finally {
        await store.close();
      }
    });
}
