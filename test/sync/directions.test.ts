/** Rows of an older program, with types without a direction. */
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';

import { EXCHANGE_NAMES } from '../../simulator/catalogue.ts';
import { readMigrations } from '../../src/store/sqlite/migrations.ts';
import { SyncBench } from './harness.ts';
import { CITUS_URL } from '../store/citus-cluster.ts';

/** Former codes: 3 was any transfer, 6 any other booking. */
const REMOVE_DIRECTIONS = `UPDATE wallet_transaction SET type = CASE
  WHEN type IN (8, 9) THEN 3 WHEN type IN (10, 11) THEN 6 ELSE type END`;

// Changes the SQLite file directly.
it.skipIf(CITUS_URL !== undefined).each(EXCHANGE_NAMES)(
  '%s: a synchronisation sets the direction of rows, adds none and loses none',
  async (exchange) => {
    await using bench = await new SyncBench().open();
    const walletId = `wallet_${exchange}`;
    const history = await bench.add(exchange, { count: 60 });
    await bench.sync(walletId);
    const before = await bench.readAll(walletId);
    const raw = new DatabaseSync(bench.databasePath);
    raw.exec(REMOVE_DIRECTIONS);
    raw.exec(readMigrations().find(({ name }) => name === 'directions')!.sql);
    raw.close();
    await bench.store.migrate();

    const undirected = await bench.readAll(walletId);
    expect(undirected.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(undirected.some(({ type }) => type === 'other')).toBe(true);
    expect(await isHistoryComplete(bench, walletId)).toBe(false);

    await bench.sync(walletId);
    expect(await bench.readAll(walletId)).toEqual(before);
    const { wanted, held } = await bench.compare(walletId, history);
    expect(held).toEqual(wanted);
    expect(await isHistoryComplete(bench, walletId)).toBe(true);
    const checks = await bench.store.checkIntegrity({ fix: false, nowMs: bench.nowMs });
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  },
);

async function isHistoryComplete(bench: SyncBench, walletId: string): Promise<boolean> {
  return (await bench.store.readSyncState(walletId)).historyComplete;
}
