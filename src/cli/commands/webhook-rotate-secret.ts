import type { Command } from 'commander';

import { formatInstant } from '../../domain/instant.ts';
import { HOUR_MS } from '../../domain/duration.ts';
import { SECRET_OVERLAP_MS } from '../../domain/webhook-secrets.ts';
import { rotateWebhookSecret } from '../../manage/webhooks.ts';
import { example } from '../example.ts';
import { manageAs } from '../management.ts';
import { note, printResult, startSession, withStore, type Runtime } from '../runtime.ts';

const EXPLANATION = `
Prints the new secret; it is not shown again. For ${SECRET_OVERLAP_MS / HOUR_MS} hours, each event has two signatures, by the new and by the
previous secret: replace the secret of the receiver in this time. Then the previous secret is removed. A second
rotation within this time removes it immediately.`;

/** Adds `teller webhook rotate-secret`. */
export function addWebhookRotateSecretCommand(webhook: Command, runtime: Runtime): void {
  webhook
    .command('rotate-secret')
    .description('replace the secret of a webhook and print the new one once')
    .argument('<id>', 'the webhook')
    .addHelpText('after', EXPLANATION)
    .addHelpText('after', example('teller webhook rotate-secret webhook_5d…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const { secret, previousUntilMs } = await withStore(session, { create: false }, (store) =>
        rotateWebhookSecret(manageAs(session, store, 'webhook rotate-secret'), id),
      );
      const until = formatInstant(previousUntilMs);
      printResult(session, { id, secret, previousSecretUntil: until }, secret);
      if (session.json) return;
      note(session, `Until ${until}, events are signed with the previous secret, too.`);
      note(session, `The new secret is not shown again. Replace it at the receiver of ${id}.`);
    });
}
