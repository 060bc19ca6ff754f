/** The database of each release, upgraded to this version. `npm run keep:database` adds one. */
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { parseExactJson } from '../../client/src/exact-json.ts';
import { useScratch } from '../cli/scratch.ts';
import { BALANCE, LISTING } from '../http/samples.ts';
import { CITUS_URL } from '../store/citus-cluster.ts';
import { createTestDatabase, SERVING_ROLE } from '../store/postgres-database.ts';
import { MASTER_KEY_TEXT } from '../sync/harness.ts';
import { callTeller, headersOf, startService } from '../teller.ts';
import { type KeptDatabase, readContent } from './kept-database.ts';
import { restoreInPostgres } from './restore-in-postgres.ts';

const FOLDER = new URL('./', import.meta.url);
const VERSIONS = readdirSync(FOLDER).flatMap((name) => /^(.+)\.db\.gz$/.exec(name)?.[1] ?? []);
/** The tables of a release are not distributed before `teller distribute`. */
const ENGINES = CITUS_URL === undefined ? ['SQLite', 'PostgreSQL'] : ['SQLite'];
/** More than a kept wallet has. */
const LIMIT = 1000;

const scratch = useScratch();

/** What a wallet contains, with every digit. */
interface Content {
  readonly transactions: readonly unknown[];
  readonly balances: readonly unknown[];
}

/** Reads a wallet from the database of a release, in the order and the form of the responses. */
function readStored(file: DatabaseSync, walletId: string): Content {
  const wallet = '(SELECT wallet_no FROM wallet WHERE id = $id)';
  const transactions = file.prepare(
    `SELECT id, $id AS walletId, asset, type, amount, time AS timestamp, status, txid, address,
        fee_cost AS feeCost, fee_currency AS feeCurrency
      FROM wallet_transaction WHERE wallet_no = ${wallet} ORDER BY time DESC, id DESC`,
  );
  const balances = file.prepare(
    `SELECT asset, amount FROM wallet_balance WHERE wallet_no = ${wallet} ORDER BY asset`,
  );
  const id = walletId;
  return { transactions: transactions.all({ id }), balances: balances.all({ id }) };
}

/** Reads a wallet over HTTP. A wallet that only takes imports has no balances. */
async function readServed(url: string, headers: Record<string, string>): Promise<Content> {
  const read = async (path: string): Promise<Partial<Content>> => {
    const response = await fetch(`${url}${path}`, { headers });
    if (response.status === 404) return {};
    expect(response.status).toBe(200);
    return parseExactJson(await response.text(), 'text') as Partial<Content>;
  };
  const { transactions = [] } = await read(`${LISTING}?limit=${LIMIT}`);
  const { balances = [] } = await read(BALANCE);
  return { transactions, balances };
}

describe.each(VERSIONS)('the database of version %s', (version) => {
  const read = (suffix: string) => readFileSync(new URL(`${version}.${suffix}`, FOLDER));
  const kept = JSON.parse(read('json').toString()) as KeptDatabase;

  it.each(ENGINES)('is upgraded on %s, and returns and serves what was stored', async (engine) => {
    const path = scratch.write('kept.db', gunzipSync(read('db.gz')));
    chmodSync(path, 0o600);
    const file = new DatabaseSync(path, { readOnly: true });
    const stored = new Map(
      [kept.synced, kept.imported].map((walletId) => [walletId, readStored(file, walletId)]),
    );
    const database = engine === 'PostgreSQL' ? await createTestDatabase() : undefined;
    if (database !== undefined) await restoreInPostgres(file, database);
    file.close();
    const variables = {
      TELLER_DATABASE_URL: database?.url ?? path,
      // On SQLite it has no effect, which `doctor` reports.
      ...(database !== undefined && { TELLER_DATABASE_ROLE: SERVING_ROLE }),
      TELLER_MASTER_KEY: MASTER_KEY_TEXT,
    };
    expect(await callTeller(['migrate'], variables)).toMatchObject({ code: 0 });
    expect(await callTeller(['doctor'], variables)).toMatchObject({ code: 0 });
    const { syncedRows, importedRows, balance } = kept;
    expect(await readContent(kept, variables)).toEqual({ syncedRows, importedRows, balance });
    const service = await startService(variables);
    try {
      for (const [walletId, { transactions, balances }] of stored) {
        const served = await readServed(service.url, headersOf(kept.tenant, walletId));
        expect(served.transactions).toEqual(transactions);
        // The networks of each asset follow its amount, and are compared above.
        expect(served.balances).toMatchObject(balances);
      }
    } finally {
      await service.stop();
      await database?.drop();
    }
  });
});

it('at least one release has kept its database', () => {
  expect(VERSIONS.length).toBeGreaterThan(0);
});
