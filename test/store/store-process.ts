/**
 * A process that uses the store, for tests of several processes and of a crash. Arguments: the task and the
 * database's path. Prints its actions, line by line.
 */
import { DatabaseSync } from 'node:sqlite';

import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { claim, makeTransaction, makeWindow, T0 } from './contract/fixtures.ts';

const BATCH_ROWS = 200;
const BATCHES_MAX = 10_000;
const CLAIMS_MAX = 100;
const SPILL_ROWS = 5000;

const TASKS: Readonly<Record<string, (path: string) => Promise<void>>> = {
  migrate: async (path) => {
    const store = openSqliteStore({ path });
    const applied = await store.migrate();
    report(String(applied.length));
    await store.close();
  },
  'claim-all': async (path) => {
    const store = openSqliteStore({ path });
    for (let count = 0; count < CLAIMS_MAX; count += 1) {
      const lease = await store.claimWallet({ nowMs: T0, untilMs: T0 + 1 });
      if (lease === undefined) break;
      report(lease.walletId);
    }
    await store.close();
  },
  'write-windows': async (path) => {
    const store = openSqliteStore({ path });
    const lease = await claim(store, 'wallet_one');
    for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
      const transactions = Array.from({ length: BATCH_ROWS }, (_, row) =>
        makeTransaction(`tx_${batch}_${row}`),
      );
      const window = { fromMs: T0 + batch, toMs: T0 + batch + 1 };
      await store.recordWindow(lease, makeWindow({ covered: window, transactions }));
      report(String(batch + 1));
    }
  },
  // With a cache of one page, the rows are written into the log before a commit, which never happens.
  'write-half': async (path) => {
    const database = new DatabaseSync(path);
    database.exec('PRAGMA cache_size = 1; BEGIN IMMEDIATE');
    const insert = database.prepare(
      `INSERT INTO wallet_transaction (wallet_no, project_no, time, id, asset, type, status, amount, checksum)
         VALUES (1, 1, 1, ?, 'BTC', 'deposit', 'completed', '1', 1)`,
    );
    for (let row = 0; row < SPILL_ROWS; row += 1) insert.run(`tx_half_${row}`);
    report('half');
    setInterval(() => database.location(), 1000);
  },
};

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

const [, , task = '', path = ''] = process.argv;
await TASKS[task]!(path);
