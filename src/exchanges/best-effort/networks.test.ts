import { expect, it } from 'vitest';

import { joinNetworks, readRawAmounts, readUnifiedAmounts } from './balances.ts';
import { createNetworkMapper } from './networks.ts';
import { type Coin, readCoins, readUnifiedCoins } from './raw-coins.ts';
import { type RawRow, requireText } from '../mapping/raw-row.ts';
import type { CoinReader, RawNetwork } from './exchange-traits.ts';

const tron = {
  id: 'TRC20',
  network: 'TRC20',
  active: true,
  withdraw: true,
  limits: { withdraw: { min: '2.50', max: '1e5' } },
  info: { name: 'Tron' },
};

function mapUnified(currency: object) {
  const { coins } = readUnifiedCoins({ USDT: { id: 'USDT', ...currency } });
  return createNetworkMapper(coins)('USDT').networks;
}

function rawNetwork(id: string, further: Partial<RawNetwork> = {}): RawNetwork {
  const limits = { minWithdrawal: null, maxWithdrawal: null };
  return { id, name: null, hints: [], isOpen: true, ...limits, addressRegex: null, ...further };
}

function mapRaw(asset: string, networks: readonly RawNetwork[], isFiat: boolean | null = null) {
  const coins = new Map<string, Coin>([[asset, { ids: [asset], networks, isFiat }]]);
  return createNetworkMapper(coins)(asset);
}

it('lists open networks with unchanged limits', () => {
  const networks = {
    TRC20: tron,
    ERC20: { ...tron, id: 'ERC20', withdraw: false },
    SOL: { ...tron, id: 'SOL', active: false },
  };
  expect(mapUnified({ networks })).toEqual([
    {
      id: 'TRC20',
      code: 'TRX',
      name: 'Tron',
      displayName: 'Tron',
      minWithdrawal: '2.50',
      maxWithdrawal: '1e5',
      assetName: 'USDT',
      addressRegex: expect.stringContaining('T'),
    },
  ]);
});

it('uses limits of the currency if no network has its own, but no number that ccxt computed', () => {
  const networks = { TRC20: { ...tron, limits: { withdraw: { min: undefined } } } };
  const limits = { withdraw: { min: '3', max: 9 } };
  const upper = { TRC20: { ...tron, limits: { withdraw: { max: '8' } } } };
  expect(mapUnified({ networks: upper, limits })[0]).toMatchObject({
    minWithdrawal: null,
    maxWithdrawal: '8',
  });
  expect(mapUnified({ networks, limits })[0]).toMatchObject({
    minWithdrawal: '3',
    maxWithdrawal: null,
  });
});

it('does not use the limits of the currency, which may be those of another network', () => {
  const withdraw = { min: '3', max: '9' };
  const networks = {
    TRC20: { ...tron, limits: { withdraw } },
    ERC20: { ...tron, id: 'ETH', network: 'ETH', limits: {} },
  };
  const mapped = mapUnified({ networks, limits: { withdraw } });
  expect(mapped.map(({ id, minWithdrawal }) => [id, minWithdrawal])).toEqual([
    [tron.id, '3'],
    ['ETH', null],
  ]);
});

it("does not use the coin's name as the network's name", () => {
  const info = { fullName: 'Tether', chainName: 'Quokka Chain' };
  const unknown = { ...tron, id: 'QKC', network: 'QKC', info };
  expect(mapUnified({ name: 'Tether', networks: { QKC: unknown } })).toMatchObject([
    { name: 'Quokka Chain' },
  ]);
});

it('prefers the pattern of the exchange if it compiles', () => {
  const patternOf = (addressRegex: string) =>
    mapRaw('USDT', [rawNetwork('TRC20', { addressRegex })]).networks[0]?.addressRegex;
  expect(patternOf('^T[a-z]+$')).toBe('^T[a-z]+$');
  expect(patternOf('^T(')).toEqual(expect.stringContaining('{32}'));
  expect(patternOf('')).toEqual(expect.stringContaining('{32}'));
  expect(patternOf(`^T${'.'.repeat(998)}`)).toBe(`^T${'.'.repeat(998)}`);
  expect(patternOf(`^T${'.'.repeat(999)}`)).toEqual(expect.stringContaining('{32}'));
});

