import { setTimeout as sleep } from 'node:timers/promises';

import { DEMO_CREDENTIALS } from '../../../simulator/demo-history.ts';
import { mintApiKey } from '../../domain/api-key.ts';
import { createId } from '../../domain/id.ts';
import type { MasterKey } from '../../domain/master-key.ts';
import { sealCredentials } from '../../domain/sealed-credentials.ts';
import type { Store } from '../../store/store.ts';
import type { CallerHeaders } from '../curl.ts';
import { CommandError } from '../failure.ts';
import type { Session } from '../runtime.ts';

const POLL_MS = 50;
const FIRST_SYNC_MS_MAX = 60_000;

/** Creates an organization, a project, a key and a wallet at the simulated exchange. */
export async function createDemoTenant(
  { now, randomBytes }: Session,
  store: Store,
  masterKey: MasterKey,
): Promise<CallerHeaders> {
  const createdAtMs = now();
  const orgId = createId('org', randomBytes);
  const projectId = createId('project', randomBytes);
  const walletId = createId('wallet', randomBytes);
  const { id, apiKey, hash } = mintApiKey(masterKey, randomBytes);
  await store.createOrganization({ id: orgId, name: 'Demo', createdAtMs });
  await store.createProject({ id: projectId, orgId, name: 'Demo', createdAtMs });
  const expiresAtMs = null;
  await store.createApiKey({ id, projectId, label: 'demo', hash, createdAtMs, expiresAtMs });
  const wallet = { id: walletId, projectId, exchange: 'binance', label: 'demo', account: null };
  const sealed = sealCredentials(DEMO_CREDENTIALS, walletId, masterKey, randomBytes);
  await store.addWallet({ ...wallet, createdAtMs }, sealed);
  return { orgId, projectId, walletId, apiKey };
}

/** Waits for the first synchronisation of the wallet. @throws {CommandError} if it takes too long. */
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
  throw new CommandError('demo_not_synced', `the sample wallet was not synchronised: ${reason}`);
}
