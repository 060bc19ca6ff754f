import { afterEach, describe, expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { createExchangeDirectory } from '../../src/exchanges/registry.ts';
import {
  type Responses,
  responsesOf,
  hasRecordings,
  readRecording,
  startRecordedExchange,
} from './recorded-exchange.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
const CREDENTIALS = { apiKey: 'k', secret: 's', password: 'p' };
const open: { close: () => void }[] = [];

afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function openAccount(exchange: string, responses: Responses) {
  const server = await startRecordedExchange(responses);
  open.push(server);
  const directory = createExchangeDirectory({
    proxyUrl: server.url,
    throttle: false,
    clock: { nowMs: () => NOW_MS, sleep: () => Promise.resolve() },
    signal: new AbortController().signal,
  });
  const account = await directory.openAccount(exchange, CREDENTIALS, null);
  /** A week of a source. */
  const read = (name: string) => {
    const source = account.sources.find((candidate) => candidate.name === name)!;
    return account.readWindow(source, NOW_MS - 6 * DAY_MS, NOW_MS);
  };
  return { account, read };
}

const refused = { code: 'exchange_request_refused' };

describe.skipIf(!hasRecordings)('recorded transfers, where they are on this machine', () => {
  it('are told once each, however often a page is told: Bybit', async () => {
    const { read } = await openAccount('bybit', responsesOf('bybit', ['fetchTransfers']));
    const { result } = readRecording('bybit', 'fetchTransfers').httpResponse as {
      result: { list: { transferId: string; coin: string; amount: string; timestamp: string }[] };
    };
    const [row] = result.list;
    expect((await read('transfers')).transactions).toMatchObject([
      {
        key: `transfer:${row!.transferId}`,
        // From UNIFIED to FUND.
        type: 'transfer_in',
        status: 'completed',
        asset: row!.coin,
        amount: row!.amount,
        timestampMs: Number(row!.timestamp),
      },
    ]);
  });

  it('are told by the side of the main account: KuCoin', async () => {
    const { read } = await openAccount('kucoin', responsesOf('kucoin', ['fetchTransfers']));
    const { data } = readRecording('kucoin', 'fetchTransfers').httpResponse as {
      data: { items: { id: string; currency: string; amount: string; createdAt: number }[] };
    };
    const [row] = data.items;
    expect((await read('ledger')).transactions).toMatchObject([
      {
        key: `ledger:${row!.id}`,
        type: 'transfer_out',
        status: 'completed',
        asset: row!.currency,
        amount: row!.amount,
        timestampMs: row!.createdAt,
      },
    ]);
  });

  it("are those of the trading account's bills where the funding account's are not served: OKX", async () => {
    const { read } = await openAccount('okx', responsesOf('okx', ['fetchTransfers']));
    const { data } = readRecording('okx', 'fetchTransfers').httpResponse as {
      data: { billId: string; ccy: string; balChg: string; ts: string }[];
    };
    const [row] = data;
    expect((await read('bills')).transactions).toMatchObject([
      {
        key: `trading-bill:${row!.billId}`,
        // From the funding account (6) to the trading account (18).
        type: 'transfer_out',
        asset: row!.ccy,
        amount: row!.balChg,
        timestampMs: Number(row!.ts),
      },
    ]);
  });
});

describe('an exchange that does not serve what a wallet is whole without', () => {
  it.each([
    ['binance', 'rewards'],
    ['binance', 'transfers'],
    ['bybit', 'transfers'],
    ['kucoin', 'ledger'],
    ['okx', 'bills'],
  ])('%s refuses %s for good, so that they are left out', async (exchange, source) => {
    const { read } = await openAccount(exchange, new Map());
    await expect(read(source)).rejects.toMatchObject(refused);
  });

  it.each([
    ['binance', 180],
    ['htx', 179],
  ])(
    '%s: transfers count as read for the %i days that it tells, and no longer',
    async (exchange, days) => {
      const { account } = await openAccount(exchange, new Map());
      const source = account.sources.find(({ name }) => name === 'transfers')!;
      expect(source.startMs).toBe(NOW_MS - days * DAY_MS);
    },
  );

  it('is not asked for transfers that Binance no longer tells', async () => {
    const { account } = await openAccount('binance', new Map());
    const source = account.sources.find(({ name }) => name === 'transfers')!;
    const reading = account.readWindow(source, NOW_MS - 210 * DAY_MS, NOW_MS - 181 * DAY_MS);
    expect(await reading).toEqual({ transactions: [], unreadable: [] });
  });

  it('still tells balances: Bybit', async () => {
    const responses: Responses = new Map<string, unknown>([
      ['GET api.bybit.com/v5/asset/coin/query-info', { retCode: 0, result: { rows: [] } }],
      [
        'GET api.bybit.com/v5/asset/transfer/query-account-coins-balance',
        { retCode: 0, result: { balance: [{ coin: 'USDT', transferBalance: '12.50' }] } },
      ],
    ]);
    const { account } = await openAccount('bybit', responses);
    const { balances } = await account.readBalances();
    expect(balances).toEqual([{ asset: 'USDT', amount: '12.50', networks: [] }]);
  });

  it('still tells balances: KuCoin', async () => {
    const usdt = {
      currency: 'USDT',
      type: 'main',
      balance: '20',
      available: '12.50',
      holds: '7.50',
    };
    const responses: Responses = new Map<string, unknown>([
      ['GET api.kucoin.com/api/v3/currencies', { code: '200000', data: [] }],
      ['GET api.kucoin.com/api/v1/accounts', { code: '200000', data: [usdt] }],
    ]);
    const { account } = await openAccount('kucoin', responses);
    const { balances } = await account.readBalances();
    expect(balances).toEqual([{ asset: 'USDT', amount: '12.50', networks: [] }]);
  });

  it('still tells balances: OKX', async () => {
    const responses: Responses = new Map<string, unknown>([
      ['GET www.okx.com/api/v5/asset/currencies', { code: '0', data: [] }],
      [
        'GET www.okx.com/api/v5/asset/balances',
        { code: '0', data: [{ ccy: 'USDT', availBal: '12.50', bal: '20', frozenBal: '7.50' }] },
      ],
    ]);
    const { account } = await openAccount('okx', responses);
    const { balances } = await account.readBalances();
    expect(balances).toEqual([{ asset: 'USDT', amount: '12.50', networks: [] }]);
  });
});
