import type { Command } from 'commander';

import { loadMasterKey } from '../../compose/load-master-key.ts';
import { createWebhookSender } from '../../compose/webhook-deliverer.ts';
import { openCredentials } from '../../domain/sealed-credentials.ts';
import { listSigningSecrets, readSecrets } from '../../domain/webhook-secrets.ts';
import { writeTestMessage } from '../../webhooks/webhook-payload.ts';
import { example } from '../example.ts';
import { CommandError } from '../failure.ts';
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
      const { url, secrets } = await withStore(session, { create: false }, async (store) => {
        const { url, credentials } = await store.readWebhook(id);
        const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
        const opened = readSecrets(openCredentials(credentials, id, masterKey));
        return { url, secrets: listSigningSecrets(opened, session.now()) };
      });
      const send = createWebhookSender(session.config, session.now);
      const message = writeTestMessage(id, session.now(), session.randomBytes);
      const result = await send({ url, secrets }, message, new AbortController().signal);
      if (!result.ok) {
        throw new CommandError(
          'webhook_failed',
          `the test event was not delivered: ${result.message}`,
        );
      }
      const { status } = result;
      printResult(
        session,
        { id, delivered: true, status },
        `Delivered: the receiver returned ${status}`,
      );
    });
}
