import { type Command, InvalidArgumentError, Option } from 'commander';

import { loadMasterKey } from '../../compose/load-master-key.ts';
import { resolveName } from '../../compose/webhook-deliverer.ts';
import { createId } from '../../domain/id.ts';
import { sealCredentials } from '../../domain/sealed-credentials.ts';
import {
  DEFAULT_WEBHOOK_EVENTS,
  WEBHOOK_EVENT_NAMES,
  type WebhookEventName,
} from '../../domain/webhook.ts';
import { createSecrets, writeSecrets } from '../../domain/webhook-secrets.ts';
import { resolveAllowed } from '../../webhooks/checked-lookup.ts';
import {
  type AllowedTargets,
  EndpointRefusedError,
  parseEndpointUrl,
} from '../../webhooks/endpoint-url.ts';
import { example } from '../example.ts';
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
    .action(async (text: string, options: AddOptions, command: Command) => {
      const projectId = requireOption(options.project, '--project <id>');
      const session = startSession(runtime, command.optsWithGlobals());
      const { events } = options;
      const walletIds = options.wallet.length === 0 ? null : [...new Set(options.wallet)];
      const url = await checkUrl(text, session.config.webhookTargets);
      const id = createId('webhook', session.randomBytes);
      const secrets = createSecrets(session.randomBytes);
      const secret = secrets.current;
      const added = await withStore(session, { create: false }, async (store) => {
        const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
        const sealed = sealCredentials(writeSecrets(secrets), id, masterKey, session.randomBytes);
        const createdAtMs = session.now();
        await store.addWebhook({ id, projectId, url, events, walletIds, createdAtMs }, sealed);
        const webhooks = await store.listWebhooks({ projectId });
        return webhooks.filter((webhook) => webhook.id === id).map(describeWebhook);
      });
      printResult(session, { ...added[0], secret }, secret);
      if (session.json) return;
      note(session, `Webhook ${id} sends ${events.join(', ')}. The secret is not shown again.`);
      note(session, `Next: teller webhook test ${id}`);
    });
}

/** Returns the URL in its normal form. A name that cannot be resolved now is accepted. */
async function checkUrl(text: string, allowed: AllowedTargets): Promise<string> {
  const url = parseEndpointUrl(text, allowed);
  try {
    await resolveAllowed(resolveName, allowed, url.hostname);
  } catch (error) {
    if (error instanceof EndpointRefusedError) throw error;
  }
  return url.href;
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
