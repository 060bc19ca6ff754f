import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, it } from 'vitest';

import type { Store } from '../../src/store/store.ts';
import type { WalletLease } from '../../src/store/sync.ts';
import {
  claim,
  CREDENTIALS,
  listBalances,
  listPage,
  makeBalance,
  makeTransaction,
  makeWallet,
  makeWindow,
  T0,
} from './contract/fixtures.ts';
import { importRows } from './contract/import-fixtures.ts';
import { makeEndpoint, SECRET } from './contract/webhook-fixtures.ts';
import { openMigratedStore } from './migrated-sqlite.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';

const LATER = T0 + 600_000;
const DUE = { source: 'deposits', nowMs: LATER, limit: 100 };
const HASH_LENGTH = 32;
const SEALED_AGAIN = { keyId: 'mk_1', sealed: new Uint8Array([9, 9]) };
const RESPONSE = { ...SECRET, status: 201, headers: {} };

/** Returns the identifiers of a tenant, which all end with its letter. */
function nameTenant(letter: string) {
  const name = (kind: string): string => `${kind}_of_${letter}`;
  const hash = new Uint8Array(HASH_LENGTH).fill(letter.charCodeAt(0));
  return {
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
const A = nameTenant('a');
const B = nameTenant('b');

/** Adds a tenant with rows in every table. */
async function addTenant(store: Store, tenant: Tenant): Promise<void> {
  const { org, project, wallet, importWallet, key, managementKey, webhook, hash } = tenant;
  const createdAtMs = T0;
  const named = { label: null, hash, createdAtMs, expiresAtMs: null };
  await store.createOrganization({ id: org, name: org, createdAtMs });
  await store.createProject({ id: project, orgId: org, name: project, createdAtMs });
  await store.createApiKey({ ...named, id: key, projectId: project });
  await store.createManagementKey({ ...named, id: managementKey, projectId: project });
  await store.addWebhook(makeEndpoint(webhook, { projectId: project }), SECRET);
  await store.addWallet(makeWallet(wallet, { projectId: project, label: wallet }), {
    ...CREDENTIALS,
    rightsUnchecked: true,
  });
  await store.addWallet(makeWallet(importWallet, { projectId: project, importsOnly: true }));
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
  await readHistory(store, wallet);
  await importRows(store, importWallet, [makeTransaction('tx_i')], { id: tenant.file });
  const actor = { kind: 'command', id: org } as const;
  const entry = {
    atMs: T0,
    actor,
    action: 'any',
    targets: { projectId: project, walletId: wallet },
  };
  await store.withAudit({ ...entry, detail: {} }).makeWalletDue(wallet, T0 + 5000);
}

/** Reads a window and the balances of a wallet, each with a row that cannot be mapped. */
async function readHistory(store: Store, wallet: string): Promise<void> {
  const lease = await claim(store, wallet);
  const quarantined = { key: 'bad', source: 'deposits', raw: '{}', reason: 'no amount' };
  const pending = makeTransaction('tx_2', { status: 'pending' });
  const own = makeTransaction(`tx_${wallet}`, { asset: 'ETH', timestampMs: T0 + 7 });
  await store.recordWindow(
    lease,
    makeWindow({
      transactions: [makeTransaction('tx_1'), pending, own],
      quarantined: [quarantined],
      rechecks: [{ transactionId: 'tx_2', timestampMs: T0, dueAtMs: T0 + 6000 }],
    }),
  );
  const balances = [makeBalance('BTC'), makeBalance(wallet)];
  await store.recordBalances(lease, {
    readAtMs: T0,
    balances,
    quarantined: [{ key: 'odd', raw: '{}', reason: 'no amount' }],
  });
  await store.recordOutcome(lease, { nextRunAtMs: T0 + 5000 });
  await store.releaseLease(lease);
}

function beginRequest(store: Store, { managementKey, hash }: Tenant) {
  return store.beginRequest({
    managementKeyId: managementKey,
    idempotencyKey: 'once',
    requestHash: hash,
    nowMs: T0,
    runsUntilMs: T0 + 1000,
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
  removeCoverage: (store, { wallet }) =>
    withLease(store, wallet, (lease) =>
      store.removeCoverage(lease, 'deposits', { fromMs: T0 + 400, toMs: T0 + 500 }),
    ),
  'makeWalletDue to read its history again': (store, { wallet }) =>
    store.makeWalletDue(wallet, LATER, T0),
  replaceCredentials: (store, { wallet }) =>
    store.replaceCredentials(wallet, { ...CREDENTIALS, ...SEALED_AGAIN }, LATER + 5),
  resealCredentials: (store, { wallet }) =>
    store.resealCredentials({ walletId: wallet, ...CREDENTIALS, ...SEALED_AGAIN }, CREDENTIALS),
  'importFile that changes a row': (store, { importWallet }) =>
    importRows(store, importWallet, [makeTransaction('tx_i', { txid: '0x1' })], {
      id: 'second_file_of_a',
      nowMs: LATER,
    }),
  'undoImport of the change': (store) => store.undoImport('second_file_of_a', LATER),
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
  'a check of a connect session': async (store, { hash }) => {
    const times = { nowMs: T0 + 1, untilMs: T0 + 1000 };
    const found = await store.claimConnectSession(hash, times);
    if (found.outcome !== 'claimed') throw new Error(found.outcome);
    await store.recordConnectStep(found.claim, 'permissions');
  },
  cancelConnectSession: (store, { otherSession }) => store.cancelConnectSession(otherSession),
  'completeRequest, after it was begun again': async (store, tenant) => {
    const begun = await beginRequest(store, { ...tenant, managementKey: 'another_mkey_of_a' });
    if (begun.outcome !== 'run') throw new Error(begun.outcome);
    await store.completeRequest(begun.claim, RESPONSE);
  },
  revokeManagementKey: (store, { managementKey }) =>
    store.revokeManagementKey(managementKey, LATER),
  revokeApiKey: (store, { key }) => store.revokeApiKey(key, LATER),
  removeWallet: (store, { wallet }) => store.removeWallet(wallet),
};

let database: ReturnType<typeof makeTemporaryDatabase>;
let store: Store;
beforeEach(async () => {
  database = makeTemporaryDatabase();
  store = await openMigratedStore({ path: database.path });
});
afterEach(async () => {
  await store.close();
  database.remove();
});

/** Returns the rows of all tables by their tenant, as text. */
function readRows(): { readonly ofA: readonly string[]; readonly ofB: readonly string[] } {
  const raw = new DatabaseSync(database.path, { readOnly: true });
  const read = (sql: string) => raw.prepare(sql).all();
  const wallets = new Map(
    read('SELECT wallet_no, id FROM wallet').map((row) => [row['wallet_no'], String(row['id'])]),
  );
  const tables = read(`SELECT name FROM sqlite_schema WHERE type = 'table'`).map(({ name }) =>
    String(name),
  );
  const rows = tables.flatMap((table) =>
    read(`SELECT * FROM "${table}"`).map((row) => {
      const owner = wallets.get(row['wallet_no']) ?? '';
      return `${table} ${owner} ${JSON.stringify(row)}`;
    }),
  );
  raw.close();
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
  readBalances: (store, { wallet }) => listBalances(store, wallet),
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

async function readAll(tenant: Tenant): Promise<Readonly<Record<string, unknown>>> {
  const answers: [string, unknown][] = [];
  for (const [name, read] of Object.entries(READS)) answers.push([name, await read(store, tenant)]);
  return Object.fromEntries(answers);
}

it('what a tenant reads does not change when another is added', async () => {
  await addTenant(store, A);
  const alone = await readAll(A);
  await addTenant(store, B);
  expect(await readAll(A)).toEqual(alone);
  for (const [name, answer] of Object.entries(await readAll(B))) {
    expect({ name, answer }).not.toEqual({ name, answer: expect.toBeOneOf([undefined, []]) });
    expect(JSON.stringify({ name, answer })).not.toContain('_of_a');
  }
});

it('a change of one tenant leaves every row of another as it was', async () => {
  await addTenant(store, A);
  await addTenant(store, B);
  for (const { newWallet, project } of [A, B]) {
    await store.addWallet(makeWallet(newWallet, { projectId: project }), CREDENTIALS);
  }
  for (const [name, change] of Object.entries(CHANGES)) {
    const before = readRows();
    await change(store, A);
    const after = readRows();
    expect({ name, rows: after.ofB }).toEqual({ name, rows: before.ofB });
    expect({ name, rows: after.ofA }).not.toEqual({ name, rows: before.ofA });
  }
});
