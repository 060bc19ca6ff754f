/** Two tenants with rows in every table, whose records have the same names and numbers where those are not unique. */
import type { Network } from '../../src/domain/balance.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import type { Store } from '../../src/store/store.ts';
import type { WalletLease } from '../../src/store/sync.ts';
import {
  claim,
  CREDENTIALS,
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

/** After everything of both tenants. */
export const LATER = T0 + 600_000;
const EVENTS = ['wallet.synced', 'transaction.created', 'transaction.updated'] as const;
const HASH_LENGTH = 32;
/** The response of a request. */
export const RESPONSE = { ...SECRET, status: 201, headers: {} };
/** Both tenants have the same account, which only one wallet of a project may have. */
export const ACCOUNT = new Uint8Array(HASH_LENGTH).fill(1);

/** Returns the identifiers of a tenant, which all end with its letter, and the time of its rows. */
function nameTenant(letter: string, atMs: number) {
  const isA = letter === 'a';
  const name = (kind: string): string => `${kind}_of_${letter}`;
  const hash = new Uint8Array(HASH_LENGTH).fill(letter.charCodeAt(0));
  return {
    atMs,
    org: name('org'),
    project: name('project'),
    wallet: name('wallet'),
    importWallet: name('import_wallet'),
    newWallet: name('new_wallet'),
    files: ['first', 'second', 'third'].map(name),
    lastFile: name('last'),
    equalFile: name('equal'),
    newFile: name('new_file'),
    fileRows: [
      ['tx_i', 'tx_j', 'tx_k', 'tx_l'],
      // The tenants change the same rows by other files.
      isA ? ['tx_i', 'tx_j'] : ['tx_i', 'tx_k', 'tx_l'],
      isA ? ['tx_i', 'tx_j', 'tx_k', 'tx_l'] : ['tx_i', 'tx_j'],
      ['tx_i', 'tx_k'],
    ],
    key: name('key'),
    managementKey: name('mkey'),
    webhook: name('webhook'),
    events: isA ? EVENTS : [...EVENTS, 'wallet.failing' as const],
    session: name('session'),
    otherSession: name('other_session'),
    hash,
    otherHash: hash.map((each) => each + 100),
    moved: isA ? ['tx_1', 'tx_2', 'tx_1'] : ['tx_2', 'tx_1'],
  };
}

/** The names of a tenant. */
export type Tenant = ReturnType<typeof nameTenant>;
export const A = nameTenant('a', T0);
export const B = nameTenant('b', T0 + 60_000);

/** Adds a tenant with rows in every table. */
async function addTenant(store: Store, tenant: Tenant): Promise<void> {
  const { org, project, wallet, importWallet, key, managementKey, webhook, events } = tenant;
  const { hash, atMs } = tenant;
  const createdAtMs = atMs;
  const named = { label: null, hash, createdAtMs, expiresAtMs: null };
  await store.createOrganization({ id: org, name: org, createdAtMs });
  await store.createProject({ id: project, orgId: org, name: project, createdAtMs });
  await store.createApiKey({ ...named, id: key, projectId: project });
  await store.createManagementKey({ ...named, id: managementKey, projectId: project });
  await store.addWebhook(
    makeEndpoint(webhook, { projectId: project, events, createdAtMs }),
    SECRET,
  );
  await store.addWallet(
    makeWallet(wallet, { projectId: project, label: wallet, createdAtMs }),
    { ...CREDENTIALS, rightsUnchecked: true },
    { hash: ACCOUNT, isUnique: true },
  );
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
  const begun = await beginRequest(store, tenant);
  if (begun.outcome !== 'run') throw new Error(begun.outcome);
  await store.completeRequest(begun.claim, RESPONSE);
  await readHistory(store, tenant);
  for (const [index, id] of tenant.files.entries()) {
    await importRows(store, importWallet, makeFileRows(tenant, index), { id, nowMs: atMs });
  }
  const actor = { kind: 'command', id: org } as const;
  const entry = {
    atMs,
    actor,
    action: 'any',
    targets: { projectId: project, walletId: wallet },
  };
  await store.withAudit({ ...entry, detail: {} }).makeWalletDue(wallet, atMs + 5000);
}

/** Returns rows of a file; each file writes another txid. */
export function makeFileRows({ fileRows, atMs }: Tenant, file: number): readonly Transaction[] {
  const values = { timestampMs: atMs, txid: `0x${file}` };
  return (fileRows[file] ?? []).map((id) => makeTransaction(id, values));
}

/**
 * Reads a window and the balances of a wallet, each with a row that cannot be mapped. Then transactions move to earlier
 * times, in another order and number for each tenant.
 */
async function readHistory(store: Store, { wallet, atMs, moved }: Tenant): Promise<void> {
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
  for (const [index, id] of moved.entries()) {
    await moveTransaction(store, lease, makeTransaction(id, { timestampMs: atMs - 9 - index }));
  }
  await store.recordBalances(lease, {
    readAtMs: atMs,
    balances: [makeBalance('BTC', { networks: [makeNetwork(wallet)] }), makeBalance(wallet)],
    withdrawableUnverified: wallet === A.wallet,
    quarantined: [{ key: 'odd', ...unreadable }],
  });
  await store.recordOutcome(lease, { nextRunAtMs: atMs + 5000, syncedAtMs: atMs });
  await store.releaseLease(lease);
}

/** Records a transaction that has another time than the stored one. */
export function moveTransaction(
  store: Store,
  lease: WalletLease,
  transaction: Transaction,
): Promise<void> {
  const window = { fromMs: transaction.timestampMs, toMs: transaction.timestampMs + 1 };
  return store.recordWindow(
    lease,
    makeWindow({ window, covered: null, transactions: [transaction] }),
  );
}

function makeNetwork(id: string): Network {
  const name = { id, code: 'BTC', name: 'Bitcoin', displayName: 'Bitcoin', assetName: 'BTC' };
  return { ...name, minWithdrawal: null, maxWithdrawal: null, addressRegex: null };
}

export function beginRequest(store: Store, { managementKey, hash, atMs }: Tenant) {
  return store.beginRequest({
    managementKeyId: managementKey,
    idempotencyKey: 'once',
    requestHash: hash,
    nowMs: atMs,
    runsUntilMs: atMs + 1000,
    expiresAtMs: LATER,
  });
}

export async function withLease(
  store: Store,
  wallet: string,
  write: (lease: WalletLease) => Promise<unknown>,
): Promise<void> {
  const lease = await claim(store, wallet, LATER);
  await write(lease);
  await store.releaseLease(lease);
}

/** Opens a store with tenants, which is closed at the end of a block. */
export async function openTenants(...tenants: readonly Tenant[]) {
  const { store, close } = await openEmptyStore('SQLite');
  for (const tenant of tenants) await addTenant(store, tenant);
  return { store, [Symbol.asyncDispose]: close };
}

/** Returns the rows of all tables by their tenant, as text. */
export async function readRows(
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