it('returns every open raw network under its own identifier', () => {
  const hints = ['ERC-20'];
  const networks = [
    rawNetwork('ARB', { hints, name: 'Arbitrum One' }),
    rawNetwork('ETH', { hints }),
    rawNetwork('NEWCHAIN', { hints }),
    rawNetwork('POLYGON', { hints, isOpen: false }),
  ];
  expect(mapRaw('USDC', networks).networks).toMatchObject([
    { id: 'ARB', code: 'ARBITRUM', name: 'Arbitrum One' },
    { id: 'ETH', code: 'ETH', name: 'Ethereum' },
    { id: 'NEWCHAIN', code: 'NEWCHAIN', name: 'NEWCHAIN', addressRegex: null },
  ]);
});

it("returns no chain's code for a network with contradicting texts", () => {
  expect(mapRaw('USDC', [rawNetwork('MATIC', { name: 'Ethereum' })]).networks).toMatchObject([
    { id: 'MATIC', code: 'UNKNOWN', name: 'Ethereum', addressRegex: null },
  ]);
});

it('quarantines the second of two different networks with one identifier', () => {
  const networks = [rawNetwork('TRX'), rawNetwork('TRX', { minWithdrawal: '1' })];
  const { networks: mapped, unreadable, known } = mapRaw('USDT', networks);
  expect([mapped.length, known]).toEqual([1, false]);
  expect(unreadable).toMatchObject([{ key: 'networks:USDT:TRX' }]);
  expect(mapRaw('USDT', [rawNetwork('TRX'), rawNetwork('TRX')]).unreadable).toEqual([]);
});

it("recognises fiat by the exchange's field, else by the list", () => {
  const sepa = [rawNetwork('SEPA')];
  expect(mapRaw('EUR', sepa)).toMatchObject({ networks: [], known: true });
  expect(mapRaw('EUR', sepa, false).networks).toHaveLength(1);
  expect(mapRaw('XYZ', sepa, true)).toMatchObject({ networks: [], known: true });
  // A coin with the symbol of a fiat currency.
  expect(mapRaw('INR', [rawNetwork('TRX')]).networks).toHaveLength(1);
  const contract = '0x7130d2a12b9bcbfae4f2634d864a1ee1ce3ead9c';
  expect(mapRaw('INR', [rawNetwork('INERY', { contract })]).networks).toHaveLength(1);
});

it('omits a limit that is not a decimal', () => {
  const limits = { minWithdrawal: 'unlimited', maxWithdrawal: '1e-8' };
  expect(mapRaw('USDT', [rawNetwork('TRX', limits)]).networks).toMatchObject([
    { minWithdrawal: null, maxWithdrawal: '1e-8' },
  ]);
});

const reader: CoinReader = {
  rows: ([response]) => response as readonly unknown[],
  coin: (row) => row['coin'] as string,
  networkRows: ({ chains }) => (chains as string[]).map((id) => ({ id })),
  network: (row) => rawNetwork(requireText(row, 'id')),
};

it('reads the other coins if one cannot be read, and quarantines it by name', () => {
  const rows = [
    { coin: 'usdt', chains: ['TRX'] },
    { coin: 'bad', chains: null },
    { coin: 'usdt', chains: ['ETH'] },
  ];
  const { coins, unreadable } = readCoins(reader, rows, (id) => id.toUpperCase());
  expect(coins.get('BAD')).toMatchObject({ networks: null, isIncomplete: true });
  expect(coins.get('USDT')?.networks?.map(({ id }) => id)).toEqual(['TRX', 'ETH']);
  expect(unreadable).toMatchObject([{ key: 'networks:bad' }]);
});

it('reads the other networks of a coin if one cannot be read, and marks the networks as incomplete', () => {
  const row = { coin: 'usdt', chains: ['TRX', '', 'ETH'] };
  const { coins, unreadable } = readCoins(reader, [row], (id) => id.toUpperCase());
  expect(unreadable).toMatchObject([{ key: 'networks:usdt:1', raw: '{"id":""}' }]);
  const { networks, known } = createNetworkMapper(coins)('USDT');
  expect(networks.map(({ id }) => id)).toEqual(['TRX', 'ETH']);
  expect(known).toBe(false);
});

it('marks the assets whose networks are unknown, and quarantines an unreadable amount', () => {
  const balance = {
    info: { list: [{ free: '7.50' }] },
    free: {},
    USDT: { free: '7.5' },
    NEW: { free: '1' },
    EUR: { free: '2' },
    BAD: { free: undefined, total: '3' },
    GONE: { free: undefined, used: undefined, total: undefined },
    NOTE: null,
    CODE: 'ok',
  };
  const { coins } = readUnifiedCoins({ USDT: { networks: { TRC20: tron } } });
  const amounts = readUnifiedAmounts(balance);
  const { balances, unreadable } = joinNetworks(amounts, createNetworkMapper(coins));
  expect(balances).toMatchObject([
    { asset: 'USDT', amount: '7.50', networks: [{ id: 'TRC20' }] },
    { asset: 'NEW', amount: '1', networks: [], networksUnknown: true },
    { asset: 'EUR', amount: '2', networks: [] },
  ]);
  expect(balances[2]).not.toHaveProperty('networksUnknown');
  expect(unreadable.map(({ reason }) => reason)).toEqual(['free is missing']);
});

