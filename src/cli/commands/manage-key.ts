import type { Command } from 'commander';

import type { Expiry } from '../../manage/api-keys.ts';
import { createManagementKey, revokeManagementKey } from '../../manage/manage-keys.ts';
import { viewManagementKey } from '../../manage/views.ts';
import { example } from '../example.ts';
import { manageAs } from '../management.ts';
import { readLifetime, readName } from '../option-values.ts';
import { printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { noteNewKey, readKeyId } from '../secret-key.ts';
import { formatTable } from '../table.ts';

interface CreateOptions {
  readonly project?: string;
  readonly expires?: Expiry;
  readonly label?: string;
}

const EXPLANATION = `
A management key is for programs of the operator. It can add and remove wallets, and create API keys.
Without --project it is for the whole installation.`;

/** Adds `teller manage-key create`, `manage-key list` and `manage-key revoke`. */
export function addManageKeyCommands(program: Command, runtime: Runtime): void {
  const key = program.command('manage-key').description('keys of the management API');
  addCreate(key, runtime);
  addList(key, runtime);
  addRevoke(key, runtime);
}

function addCreate(keys: Command, runtime: Runtime): void {
  keys
    .command('create')
    .description('create a management key and print it once')
    .option('--project <id>', 'the only project that the key can see and change')
    .option('--expires <time>', 'the lifetime of the key: 12h, 90d, 2w, 1y or never', readLifetime)
    .option('--label <text>', 'a description of the key', readName)
    .addHelpText('after', EXPLANATION)
    .addHelpText('after', example('teller manage-key create --project project_8c… --expires 90d'))
    .action(async (options: CreateOptions, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const { project: projectId = null, label = null, expires = 'never' } = options;
      const created = await withStore(session, { create: false }, (store) =>
        createManagementKey(manageAs(session, store, 'manage-key create'), {
          projectId,
          label,
          expires,
        }),
      );
      const { id, manageKey } = created;
      printResult(session, { id, manageKey }, manageKey);
      noteNewKey(session, 'Management key', created);
    });
}

function addList(key: Command, runtime: Runtime): void {
  key
    .command('list')
    .description('list management keys, without their secrets')
    .option('--project <id>', 'only keys of this project')
    .addHelpText('after', example('teller manage-key list'))
    .action(async (options: { project?: string }, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const records = await withStore(session, { create: false }, async (store) => {
        if (options.project !== undefined) await store.readProject(options.project);
        return store.listManagementKeys(options.project);
      });
      const keys = records.map((record) => viewManagementKey(record, session.now()));
      const rows = keys.map((row) => [
        row.id,
        row.projectId ?? 'all',
        row.state,
        row.createdAt,
        row.expiresAt ?? 'never',
        row.label ?? '',
      ]);
      const header = ['MANAGEMENT KEY', 'PROJECT', 'STATE', 'CREATED', 'EXPIRES', 'LABEL'];
      printResult(session, { keys }, formatTable(header, rows, session.stdout.columns));
    });
}

function addRevoke(key: Command, runtime: Runtime): void {
  key
    .command('revoke')
    .description('revoke a management key immediately and permanently')
    .argument('<id>', 'the key, mkey_… (the part before the dot)')
    .addHelpText('after', example('teller manage-key revoke mkey_2c…'))
    .action(async (argument: string, _options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const id = readKeyId(argument);
      await withStore(session, { create: false }, (store) =>
        revokeManagementKey(manageAs(session, store, 'manage-key revoke'), id),
      );
      printResult(session, { id, revoked: true }, `Revoked ${id}`);
    });
}
