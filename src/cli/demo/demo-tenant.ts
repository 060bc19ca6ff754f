import { setTimeout as sleep } from 'node:timers/promises';

import { DEMO_CREDENTIALS } from '../../../simulator/demo-history.ts';
import { createApiKey } from '../../manage/api-keys.ts';
import type { ManageContext } from '../../manage/context.ts';
import { requireExchangeProfile } from '../../manage/exchanges.ts';
import { createOrganization } from '../../manage/organizations.ts';
import { createProject } from '../../manage/projects.ts';
import { addWallet } from '../../manage/wallets.ts';
import type { Store } from '../../store/store.ts';
import type { CallerHeaders } from '../curl.ts';
import { CommandError, UsageError } from '../failure.ts';

/** The name of the organization and of the project of a demo. */
const NAME = 'Demo';
const POLL_MS = 50;
const FIRST_SYNC_MS_MAX = 60_000;

/**
 * Refuses a database with real wallets: the simulated exchange does not know their keys, so they would be stopped.
 *
 * @throws {UsageError}
 */
export async function refuseOtherTenants(store: Store): Promise<void> {
  const organizations = await store.listOrganizations();
  if (organizations.every(({ name }) => name === NAME)) return;
  throw new UsageError(
    'the database has other organizations than those of demos: omit --database, or name a new file',
  );
}

/** Creates an organization, a project, a key and a wallet at the simulated exchange. */
export async function createDemoTenant(context: ManageContext): Promise<CallerHeaders> {
  const { id: orgId } = await createOrganization(context, { name: NAME });
  const { id: projectId } = await createProject(context, { orgId, name: NAME });
  const { apiKey } = await createApiKey(context, { projectId, label: 'demo', expires: 'never' });
  const wallet = { projectId, label: 'demo', externalId: null };
  const key = { exchange: requireExchangeProfile('binance'), credentials: DEMO_CREDENTIALS };
  const added = await addWallet(context, wallet, key, { checkKey: undefined });
  return { orgId, projectId, walletId: added.wallet.id, apiKey };
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
