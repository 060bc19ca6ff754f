import { expect, it } from 'vitest';

import { MOVES_MAX } from '../../src/store/rules/walk.ts';
import { sql } from '../../src/store/sql/query.ts';
import { numberOf } from '../../src/store/statements/written-wallet.ts';
import type { Store } from '../../src/store/store.ts';
import type { WebhookFilter } from '../../src/store/webhooks.ts';
import {
  CREDENTIALS,
  keyOf,
  listFailed,
  listPage,
  makeBalance,
  makeTransaction,
  makeWallet,
  makeWindow,
  T0,
} from './contract/fixtures.ts';
import { importRows } from './contract/import-fixtures.ts';
import { SECRET } from './contract/webhook-fixtures.ts';
import {
  A,
  ACCOUNT,
  B,
  beginRequest,
  LATER,
  makeFileRows,
  moveTransaction,
  openTenants,
  readRows,
  RESPONSE,
  type Tenant,
  withLease,
} from './two-tenants.ts';

const DUE = { source: 'deposits', nowMs: LATER, limit: 100 };
const SEALED_AGAIN = { keyId: 'mk_1', sealed: new Uint8Array([9, 9]) };
const FAILURE = { code: 'exchange_unavailable', message: 'm', atMs: LATER };

/** Changes of one tenant, in their order; each one changes something. */
const CHANGES: Readonly<Record<string, (store: Store, tenant: Tenant) => Promise<unknown>>> = {
  'recordDelivery of the events': async (store, { webhook }) => {
    for (const nowMs of [LATER, LATER + 1]) {
      const claimed = { nowMs, untilMs: LATER + 1000, endpointId: webhook };
      const delivery = await store.claimDelivery(claimed);
      const { readToNo } = await store.readPendingEvents(delivery!, delivery!.deliveredNo, 100);
      const progress = { deliveredNo: readToNo, untilMs: null, dueAtMs: LATER, failure: null };
      await store.recordDelivery(delivery!, progress);
    }
  },
  recordRightsChecked: (store, { wallet }) =>
    withLease(store, wallet, (lease) => store.recordRightsChecked(lease)),
  'changeWallet: label': (store, { wallet }) => store.changeWallet(wallet, { label: 'new' }, LATER),
  'changeWallet: external id': (store, { wallet }) =>
    store.changeWallet(wallet, { externalId: 'new' }, LATER),
  'changeWallet: paused': (store, { wallet }) =>
    store.changeWallet(wallet, { paused: true }, LATER),
  'changeWallet: continued': (store, { wallet }) =>
    store.changeWallet(wallet, { paused: false }, LATER),
  makeWalletDue: (store, { wallet }) => store.makeWalletDue(wallet, LATER - 1),
  'recordWindow of a row that was unreadable': (store, { wallet }) =>
    withLease(store, wallet, (lease) =>
      store.recordWindow(
        lease,
        makeWindow({ transactions: [makeTransaction('tx_3')], mappedKeys: ['bad'] }),
      ),
    ),
  recordBalances: (store, { wallet }) =>
    withLease(store, wallet, (lease) =>
      store.recordBalances(lease, {
        readAtMs: LATER,
        balances: [makeBalance('ETH')],
        quarantined: [],
      }),
    ),
  'recordWindow of the first row': (store, { newWallet }) =>
    withLease(store, newWallet, (lease) =>
      store.recordWindow(lease, makeWindow({ transactions: [makeTransaction('tx_1')] })),
    ),
  recordOutcome: (store, { wallet }) =>
    withLease(store, wallet, (lease) =>
      store.recordOutcome(lease, {
        nextRunAtMs: LATER + 1,
        syncedAtMs: LATER,
        historyComplete: true,
      }),
    ),
  'recordOutcome of a failure': (store, { wallet }) =>
    withLease(store, wallet, (lease) =>
      store.recordOutcome(lease, { nextRunAtMs: LATER + 2, failure: FAILURE }),
    ),
  'recordOutcome of a recovery': (store, { wallet }) =>
    withLease(store, wallet, (lease) =>
      store.recordOutcome(lease, { nextRunAtMs: LATER + 3, syncedAtMs: LATER }),
    ),
  'recordWindow of an earlier time': (store, { wallet, atMs }) =>
    withLease(store, wallet, (lease) =>
      moveTransaction(store, lease, makeTransaction('tx_1', { timestampMs: atMs - 20 })),
    ),
  'recordWindow of an earlier time, after very many others': async (store, { wallet, atMs }) => {
    await store.database.change(sql`UPDATE wallet_content SET last_move_no = ${2 * MOVES_MAX}
      WHERE wallet_no = ${numberOf(wallet)}`);
    await withLease(store, wallet, (lease) =>
      moveTransaction(store, lease, makeTransaction('tx_2', { timestampMs: atMs - 30 })),
    );
  },
  'recordWindow of a row that is unreadable again': (store, { wallet, atMs }) =>
    withLease(store, wallet, (lease) =>
      store.recordWindow(
        lease,
        makeWindow({
          window: { fromMs: T0, toMs: LATER },
          completeFromMs: T0 + 500,
          quarantineDueAtMs: LATER + 7,
          quarantined: [{ key: 'worse', source: 'deposits', raw: wallet, reason: 'no time' }],
          readAtMs: atMs,
        }),
      ),
    ),
  removeCoverage: (store, { wallet, atMs }) =>
    withLease(store, wallet, (lease) =>
      store.removeCoverage(lease, 'deposits', { fromMs: atMs + 400, toMs: atMs + 500 }),
    ),
  'makeWalletDue to read its history again': (store, { wallet, atMs }) =>
    store.makeWalletDue(wallet, LATER, atMs + 200),
  'makeWalletDue to read all of its history again': (store, { wallet }) =>
    store.makeWalletDue(wallet, LATER, 0),
  addCoverage: (store, { wallet, atMs }) =>
    withLease(store, wallet, (lease) =>
      store.addCoverage(lease, {
        source: 'deposits',
        fromMs: atMs + 900,
        toMs: LATER,
        readAtMs: atMs,
      }),
    ),
  'resealCredentials that another tenant has too': (store, { wallet }) =>
    store.resealCredentials({ walletId: wallet, ...CREDENTIALS }, SEALED_AGAIN),
  replaceCredentials: (store, { wallet }) =>
    store.replaceCredentials(wallet, { ...CREDENTIALS, ...SEALED_AGAIN }, LATER + 5, {
      hash: ACCOUNT,
      isUnique: true,
    }),
  'replaceCredentials of another account': (store, { wallet, hash }) =>
    store.replaceCredentials(wallet, { ...CREDENTIALS, ...SEALED_AGAIN }, LATER + 5, {
      hash,
      isUnique: true,
    }),
  resealCredentials: (store, { wallet }) =>
    store.resealCredentials({ walletId: wallet, ...CREDENTIALS, ...SEALED_AGAIN }, CREDENTIALS),
  'importFile that changes rows': (store, tenant) =>
    importRows(store, tenant.importWallet, makeFileRows(tenant, tenant.files.length), {
      id: tenant.lastFile,
      nowMs: LATER,
    }),
  'importFile of rows without ids that only the other tenant has': (store, tenant) => {
    const other = tenant === A ? B : A;
    const values = { ...makeTransaction('any', { timestampMs: other.atMs - 10 }), id: null };
    return importRows(store, tenant.importWallet, [values], { id: tenant.equalFile });
  },
  'undoImport of a change between two others': (store, { files }) =>
    store.undoImport(files[1]!, LATER),
  'undoImport of the next change': (store, { files }) => store.undoImport(files[2]!, LATER),
  'undoImport of the last change': (store, { lastFile }) => store.undoImport(lastFile, LATER),
  'importFile that changes rows again': (store, tenant) =>
    importRows(store, tenant.importWallet, makeFileRows(tenant, 1), { id: tenant.newFile }),
  'undoImport of rows that a later file has changed': (store, { files }) =>
    store.undoImport(files[0]!, LATER),
  'undoImport of rows that were handed over': (store, { newFile }) =>
    store.undoImport(newFile, LATER),
  'undoImport of the only file': (store, { equalFile }) => store.undoImport(equalFile, LATER),
  'changeWebhook: address': (store, { webhook }) =>
    store.changeWebhook(webhook, { url: 'https://example.com/other' }, LATER),
  'changeWebhook: events': (store, { webhook }) =>
    store.changeWebhook(webhook, { events: ['wallet.synced', 'wallet.recovered'] }, LATER),
  replaceWebhookSecret: (store, { webhook }) =>
    store.replaceWebhookSecret({ endpointId: webhook, ...SECRET }, SEALED_AGAIN),
  disableWebhook: (store, { webhook }) =>
    store.disableWebhook(webhook, { message: 'gone', atMs: LATER }),
  enableWebhook: (store, { webhook }) => store.enableWebhook(webhook),
  removeWebhook: (store, { webhook }) => store.removeWebhook(webhook),
  'a check of a connect session': async (store, { hash, atMs }) => {
    const times = { nowMs: atMs + 1, untilMs: atMs + 1000 };
    const found = await store.claimConnectSession(hash, times);
    if (found.outcome !== 'claimed') throw new Error(found.outcome);
    await store.recordConnectStep(found.claim, 'permissions');
  },
  cancelConnectSession: (store, { otherSession, atMs }) =>
    store.cancelConnectSession(otherSession, atMs),
  'completeRequest, after it was begun again': async (store, tenant) => {
    const begun = await beginRequest(store, { ...tenant, managementKey: 'another_mkey_of_b' });
    if (begun.outcome !== 'run') throw new Error(begun.outcome);
    await store.completeRequest(begun.claim, RESPONSE);
  },
  resealResponse: (store, { managementKey: managementKeyId }) =>
    store.resealResponse({ ...RESPONSE, managementKeyId, idempotencyKey: 'once' }, SEALED_AGAIN),
  revokeManagementKey: (store, { managementKey }) =>
    store.revokeManagementKey(managementKey, LATER),
  revokeApiKey: (store, { key }) => store.revokeApiKey(key, LATER),
  removeWallet: (store, { wallet }) => store.removeWallet(wallet),
};

