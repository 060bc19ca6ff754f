import { expect, it } from 'vitest';

import type { Network } from '../../src/domain/balance.ts';
import type { Store } from '../../src/store/store.ts';
import type { WalletLease } from '../../src/store/sync.ts';
import {
  claim,
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
import { makeEndpoint, SECRET } from './contract/webhook-fixtures.ts';
import { openEmptyStore } from './store-engines.ts';
import { readAllRows } from './store-rows.ts';

const LATER = T0 + 600_000;
const DUE = { source: 'deposits', nowMs: LATER, limit: 100 };
const HASH_LENGTH = 32;
const SECOND_FILE = 'second_file_of_b';
const SEALED_AGAIN = { keyId: 'mk_1', sealed: new Uint8Array([9, 9]) };
const RESPONSE = { ...SECRET, status: 201, headers: {} };

/** Returns the identifiers of a tenant, which all end with its letter, and the time of its rows. */
function nameTenant(letter: string, atMs: number) {
  const name = (kind: string): string => `${kind}_of_${letter}`;
  const hash = new Uint8Array(HASH_LENGTH).fill(letter.charCodeAt(0));
  return {
    atMs,
    org: name('org'),
    project: name('project'),
    wallet: name('wallet'),
    importWallet: name('import_wallet'),
    newWallet: name('new_wallet'),
    file: name('file'),
    key: name('key'),
    managementKey: name('mkey'),
    webhook: name('webhook'),
    session: name('session'),
    otherSession: name('other_session'),
    hash,
    otherHash: hash.map((each) => each + 100),
  };
}

type Tenant = ReturnType<typeof nameTenant>;
const A = nameTenant('a', T0);
const B = nameTenant('b', T0 + 60_000);

/** Adds a tenant with rows in every table. */
async function addTenant(store: Store, tenant: Tenant): Promise<void> {
  const { org, project, wallet, importWallet, key, managementKey, webhook, hash, atMs } = tenant;
  const createdAtMs = atMs;
  const named = { label: null, hash, createdAtMs, expiresAtMs: null };
  await store.createOrganization({ id: org, name: org, createdAtMs });
  await store.createProject({ id: project, orgId: org, name: project, createdAtMs });
  await store.createApiKey({ ...named, id: key, projectId: project });
  await store.createManagementKey({ ...named, id: managementKey, projectId: project });
  await store.addWebhook(makeEndpoint(webhook, { projectId: project, createdAtMs }), SECRET);
  await store.addWallet(makeWallet(wallet, { projectId: project, label: wallet, createdAtMs }), {
    ...CREDENTIALS,
    rightsUnchecked: true,
  });
  await store.addWallet(
    makeWallet(importWallet, { projectId: project, importsOnly: true, createdAtMs }),
  );
  const session = {
    projectId: project,
    exchange: null,
    externalId: null,
    label: null,
    walletId: null,
    returnUrl: null,
    createdAtMs,
    expiresAtMs: LATER,
  };
  await store.createConnectSession({ ...session, id: tenant.session, tokenHash: hash });
  const { otherSession, otherHash } = tenant;
  await store.createConnectSession({ ...session, id: otherSession, tokenHash: otherHash });
  await beginRequest(store, tenant);
  await readHistory(store, tenant);
  await importRows(store, importWallet, [makeTransaction('tx_i', { timestampMs: atMs })], {
    id: tenant.file,
    nowMs: atMs,
  });
  const actor = { kind: 'command', id: org } as const;
  const entry = {
    atMs,
    actor,
    action: 'any',
    targets: { projectId: project, walletId: wallet },
  };
  await store.withAudit({ ...entry, detail: {} }).makeWalletDue(wallet, atMs + 5000);
}

/** Reads a window and the balances of a wallet, each with a row that cannot be mapped. */
async function readHistory(store: Store, { wallet, atMs }: Tenant): Promise<void> {
  const lease = await claim(store, wallet, atMs);
  const at = { timestampMs: atMs };
  const window = { fromMs: atMs, toMs: atMs + 1000 };
  const unreadable = { raw: JSON.stringify(wallet), reason: 'no amount' };
  await store.recordWindow(
    lease,
    makeWindow({
      window,
      covered: window,
      readAtMs: atMs + 1,
      quarantineDueAtMs: atMs + 6000,
      transactions: [
        makeTransaction('tx_1', at),
        makeTransaction('tx_2', { ...at, status: 'pending' }),
        makeTransaction(`tx_${wallet}`, { asset: 'ETH', timestampMs: atMs + 7 }),
      ],
      quarantined: [{ key: 'bad', source: 'deposits', ...unreadable }],
      rechecks: [{ transactionId: 'tx_2', ...at, dueAtMs: atMs + 6000 }],
    }),
  );
  await store.recordBalances(lease, {
    readAtMs: atMs,
    balances: [makeBalance('BTC', { networks: [makeNetwork(wallet)] }), makeBalance(wallet)],
    withdrawableUnverified: wallet === A.wallet,
    quarantined: [{ key: 'odd', ...unreadable }],
  });
  await store.recordOutcome(lease, { nextRunAtMs: atMs + 5000, syncedAtMs: atMs });
  await store.releaseLease(lease);
}

function makeNetwork(id: string): Network {
  const name = { id, code: 'BTC', name: 'Bitcoin', displayName: 'Bitcoin', assetName: 'BTC' };
  return { ...name, minWithdrawal: null, maxWithdrawal: null, addressRegex: null };
}

function beginRequest(store: Store, { managementKey, hash, atMs }: Tenant) {
  return store.beginRequest({
    managementKeyId: managementKey,
    idempotencyKey: 'once',
    requestHash: hash,
    nowMs: atMs,
    runsUntilMs: atMs + 1000,
    expiresAtMs: LATER,
  });
}

async function withLease(
  store: Store,
  wallet: string,
  write: (lease: WalletLease) => Promise<void>,
): Promise<void> {
  const lease = await claim(store, wallet, LATER);
  await write(lease);
  await store.releaseLease(lease);
}

/** Changes of one tenant, in their order; each one changes something. */
const CHANGES: Readonly<Record<string, (store: Store, tenant: Tenant) => Promise<unknown>>> = {
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
  removeCoverage: (store, { wallet, atMs }) =>
    withLease(store, wallet, (lease) =>
      store.removeCoverage(lease, 'deposits', { fromMs: atMs + 400, toMs: atMs + 500 }),
    ),
  'makeWalletDue to read its history again': (store, { wallet, atMs }) =>
    store.makeWalletDue(wallet, LATER, atMs),
  replaceCredentials: (store, { wallet }) =>
    store.replaceCredentials(wallet, { ...CREDENTIALS, ...SEALED_AGAIN }, LATER + 5),
  resealCredentials: (store, { wallet }) =>
    store.resealCredentials({ walletId: wallet, ...CREDENTIALS, ...SEALED_AGAIN }, CREDENTIALS),
  'importFile that changes a row': (store, { importWallet, atMs }) =>
    importRows(store, importWallet, [makeTransaction('tx_i', { timestampMs: atMs, txid: '0x1' })], {
      id: SECOND_FILE,
      nowMs: LATER,
    }),
  'undoImport of the change': (store) => store.undoImport(SECOND_FILE, LATER),
  undoImport: (store, { file }) => store.undoImport(file, LATER),
  'recordDelivery of the events': async (store, { webhook }) => {
    const times = { nowMs: LATER, untilMs: LATER + 1000 };
    const delivery = await store.claimDelivery({ ...times, endpointId: webhook });
    const { readToNo } = await store.readPendingEvents(delivery!, delivery!.deliveredNo, 100);
    const failure = null;
    const progress = { deliveredNo: readToNo, untilMs: null, dueAtMs: LATER, failure };
    expect(await store.recordDelivery(delivery!, progress)).toBe(true);
  },
  'changeWebhook: address': (store, { webhook }) =>
    store.changeWebhook(webhook, { url: 'https://example.com/other' }, LATER),
  'changeWebhook: events': (store, { webhook }) =>
    store.changeWebhook(webhook, { events: ['wallet.synced'] }, LATER),
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
  cancelConnectSession: (store, { otherSession }) => store.cancelConnectSession(otherSession),
  'completeRequest, after it was begun again': async (store, tenant) => {
    const begun = await beginRequest(store, { ...tenant, managementKey: 'another_mkey_of_b' });
    if (begun.outcome !== 'run') throw new Error(begun.outcome);
    await store.completeRequest(begun.claim, RESPONSE);
  },
  revokeManagementKey: (store, { managementKey }) =>
    store.revokeManagementKey(managementKey, LATER),
  revokeApiKey: (store, { key }) => store.revokeApiKey(key, LATER),
  removeWallet: (store, { wallet }) => store.removeWallet(wallet),
};

/** Opens an empty store, which is closed at the end of a block. */
async function openStore() {
  const { store, close } = await openEmptyStore('SQLite');
  return { store, [Symbol.asyncDispose]: close };
}

/** Returns the rows of all tables by their tenant, as text. */
async function readRows(
  store: Store,
): Promise<{ readonly ofA: readonly string[]; readonly ofB: readonly string[] }> {
  const tables = await readAllRows(store);
  const wallets = new Map(tables.get('wallet')!.map((row) => [row['wallet_no'], row['id']]));
  const rows = [...tables].flatMap(([table, own]) =>
    own.map((row) => JSON.stringify([table, wallets.get(row['wallet_no']), row])),
  );
  return {
    ofA: rows.filter((row) => /_of_a\b/.test(row)),
    ofB: rows.filter((row) => /_of_b\b/.test(row)),
  };
}

/** Everything that is read about one tenant. */
const READS: Readonly<Record<string, (store: Store, tenant: Tenant) => Promise<unknown>>> = {
  findCaller: (store, { key, hash, wallet }) => store.findCaller({ id: key, hash }, wallet),
  listTransactions: (store, { wallet }) => listPage(store, wallet, {}),
  'listTransactions of an asset': (store, { wallet }) => listPage(store, wallet, { asset: 'ETH' }),
  'listTransactions from a time on': (store, { wallet }) =>
    listPage(store, wallet, { sinceMs: T0 + 1 }),
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
  listImports: (store, { importWallet }) => store.listImports(importWallet),
  listCoverage: (store, { wallet }) => store.listCoverage(wallet),
  listRechecks: (store, { wallet }) => store.listRechecks(wallet, DUE),
  listQuarantineWindows: (store, { wallet }) => store.listQuarantineWindows(wallet, DUE),
  readCredentials: (store, { wallet }) => store.readCredentials(wallet),
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

/** Returns all answers about a tenant in a store that has some tenants, as JSON. */
async function readAmong(
  tenant: Tenant,
  tenants: readonly Tenant[],
): Promise<Readonly<Record<string, string | undefined>>> {
  await using opened = await openStore();
  for (const each of tenants) await addTenant(opened.store, each);
  const answers: [string, string | undefined][] = [];
  for (const [name, read] of Object.entries(READS)) {
    const answer: unknown = await read(opened.store, tenant);
    answers.push([name, JSON.stringify(answer)?.replace(RANDOM, '')]);
  }
  return Object.fromEntries(answers);
}

it.each([A, B])('$project reads the same with and without another tenant', async (tenant) => {
  const alone = await readAmong(tenant, [tenant]);
  expect(Object.values(alone)).not.toContain('[]');
  expect(Object.values(alone)).not.toContain(undefined);
  expect(await readAmong(tenant, [A, B])).toEqual(alone);
});

it('two tenants have other revisions', async () => {
  await using opened = await openStore();
  const { store } = opened;
  const revisions: unknown[] = [];
  for (const each of [A, B]) await addTenant(store, each);
  for (const { key: id, hash, wallet } of [A, B]) {
    const caller = await store.findCaller({ id, hash }, wallet);
    revisions.push(caller?.wallet?.transactionsRevision, caller?.wallet?.balancesRevision);
  }
  expect(new Set(revisions).size).toBe(4);
});

it('a row that was read replaces the equal imported row of its wallet alone', async () => {
  await using opened = await openStore();
  const { store } = opened;
  const equal = { txid: '0xab', timestampMs: T0 + 9 };
  for (const each of [A, B]) {
    await addTenant(store, each);
    const row = { ...makeTransaction('any', equal), id: null };
    await importRows(store, each.wallet, [row], { id: `other_${each.file}` });
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

it('a change of one tenant leaves every row of another as it was', async () => {
  await using opened = await openStore();
  const { store } = opened;
  await addTenant(store, A);
  await addTenant(store, B);
  for (const { newWallet, project } of [A, B]) {
    await store.addWallet(makeWallet(newWallet, { projectId: project }), CREDENTIALS);
  }
  for (const [name, change] of Object.entries(CHANGES)) {
    const before = await readRows(store);
    await change(store, B);
    const after = await readRows(store);
    expect({ name, rows: after.ofA }).toEqual({ name, rows: before.ofA });
    expect({ name, rows: after.ofB }).not.toEqual({ name, rows: before.ofB });
  }
});
