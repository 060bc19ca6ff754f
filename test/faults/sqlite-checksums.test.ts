/** The checksums of rows and balances in SQLite: what is corrupted is refused, reported and replaced. */
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Network } from '../../src/domain/balance.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { StoreUnavailableError } from '../../src/store/errors.ts';
import type { ProjectTransactionQuery } from '../../src/store/manage.ts';
import type { Store } from '../../src/store/store.ts';
import {
  addOneWallet,
  claim,
  CREDENTIALS,
  findCheck,
  HOSTILE_TEXTS,
  listAll,
  listBalances,
  listFailed,
  listPage,
  makeBalance,
  makeBalances,
  makeTransaction,
  makeWallet,
  makeWindow,
  ORG_ID,
  PROJECT_ID,
  synchronise,
  T0,
} from '../store/contract/fixtures.ts';
import { importRows } from '../store/contract/import-fixtures.ts';
import { readRevisions } from '../store/contract/revision-contract.ts';
import { openMigratedStore } from '../store/migrated-sqlite.ts';
import { useTemporaryDatabase } from '../store/temporary-database.ts';
import { storeRows } from '../store/store-rows.ts';

const ROWS = 100;
const CORRUPTED = 'tx_50';
const NOW_MS = T0 + ROWS * DAY_MS;

/** A change of each column of {@link CORRUPTED}. */
const CHANGES = [
  "amount = '1.51'",
  "amount = 'x'",
  "txid = '0xabd'",
  'txid = NULL',
  "address = '0x2'",
  "fee_cost = '0.02'",
  "fee_currency = ''",
  "type = 'withdrawal'",
  "type = 'x'",
  "status = 'pending'",
  "asset = 'BTD'",
  'time = time + 1',
  'time = time - 4194304',
  'time = time + 4398046511104',
  "id = 'tx_x'",
  "id = CAST(x'74785fff' AS TEXT)",
  'import_no = 1',
  'adoptable = 1',
  'checksum = checksum + 1',
] as const;

let store: Store;
let walletId = '';
let path = '';
useTemporaryDatabase((made) => (path = made));

beforeEach(async () => {
  store = await openMigratedStore({ path });
  walletId = await addOneWallet(store);
});
afterEach(async () => {
  await store.close();
});

/** Rows of one day each; the last one is the newest. */
const rows: readonly Transaction[] = Array.from({ length: ROWS }, (_, day) =>
  makeTransaction(`tx_${day}`, {
    timestampMs: T0 + day * DAY_MS,
    txid: '0xabc',
    address: '0x1',
    feeCost: parseDecimal('0.01'),
    feeCurrency: 'ETH',
  }),
);

function damage(sql: string): void {
  const raw = new DatabaseSync(path, { defensive: false });
  raw.exec(sql);
  raw.close();
}

/** Runs SQL while the columns of transactions accept values of any type. */
function damageTypes(sql: string): void {
  const find = `FROM sqlite_schema WHERE name = 'wallet_transaction'`;
  const raw = new DatabaseSync(path);
  const { text } = raw.prepare(`SELECT sql AS text ${find}`).get() as { text: string };
  raw.close();
  const declare = (declared: string): void =>
    damage(`PRAGMA writable_schema = ON; UPDATE sqlite_schema
      SET sql = '${declared.replaceAll("'", "''")}' WHERE name = 'wallet_transaction'`);
  declare(text.replace('checksum INTEGER NOT NULL', 'checksum').replace(/STRICT$/, ''));
  damage(sql);
  declare(text);
}

const corrupt = (set: string): void =>
  damage(`UPDATE wallet_transaction SET ${set} WHERE id = '${CORRUPTED}'`);

const failed = (fix = false): Promise<readonly string[]> => listFailed(store, fix, NOW_MS);

