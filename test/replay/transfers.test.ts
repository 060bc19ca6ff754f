import { afterEach, describe, expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { createExchangeDirectory } from '../../src/exchanges/registry.ts';
import { RecordedExchange, type RecordedResponses } from '../best-effort/recorded-exchange.ts';
import * as bybit from './samples/bybit.ts';
import * as kucoin from './samples/kucoin.ts';
import * as okx from './samples/okx.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
const CREDENTIALS = { apiKey: 'k', secret: 's', password: 'p' };
const NOTHING: RecordedResponses = {};
const open: { close: () => void }[] = [];

afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function openAccount(exchange: string, responses: RecordedResponses) {
  const server = new RecordedExchange(responses);
  open.push(server);
  const directory = createExchangeDirectory({
    proxyUrl: await server.listen(),
    throttle: false,
    clock: { nowMs: () => NOW_MS, elapsedMs: () => 0, sleep: () => Promise.resolve() },
    signal: new AbortController().signal,
  });
  const account = await directory.openAccount(exchange, CREDENTIALS);
  /** Reads a week of a source. */
  const read = (name: string) => {
    const source = account.sources.find((candidate) => candidate.name === name)!;
    return account.readWindow(source, NOW_MS - 6 * DAY_MS, NOW_MS);
  };
  return { account, read };
}

const refused = { code: 'exchange_request_refused' };

describe('transfers', () => {
  it('are mapped once, although a page is returned again: Bybit', async () => {
    const { read } = await openAccount('bybit', bybit.TRANSFERS);
    const { transferId, coin, amount, timestamp } = bybit.TRANSFER;
    expect((await read('transfers')).transactions).toMatchObject([
      {
        key: `transfer:${transferId}`,
        // From UNIFIED to FUND.
        type: 'transfer_in',
        status: 'completed',
        asset: coin,
        amount,
        timestampMs: Number(timestamp),
      },
    ]);
  });

  it('have the direction of the main account: KuCoin', async () => {
    const { read } = await openAccount('kucoin', kucoin.LEDGER);
    const { id, currency, amount, createdAt } = kucoin.ENTRY;
    expect((await read('ledger')).transactions).toMatchObject([
      {
        key: `ledger:${id}`,
        type: 'transfer_out',
        status: 'completed',
        asset: currency,
        amount,
        timestampMs: createdAt,
      },
    ]);
  });
});

describe('an exchange that does not serve an optional source', () => {
  it.each([
    ['binance', 'rewards'],
    ['binance', 'transfers'],
    ['bybit', 'transfers'],
    ['kucoin', 'ledger'],
    ['okx', 'bills'],
  ])('%s: %s are refused permanently, so they are skipped', async (exchange, source) => {
    const { read } = await openAccount(exchange, NOTHING);
    await expect(read(source)).rejects.toMatchObject(refused);
  });

  it.each([
    ['binance', 180],
    ['htx', 179],
  ])(
    '%s: the history of transfers contains the %i days that the exchange reports',
    async (exchange, days) => {
      const { account } = await openAccount(exchange, NOTHING);
      const source = account.sources.find(({ name }) => name === 'transfers')!;
      expect(source.startMs).toBe(NOW_MS - days * DAY_MS);
    },
  );

  it('is requested for every window, because only the synchronisation decides which ones can be read', async () => {
    const { account } = await openAccount('binance', NOTHING);
    const source = account.sources.find(({ name }) => name === 'transfers')!;
    const reading = account.readWindow(source, NOW_MS - 210 * DAY_MS, NOW_MS - 181 * DAY_MS);
    await expect(reading).rejects.toMatchObject(refused);
  });

  it.each([
    ['bybit', bybit.BALANCES],
    ['kucoin', kucoin.BALANCES],
    ['okx', okx.BALANCES],
  ])('%s: balances are reported nevertheless, as unverified', async (exchange, responses) => {
    const { account } = await openAccount(exchange, responses);
    const { balances, withdrawableUnverified } = await account.readBalances();
    expect(balances).toEqual([{ asset: 'USDT', amount: '12.50', networks: [] }]);
    // The amount that can be withdrawn, or the deposits that are held, are refused.
    expect(withdrawableUnverified).toBe(true);
  });
});
