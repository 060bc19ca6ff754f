import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  generateBitgetHistory,
  generateBitvavoHistory,
  type History,
  type RoutedHistoryOptions,
} from '../../simulator/history.ts';
import { BINANCE_KEY, BYBIT_KEY, GATE_KEY, KRAKEN_KEY, OKX_KEY, SyncBench } from './harness.ts';

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

const BITGET_KEY = { apiKey: 'bitget-key', secret: 'bitget-secret', password: 'bitget-phrase' };
const BITVAVO_KEY = { apiKey: 'bitvavo-key', secret: 'bitvavo-secret' };

async function addBitget(options: Partial<RoutedHistoryOptions> = {}): Promise<History> {
  const history = generateBitgetHistory({ seed: 'sync', toMs: bench.clock.now(), ...options });
  bench.simulator.addAccount('bitget', { credentials: BITGET_KEY, history });
  await bench.addWallet('wallet_bitget', 'bitget', BITGET_KEY);
  return history;
}

async function addBitvavo(options: Partial<RoutedHistoryOptions> = {}): Promise<History> {
  const history = generateBitvavoHistory({ seed: 'sync', toMs: bench.clock.now(), ...options });
  bench.simulator.addAccount('bitvavo', { credentials: BITVAVO_KEY, history });
  await bench.addWallet('wallet_bitvavo', 'bitvavo', BITVAVO_KEY);
  return history;
}

const EXCHANGES = [
  {
    exchange: 'binance',
    credentials: BINANCE_KEY,
    add: () => bench.addBinance({ count: 400, burst: 1200, fiatOrders: 40 }),
  },
  {
    exchange: 'kraken',
    credentials: KRAKEN_KEY,
    add: () => bench.addKraken({ count: 400, burst: 1200, traps: { reversed: 2 } }),
  },
  {
    exchange: 'bitget',
    credentials: BITGET_KEY,
    add: () => addBitget({ count: 300, burst: 900, crowd: 250 }),
  },
  {
    exchange: 'bitvavo',
    credentials: BITVAVO_KEY,
    add: () => addBitvavo({ count: 300, burst: 2600, crowd: 900, traps: { identicalPairs: 20 } }),
  },
  {
    exchange: 'bybit',
    credentials: BYBIT_KEY,
    add: () => bench.addBybit({ count: 300, burst: 1900, crowd: 120 }),
  },
  {
    exchange: 'gate',
    credentials: GATE_KEY,
    add: () => bench.addGate({ count: 300, burst: 900, crowd: 600 }),
  },
  {
    exchange: 'okx',
    credentials: OKX_KEY,
    add: () => bench.addOkx({ count: 400, burst: 1200, crowd: 90 }),
  },
];

describe.each(EXCHANGES)('$exchange', ({ exchange, credentials, add }) => {
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
    await bench.addWallet(walletId, exchange, credentials);
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
    code: 'TRX',
    addressRegex: expect.stringContaining('T'),
  });
});

it.each([
  ['bybit', () => bench.addBybit(), 'TRX', 'ARBI'],
  ['gate', () => bench.addGate(), 'TRX', 'ARBEVM'],
  ['okx', () => bench.addOkx(), 'USDT-TRC20', 'ETH-Arbitrum One'],
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
  ['bitget', () => addBitget(), 'TRC20', 'ArbitrumOne'],
  ['bitvavo', () => addBitvavo(), 'TRX', 'SEPA'],
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
  ['okx', () => bench.addOkx({ count: 50, crowd: 120 })],
  ['bitvavo', () => addBitvavo({ count: 50, crowd: 1100 })],
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
