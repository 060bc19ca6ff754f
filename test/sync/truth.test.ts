import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { KEYS, SyncBench } from './harness.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let bench: SyncBench;

beforeEach(async () => {
  bench = await new SyncBench().open();
});
afterEach(() => bench.close());

const EXCHANGES = [
  {
    exchange: 'binance',
    add: () => bench.add('binance', { count: 400, burst: 1200, fiatOrders: 40 }),
  },
  {
    exchange: 'kraken',
    add: () => bench.add('kraken', { count: 400, burst: 1200, traps: { reversed: 2 } }),
  },
  {
    exchange: 'bitget',
    add: () => bench.add('bitget', { count: 300, burst: 900, crowd: 250 }),
  },
  {
    exchange: 'bitstamp',
    add: () => bench.add('bitstamp', { count: 300, burst: 2600, crowd: 1100 }),
  },
  {
    exchange: 'bitvavo',
    add: () =>
      bench.add('bitvavo', { count: 300, burst: 2600, crowd: 900, traps: { identicalPairs: 20 } }),
  },
  {
    exchange: 'bybit',
    add: () => bench.add('bybit', { count: 300, burst: 1900, crowd: 120 }),
  },
  {
    exchange: 'coinbase',
    add: () => bench.add('coinbase', { count: 400, burst: 2500, crowd: 120 }),
  },
  {
    exchange: 'cryptocom',
    add: () => bench.add('cryptocom', { count: 300, burst: 1300, crowd: 450 }),
  },
  {
    exchange: 'gate',
    add: () => bench.add('gate', { count: 300, burst: 900, crowd: 600 }),
  },
  {
    exchange: 'htx',
    add: () => bench.add('htx', { count: 400, burst: 1200, crowd: 600 }),
  },
  {
    exchange: 'kucoin',
    // From its first platform on, whose lists are others.
    add: () =>
      bench.add('kucoin', {
        fromMs: Date.UTC(2018, 2, 1),
        count: 400,
        burst: 1200,
        crowd: 600,
        traps: { identicalPairs: 20 },
      }),
  },
  {
    exchange: 'okx',
    add: () => bench.add('okx', { count: 400, burst: 1200, crowd: 90 }),
  },
] as const;

describe.each(EXCHANGES)('$exchange', ({ exchange, add }) => {
  const walletId = `wallet_${exchange}`;

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
    await bench.addWallet(walletId, exchange, KEYS[exchange]);
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
      bench.passTime(DAY_MS);
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
  await bench.add('binance');
  await bench.sync('wallet_binance');
  const balances = await bench.store.listBalances('wallet_binance');
  const networks = balances.flatMap((balance) => balance.networks);
  expect(networks.length).toBeGreaterThan(5);
  expect(networks.find(({ id, assetName }) => id === 'TRX' && assetName === 'USDT')).toMatchObject({
    code: 'TRX',
    addressRegex: expect.stringContaining('T'),
  });
});

it.each([
  ['bybit', () => bench.add('bybit'), 'TRX', 'ARBI'],
  ['gate', () => bench.add('gate'), 'TRX', 'ARBEVM'],
  ['htx', () => bench.add('htx'), 'trc20usdt', 'arbieth'],
  ['kucoin', () => bench.add('kucoin'), 'trx', 'arbitrum'],
  ['okx', () => bench.add('okx'), 'USDT-TRC20', 'ETH-Arbitrum One'],
] as const)(
  'lists networks of %s that are open, with limits',
  async (exchange, add, usdt, closed) => {
    await add();
    await bench.sync(`wallet_${exchange}`);
    const balances = await bench.store.listBalances(`wallet_${exchange}`);
    const networks = balances.flatMap((balance) => balance.networks);
    expect(networks.find(({ id, assetName }) => id === usdt && assetName === 'USDT')).toMatchObject(
      {
        code: 'TRX',
        minWithdrawal: '2',
        maxWithdrawal: '5000000',
      },
    );
    expect(networks.map(({ id }) => id)).not.toContain(closed);
  },
);

it.each([
  ['bitget', () => bench.add('bitget'), 'TRC20', 'ArbitrumOne'],
  ['bitstamp', () => bench.add('bitstamp'), 'tron', 'arbitrum'],
  ['bitvavo', () => bench.add('bitvavo'), 'TRX', 'SEPA'],
  ['cryptocom', () => bench.add('cryptocom'), 'TRON', 'ARB'],
] as const)(
  'lists networks of %s that are open, with their smallest withdrawal',
  async (exchange, add, usdt, left) => {
    await add();
    await bench.sync(`wallet_${exchange}`);
    const balances = await bench.store.listBalances(`wallet_${exchange}`);
    const networks = balances.flatMap((balance) => balance.networks);
    expect(networks.map(({ id }) => id)).not.toContain(left);
    expect(networks.find(({ id }) => id === usdt)).toMatchObject({
      code: 'TRX',
      minWithdrawal: '2',
      maxWithdrawal: null,
    });
  },
);

it.each([
  ['okx', () => bench.add('okx', { count: 50, crowd: 120 })],
  ['bitvavo', () => bench.add('bitvavo', { count: 50, crowd: 1100 })],
] as const)(
  '%s: more rows in a millisecond than are told at once fail the reading, and are not lost',
  async (exchange, add) => {
    const walletId = `wallet_${exchange}`;
    const history = await add();
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
