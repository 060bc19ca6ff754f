import type { Command } from 'commander';

import { formatInstant } from '../../domain/instant.ts';
import { viewDisabling } from '../../manage/views.ts';
import { enableWebhook, readWebhookStatus } from '../../manage/webhooks.ts';
import { example } from '../example.ts';
import { manageAs } from '../management.ts';
import { note, printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { describeWebhook } from '../webhook-view.ts';

const EXPLANATION = `
The receiver gets the events that happen from now on. The events that were undelivered when the webhook was disabled,
and all events since, are lost: the receiver reads what it has missed from the HTTP API.`;

/** Adds `teller webhook enable`. */
export function addWebhookEnableCommand(webhook: Command, runtime: Runtime): void {
  webhook
    .command('enable')
    .description('send events to a disabled webhook again')
    .argument('<id>', 'the webhook')
    .addHelpText('after', EXPLANATION)
    .addHelpText('after', example('teller webhook enable webhook_5d…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const { disabled, enabled } = await withStore(session, { create: false }, async (store) => {
        const context = manageAs(session, store, 'webhook enable');
        const disabled = await enableWebhook(context, id);
        return { disabled, enabled: describeWebhook(await readWebhookStatus(store, id)) };
      });
      const result = { ...enabled, wasDisabled: viewDisabling(disabled) };
      if (disabled === null) {
        printResult(session, result, `${id} was not disabled; nothing was changed`);
        return;
      }
      printResult(session, result, `Enabled ${id}`);
      if (session.json) return;
      const at = formatInstant(disabled.atMs);
      note(
        session,
        `Lost: the events that were undelivered when it was disabled at ${at}, and all events since. ` +
          'Read what the receiver has missed from the HTTP API.',
      );
      note(session, `Next: teller webhook test ${id}`);
    });
}
