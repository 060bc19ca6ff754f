import { type Command, InvalidArgumentError, Option } from 'commander';

import { resolveName } from '../../compose/webhook-deliverer.ts';
import {
  DEFAULT_WEBHOOK_EVENTS,
  WEBHOOK_EVENT_NAMES,
  type WebhookEventName,
} from '../../domain/webhook.ts';
import { addWebhook, readWebhookStatus } from '../../manage/webhooks.ts';
import { example } from '../example.ts';
import { manageAs } from '../management.ts';
import { requireOption } from '../option-values.ts';
import { note, printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { describeWebhook } from '../webhook-view.ts';

interface AddOptions {
  readonly project?: string;
  readonly wallet: readonly string[];
  readonly events: readonly WebhookEventName[];
}

const WALLETS_MAX = 1000;

const EXPLANATION = `
Prints the secret with which the receiver verifies events (https://www.standardwebhooks.com); it is not shown again.
The receiver gets the events that happen from now on. "teller serve" and "teller sync" send them. The URL is not
secret: "webhook list" shows it.`;

/** Adds `teller webhook add`. */
export function addWebhookAddCommand(webhook: Command, runtime: Runtime): void {
  webhook
    .command('add')
    .description('add a receiver of events and print its secret once')
    .argument('<url>', 'where events are sent, https://…')
    .option('--project <id>', 'the project whose wallets it receives')
    .addOption(
      new Option('--wallet <id>', 'only this wallet; can be repeated')
        .argParser(collectWallet)
        .default([], 'all'),
    )
    .addOption(
      new Option('--events <names>', 'events, separated by commas')
        .argParser(readEvents)
        .default(DEFAULT_WEBHOOK_EVENTS, 'all except wallet.synced'),
    )
    .addHelpText('after', `\nEvents: ${WEBHOOK_EVENT_NAMES.join(', ')}`)
    .addHelpText('after', EXPLANATION)
    .addHelpText(
      'after',
      example('teller webhook add https://example.com/teller --project project_8c…'),
    )
    .action(async (url: string, options: AddOptions, command: Command) => {
      const projectId = requireOption(options.project, '--project <id>');
      const session = startSession(runtime, command.optsWithGlobals());
      const { events } = options;
      const walletIds = options.wallet.length === 0 ? null : [...new Set(options.wallet)];
      const targets = { allowed: session.config.webhookTargets, resolveName };
      const { status, secret } = await withStore(session, { create: false }, async (store) => {
        const context = manageAs(session, store, 'webhook add');
        const added = await addWebhook(context, targets, { projectId, url, events, walletIds });
        return { ...added, status: await readWebhookStatus(store, added.webhook.id) };
      });
      const { id } = status;
      printResult(session, { ...describeWebhook(status), secret }, secret);
      if (session.json) return;
      note(session, `Webhook ${id} sends ${events.join(', ')}. The secret is not shown again.`);
      note(session, `Next: teller webhook test ${id}`);
    });
}

function collectWallet(id: string, before: readonly string[]): readonly string[] {
  if (before.length === WALLETS_MAX) {
    throw new InvalidArgumentError(`It can be repeated ${WALLETS_MAX} times.`);
  }
  return [...before, id];
}

function readEvents(text: string): readonly WebhookEventName[] {
  const names = text.split(',').map((name) => name.trim());
  const known = WEBHOOK_EVENT_NAMES.filter((name) => names.includes(name));
  if (names.every((name) => known.some((event) => event === name))) return known;
  throw new InvalidArgumentError(`Known events: ${WEBHOOK_EVENT_NAMES.join(', ')}.`);
}
