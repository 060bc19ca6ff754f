import type { Command } from 'commander';

import { createOrganization } from '../../manage/organizations.ts';
import { viewOrganization } from '../../manage/views.ts';
import { example } from '../example.ts';
import { manageAs } from '../management.ts';
import { readName } from '../option-values.ts';
import { note, printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { formatTable } from '../table.ts';

/** Adds `teller org create` and `org list`. */
export function addOrgCommands(program: Command, runtime: Runtime): void {
  const org = program.command('org').description('organizations');
  addCreate(org, runtime);
  addList(org, runtime);
}

function addCreate(org: Command, runtime: Runtime): void {
  org
    .command('create')
    .description('create an organization and print its id')
    .argument('<name>', 'name of the organization', readName)
    .addHelpText('after', example('teller org create "Example Ltd"'))
    .action(async (name: string, _options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const { id } = await withStore(session, { create: true }, (store) =>
        createOrganization(manageAs(session, store, 'org create'), { name }),
      );
      printResult(session, { id }, id);
      if (!session.json) note(session, `Next: teller project create --org ${id} NAME`);
    });
}

function addList(org: Command, runtime: Runtime): void {
  org
    .command('list')
    .description('list organizations')
    .addHelpText('after', example('teller org list'))
    .action(async (_options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const records = await withStore(session, { create: false }, (store) =>
        store.listOrganizations(),
      );
      const orgs = records.map(viewOrganization);
      const rows = orgs.map(({ id, name, createdAt }) => [id, createdAt, name]);
      const table = formatTable(['ORGANIZATION', 'CREATED', 'NAME'], rows, session.stdout.columns);
      printResult(session, { orgs }, table);
    });
}
