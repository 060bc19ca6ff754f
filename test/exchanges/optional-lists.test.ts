/**
 * A wallet is complete without an optional list, which an exchange may not serve to every key. Without any other
 * list, it is not.
 */
import { expect, it } from 'vitest';

import type { ExchangeName } from '../../simulator/catalogue.ts';
import { requireExchange } from '../../src/exchanges/catalogue.ts';

const OPTIONAL: Readonly<Record<ExchangeName, readonly string[]>> = {
  binance: ['fiat-deposits', 'fiat-withdrawals', 'rewards', 'transfers'],
  bitget: ['bills'],
  bitstamp: [],
  bitvavo: ['history'],
  bybit: ['transfers', 'funding-history'],
  coinbase: [],
  cryptocom: ['fiat-deposits', 'fiat-withdrawals', 'ledger', 'staking-rewards'],
  gate: ['account-book'],
  htx: ['transfers'],
  kraken: [],
  kucoin: ['v1-deposits', 'v1-withdrawals', 'ledger'],
  okx: ['fiat-deposits', 'fiat-withdrawals', 'bills'],
};

it.each(Object.entries(OPTIONAL))('%s: the optional lists are %j', (exchange, optional) => {
  const sources = requireExchange(exchange).sources.filter((source) => source.optional);
  expect(sources.map(({ name }) => name)).toEqual(optional);
});
