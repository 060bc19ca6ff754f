import { expect, it } from 'vitest';

import type { Network } from '../../domain/balance.ts';
import { joinBalances } from './join-balances.ts';
import { type RawRow, UnreadableRowError } from './raw-row.ts';

const SYMBOLS: Readonly<Record<string, string>> = { usdt: 'USDT', usdt2: 'USDT', eur: 'EUR' };

function makeNetwork(id: string, asset: string): Network {
  return {
    id,
    code: id,
    name: id,
    displayName: id,
    minWithdrawal: null,
    maxWithdrawal: null,
    assetName: asset,
    addressRegex: null,
  };
}

function join(...coins: readonly object[]) {
  const { balances } = joinBalances({
    balances: ['usdt', 'eur'].map((id) => ({ id, free: '1' })),
    assetField: 'id',
    amountField: 'free',
    coins,
    toSymbol: (id) => SYMBOLS[id] ?? id,
    isFiat: ({ fiat = null }: RawRow) => fiat as boolean | null,
    networksOf: ({ ids }: RawRow) => (ids as string[]).map((id) => ({ id })),
    networkField: 'id',
    mapNetwork: ({ id }, asset) => makeNetwork(String(id), asset),
  });
  return balances.map(({ asset, networks }) => [asset, networks.map(({ id }) => id)]);
}

it('lists the networks of all coins with the same symbol', () => {
  expect(join({ coin: 'usdt', ids: ['TRX', 'ETH'] }, { coin: 'usdt2', ids: ['SOL'] })).toEqual([
    ['USDT', ['TRX', 'ETH', 'SOL']],
    ['EUR', []],
  ]);
});

it.each([
  ['a fiat symbol, of which the exchange says nothing', { coin: 'eur', ids: ['SEPA'] }],
  ['what the exchange says is fiat', { coin: 'eur', ids: ['ETH'], fiat: true }],
  [
    'what the exchange says is fiat, with the symbol of a coin',
    { coin: 'usdt', ids: ['ETH'], fiat: true },
  ],
])('lists no network of %s', (_what, coin) => {
  expect(join(coin)).toEqual([
    ['USDT', []],
    ['EUR', []],
  ]);
});

it('lists the networks of a coin with the symbol of a fiat currency', () => {
  expect(join({ coin: 'eur', ids: ['EURCHAIN'], fiat: false }).at(-1)).toEqual([
    'EUR',
    ['EURCHAIN'],
  ]);
  expect(join({ coin: 'eur', ids: ['ETH'] }).at(-1)).toEqual(['EUR', ['ETH']]);
  const fiat = { coin: 'eur', ids: ['SEPA'], fiat: true };
  expect(join({ coin: 'eur', ids: ['ETH'], fiat: false }, fiat).at(-1)).toEqual(['EUR', ['ETH']]);
});

it('quarantines a balance and a coin under keys that do not change with their amounts', () => {
  const { unreadable } = joinBalances({
    balances: [{ id: 'btc', free: 'abc' }],
    assetField: 'id',
    amountField: 'free',
    coins: [{ coin: 'eth' }],
    toSymbol: (id) => id,
    networksOf: () => {
      throw new UnreadableRowError('ids is missing');
    },
    networkField: 'id',
    mapNetwork: () => undefined,
  });
  expect(unreadable.map(({ key }) => key)).toEqual(['balances:btc', 'networks:eth']);
});

it('marks the networks of a coin whose row cannot be read as unknown, and those of no other', () => {
  const { balances, unreadable } = joinBalances({
    balances: ['btc', 'eth', 'eur'].map((id) => ({ id, free: '1' })),
    assetField: 'id',
    amountField: 'free',
    coins: [
      { coin: 'btc' },
      { coin: 'eth', networks: [] },
      { coin: 'eur', networks: [{ id: 'SEPA' }] },
    ],
    toSymbol: (id) => id,
    isFiat: ({ coin }) => coin === 'eur',
    networksOf: ({ networks }) => {
      if (networks === undefined) throw new UnreadableRowError('networks is missing');
      return networks;
    },
    networkField: 'id',
    mapNetwork: () => {
      throw new UnreadableRowError('unreadable');
    },
  });
  // Fiat has no networks, so none can be unknown.
  expect(balances.map(({ asset, networksUnknown }) => [asset, networksUnknown])).toEqual([
    ['btc', true],
    ['eth', undefined],
    ['eur', undefined],
  ]);
  expect(unreadable.map(({ key }) => key)).toEqual(['networks:btc', 'networks:eur:SEPA']);
});

it('lists the networks of every coin if only assets on a chain have networks', () => {
  const lists = {
    balances: [{ id: 'EUR', free: '1' }],
    assetField: 'id',
    amountField: 'free',
    toSymbol: (id: string) => id,
    networksOf: ({ ids }: RawRow) => ids,
    networkField: 'id',
    mapNetwork: ({ id }: RawRow, asset: string) => makeNetwork(String(id), asset),
  };
  const join = (coins: readonly unknown[] | undefined) =>
    joinBalances({ ...lists, coins }).balances.map(({ networks, networksUnknown }) => [
      networks.map(({ id }) => id),
      networksUnknown,
    ]);
  expect(join([{ coin: 'EUR', ids: [{ id: 'EURCHAIN' }] }])).toEqual([[['EURCHAIN'], undefined]]);
  // Anything but a list means none; without a list of coins, the networks are unknown.
  expect(join([{ coin: 'EUR', ids: null }])).toEqual([[[], undefined]]);
  expect(join(undefined)).toEqual([[[], true]]);
});