/** Returns the project of a tenant with the wallet of the other one. */
function ofOther({ project, wallet }: Tenant) {
  return { projectId: project, walletId: wallet === A.wallet ? B.wallet : A.wallet };
}

/** Everything that is read about one tenant. */
const READS: Readonly<Record<string, (store: Store, tenant: Tenant) => Promise<unknown>>> = {
  readProject: (store, { project }) => store.readProject(project),
  readApiKey: (store, { key }) => store.readApiKey(key),
  readWallet: (store, { wallet }) => store.readWallet(wallet),
  findWallet: (store, { wallet }) => store.findWallet(wallet),
  findWalletOfAccount: (store, { project }) => store.findWalletOfAccount(project, ACCOUNT),
  readSyncState: (store, { wallet }) => store.readSyncState(wallet),
  'readSyncState of imports': (store, { importWallet }) => store.readSyncState(importWallet),
  'listTransactions that were imported': (store, { importWallet }) =>
    listPage(store, importWallet, {}),
  findCaller: (store, { key, hash, wallet }) => store.findCaller({ id: key, hash }, wallet),
  listTransactions: (store, { wallet }) => listPage(store, wallet, {}),
  'listTransactions of an asset': (store, { wallet }) => listPage(store, wallet, { asset: 'ETH' }),
  'listTransactions from a time on': (store, { wallet }) =>
    listPage(store, wallet, { sinceMs: T0 + 1 }),
  'listTransactions by a walk since the first time changed': (store, { wallet, atMs }) =>
    listPage(store, wallet, { after: { timestampMs: atMs + 100, id: 'z', moveNo: 0 } }),
  'listTransactions by a walk since the last time changed': (store, { wallet, atMs }) =>
    listPage(store, wallet, { after: { timestampMs: atMs + 100, id: 'z', moveNo: 1 } }),
  readBalances: async (store, { wallet }) => store.readBalances(await keyOf(store, wallet)),
  listWallets: (store, { project }) => store.listWallets(project),
  readWalletStatus: (store, { wallet }) => store.readWalletStatus(wallet),
  readManagedWallet: (store, { wallet }) => store.readManagedWallet(wallet),
  listManagedWallets: (store, { project }) =>
    store.listManagedWallets({ projectId: project, limit: 100 }),
  listProjectTransactions: (store, { project }) =>
    store.listProjectTransactions({ projectId: project, limit: 100 }),
  'listProjectTransactions of a wallet': (store, { project, wallet }) =>
    store.listProjectTransactions({ projectId: project, walletId: wallet, limit: 100 }),
  'listProjectTransactions of a wallet of another project': (store, tenant) =>
    store.listProjectTransactions({ ...ofOther(tenant), limit: 100 }),
  'listProjectBalances of a wallet of another project': (store, tenant) =>
    store.listProjectBalances({ ...ofOther(tenant), limit: 100 }),
  listProjectBalances: (store, { project }) =>
    store.listProjectBalances({ projectId: project, limit: 100 }),
  listProjects: (store, { org }) => store.listProjects({ orgId: org }),
  listApiKeys: (store, { project }) => store.listApiKeys({ projectId: project }),
  listManagementKeys: (store, { project }) => store.listManagementKeys(project),
  findManagementKey: (store, { managementKey, hash }) =>
    store.findManagementKey({ id: managementKey, hash }),
  listConnectSessions: (store, { project }) =>
    store.listConnectSessions({ projectId: project, nowMs: T0, limit: 100 }),
  findConnectSession: (store, { otherHash }) => store.findConnectSession(otherHash, T0),
  readConnectSession: (store, { session }) => store.readConnectSession(session, T0),
  listAudit: (store, { project }) => store.listAudit({ projectId: project, limit: 100 }),
  'listAudit of a wallet': (store, { wallet }) => store.listAudit({ walletId: wallet, limit: 100 }),
  listWebhooks: (store, { project }) => store.listWebhooks({ projectId: project }),
  readWebhook: (store, { webhook }) => store.readWebhook(webhook),
  'listWebhooks of a wallet': (store, { project, wallet }) =>
    store.listWebhooks({ projectId: project, walletId: wallet }),
  findImport: (store, { files }) => store.findImport(files[0]!),
  listImports: (store, { importWallet }) => store.listImports(importWallet),
  listCoverage: (store, { wallet }) => store.listCoverage(wallet),
  listRechecks: (store, { wallet }) => store.listRechecks(wallet, DUE),
  listQuarantineWindows: (store, { wallet }) => store.listQuarantineWindows(wallet, DUE),
  readCredentials: (store, { wallet }) => store.readCredentials(wallet),
  beginRequest,
  'the numbers of the events': (store, { wallet }) =>
    store.database.rows(
      sql`SELECT event_no FROM wallet_event WHERE wallet_no = ${numberOf(wallet)}`,
    ),
  'the events of a delivery': async (store, { webhook }) => {
    const times = { nowMs: LATER, untilMs: LATER + 1000 };
    const delivery = await store.claimDelivery({ ...times, endpointId: webhook });
    const events = await store.readPendingEvents(delivery!, 0, 100);
    const released = { untilMs: null, dueAtMs: T0, failure: null };
    await store.recordDelivery(delivery!, { ...released, deliveredNo: delivery!.deliveredNo });
    return { events: events.events.map(({ name, transactionId }) => [name, transactionId]) };
  },
};

