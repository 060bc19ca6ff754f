/** Creates the deliverer of webhooks, and the sender of single messages. */
import { lookup } from 'node:dns/promises';
import { randomBytes } from 'node:crypto';

import type { Config } from '../config/read-config.ts';
import { sealCredentials } from '../domain/sealed-credentials.ts';
import { readSecrets, writeSecrets } from '../domain/webhook-secrets.ts';
import type { Store } from '../store/store.ts';
import type { ResolveName } from '../webhooks/checked-lookup.ts';
import type { DelivererOptions } from '../webhooks/deliverer-options.ts';
import { createDnsResolver } from '../webhooks/dns-resolver.ts';
import { createSender, type SendWebhook } from '../webhooks/webhook-sender.ts';
import { createCredentialsOpener } from './credentials-opener.ts';
import { loadMasterKey } from './load-master-key.ts';

/** Delivers webhooks. */
export interface WebhookDeliverer {
  /** Delivers events as they become due, until the signal aborts. */
  run(): Promise<void>;
  /** Delivers all events that are due, and returns. */
  deliverDue(): Promise<void>;
}

/** Creates the deliverer. */
export async function createWebhookDeliverer(
  config: Config,
  parts: Pick<DelivererOptions, 'logger' | 'nowMs' | 'signal'> & { readonly store: Store },
): Promise<WebhookDeliverer> {
  const { deliverDue, runDeliverer } = await import('../webhooks/deliverer.ts');
  const { store, logger, nowMs, signal } = parts;
  const load = () => loadMasterKey(config, store, randomBytes);
  const openCredentials = createCredentialsOpener(await load(), load);
  const options: DelivererOptions = {
    store,
    logger,
    nowMs,
    signal,
    send: createWebhookSender(config, nowMs),
    openSecrets: async (sealed, endpointId) =>
      readSecrets(await openCredentials(sealed, endpointId)),
    sealSecrets: async (secrets, endpointId) =>
      sealCredentials(writeSecrets(secrets), endpointId, await load(), randomBytes),
    random: Math.random,
  };
  return {
    run: () => runDeliverer(options),
    deliverDue: () => deliverDue(options),
  };
}

/**
 * Returns how names of receivers are resolved: by DNS; if private addresses are allowed, by the system, which also knows the
 * names of this machine and its networks.
 */
export function createNameResolver({ webhookTargets }: Config): ResolveName {
  return webhookTargets.private
    ? (hostname) => lookup(hostname, { all: true })
    : createDnsResolver();
}

/** Creates the sender. */
export function createWebhookSender(config: Config, nowMs: () => number): SendWebhook {
  return createSender({
    allowed: config.webhookTargets,
    resolveName: createNameResolver(config),
    nowMs,
  });
}
