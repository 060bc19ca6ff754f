import { type Command, InvalidArgumentError, Option } from 'commander';

import { createNameResolver, createWebhookSender } from '../../compose/webhook-deliverer.ts';
import { HOUR_MS } from '../../domain/duration.ts';
import { formatInstant } from '../../domain/instant.ts';
import { SECRET_OVERLAP_MS } from '../../domain/webhook-secrets.ts';
import {
  DEFAULT_WEBHOOK_EVENTS,
  WEBHOOK_EVENT_NAMES,
  type WebhookEventName,
} from '../../domain/webhook.ts';
import { viewDisabling } from '../../manage/views.ts';
import {
  addWebhook,
  enableWebhook,
  readWebhookStatus,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '../../manage/webhooks.ts';
import { example } from '../example.ts';
import { manageAs } from '../management.ts';
import { requireOption } from '../option-values.ts';
import { requireWalletsOf } from '../require-wallets.ts';
import { note, printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { describeWebhook, formatWebhooks } from '../webhook-view.ts';

interface AddOptions {
  readonly project?: string;
  readonly wallet: readonly string[];
  readonly events: readonly WebhookEventName[];
}

const WALLETS_MAX = 1000;

const ADD_EXPLANATION = `
Prints the secret with which the receiver verifies events (https://www.standardwebhooks.com); it is not shown again.
The receiver gets the events that happen from now on. "teller serve" and "teller sync" send them. The URL is not
secret: "webhook list" shows it.`;

const ENABLE_EXPLANATION = `
The receiver gets the events that happen from now on. The events that were undelivered when the webhook was disabled,
and all events since, are lost: the receiver reads what it has missed from the HTTP API.`;

const ROTATION_EXPLANATION = `
Prints the new secret; it is not shown again. For ${SECRET_OVERLAP_MS / HOUR_MS} hours, each event has two signatures, by the new and by the
previous secret: replace the secret of the receiver in this time. Then the previous secret is removed. A second
rotation within this time removes it immediately.`;

/** Adds the commands of `teller webhook`. */
export function addWebhookCommands(program: Command, runtime: Runtime): void {
  const webhook = program
    .command('webhook')
    .description('signed events to the servers of a project (docs/webhooks.md)');
  addAdd(webhook, runtime);
  addList(webhook, runtime);
  addTest(webhook, runtime);
  addEnable(webhook, runtime);
  addRotateSecret(webhook, runtime);
  addRemove(webhook, runtime);
}

function addAdd(webhook: Command, runtime: Runtime): void {
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
    .addHelpText('after', ADD_EXPLANATION)
    .addHelpText(
      'after',
      example('teller webhook add https://example.com/teller --project project_8c…'),
    )
    .action(async (url: string, options: AddOptions, command: Command) => {
      const projectId = requireOption(options.project, '--project <id>');
      const session = startSession(runtime, command.optsWithGlobals());
      const { events } = options;
      const walletIds = options.wallet.length === 0 ? null : [...new Set(options.wallet)];
      const { config } = session;
      const targets = { allowed: config.webhookTargets, resolveName: createNameResolver(config) };
      const { status, secret } = await withStore(session, { create: false }, async (store) => {
        if (walletIds !== null) await requireWalletsOf(store, projectId, walletIds);
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

function addList(webhook: Command, runtime: Runtime): void {
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

function addTest(webhook: Command, runtime: Runtime): void {
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

function addEnable(webhook: Command, runtime: Runtime): void {
  webhook
    .command('enable')
    .description('send events to a disabled webhook again')
    .argument('<id>', 'the webhook')
    .addHelpText('after', ENABLE_EXPLANATION)
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

function addRotateSecret(webhook: Command, runtime: Runtime): void {
  webhook
    .command('rotate-secret')
    .description('replace the secret of a webhook and print the new one once')
    .argument('<id>', 'the webhook')
    .addHelpText('after', ROTATION_EXPLANATION)
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

function addRemove(webhook: Command, runtime: Runtime): void {
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
