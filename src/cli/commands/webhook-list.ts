import type { Command } from 'commander';

import { example } from '../example.ts';
import { printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { describeWebhook, formatWebhooks } from '../webhook-view.ts';

/** Adds `teller webhook list`. */
export function addWebhookListCommand(webhook: Command, runtime: Runtime): void {
  webhook
    .command('list')
    .description('list webhooks and the state of their deliveries, without secrets')
    .option('--project <id>', 'only webhooks of this project')
    .addHelpText('after', example('teller webhook list'))
    .action(async (options: { project?: string }, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const filter = options.project === undefined ? {} : { projectId: options.project };
      const webhooks = await withStore(session, { create: false }, async (store) => {
        if (options.project !== undefined) await store.readProject(options.project);
        return store.listWebhooks(filter);
      });
      const text = formatWebhooks(webhooks, session.now(), session.stdout.columns);
      printResult(session, { webhooks: webhooks.map(describeWebhook) }, text);
    });
}
