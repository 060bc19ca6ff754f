import type { Command } from 'commander';

import { createId } from '../../domain/id.ts';
import { example } from '../example.ts';
import { readName } from '../option-values.ts';
import { note, printResult, startSession, withStore, type Runtime } from '../runtime.ts';

/** Adds `teller org create`. */
export function addOrgCommands(program: Command, runtime: Runtime): void {
  const org = program.command('org').description('organizations');
  org
    .command('create')
    .description('create an organization and print its id')
    .argument('<name>', 'name of the organization', readName)
    .addHelpText('after', example('teller org create "Example Ltd"'))
    .action(async (name: string, _options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const id = createId('org', session.randomBytes);
      await withStore(session, { create: true }, (store) =>
        store.createOrganization({ id, name, createdAtMs: session.now() }),
      );
      printResult(session, { id }, id);
      if (!session.json) note(session, `Next: teller project create --org ${id} NAME`);
    });
}
