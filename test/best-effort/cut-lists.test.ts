import { expect, it } from 'vitest';

import { HOUR_MS } from '../../src/domain/duration.ts';
import { byRows } from '../../src/exchanges/best-effort/trait-forms.ts';
import type { ExchangeTraits } from '../../src/exchanges/best-effort/exchange-traits.ts';
import { createExchangeDirectory } from '../../src/exchanges/registry.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { SyncBench } from '../sync/harness.ts';
import { openWithTraits } from './open-with-traits.ts';
import {
  RecordedExchange,
  SAMPLE_CREDENTIALS,
  type RecordedResponses,
  type RecordedRequest,
} from './recorded-exchange.ts';

const NOW_MS = Date.UTC(2026, 1, 3);
const DEPOSITS = 'GET api.mexc.com/api/v3/capital/deposit/hisrec';
const WITHDRAWALS = 'GET api.mexc.com/api/v3/capital/withdraw/history';

/** Returns deposits an hour apart, newest first. */
function listDeposits(count: number): { readonly insertTime: number }[] {
  return Array.from({ length: count }, (_, index) => ({
    amount: '1.5',
    coin: 'USDT',
    network: 'TRX',
    status: 5,
    txId: `h${index}`,
    insertTime: NOW_MS - index * HOUR_MS,
  }));
}

/** Reads the first source from its start to its newest row. */
async function readDeposits(responses: RecordedResponses, traits: ExchangeTraits) {
  const exchange = new RecordedExchange(responses);
  try {
    const proxyUrl = await exchange.listen();
    const nowMs = (): number => NOW_MS + 1;
    const directory = openWithTraits({ exchange: 'mexc', traits, proxyUrl, nowMs });
    const account = await directory.openAccount('mexc', SAMPLE_CREDENTIALS);
    const [source] = account.sources;
    return await account.readWindow(source!, source!.startMs, nowMs());
  } finally {
    exchange.close();
  }
}

const UNBOUNDED: ExchangeTraits = { start: null, end: null, limit: 100 };

it('returns the newest rows of an incomplete list, and does not count older ones as read', async () => {
  const rows = listDeposits(100);
  const full = await readDeposits({ [DEPOSITS]: rows }, UNBOUNDED);
  expect(full.transactions).toHaveLength(100);
  expect(full.completeFromMs).toBe(NOW_MS - 99 * HOUR_MS + 1);
  const short = await readDeposits({ [DEPOSITS]: rows.slice(0, 99) }, UNBOUNDED);
  expect(short.completeFromMs).toBeUndefined();
  // Without order, it is unknown which rows are missing.
  const mixed = [...rows.slice(50), ...rows.slice(0, 50)];
  expect((await readDeposits({ [DEPOSITS]: mixed }, UNBOUNDED)).completeFromMs).toBe(NOW_MS + 1);
});

it('reads as many pages as the exchange returns, and does not count older rows as read', async () => {
  const paged = (rows: readonly object[]): RecordedResponses => ({
    [DEPOSITS]: ({ query }: RecordedRequest) => {
      const offset = Number(query.get('offset') ?? 0);
      // The exchange refuses a larger offset.
      return offset > 200 ? { code: 700_004, msg: 'offset' } : rows.slice(offset, offset + 100);
    },
  });
  const page = { ...byRows('offset'), max: 200 };
  const traits: ExchangeTraits = { ...UNBOUNDED, page };
  const rows = listDeposits(301);
  const cut = await readDeposits(paged(rows), traits);
  expect(cut.transactions).toHaveLength(300);
  expect(cut.completeFromMs).toBe(NOW_MS - 299 * HOUR_MS + 1);
  const short = await readDeposits(paged(rows.slice(0, 299)), traits);
  expect(short.transactions).toHaveLength(299);
  expect(short.completeFromMs).toBeUndefined();
  // Without order, it is unknown which rows are missing.
  const mixed = [...rows.slice(150), ...rows.slice(0, 150)];
  expect((await readDeposits(paged(mixed), traits)).completeFromMs).toBe(NOW_MS + 1);
});

