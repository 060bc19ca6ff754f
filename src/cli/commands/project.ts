import type { Command } from 'commander';

import { createId } from '../../domain/id.ts';
import { example } from '../example.ts';
import { readName, requireOption } from '../option-values.ts';
import { note, printResult, startSession, withStore, type Runtime } from '../runtime.ts';

/** Adds `teller project create`. */
export function addProjectCommands(program: Command, runtime: Runtime): void {
  const project = program.command('project').description('projects of an organization');
  project
    .command('create')
    .description('create a project and print its id')
    .argument('<name>', 'name of the project', readName)
    .option('--org <id>', 'the organization')
    .addHelpText('after', example('teller project create --org org_3f… "Treasury"'))
    .action(async (name: string, options: { org?: string }, command: Command) => {
      const orgId = requireOption(options.org, '--org <id>');
      const session = startSession(runtime, command.optsWithGlobals());
      const id = createId('project', session.randomBytes);

      await withStore(session, { create: false }, (store) =>
        store.createProject({ id, orgId, name, createdAtMs: session.now() }),
      );
      printResult(session, { id, orgId }, id);
      if (!session.json) {
        note(session, `Next: teller key create --project ${id}`);
        note(session, `      teller wallet add --project ${id} --exchange NAME`);
      }
    });
}
