/** An interrupted import into PostgreSQL stores nothing. */
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { askTeller, countTransactions, startTeller } from '../teller.ts';
import {
  createTestDatabase,
  migrateTestStore,
  openTestStore,
  type TestDatabase,
} from '../store/postgres-database.ts';
import { createImportsWallet, shareScratch } from '../cli/scratch.ts';

const ROWS = 50_000;
const WAIT_MS_MAX = 60_000;
/** Selects the sessions that have written rows of wallets in an open transaction. */
const STORING = `SELECT pid FROM pg_locks WHERE locktype = 'relation'
  AND relation = 'wallet_transaction'::regclass AND mode = 'RowExclusiveLock'
  AND pid <> pg_backend_pid()`;

let database: TestDatabase;
const scratch = shareScratch();
let variables: Record<string, string>;
let walletId: string;
let file: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const store = openTestStore(database.url);
  await migrateTestStore(store);
  await store.close();
  variables = {
    TELLER_DATABASE_URL: database.url,
    TELLER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  ({ walletId } = await createImportsWallet(variables));
  const lines = Array.from(
    { length: ROWS },
    (_, index) => `${2e12 + index},X,deposit,${index},completed`,
  );
  file = scratch.write('long.csv', ['timestamp,asset,type,amount,status', ...lines].join('\n'));
});
afterAll(() => database.drop());

/** Stops an import while it stores rows. Returns its exit code and standard error. */
async function stopImport(stop: (kill: (signal: NodeJS.Signals) => void) => Promise<unknown>) {
  const child = startTeller(['import', '--wallet', walletId, file], variables);
  const ended = Promise.all([text(child.stderr!), once(child, 'close')]);
  const untilMs = performance.now() + WAIT_MS_MAX;
  while ((await database.query(STORING)).length === 0) {
    if (performance.now() > untilMs) throw new Error('the import did not begin to store rows');
    await sleep(1);
  }
  await stop((signal) => child.kill(signal));
  const [stderr, [code]] = await ended;
  expect(await countTransactions(walletId, variables)).toBe(0);
  expect(await askTeller(['import', 'list'], variables)).toEqual({ imports: [] });
  return [code, stderr];
}

describe('teller import into PostgreSQL', () => {
  it('reports that nothing was stored if the database closes the connection', async () => {
    const stopped = await stopImport(() =>
      database.query(`SELECT pg_terminate_backend(pid) FROM (${STORING}) AS storing`),
    );
    expect(stopped[0]).toBe(1);
    expect(stopped[1]).toMatch(/^teller: long\.csv: .*database.*\. Nothing was stored\n$/m);
  });

  it('reports that nothing was stored if it is interrupted', async () => {
    expect(await stopImport(async (kill) => kill('SIGINT'))).toEqual([
      1,
      expect.stringMatching(/^teller: long\.csv: interrupted\. Nothing was stored\n$/m),
    ]);
  });

  it('stores nothing if it is killed, and can be repeated', async () => {
    await stopImport(async (kill) => kill('SIGKILL'));
    const again = ['import', '--wallet', walletId, file];
    expect(await askTeller(again, variables)).toMatchObject({ rows: ROWS, added: ROWS });
  });
});