it('adds the rows of one coin, and does not merge two coins with the same symbol', () => {
  const amountReader = {
    rows: () => [],
    coin: (row: object) => (row as { coin: string }).coin,
    amount: (row: object) => (row as { max: string }).max,
  };
  const rows = [
    { coin: 'xbt', max: '1.10' },
    { coin: 'xbt', max: '2' },
    { coin: 'btc', max: '5' },
    { coin: 'eth', max: 'much' },
    { coin: 'trx' },
  ];
  const symbols: Record<string, string> = { xbt: 'BTC', btc: 'BTC' };
  const read = readRawAmounts(amountReader, rows, (id) => symbols[id] ?? id.toUpperCase());
  expect(read.values).toEqual([{ asset: 'BTC', amount: '3.10', isVerified: true }]);
  expect(read.unreadable.map(({ key }) => key).toSorted()).toEqual([
    'balances:btc',
    'balances:eth',
    'balances:trx',
  ]);
});

it('treats the symbol of a fiat currency as fiat if its exchange lists no network', () => {
  const mapped = (networks: readonly RawNetwork[] | null) => {
    const coins = new Map<string, Coin>([['EUR', { ids: ['EUR'], networks, isFiat: false }]]);
    return createNetworkMapper(coins)('EUR');
  };
  expect(mapped(null)).toEqual({ networks: [], known: true, unreadable: [] });
  expect(mapped([rawNetwork('TRX')]).networks).toHaveLength(1);
});

it('does not treat a coin as fiat if its networks could not be read', () => {
  const coin: Coin = { ids: ['EUR'], networks: null, isFiat: false, isIncomplete: true };
  const mapped = createNetworkMapper(new Map([['EUR', coin]]))('EUR');
  expect(mapped).toEqual({ networks: [], known: false, unreadable: [] });
});

it("identifies a network by ccxt's key, and a coin by its symbol, if they have no identifier", () => {
  const networks = { TRC20: { ...tron, id: undefined, info: { addressRegex: '^T.{9}$' } } };
  const { coins } = readUnifiedCoins({ USDT: { networks } });
  expect(coins.get('USDT')?.ids).toEqual(['USDT']);
  expect(coins.get('USDT')?.networks).toMatchObject([{ id: 'TRC20', addressRegex: '^T.{9}$' }]);
});

it('adds the aliases of a coin, and reads a row without networks', () => {
  const aliased: CoinReader = { rows: () => [], coin: reader.coin, aliases: () => ['1', '2'] };
  const { coins } = readCoins(aliased, [{ coin: 'usdt' }], (id) => id);
  expect(coins.get('usdt')).toEqual({ ids: ['usdt', '1', '2'], networks: null, isFiat: null });
});

it('does not know all networks of a coin if one of its rows could not be read', () => {
  const rowOf = (id: unknown) => ({ coin: 'USDT', network: { id } });
  const perNetwork: CoinReader = {
    rows: () => [],
    coin: reader.coin,
    network: ({ network }) => rawNetwork(requireText(network as RawRow, 'id')),
  };
  const rows = [rowOf('TRX'), rowOf(null), rowOf('ETH')];
  for (const order of [rows, rows.slice(1), rows.slice(0, 2)]) {
    const { coins } = readCoins(perNetwork, order, (id) => id);
    const { known, networks } = createNetworkMapper(coins)('USDT');
    expect(known).toBe(false);
    expect(networks).toHaveLength(order.length - 1);
  }
});

it('treats a negative limit as missing', () => {
  const [network] = mapRaw('USDT', [
    rawNetwork('TRX', { minWithdrawal: '-1', maxWithdrawal: '-1.0' }),
  ]).networks;
  expect(network).toMatchObject({ minWithdrawal: null, maxWithdrawal: null });
});

it('names a currency of the library that cannot be read by its code', () => {
  const { coins, unreadable } = readUnifiedCoins({ BTC: { id: 'b\n' }, ETH: { id: 'eth' } });
  expect([...coins.keys()]).toEqual(['ETH']);
  expect(unreadable).toMatchObject([{ key: 'networks:BTC' }]);
});
