import type { Command } from 'commander';

import { createProject } from '../../manage/projects.ts';
import { viewProject } from '../../manage/views.ts';
import type { ProjectRecord } from '../../store/records.ts';
import { RecordNotFoundError } from '../../store/errors.ts';
import type { Store } from '../../store/store.ts';
import { example } from '../example.ts';
import { manageAs } from '../management.ts';
import { readName, requireOption } from '../option-values.ts';
import { note, printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { formatTable } from '../table.ts';

/** Adds `teller project create` and `project list`. */
export function addProjectCommands(program: Command, runtime: Runtime): void {
  const project = program.command('project').description('projects of an organization');
  addCreate(project, runtime);
  addList(project, runtime);
}

function addCreate(project: Command, runtime: Runtime): void {
  project
    .command('create')
    .description('create a project and print its id')
    .argument('<name>', 'name of the project', readName)
    .option('--org <id>', 'the organization')
    .addHelpText('after', example('teller project create --org org_3f… "Treasury"'))
    .action(async (name: string, options: { org?: string }, command: Command) => {
      const orgId = requireOption(options.org, '--org <id>');
      const session = startSession(runtime, command.optsWithGlobals());
      const { id } = await withStore(session, { create: false }, (store) =>
        createProject(manageAs(session, store, 'project create'), { orgId, name }),
      );
      printResult(session, { id, orgId }, id);
      if (!session.json) {
        note(session, `Next: teller key create --project ${id}`);
        note(session, `      teller wallet add --project ${id} --exchange NAME`);
      }
    });
}

function addList(project: Command, runtime: Runtime): void {
  project
    .command('list')
    .description('list projects')
    .option('--org <id>', 'only projects of this organization')
    .addHelpText('after', example('teller project list', 'teller project list --org org_3f…'))
    .action(async (options: { org?: string }, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const records = await withStore(session, { create: false }, (store) =>
        listProjects(store, options.org),
      );
      const projects = records.map(viewProject);
      const rows = projects.map(({ id, orgId, name, createdAt }) => [id, orgId, createdAt, name]);
      const header = ['PROJECT', 'ORGANIZATION', 'CREATED', 'NAME'];
      printResult(session, { projects }, formatTable(header, rows, session.stdout.columns));
    });
}

async function listProjects(
  store: Store,
  orgId: string | undefined,
): Promise<readonly ProjectRecord[]> {
  const projects = await store.listProjects();
  if (orgId === undefined) return projects;
  const orgs = await store.listOrganizations();
  if (orgs.every(({ id }) => id !== orgId)) throw new RecordNotFoundError('organization', orgId);
  return projects.filter((each) => each.orgId === orgId);
}
