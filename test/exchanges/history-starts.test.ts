/** Every list begins in the month in which its exchange opened, or from which the exchange has it. */
import { expect, it } from 'vitest';

import type { ExchangeName } from '../../simulator/catalogue.ts';
import { requireExchange } from '../../src/exchanges/catalogue.ts';

/** Sources with another start than the exchange, or with a start that moves. */
const LATER: Readonly<Record<string, string>> = {
  'bybit transfers': '2021-07',
  'bybit funding-history': '2021-07',
  'htx transfers': '2020-03-31',
  'kucoin deposits': '2019-02-18',
  'kucoin withdrawals': '2019-02-18',
  'kucoin ledger': '2019-02-18',
  'okx bills': '2021-02',
};

const OPENED: Readonly<Record<ExchangeName, string>> = {
  binance: '2017-07',
  bitget: '2018-01',
  bitstamp: '2011-08',
  bitvavo: '2018-01',
  bybit: '2018-03',
  coinbase: '2012-06',
  cryptocom: '2019-11',
  gate: '2013-01',
  htx: '2013-09',
  kraken: '2013-09',
  kucoin: '2017-09',
  okx: '2017-01',
};

it.each(Object.entries(OPENED))('%s is read from %s on', (exchange, opened) => {
  const { sources } = requireExchange(exchange);
  const startOf = (name: string): number => Date.parse(LATER[`${exchange} ${name}`] ?? opened);
  const late = sources.filter(({ name, startMs }) => startMs > startOf(name));
  expect(late).toEqual([]);
  // Requests for earlier windows return nothing, and take the time of others.
  const early = sources.filter(({ name, startMs }) => startMs < startOf(name));
  expect(early).toEqual([]);
});
