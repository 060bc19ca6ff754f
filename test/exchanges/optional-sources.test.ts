/**
 * The lists without which a wallet counts as complete, because an exchange may refuse them to a key or in a region, and those
 * that are read less often than the others. Without deposits or withdrawals a history would be wrong.
 */
import { expect, it } from 'vitest';

import { EXCHANGE_NAMES, type ExchangeName } from '../../simulator/catalogue.ts';
import { requireExchange } from '../../src/exchanges/catalogue.ts';

const OPTIONAL: Readonly<Partial<Record<ExchangeName, readonly string[]>>> = {
  binance: ['fiat-deposits', 'fiat-withdrawals', 'rewards', 'transfers'],
  bitget: ['bills'],
  bitvavo: ['history'],
  bybit: ['transfers', 'funding-history'],
  cryptocom: ['fiat-deposits', 'fiat-withdrawals', 'ledger', 'staking-rewards'],
  gate: ['account-book'],
  htx: ['transfers'],
  kucoin: ['v1-deposits', 'v1-withdrawals', 'ledger'],
  okx: ['fiat-deposits', 'fiat-withdrawals', 'bills'],
};

it.each(EXCHANGE_NAMES)('a wallet at %s needs all lists but the optional ones', (exchange) => {
  const optional = requireExchange(exchange).sources.filter((source) => source.optional);
  expect(optional.map(({ name }) => name)).toEqual(OPTIONAL[exchange] ?? []);
});

it('lists that take many requests, or that weigh much, are read once an hour', () => {
  const rare = EXCHANGE_NAMES.flatMap((exchange) =>
    requireExchange(exchange).sources.flatMap(({ name, intervalMs = 0 }) =>
      intervalMs > 0 ? [`${exchange} ${name} ${intervalMs / 60_000}`] : [],
    ),
  );
  expect(rare).toEqual([
    'binance fiat-deposits 60',
    'binance fiat-withdrawals 60',
    'binance transfers 60',
    'cryptocom ledger 60',
  ]);
});
