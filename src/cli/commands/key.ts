import type { Command } from 'commander';

import { createApiKey, type Expiry, revokeApiKey } from '../../manage/api-keys.ts';
import { viewApiKey } from '../../manage/views.ts';
import type { ApiKeyRecord } from '../../store/records.ts';
import { example } from '../example.ts';
import { manageAs } from '../management.ts';
import { readLifetime, readName, requireOption } from '../option-values.ts';
import { requireWalletsOf } from '../require-wallets.ts';
import { printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { noteNewKey, readKeyId } from '../secret-key.ts';
import { formatTable } from '../table.ts';

interface CreateOptions {
  readonly project?: string;
  readonly wallet?: string;
  readonly expires?: Expiry;
  readonly label?: string;
}

/** Adds `teller key create`, `key list` and `key revoke`. */
export function addKeyCommands(program: Command, runtime: Runtime): void {
  const key = program.command('key').description('API keys of a project');
  addCreate(key, runtime);
  addList(key, runtime);
  addRevoke(key, runtime);
}

function addCreate(keys: Command, runtime: Runtime): void {
  keys
    .command('create')
    .description('create an API key and print it once')
    .option('--project <id>', 'the project to which the key gives access')
    .option('--wallet <id>', 'the only wallet that the key reads')
    .option('--expires <time>', 'the lifetime of the key: 12h, 90d, 2w, 1y or never', readLifetime)
    .option('--label <text>', 'a description of the key', readName)
    .addHelpText(
      'after',
      example(
        'teller key create --project project_8c… --expires 90d',
        'teller key create --project project_8c… --wallet wallet_f0…',
      ),
    )
    .action(async (options: CreateOptions, command: Command) => {
      const projectId = requireOption(options.project, '--project <id>');
      const session = startSession(runtime, command.optsWithGlobals());
      const { label = null, expires = 'never', wallet: walletId } = options;
      const key = { projectId, walletId, label, expires };
      const created = await withStore(session, { create: false }, async (store) => {
        if (walletId !== undefined) await requireWalletsOf(store, projectId, [walletId]);
        return createApiKey(manageAs(session, store, 'key create'), key);
      });
      const { id, apiKey } = created;
      printResult(session, { id, apiKey }, apiKey);
      noteNewKey(session, 'Key', created);
    });
}

function addList(key: Command, runtime: Runtime): void {
  key
    .command('list')
    .description('list API keys, without their secrets')
    .option('--project <id>', 'only keys of this project')
    .addHelpText('after', example('teller key list --project project_8c…'))
    .action(async (options: { project?: string }, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const records = await withStore(session, { create: false }, async (store) => {
        if (options.project !== undefined) await store.readProject(options.project);
        return store.listApiKeys({ ...(options.project && { projectId: options.project }) });
      });
      const keys = records.map((record) => describeKey(record, session.now()));
      const rows = keys.map((row) => [
        row.id,
        row.projectId,
        row.walletId ?? 'all',
        row.state,
        row.createdAt,
        row.expiresAt ?? 'never',
        row.label ?? '',
      ]);
      const header = ['KEY', 'PROJECT', 'WALLETS', 'STATE', 'CREATED', 'EXPIRES', 'LABEL'];
      printResult(session, { keys }, formatTable(header, rows, session.stdout.columns));
    });
}

function addRevoke(key: Command, runtime: Runtime): void {
  key
    .command('revoke')
    .description('revoke an API key immediately and permanently')
    .argument('<id>', 'the key, key_… (the part before the dot)')
    .addHelpText('after', example('teller key revoke key_51…'))
    .action(async (argument: string, _options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const id = readKeyId(argument);
      await withStore(session, { create: false }, (store) =>
        revokeApiKey(manageAs(session, store, 'key revoke'), id),
      );
      printResult(session, { id, revoked: true }, `Revoked ${id}`);
    });
}

function describeKey(record: ApiKeyRecord, nowMs: number) {
  const { id, ...fields } = viewApiKey(record, nowMs);
  return { id, orgId: record.orgId, ...fields };
}
