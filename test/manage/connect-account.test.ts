/** Connect sessions in this process, whose settings change while a session is open. */
import { randomBytes } from 'node:crypto';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { createId } from '../../src/domain/id.ts';
import {
  cancelSession,
  connectAccount,
  type ConnectContext,
  readSession,
} from '../../src/manage/connect-account.ts';
import { createConnectSession } from '../../src/manage/connect-sessions.ts';
import type { Store } from '../../src/store/store.ts';
import { MASTER_KEY, NOW_MS } from '../http/service-harness.ts';
import { openMigratedStore } from '../store/migrated-sqlite.ts';
import { makeTemporaryDatabase } from '../store/temporary-database.ts';

const ORIGIN = 'https://product.example';
const ACCOUNT = {
  exchange: 'binance',
  credentials: { apiKey: 'binance-api-key', secret: 'binance-secret' },
};
const ACCEPTED = { permissions: undefined, permissionsError: undefined, error: undefined };

let store: Store;
let context: ConnectContext;
let projectId = '';
let remove = (): void => undefined;

beforeEach(async () => {
  const database = makeTemporaryDatabase();
  ({ remove } = database);
  store = await openMigratedStore({ path: database.path });
  context = {
    store,
    now: () => NOW_MS,
    randomBytes,
    loadMasterKey: async () => MASTER_KEY,
    checkKey: async () => ACCEPTED,
    exchangeAddresses: [],
    returnOrigins: [ORIGIN],
  };
  const orgId = createId('org', randomBytes);
  projectId = createId('project', randomBytes);
  await store.createOrganization({ id: orgId, name: 'o', createdAtMs: NOW_MS });
  await store.createProject({ id: projectId, orgId, name: 'p', createdAtMs: NOW_MS });
});
afterEach(async () => {
  await store.close();
  remove();
});

/** Creates a session and returns its token. */
async function createSession(): Promise<string> {
  const { url } = await createConnectSession(
    { ...context, actor: { kind: 'command', id: 'test' } },
    { publicUrl: 'https://teller.example', returnOrigins: [ORIGIN] },
    {
      projectId,
      exchange: null,
      externalId: null,
      label: null,
      walletId: null,
      returnUrl: `${ORIGIN}/done`,
      lifetimeMs: 60_000,
    },
  );
  return url.split('#')[1]!;
}

it('leads to no origin that the operator does not allow any more', async () => {
  const token = await createSession();
  expect((await readSession(context, token)).returnOrigin).toBe(ORIGIN);
  const later = { ...context, returnOrigins: ['https://other.example'] };
  expect((await readSession(later, token)).returnOrigin).toBeNull();
  expect(await cancelSession(later, token)).toEqual({ returnUrl: null });
});

it('connects an account once if two sessions check its key at the same time', async () => {
  const both = Promise.withResolvers<void>();
  let checks = 0;
  const racing: ConnectContext = {
    ...context,
    checkKey: async () => {
      checks += 1;
      if (checks === 2) both.resolve();
      await both.promise;
      return ACCEPTED;
    },
  };
  const tokens = [await createSession(), await createSession()];
  const results = await Promise.allSettled(
    tokens.map((token) => connectAccount(racing, token, ACCOUNT)),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({ reason: { code: 'already_connected' } });
  expect(await store.listWallets()).toHaveLength(1);
});
