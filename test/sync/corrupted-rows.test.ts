/** Corrupted rows that synchronisation reads again after `teller doctor --fix`. */
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';

import { isReadOldestFirst } from '../../src/cli/commands/doctor.ts';
import type { StoreCheck } from '../../src/store/admin.ts';
import { CITUS_URL } from '../store/citus-cluster.ts';
import { SyncBench } from './harness.ts';

/** Kraken is read oldest first, the others newest first. */
const EXCHANGES = ['bitvavo', 'kraken', 'okx'] as const;

// It changes the SQLite file behind the store.
it.skipIf(CITUS_URL !== undefined).each(EXCHANGES)(
  '%s: corrupted and missing rows are right after the next synchronisation',
  async (exchange) => {
    await using bench = await new SyncBench().open();
    const walletId = `wallet_${exchange}`;
    const history = await bench.add(exchange, { count: 300 });
    await bench.sync(walletId);
    const before = await bench.readAll(walletId);
    const ids = [0.1, 0.2, 0.5, 0.9].map((part) => before[Math.floor(part * before.length)]?.id);
    const raw = new DatabaseSync(bench.databasePath);
    const corrupt = (set: string, id = ''): void => {
      const { changes } = raw.prepare(`UPDATE wallet_transaction SET ${set} WHERE id = ?`).run(id);
      expect(changes).toBe(1);
    };
    corrupt("amount = '987654321'", ids[0]);
    corrupt("asset = 'BTD'", ids[1]);
    corrupt('time = time + 4194304', ids[2]);
    raw.prepare('DELETE FROM wallet_transaction WHERE id = ?').run(ids[3] ?? '');
    raw.close();
    const check = (fix: boolean): Promise<readonly StoreCheck[]> =>
      bench.store.checkIntegrity({ fix, nowMs: bench.nowMs, isReadOldestFirst });
    const fixed = await check(true);
    expect(fixed.filter(({ ok }) => !ok)).toEqual([]);
    expect(fixed.find(({ name }) => name === 'rows')?.detail).toContain('re-read their times');

    await bench.sync(walletId);
    expect(await bench.readAll(walletId)).toEqual(before);
    expect(await bench.compare(walletId, history)).toEqual([]);
    expect((await check(false)).filter(({ ok }) => !ok)).toEqual([]);
    expect((await bench.store.readSyncState(walletId)).historyComplete).toBe(true);
  },
);

it('only an exchange that is read oldest first is re-read from the first corrupted row on', () => {
  expect(['unknown', ...EXCHANGES].filter(isReadOldestFirst)).toEqual(['kraken']);
});