describe('a corrupted row', () => {
  it.each(CHANGES)('is refused, reported, removed and re-read: %s', async (change) => {
    await synchronise(store, walletId, rows);
    corrupt(change);
    await expect(listAll(store, walletId)).rejects.toThrow(StoreUnavailableError);
    // Also if the corrupted value is not shown.
    const page = listPage(store, walletId, { limit: 1000, fields: ['walletId'] });
    await expect(page).rejects.toThrow(StoreUnavailableError);
    const { ok, detail } = await findCheck(store, 'rows');
    expect(ok).toBe(false);
    expect(detail).toMatch(/^wallet_one: 1 transaction is corrupted: tx_\S+ \(\S+\).*--fix`/);
    expect(await failed(true)).toEqual([]);
    expect(await failed()).toEqual([]);
    const [repair] = await store.listAudit({ projectId: PROJECT_ID, limit: 1 });
    expect(repair).toMatchObject({
      actor: { kind: 'command', id: 'doctor' },
      action: 'wallet.repair',
      targets: { projectId: PROJECT_ID, walletId },
      detail: { removed: 1 },
    });
    const left = rows.filter(({ id }) => id !== CORRUPTED).toReversed();
    expect(await listPage(store, walletId, { limit: 1000 })).toMatchObject({
      totalCount: ROWS - 1,
      transactions: left,
    });
    expect((await store.readSyncState(walletId)).historyComplete).toBe(false);
    const { timestampMs } = rows[50]!;
    for (const { fromMs, toMs } of await store.listCoverage(walletId)) {
      expect(timestampMs < fromMs || timestampMs >= toMs).toBe(true);
    }
    await synchronise(store, walletId, rows);
    expect(await listAll(store, walletId)).toEqual(rows.toReversed());
    expect(await failed()).toEqual([]);
  });

  // A flipped bit in the head of a record changes the type of a value.
  it.each(['NULL', "'abc'", "x'0102'"])(
    'whose checksum is %s is refused, reported, and replaced by the same row of a reading',
    async (value) => {
      await synchronise(store, walletId, rows);
      damageTypes(`UPDATE wallet_transaction SET checksum = ${value} WHERE id = '${CORRUPTED}'`);
      await expect(listAll(store, walletId)).rejects.toThrow(StoreUnavailableError);
      expect(await failed()).toEqual(['file']);
      await synchronise(store, walletId, rows);
      expect(await listAll(store, walletId)).toEqual(rows.toReversed());
      expect(await failed()).toEqual([]);
    },
  );

  it('does not affect pages without it, and refuses a page whose filter excludes it wrongly', async () => {
    await synchronise(store, walletId, rows);
    corrupt("asset = 'BTD'");
    expect((await listPage(store, walletId, {})).transactions).toEqual(
      rows.toReversed().slice(0, 10),
    );
    await expect(listPage(store, walletId, { asset: 'BTC', limit: 1000 })).rejects.toThrow(
      'run `teller doctor --fix`',
    );
  });

  it('is refused in the list of a project too', async () => {
    await synchronise(store, walletId, rows);
    corrupt("amount = '9'");
    const list = store.listProjectTransactions({ projectId: PROJECT_ID, limit: ROWS });
    await expect(list).rejects.toThrow(StoreUnavailableError);
  });

  it('is replaced by the same row of a reading', async () => {
    await synchronise(store, walletId, rows);
    corrupt("amount = '9', type = 'fee', asset = 'X'");
    const lease = await claim(store, walletId);
    await store.recordWindow(lease, makeWindow({ transactions: rows.slice(40, 60) }));
    expect(await listAll(store, walletId)).toEqual(rows.toReversed());
    expect(await failed()).toEqual([]);
  });

  it('is replaced by the same row of a file or of a copy', async () => {
    await importRows(store, walletId, rows);
    corrupt("amount = '9'");
    const outcome = await importRows(store, walletId, rows, { id: 'import_two' });
    expect(outcome).toMatchObject({ added: 1, known: ROWS - 1, conflicts: 0 });
    corrupt("amount = '9'");
    expect(await storeRows(store, walletId, rows)).toEqual({ added: 1 });
    expect(await listAll(store, walletId)).toEqual(rows.toReversed());
    expect(await failed()).toEqual([]);
  });

  it('of an import is reported with its import, which is undone and imported again', async () => {
    await synchronise(store, walletId, rows.slice(0, 10));
    await importRows(store, walletId, rows, { id: 'import_one', fileName: 'old.csv' });
    corrupt("amount = '9'");
    expect(await failed(true)).toEqual(['rows']);
    expect((await findCheck(store, 'rows')).detail).toMatch(
      /: tx_50 \(\S+\); run `teller import undo import_one` and import the file old.csv again$/,
    );
    expect(await store.undoImport('import_one', T0)).toMatchObject({ removed: ROWS - 10 });
    expect(await listAll(store, walletId)).toEqual(rows.slice(0, 10).toReversed());
    await importRows(store, walletId, rows, { id: 'import_two' });
    expect(await listAll(store, walletId)).toEqual(rows.toReversed());
    expect(await failed()).toEqual([]);
  });

  it('of an import, without an id in its file, does not stop the reading of an equal row', async () => {
    await importRows(store, walletId, [{ ...makeTransaction('', { txid: '0xabc' }), id: null }]);
    damage("UPDATE wallet_transaction SET amount = '9'");
    const lease = await claim(store, walletId);
    const read = makeTransaction('tx_1', { txid: '0xabc' });
    await store.recordWindow(lease, makeWindow({ transactions: [read] }));
    expect((await store.readWalletStatus(walletId)).transactionCount).toBe(2);
    expect((await findCheck(store, 'rows')).detail).toMatch(/^wallet_one: 1 transaction is corr/);
  });

  it('is kept, and a backup is advised, if neither synchronisation nor an import has it', async () => {
    await storeRows(store, walletId, rows);
    corrupt("amount = '9'");
    expect(await failed(true)).toEqual(['rows']);
    expect((await findCheck(store, 'rows')).detail).toMatch(/: tx_50 \(\S+\); restore a backup$/);
  });

  it('is a row that is copied to another id or to another wallet', async () => {
    await store.addWallet(makeWallet('wallet_two'), CREDENTIALS);
    await synchronise(store, walletId, rows);
    await synchronise(store, 'wallet_two', [rows[0]!]);
    const others = `project_no, time, asset, type, amount, status, txid, address, fee_cost, fee_currency, checksum`;
    damage(`INSERT INTO wallet_transaction (wallet_no, id, ${others})
      SELECT wallet_no, 'tx_copied', ${others} FROM wallet_transaction WHERE id = 'tx_9'`);
    damage(`UPDATE wallet_transaction SET wallet_no = 2 WHERE id = 'tx_8'`);
    await expect(listAll(store, 'wallet_two')).rejects.toThrow(StoreUnavailableError);
    expect((await findCheck(store, 'rows')).detail).toMatch(
      /^wallet_one: 1 transaction is corrupted: tx_copied .*; 1 transaction is missing on 2024-01-09.* wallet_two: 1 transaction is corrupted: tx_8 /,
    );
    expect(await failed(true)).toEqual([]);
    await synchronise(store, walletId, rows);
    expect(await listAll(store, walletId)).toEqual(rows.toReversed());
    expect(await listAll(store, 'wallet_two')).toEqual([rows[0]!]);
  });

  it('is not shown to the project to which its row was moved', async () => {
    const projectId = 'project_x';
    await store.createProject({ id: projectId, orgId: ORG_ID, name: 'x', createdAtMs: T0 });
    await synchronise(store, walletId, rows);
    damage(`UPDATE wallet_transaction SET project_no =
      (SELECT project_no FROM project WHERE id = '${projectId}')`);
    const { items } = await store.listProjectTransactions({ projectId, limit: 10 });
    expect(items).toEqual([]);
    const { detail } = await findCheck(store, 'rows');
    expect(detail).toBe(
      `wallet_one: ${ROWS} transactions are missing in the lists of the project; list them with --fix`,
    );
    expect(await failed(true)).toEqual([]);
    const query = { projectId: PROJECT_ID, limit: ROWS };
    expect((await store.listProjectTransactions(query)).items).toHaveLength(ROWS);
  });

  it('of another project does not end the list of a project', async () => {
    const projectId = 'project_x';
    await store.createProject({ id: projectId, orgId: ORG_ID, name: 'x', createdAtMs: T0 });
    await store.addWallet({ ...makeWallet('wallet_x'), projectId }, CREDENTIALS);
    await synchronise(store, walletId, rows.slice(0, 9));
    await synchronise(store, 'wallet_x', rows.slice(4, 5));
    damage('UPDATE wallet_transaction SET project_no = 1');
    const found: string[] = [];
    for (let after: ProjectTransactionQuery['after'], pages = 0; pages < ROWS; pages += 1) {
      const page = await store.listProjectTransactions({
        projectId: PROJECT_ID,
        limit: 2,
        ...(after && { after }),
      });
      found.push(...page.items.map(({ id }) => id));
      after = page.next;
      if (after === undefined) break;
    }
    expect(found).toEqual(
      rows
        .slice(0, 9)
        .toReversed()
        .map(({ id }) => id),
    );
  });

  it('of an import that is undone changes the revision of the wallet, although no sound row is removed', async () => {
    await importRows(store, walletId, rows.slice(0, 1), { id: 'import_one' });
    damage("UPDATE wallet_transaction SET amount = '9'");
    const before = (await readRevisions(store, walletId)).transactions;
    expect(await store.undoImport('import_one', T0)).toMatchObject({ removed: 1 });
    expect((await readRevisions(store, walletId)).transactions).not.toBe(before);
  });

  it('is found among any texts, and any texts match their checksums', async () => {
    const texts = [...HOSTILE_TEXTS, '\uD83D', 'half \uDD8A a pair'];
    const hostile = texts.map((text, index) =>
      makeTransaction(`tx_${index}`, { txid: text, address: text, feeCurrency: text }),
    );
    await storeRows(store, walletId, hostile);
    expect(await failed()).toEqual([]);
    await storeRows(store, walletId, await listAll(store, walletId));
    expect(await failed()).toEqual([]);
  });
});

describe('corrupted balances', () => {
  const network: Network = {
    id: 'BTC',
    code: 'BTC',
    name: 'Bitcoin',
    displayName: 'Bitcoin',
    minWithdrawal: '1e-8',
    maxWithdrawal: null,
    assetName: 'BTC',
    addressRegex: null,
  };
  const balances = makeBalances([
    makeBalance('BTC', { networks: [network] }),
    makeBalance('EUR', { networksUnknown: true }),
  ]);

  it.each([
    "UPDATE wallet_balance SET amount = '2.51'",
    "UPDATE wallet_balance SET asset = 'BTD' WHERE asset = 'BTC'",
    'UPDATE wallet_balance SET networks_unknown = 1 - networks_unknown',
    'UPDATE wallet_balance SET checksum = checksum + 1',
    "UPDATE wallet_network SET min_withdrawal = '1e-7'",
    "UPDATE wallet_network SET max_withdrawal = '5'",
    "UPDATE wallet_network SET address_regex = '.*'",
    "UPDATE wallet_network SET id = 'LN'",
    "UPDATE wallet_network SET asset = 'EUR'",
    'DELETE FROM wallet_network',
  ])('are refused, reported, and replaced by the next reading: %s', async (sql) => {
    const lease = await claim(store, walletId);
    await store.recordBalances(lease, balances);
    await store.recordOutcome(lease, { nextRunAtMs: T0 + 60_000, syncedAtMs: T0 });
    expect(await failed()).toEqual([]);
    damage(sql);
    await expect(listBalances(store, walletId)).rejects.toThrow(
      'the balances of a wallet are corrupted; run `teller doctor --fix`',
    );
    expect(await findCheck(store, 'balances')).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/^corrupted of wallet_one; run `teller doctor --fix`/),
    });
    expect((await store.readSyncState(walletId)).nextRunAtMs).toBe(T0 + 60_000);
    expect((await findCheck(store, 'balances', true)).ok).toBe(false);
    expect((await store.readSyncState(walletId)).nextRunAtMs).toBe(T0);
    await store.recordBalances(lease, balances);
    expect(await listBalances(store, walletId)).toEqual(balances.balances);
    expect(await failed()).toEqual([]);
  });

  it('of a stopped wallet do not start it', async () => {
    const lease = await claim(store, walletId);
    await store.recordBalances(lease, balances);
    const failure = { code: 'credentials_rejected', message: 'revoked', atMs: T0 };
    await store.recordOutcome(lease, { nextRunAtMs: null, failure });
    damage("UPDATE wallet_balance SET amount = '2.51'");
    expect((await findCheck(store, 'balances', true)).ok).toBe(false);
    expect((await store.readSyncState(walletId)).nextRunAtMs).toBeNull();
  });
});
