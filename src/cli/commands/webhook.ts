import type { Command } from 'commander';

import type { Runtime } from '../runtime.ts';
import { addWebhookAddCommand } from './webhook-add.ts';
import { addWebhookEnableCommand } from './webhook-enable.ts';
import { addWebhookListCommand } from './webhook-list.ts';
import { addWebhookRemoveCommand } from './webhook-remove.ts';
import { addWebhookRotateSecretCommand } from './webhook-rotate-secret.ts';
import { addWebhookTestCommand } from './webhook-test.ts';

/** Adds the commands of `teller webhook`. */
export function addWebhookCommands(program: Command, runtime: Runtime): void {
  const webhook = program
    .command('webhook')
    .description('signed events to the servers of a project (docs/webhooks.md)');
  addWebhookAddCommand(webhook, runtime);
  addWebhookListCommand(webhook, runtime);
  addWebhookTestCommand(webhook, runtime);
  addWebhookEnableCommand(webhook, runtime);
  addWebhookRotateSecretCommand(webhook, runtime);
  addWebhookRemoveCommand(webhook, runtime);
}
