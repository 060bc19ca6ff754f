import { setTimeout as sleep } from 'node:timers/promises';

import { DEMO_CREDENTIALS } from '../../../simulator/demo-history.ts';
import { createId } from '../../domain/id.ts';
import type { MasterKey } from '../../domain/master-key.ts';
import type { Store } from '../../store/store.ts';
import type { CallerHeaders } from '../curl.ts';
import { CommandError } from '../failure.ts';
import { createApiKey, createWallet } from '../new-tenant-records.ts';
import type { Session } from '../runtime.ts';

const POLL_MS = 50;
const FIRST_SYNC_MS_MAX = 60_000;

/** Creates an organization, a project, a key and a wallet at the simulated exchange. */
export async function createDemoTenant(
  session: Session,
  store: Store,
  masterKey: MasterKey,
): Promise<CallerHeaders> {
  const { now, randomBytes } = session;
  const createdAtMs = now();
  const orgId = createId('org', randomBytes);
  const projectId = createId('project', randomBytes);
  await store.createOrganization({ id: orgId, name: 'Demo', createdAtMs });
  await store.createProject({ id: projectId, orgId, name: 'Demo', createdAtMs });
  const key = { projectId, label: 'demo', lifetimeMs: null };
  const { apiKey } = await createApiKey(session, store, masterKey, key);
  const wallet = { projectId, exchange: 'binance', label: 'demo', externalId: null };
  const added = { wallet, credentials: DEMO_CREDENTIALS };
  const walletId = await createWallet(session, store, masterKey, added);
  return { orgId, projectId, walletId, apiKey };
}

/**
 * Waits for the first synchronisation of the wallet, or until `stop` is aborted.
 *
 * @throws {CommandError} if it takes too long.
 */
export async function waitForFirstSync(
  store: Store,
  { walletId }: CallerHeaders,
  stop: AbortSignal,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < FIRST_SYNC_MS_MAX && !stop.aborted; waitedMs += POLL_MS) {
    const { lastSyncAtMs } = await store.readSyncState(walletId);
    if (lastSyncAtMs !== null) return;
    await sleep(POLL_MS, undefined, { signal: stop }).catch(() => undefined);
  }
  if (stop.aborted) return;
  const { failure } = await store.readSyncState(walletId);
  const reason = failure === null ? 'no error was recorded' : failure.message;
  throw new CommandError(
    'demo_not_synced',
    `the sample wallet was not synchronised: ${reason}; start the demo again`,
  );
}
