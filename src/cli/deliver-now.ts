/** Delivers webhooks immediately, for commands that do not run on. */
import { loadMasterKey } from '../compose/load-master-key.ts';
import { createWebhookDeliverer } from '../compose/webhook-deliverer.ts';
import type { Store } from '../store/store.ts';
import type { Session } from './runtime.ts';
import { createNoteLogger } from './sync-now.ts';

/** Delivers the webhooks that are due; a failed one is retried by a later run. */
export async function deliverNow(
  session: Session,
  store: Store,
  signal: AbortSignal,
): Promise<void> {
  if ((await store.listWebhooks()).length === 0) return;
  const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
  const deliverer = await createWebhookDeliverer(session.config, {
    store,
    masterKey,
    logger: createNoteLogger(session),
    nowMs: session.now,
    signal,
  });
  await deliverer.deliverDue();
}