/** What is random, or the number of a wallet. */
const RANDOM = /(?<="(?:transactionsRevision|balancesRevision|no)":)\d+|(?<="audit_)[0-9a-f]{24}/g;

/** Returns a result as JSON, or its error. */
async function describeResult(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    return JSON.stringify(await work())?.replace(RANDOM, '');
  } catch (error) {
    return String(error);
  }
}

/** Returns all answers about a tenant. */
async function readAll(
  store: Store,
  tenant: Tenant,
): Promise<Readonly<Record<string, string | undefined>>> {
  const answers: [string, string | undefined][] = [];
  for (const [name, read] of Object.entries(READS)) {
    answers.push([name, await describeResult(() => read(store, tenant))]);
  }
  return Object.fromEntries(answers);
}

it.each([A, B])('$project reads the same with and without another tenant', async (tenant) => {
  await using alone = await openTenants(tenant);
  await using among = await openTenants(A, B);
  const answers = await readAll(alone.store, tenant);
  for (const answer of Object.values(answers)) expect(answer).toMatch(/^(?:\{|\[.|")/);
  expect(await readAll(among.store, tenant)).toEqual(answers);
});

it('two tenants have other revisions', async () => {
  await using opened = await openTenants(A, B);
  const revisions: unknown[] = [];
  for (const { key: id, hash, wallet } of [A, B]) {
    const caller = await opened.store.findCaller({ id, hash }, wallet);
    revisions.push(caller?.wallet?.transactionsRevision, caller?.wallet?.balancesRevision);
  }
  expect(new Set(revisions).size).toBe(4);
});

it('the pending events of a wallet are not those of another wallet of the project', async () => {
  await using opened = await openTenants(A, B);
  const count = async (filter: WebhookFilter) =>
    (await opened.store.listWebhooks(filter))[0]?.pendingCount ?? 0;
  const all = await count({ projectId: B.project });
  const each = [await count({ walletId: B.wallet }), await count({ walletId: B.importWallet })];
  expect(Math.min(...each)).toBeGreaterThan(0);
  expect(all).toBe(each[0]! + each[1]!);
});

it('a webhook is enabled alone', async () => {
  await using opened = await openTenants(A, B);
  const { store } = opened;
  for (const { webhook } of [A, B]) {
    await store.disableWebhook(webhook, { message: 'gone', atMs: LATER });
  }
  await store.enableWebhook(B.webhook);
  const disabled = (await store.listWebhooks()).filter((each) => each.disabled !== null);
  expect(disabled.map(({ id }) => id)).toEqual([A.webhook]);
});

it('the secret of a key is not that of another', async () => {
  await using opened = await openTenants(A, B);
  const { store } = opened;
  const { key, managementKey, wallet } = A;
  expect(await store.findCaller({ id: key, hash: B.hash }, wallet)).toBeUndefined();
  expect(await store.findManagementKey({ id: managementKey, hash: B.hash })).toBeUndefined();
});

it('a row that was read replaces the equal imported row of its wallet alone', async () => {
  await using opened = await openTenants(A, B);
  const { store } = opened;
  const equal = { txid: '0xab', timestampMs: T0 + 9 };
  for (const each of [A, B]) {
    const row = { ...makeTransaction('any', equal), id: null };
    await importRows(store, each.wallet, [row], { id: each.lastFile });
  }
  await withLease(store, B.wallet, (lease) =>
    store.recordWindow(lease, makeWindow({ transactions: [makeTransaction('tx_read', equal)] })),
  );
  const listIds = async ({ wallet }: Tenant) =>
    (await listPage(store, wallet, { asset: 'BTC' })).transactions.map(({ id }) => id).toSorted();
  expect(await listIds(A)).toHaveLength(3);
  expect(await listIds(A)).not.toContain('tx_read');
  expect(await listIds(B)).toEqual(['tx_1', 'tx_2', 'tx_read']);
  expect(await listFailed(store)).toEqual([]);
});

it('a change of one tenant is the same without another, and leaves every row of it', async () => {
  await using alone = await openTenants(B);
  await using among = await openTenants(A, B);
  for (const { newWallet, project } of [A, B]) {
    await among.store.addWallet(makeWallet(newWallet, { projectId: project }), CREDENTIALS);
  }
  await alone.store.addWallet(makeWallet(B.newWallet, { projectId: B.project }), CREDENTIALS);
  for (const [name, change] of Object.entries(CHANGES)) {
    const before = await readRows(among.store);
    const outcome = await describeResult(() => change(among.store, B));
    const after = await readRows(among.store);
    expect({ name, outcome }).not.toEqual({ name, outcome: expect.stringContaining('Error') });
    expect({ name, rows: after.ofA }).toEqual({ name, rows: before.ofA });
    expect({ name, rows: after.ofB }).not.toEqual({ name, rows: before.ofB });
    const own = await describeResult(() => change(alone.store, B));
    const answers = await readAll(alone.store, B);
    expect({ name, outcome, answers: await readAll(among.store, B) }).toEqual({
      name,
      outcome: own,
      answers,
    });
  }
});
