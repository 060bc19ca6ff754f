import type { Command } from 'commander';

import { loadMasterKey } from '../../compose/load-master-key.ts';
import { HOUR_MS } from '../../domain/duration.ts';
import { openCredentials, sealCredentials } from '../../domain/sealed-credentials.ts';
import {
  readSecrets,
  rotateSecret,
  SECRET_OVERLAP_MS,
  type WebhookSecrets,
  writeSecrets,
} from '../../domain/webhook-secrets.ts';
import type { Store } from '../../store/store.ts';
import { example } from '../example.ts';
import { CommandError } from '../failure.ts';
import { formatInstant } from '../format.ts';
import {
  note,
  printResult,
  type Session,
  startSession,
  withStore,
  type Runtime,
} from '../runtime.ts';

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
      const { current: secret, previous } = await withStore(session, { create: false }, (store) =>
        replaceSecret(session, store, id),
      );
      const until = formatInstant(previous?.untilMs ?? session.now());
      printResult(session, { id, secret, previousSecretUntil: until }, secret);
      if (session.json) return;
      note(session, `Until ${until}, events are signed with the previous secret, too.`);
      note(session, `The new secret is not shown again. Replace it at the receiver of ${id}.`);
    });
}

async function replaceSecret(session: Session, store: Store, id: string): Promise<WebhookSecrets> {
  const { randomBytes } = session;
  const { credentials } = await store.readWebhook(id);
  const masterKey = await loadMasterKey(session.config, store, randomBytes);
  const secrets = readSecrets(openCredentials(credentials, id, masterKey));
  const next = rotateSecret(secrets, session.now(), randomBytes);
  const sealed = sealCredentials(writeSecrets(next), id, masterKey, randomBytes);
  if (!(await store.replaceWebhookSecret({ endpointId: id, ...credentials }, sealed))) {
    const message = `the webhook ${id} was changed by another process; repeat the command`;
    throw new CommandError('webhook_changed', message);
  }
  return next;
}
