import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { EXCHANGE_NAMES, SIMULATIONS } from '../../simulator/catalogue.ts';
import type { History } from '../../simulator/truth.ts';
import { KEYS, SyncBench } from '../sync/harness.ts';
import { listBalances } from '../store/contract/fixtures.ts';

/** One history is read for all tests of an exchange; each leaves the wallet synchronised. */
describe.each(EXCHANGE_NAMES)('%s', (exchange) => {
  const walletId = `wallet_${exchange}`;
  let bench: SyncBench;
  let history: History;

  beforeAll(async () => {
    bench = await new SyncBench().open();
    history = await bench.add(exchange, SIMULATIONS[exchange].largeHistory);
    await bench.sync(walletId);
  });
  afterAll(() => bench.close());

  it('is read in full, across gaps of years and days with more than a thousand rows', async () => {
    expect(await bench.compare(walletId, history)).toEqual([]);
    const status = await bench.store.readWalletStatus(walletId);
    expect(status.sync).toMatchObject({ historyComplete: true, failure: null });
    expect(status.quarantinedCount).toBe(history.rows.filter((row) => row.malformed).length);
  });

  it('reports the withdrawable balance', async () => {
    const balances = await listBalances(bench.store, walletId);
    expect(balances.map(({ asset }) => asset)).toContain('EUR');
    expect(balances.find(({ asset }) => asset === 'EUR')?.networks).toEqual([]);
    expect(balances.every(({ amount }) => !amount.startsWith('-'))).toBe(true);
  });

  it.each([SIMULATIONS[exchange].networks].filter((names) => names !== null))(
    'lists networks that are open, with limits and pattern',
    async ({ tron, closed, maxWithdrawal }) => {
      const balances = await listBalances(bench.store, walletId);
      const networks = balances.flatMap((balance) => balance.networks);
      expect(networks.length).toBeGreaterThan(3);
      expect(networks.map(({ id, assetName }) => `${assetName} ${id}`)).not.toContain(closed);
      const usdt = networks.find(({ id, assetName }) => id === tron && assetName === 'USDT');
      expect(usdt).toMatchObject({
        code: 'TRX',
        minWithdrawal: expect.stringMatching(/^\d+$/),
        maxWithdrawal,
        addressRegex: expect.stringContaining('T'),
      });
    },
  );

  it('has the same ids after a re-read, and no duplicate', async () => {
    const before = await bench.readAll(walletId);
    const wallet = await bench.store.readWalletStatus(walletId);
    await bench.store.removeWallet(walletId);
    await bench.addWallet(walletId, exchange, KEYS[exchange]);
    await bench.sync(walletId);
    expect(await bench.readAll(walletId)).toEqual(before);
    expect((await bench.store.readWalletStatus(walletId)).transactionCount).toBe(
      wallet.transactionCount,
    );
  });

  it('updates pending rows until they are final, and reads rows that arrive later', async () => {
    const pending = (await bench.store.readWalletStatus(walletId)).pendingCount;
    for (let day = 0; day < 2; day += 1) {
      bench.passTime(DAY_MS);
      expect(await bench.sync(walletId)).toMatchObject({ ok: true });
    }
    expect(await bench.compare(walletId, history)).toEqual([]);
    expect((await bench.store.readWalletStatus(walletId)).pendingCount).toBeLessThan(pending);
  });
});

it.each([
  ['okx', 120],
  ['bitvavo', 1100],
] as const)(
  '%s: a window fails if a millisecond has more rows than a response contains, and no row is lost',
  async (exchange, crowd) => {
    await using bench = await new SyncBench().open();
    const walletId = `wallet_${exchange}`;
    const history = await bench.add(exchange, { count: 50, crowd });
    expect(await bench.sync(walletId)).toMatchObject({
      ok: false,
      failure: { code: 'exchange_unavailable', message: expect.stringContaining('millisecond') },
    });
    const { sync } = await bench.store.readWalletStatus(walletId);
    expect(sync.historyComplete).toBe(false);
    const differences = await bench.compare(walletId, history);
    expect(differences).toEqual([expect.stringMatching(/^\d+ rows are missing/)]);
  },
);
