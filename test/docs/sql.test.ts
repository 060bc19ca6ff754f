/** The views and the recipes of docs/sql.md, on imported rows, by a reader who sees nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { parseDecimal } from '../../src/domain/decimal.ts';
import type { Store } from '../../src/store/store.ts';
import { readBlocks } from './markdown.ts';
import {
  addProject,
  claim,
  CREDENTIALS,
  makeBalance,
  makeBalances,
  makeTransaction,
  makeWallet,
} from '../store/contract/fixtures.ts';
import { importRows } from '../store/contract/import-fixtures.ts';
import { openMigratedStore } from '../store/migrated-sqlite.ts';
import { openReadDatabase } from '../store/postgres-reader.ts';
import { makeTemporaryDatabase } from '../store/temporary-database.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/sql.md'), 'utf8');
const WALLET_ID = 'wallet_one';
const JANUARY_MS = Date.UTC(2024, 0, 15, 12);
const FEBRUARY_MS = Date.UTC(2024, 1, 29, 23, 59, 59, 999);

const NETWORK = {
  id: 'BTC',
  code: 'BTC',
  name: 'Bitcoin',
  displayName: 'Bitcoin',
  minWithdrawal: '1e-8',
  maxWithdrawal: null,
  assetName: 'BTC',
  addressRegex: null,
};

type Value = string | number | null;
type ReadRows = (sql: string) => Promise<readonly (readonly Value[])[]>;

/** A database with imported rows, and what a reader reads of it. */
interface ReadDatabase {
  readonly read: ReadRows;
  readonly listColumns: (view: string) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

const ENGINES: readonly (readonly [string, () => Promise<ReadDatabase>])[] = [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPostgres],
];

async function openSqlite(): Promise<ReadDatabase> {
  const { path, remove } = makeTemporaryDatabase();
  const store = await openMigratedStore({ path });
  await fill(store);
  const reader = new DatabaseSync(path, { readOnly: true });
  return {
    read: (sql) => {
      const rows = reader.prepare(sql).all() as Record<string, Value>[];
      return Promise.resolve(rows.map((row) => Object.values(row)));
    },
    listColumns: (view) =>
      Promise.resolve(
        reader
          .prepare(`PRAGMA table_info(${view})`)
          .all()
          .map(({ name }) => String(name)),
      ),
    close: async () => {
      reader.close();
      await store.close();
      remove();
    },
  };
}

async function openPostgres(): Promise<ReadDatabase> {
  const { store, reader, close } = await openReadDatabase();
  await fill(store);
  const read = async (sql: string): Promise<readonly (readonly Value[])[]> => {
    const { rows } = await reader.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows.map((row) => row.map(toValue));
  };
  return {
    read,
    listColumns: async (view) =>
      (await reader.query(`SELECT * FROM ${view} LIMIT 0`)).fields.map(({ name }) => name),
    close,
  };
}

function toValue(value: unknown): Value {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'boolean' ? Number(value) : (value as Value);
}

/** The amounts of withdrawals of one asset, each to its own address, the largest first. */
const MANY = Array.from({ length: 25 }, (_, index) => 25 - index);

/** Imports rows of each kind, and records balances. */
async function fill(store: Store): Promise<void> {
  await addProject(store);
  await store.addWallet(makeWallet(WALLET_ID, { label: 'main' }), CREDENTIALS);
  const lease = await claim(store, WALLET_ID);
  const networks = [NETWORK];
  await store.recordBalances(
    lease,
    makeBalances([
      makeBalance('BTC', { networks }),
      makeBalance('EUR', { amount: parseDecimal('12.3') }),
    ]),
  );
  await store.releaseLease(lease);
  const fee = { feeCost: parseDecimal('0.25'), feeCurrency: 'BTC' };
  const withdrawal = { type: 'withdrawal', address: 'bc1q', ...fee } as const;
  await importRows(store, WALLET_ID, [
    makeTransaction('tx_1', { timestampMs: JANUARY_MS, amount: parseDecimal('1.5') }),
    makeTransaction('tx_2', { timestampMs: JANUARY_MS, amount: parseDecimal('2.25') }),
    makeTransaction('tx_3', { timestampMs: FEBRUARY_MS, amount: parseDecimal('0.875') }),
    makeTransaction('tx_4', { timestampMs: FEBRUARY_MS, status: 'failed' }),
    makeTransaction('tx_5', {
      ...withdrawal,
      feeCost: parseDecimal('0.125'),
      timestampMs: JANUARY_MS,
      amount: parseDecimal('0.5'),
    }),
    makeTransaction('tx_6', {
      ...withdrawal,
      timestampMs: FEBRUARY_MS,
      amount: parseDecimal('0.625'),
    }),
    makeTransaction('tx_7', { ...withdrawal, timestampMs: FEBRUARY_MS, status: 'pending' }),
    makeTransaction('tx_8', { timestampMs: Date.now(), asset: 'ETH', type: 'other' }),
    ...MANY.map((count) =>
      makeTransaction(`tx_many_${count}`, {
        type: 'withdrawal',
        asset: 'AAVE',
        amount: parseDecimal(String(count)),
        address: `0x${count}`,
        timestampMs: JANUARY_MS,
      }),
    ),
  ]);
}

