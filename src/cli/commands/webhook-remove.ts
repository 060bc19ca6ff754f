import type { Command } from 'commander';

import { removeWebhook } from '../../manage/webhooks.ts';
import { example } from '../example.ts';
import { manageAs } from '../management.ts';
import { printResult, startSession, withStore, type Runtime } from '../runtime.ts';

/** Adds `teller webhook remove`. */
export function addWebhookRemoveCommand(webhook: Command, runtime: Runtime): void {
  webhook
    .command('remove')
    .description('remove a webhook with its undelivered events')
    .argument('<id>', 'the webhook')
    .addHelpText('after', example('teller webhook remove webhook_5d…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      await withStore(session, { create: false }, (store) =>
        removeWebhook(manageAs(session, store, 'webhook remove'), id),
      );
      printResult(session, { id, removed: true }, `Removed ${id}`);
    });
}
