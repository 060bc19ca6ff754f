import { expect, it } from 'vitest';

import { createNetworkMapper } from './networks.ts';
import { readCoins } from './raw-coins.ts';
import { traitsOf } from './traits.ts';

const ON = { withdrawEnable: true, allowWithdraw: true, payout_enabled: true, status: 'online' };

/** An exchange's responses with one coin that has one open network. */
interface Sample {
  readonly coin: object;
  readonly respond: (coin: object) => readonly unknown[];
}

const SAMPLES: Readonly<Record<string, Sample>> = {
  bitteam: {
    coin: { id: 1, symbol: 'USDT', active: true, blockChain: 'Tron', links: [] },
    respond: (coin) => [
      { result: { currencies: [coin] } },
      { USDT: { unified_cryptoasset_id: 1, withdrawStatus: true } },
    ],
  },
  cex: {
    coin: { currency: 'USDT', fiat: false, walletWithdrawal: true },
    respond: (coin) => [
      { data: [coin] },
      { data: { USDT: { blockchains: { tron: { withdrawal: 'enabled' } } } } },
    ],
  },
  coinbaseexchange: {
    coin: { id: 'USDT', status: 'online', supported_networks: [{ id: 'tron', ...ON }] },
    respond: (coin) => [[coin]],
  },
  coinsph: {
    coin: { coin: 'USDT', withdrawAllEnable: true, networkList: [{ network: 'TRX', ...ON }] },
    respond: (coin) => [[coin]],
  },
  foxbit: {
    coin: {
      symbol: 'USDT',
      withdraw_info: { enabled: true },
      networks: [{ code: 'tron', withdraw_info: { status: 'ENABLED' } }],
    },
    respond: (coin) => [{ data: [coin] }],
  },
  hashkey: {
    coin: { coinId: 'USDT', allowWithdraw: true, chainTypes: [{ chainType: 'Tron', ...ON }] },
    respond: (coin) => [{ coins: [coin] }],
  },
  hitbtc: {
    coin: { crypto: true, payout_enabled: true, networks: [{ code: 'TRX', ...ON }] },
    respond: (coin) => [{ USDT: coin }],
  },
  hollaex: {
    coin: { symbol: 'USDT', allow_withdrawal: true, withdrawal_fees: { trx: { active: true } } },
    respond: (coin) => [{ coins: { usdt: coin } }],
  },
  whitebit: {
    coin: { can_withdraw: true, networks: { withdraws: ['TRC20'] } },
    respond: (coin) => [{ USDT: coin }],
  },
};

function countOpen(exchange: string, asset: string, responses: readonly unknown[]): number {
  const reader = traitsOf(exchange).coins!;
  const { coins, unreadable } = readCoins(reader, reader.rows(responses), (id) => id);
  expect(unreadable).toEqual([]);
  expect(coins.get(asset)?.networks).toHaveLength(1);
  return createNetworkMapper(coins)(asset).networks.length;
}

it.each([
  ['bitteam', { active: false }],
  ['cex', { walletWithdrawal: false }],
  ['coinbaseexchange', { status: 'delisted' }],
  ['coinsph', { withdrawAllEnable: false }],
  ['foxbit', { withdraw_info: { enabled: false } }],
  ['hashkey', { allowWithdraw: false }],
  ['hitbtc', { delisted: true }],
  ['hitbtc', { payout_enabled: false }],
  ['hollaex', { allow_withdrawal: false }],
  ['hollaex', { withdrawal_fees: { trx: { active: false } } }],
  ['whitebit', { can_withdraw: false }],
])('%s: no network is listed of a coin with %j', (exchange, change) => {
  const { coin, respond } = SAMPLES[exchange]!;
  expect(countOpen(exchange, 'USDT', respond(coin))).toBe(1);
  expect(countOpen(exchange, 'USDT', respond({ ...coin, ...change }))).toBe(0);
});

it('bitfinex: a network is only listed with a status that says that it is open', () => {
  const respond = (statuses: unknown): readonly unknown[] => {
    const method = ['TETHERUSX', ['UST']];
    return [[['UST'], [], [], [], [], [], [], [], [method], statuses]];
  };
  expect(countOpen('bitfinex', 'UST', respond([['TETHERUSX', 0, 1]]))).toBe(1);
  expect(countOpen('bitfinex', 'UST', respond([['TETHERUSX', 1, 0]]))).toBe(0);
  expect(countOpen('bitfinex', 'UST', respond([]))).toBe(0);
});
