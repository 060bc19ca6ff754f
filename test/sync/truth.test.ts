import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { SyncBench } from './harness.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let bench: SyncBench;

beforeEach(async () => {
  bench = await new SyncBench().open();
});
afterEach(() => bench.close());

/** The exchange's and this machine's time go on together. */
function passTime(durationMs: number): void {
  bench.clock.advance(durationMs);
  bench.nowMs += durationMs;
}

describe.each([
  ['binance', 'wallet_binance', { count: 400, burst: 1200, fiatOrders: 40 }],
  ['kraken', 'wallet_kraken', { count: 400, burst: 1200, traps: { reversed: 2 } }],
] as const)('%s', (exchange, walletId, options) => {
  const add = () => (exchange === 'binance' ? bench.addBinance(options) : bench.addKraken(options));

  it('is read in full, across gaps of years and days of more than a thousand rows', async () => {
    const history = await add();
    expect(await bench.sync(walletId)).toMatchObject({ ok: true });
    const { wanted, held } = await bench.compare(walletId, history);
    expect(held).toEqual(wanted);
    const status = await bench.store.readWalletStatus(walletId);
    expect(status.sync).toMatchObject({ historyComplete: true, failure: null });
    expect(status.quarantinedCount).toBe(history.rows.filter((row) => row.malformed).length);
  });

  it('gives the same rows the same ids when it is read again, and doubles nothing', async () => {
    await add();
    await bench.sync(walletId);
    const before = await bench.readAll(walletId);
    await bench.sync(walletId);
    expect(await bench.readAll(walletId)).toEqual(before);
    const wallet = await bench.store.readWalletStatus(walletId);
    await bench.store.removeWallet(walletId);
    const key = exchange === 'binance' ? 'BINANCE_KEY' : 'KRAKEN_KEY';
    await bench.addWallet(walletId, exchange, (await import('./harness.ts'))[key]);
    await bench.sync(walletId);
    expect(await bench.readAll(walletId)).toEqual(before);
    expect((await bench.store.readWalletStatus(walletId)).transactionCount).toBe(
      wallet.transactionCount,
    );
  });

  it('follows pending rows until they are final, and finds what arrives later', async () => {
    const history = await add();
    await bench.sync(walletId);
    const pending = (await bench.store.readWalletStatus(walletId)).pendingCount;
    for (let day = 0; day < 4; day += 1) {
      passTime(DAY_MS);
      expect(await bench.sync(walletId)).toMatchObject({ ok: true });
    }
    const { wanted, held } = await bench.compare(walletId, history);
    expect(held).toEqual(wanted);
    expect((await bench.store.readWalletStatus(walletId)).pendingCount).toBeLessThan(pending);
  });

  it('keeps the balance that can be withdrawn', async () => {
    await add();
    await bench.sync(walletId);
    const balances = await bench.store.listBalances(walletId);
    expect(balances.map(({ asset }) => asset)).toContain('EUR');
    expect(balances.find(({ asset }) => asset === 'EUR')?.networks).toEqual([]);
    expect(balances.every(({ amount }) => !amount.startsWith('-'))).toBe(true);
  });
});

it('lists networks of Binance that are open, with limits and pattern', async () => {
  await bench.addBinance();
  await bench.sync('wallet_binance');
  const balances = await bench.store.listBalances('wallet_binance');
  const networks = balances.flatMap((balance) => balance.networks);
  expect(networks.length).toBeGreaterThan(5);
  expect(networks.find(({ id, assetName }) => id === 'TRX' && assetName === 'USDT')).toMatchObject({
    code: 'TRC20',
    addressRegex: expect.stringContaining('T'),
  });
});
