import type { Command } from 'commander';

import { createWebhookSender } from '../../compose/webhook-deliverer.ts';
import { testWebhook } from '../../manage/webhooks.ts';
import { example } from '../example.ts';
import { manageAs } from '../management.ts';
import { printResult, startSession, withStore, type Runtime } from '../runtime.ts';

/** Adds `teller webhook test`. */
export function addWebhookTestCommand(webhook: Command, runtime: Runtime): void {
  webhook
    .command('test')
    .description('send a signed event of the type webhook.test now, once')
    .argument('<id>', 'the webhook')
    .addHelpText('after', example('teller webhook test webhook_5d…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const send = createWebhookSender(session.config, session.now);
      const status = await withStore(session, { create: false }, (store) =>
        testWebhook(manageAs(session, store, 'webhook test'), send, id),
      );
      printResult(
        session,
        { id, delivered: true, status },
        `Delivered: the receiver returned ${status}`,
      );
    });
}