/** The rows of each recipe. */
const EXPECTED: Readonly<Record<string, readonly (readonly Value[])[]>> = {
  'Deposits per month and asset': [
    ['2024-01', 'BTC', '3.75'],
    ['2024-02', 'BTC', '0.875'],
  ],
  'Fees per exchange': [['binance', 'BTC', '2', '0.375']],
  'Open withdrawals, oldest first': [
    [WALLET_ID, 'tx_7', 'BTC', '1.5', 'bc1q', new Date(FEBRUARY_MS).toISOString()],
  ],
  'Largest counterparties of withdrawals': [
    ...MANY.slice(0, 20).map((count) => ['AAVE', `0x${count}`, '1', String(count)]),
    ['BTC', 'bc1q', '2', '1.125'],
  ],
  'Balances with their networks': [
    [WALLET_ID, 'BTC', '2.50', 'BTC', '1e-8'],
    [WALLET_ID, 'EUR', '12.3', null, null],
  ],
  'What came in and went out': [
    [WALLET_ID, 'AAVE', null, '325'],
    [WALLET_ID, 'BTC', '4.625', '1.125'],
    [WALLET_ID, 'ETH', null, null],
  ],
  'Transactions of the last 30 days': [[WALLET_ID, '1']],
  'Wallets that are not up to date': [],
};

/** The views of the contract, and their columns. */
const VIEWS = [
  [
    'transactions',
    'wallet_id, id, asset, type, amount, time, status, txid, address, fee_cost, fee_currency, origin',
  ],
  ['balances', 'wallet_id, asset, amount, synced_at'],
  [
    'withdrawal_networks',
    'wallet_id, asset, network_id, code, name, display_name, min_withdrawal, max_withdrawal, address_regex',
  ],
  [
    'wallets',
    'id, project_id, org_id, exchange, label, external_id, state, last_sync_at, history_complete, transaction_count',
  ],
] as const;

/** Returns the recipes of an engine, each under its heading. */
function listRecipes(engine: string): readonly (readonly [string, string])[] {
  return PAGE.split('### ')
    .slice(1)
    .flatMap((section) =>
      readBlocks(section)
        .filter(({ text }) => text.startsWith('-- both\n') || text.startsWith(`-- ${engine}\n`))
        .map(({ text }) => [section.split('\n', 1)[0] ?? '', text] as const),
    );
}

describe.each(ENGINES)('docs/sql.md on %s', (engine, open) => {
  let database: ReadDatabase;

  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  it('has a recipe under each heading', () => {
    expect(listRecipes(engine).map(([heading]) => heading)).toEqual(Object.keys(EXPECTED));
  });

  it.each(listRecipes(engine))('%s', async (heading, sql) => {
    const rows = await database.read(sql);
    expect(rows.map((row) => row.map((value) => value && String(value)))).toEqual(
      EXPECTED[heading],
    );
  });

  it.each(VIEWS)('the view %s has the columns of its table', async (view, columns) => {
    expect((await database.listColumns(view)).join(', ')).toBe(columns);
    const [section = ''] = PAGE.split(`### ${view}\n`)[1]?.split('\n#') ?? [];
    const documented = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, column]) => column);
    expect(documented.join(', ')).toBe(columns);
  });
});