it('does not report a history as complete if the exchange returns only its newest rows', async () => {
  const bench = await new SyncBench().open();
  bench.nowMs = NOW_MS + 1;
  const rows = listDeposits(100);
  const exchange = new RecordedExchange({
    'GET api.mexc.com/api/v3/time': () => ({ serverTime: bench.nowMs }),
    'GET api.mexc.com/api/v3/account': { balances: [] },
    [DEPOSITS]: () => rows.slice(0, 100),
    [WITHDRAWALS]: [],
  });
  const proxyUrl = await exchange.listen();
  const nowMs = (): number => bench.nowMs;
  const directory = openWithTraits({ exchange: 'mexc', traits: UNBOUNDED, proxyUrl, nowMs });
  await bench.addWallet('wallet_1', 'mexc', { apiKey: 'key', secret: 'secret' });
  const run = async () => {
    const [result] = await syncWallets({ ...bench.workerOptions(), directory }, ['wallet_1']);
    expect(result).toMatchObject({ ok: true });
    return bench.store.readSyncState('wallet_1');
  };
  const first = await run();
  expect(first.historyComplete).toBe(false);
  // There are no further rows: the wallet is due after the usual time.
  expect(first.nextRunAtMs).toBeGreaterThan(bench.nowMs + 10_000);
  expect(bench.log.lines.join()).toContain('the history cannot be complete');
  expect(await bench.readAll('wallet_1')).toHaveLength(100);
  rows.unshift({ ...rows[0]!, insertTime: NOW_MS + HOUR_MS });
  bench.nowMs += 2 * HOUR_MS;
  expect((await run()).historyComplete).toBe(false);
  expect(await bench.readAll('wallet_1')).toHaveLength(101);
  exchange.close();
  await bench.close();
});

it('counts the rows that an exchange sent, not the rows that a class of ccxt returns', async () => {
  const kinds = ['deposit', 'withdraw'];
  const updates = Array.from({ length: 2000 }, (_, index) => ({
    time: Date.UTC(2024, 0, 1) + index * HOUR_MS,
    hash: `0x${index}`,
    delta: { type: kinds[index % 2], usdc: '1.5', nonce: index },
  }));
  const exchange = new RecordedExchange({ 'POST api.hyperliquid.xyz/info': updates });
  const directory = openWithTraits({
    exchange: 'hyperliquid',
    traits: { onlyAsset: 'USDC' },
    proxyUrl: await exchange.listen(),
    nowMs: Date.now,
  });
  const account = await directory.openAccount('hyperliquid', SAMPLE_CREDENTIALS);
  await expect(
    account.readWindow(account.sources[0]!, Date.UTC(2024, 0, 1), Date.UTC(2024, 3, 1)),
  ).rejects.toMatchObject({ code: 'window_overflow' });
  exchange.close();
});

it('reads a complete history if a response contains a part of it (Backpack)', async () => {
  const endMs = Date.UTC(2025, 10, 1);
  const deposits = Array.from({ length: 2500 }, (_, index) => ({
    id: index + 1,
    toAddress: null,
    fromAddress: null,
    source: 'solana',
    status: 'confirmed',
    transactionHash: `h${index}`,
    symbol: 'SOL',
    quantity: '1.5',
    createdAt: new Date(endMs - index * 3_600_000).toISOString().slice(0, -1),
  }));
  const list = ({ query }: RecordedRequest): object[] =>
    deposits
      .filter(({ createdAt }) => Date.parse(`${createdAt}Z`) >= Number(query.get('from') ?? 0))
      .filter(({ createdAt }) => Date.parse(`${createdAt}Z`) <= Number(query.get('to') ?? Infinity))
      .slice(0, Number(query.get('limit') ?? 100));
  const bench = await new SyncBench().open();
  bench.nowMs = endMs + 60_000;
  const exchange = new RecordedExchange({
    'GET api.backpack.exchange/api/v1/time': () => bench.nowMs,
    'GET api.backpack.exchange/api/v1/capital': {},
    'GET api.backpack.exchange/api/v1/assets': [],
    'GET api.backpack.exchange/wapi/v1/capital/deposits': list,
    'GET api.backpack.exchange/wapi/v1/capital/withdrawals': [],
  });
  const directory = createExchangeDirectory({
    proxyUrl: await exchange.listen(),
    throttle: false,
    clock: bench.clientClock(),
    signal: new AbortController().signal,
  });
  await bench.addWallet('wallet_1', 'backpack', {
    apiKey: 'key',
    secret: SAMPLE_CREDENTIALS.secret,
  });
  const [result] = await syncWallets({ ...bench.workerOptions(), directory }, ['wallet_1']);
  expect(result).toMatchObject({ ok: true });
  expect(await bench.readAll('wallet_1')).toHaveLength(2500);
  expect(await bench.store.readSyncState('wallet_1')).toMatchObject({ historyComplete: true });
  exchange.close();
  await bench.close();
});
