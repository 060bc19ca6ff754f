import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import type { History } from '../../simulator/history.ts';
import {
  type HistoryOptionsOf,
  KEYS,
  SyncBench,
  TESTED_EXCHANGES,
  type TestedExchange,
} from './harness.ts';
import { listBalances } from '../store/contract/fixtures.ts';

/** More rows in a day, and in a moment, than an answer of each exchange has. */
const HISTORIES: { readonly [Name in TestedExchange]: HistoryOptionsOf<Name> } = {
  binance: { count: 400, burst: 1200, fiatOrders: 40 },
  bitget: { count: 300, burst: 900, crowd: 250 },
  bitstamp: { count: 300, burst: 2600, crowd: 1100 },
  bitvavo: { count: 300, burst: 2600, crowd: 900, traps: { identicalPairs: 20 } },
  bybit: { count: 300, burst: 1900, crowd: 120 },
  coinbase: { count: 400, burst: 2500, crowd: 120 },
  cryptocom: { count: 300, burst: 1300, crowd: 450 },
  gate: { count: 300, burst: 900, crowd: 600 },
  htx: { count: 400, burst: 1200, crowd: 600 },
  kraken: { count: 400, burst: 1200, traps: { reversed: 2 } },
  // From its first platform on, whose lists are others.
  kucoin: {
    fromMs: Date.UTC(2018, 2, 1),
    count: 400,
    burst: 1200,
    crowd: 600,
    traps: { identicalPairs: 20 },
  },
  okx: { count: 400, burst: 1200, crowd: 90 },
};

/** USDT's network on Tron and a closed network of an asset, by the exchange's names of them. */
const NETWORKS = [
  { exchange: 'binance', tron: 'TRX', closed: 'BTC BSC', maxWithdrawal: '10000000' },
  { exchange: 'bitget', tron: 'TRC20', closed: 'ETH ArbitrumOne', maxWithdrawal: null },
  { exchange: 'bitstamp', tron: 'tron', closed: 'ETH arbitrum', maxWithdrawal: null },
  { exchange: 'bitvavo', tron: 'TRX', closed: 'EUR SEPA', maxWithdrawal: null },
  { exchange: 'bybit', tron: 'TRX', closed: 'ETH ARBI', maxWithdrawal: '5000000' },
  { exchange: 'cryptocom', tron: 'TRON', closed: 'ETH ARB', maxWithdrawal: null },
  { exchange: 'gate', tron: 'TRX', closed: 'ETH ARBEVM', maxWithdrawal: '5000000' },
  { exchange: 'htx', tron: 'trc20usdt', closed: 'ETH arbieth', maxWithdrawal: '5000000' },
  { exchange: 'kucoin', tron: 'trx', closed: 'ETH arbitrum', maxWithdrawal: '5000000' },
  { exchange: 'okx', tron: 'USDT-TRC20', closed: 'ETH ETH-Arbitrum One', maxWithdrawal: '5000000' },
] as const;

/** One history is read for all tests of an exchange; each leaves the wallet synchronised. */
describe.each(TESTED_EXCHANGES)('%s', (exchange) => {
  const walletId = `wallet_${exchange}`;
  let bench: SyncBench;
  let history: History;

  beforeAll(async () => {
    bench = await new SyncBench().open();
    const options: HistoryOptionsOf<TestedExchange> = HISTORIES[exchange];
    history = await bench.add(exchange, options);
    await bench.sync(walletId);
  });
  afterAll(() => bench.close());

  it('is read in full, across gaps of years and days with more than a thousand rows', async () => {
    const { wanted, held } = await bench.compare(walletId, history);
    expect(held).toEqual(wanted);
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

  it.each(NETWORKS.filter((row) => row.exchange === exchange))(
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
    await bench.sync(walletId);
    expect(await bench.readAll(walletId)).toEqual(before);
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
    for (let day = 0; day < 4; day += 1) {
      bench.passTime(DAY_MS);
      expect(await bench.sync(walletId)).toMatchObject({ ok: true });
    }
    const { wanted, held } = await bench.compare(walletId, history);
    expect(held).toEqual(wanted);
    expect((await bench.store.readWalletStatus(walletId)).pendingCount).toBeLessThan(pending);
  });
});

it.each([
  ['okx', 120],
  ['bitvavo', 1100],
] as const)(
  '%s: more rows in a millisecond than are told at once fail the reading, and are not lost',
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
    const { wanted, held } = await bench.compare(walletId, history);
    expect(wanted).toEqual(expect.arrayContaining(held));
  },
);
