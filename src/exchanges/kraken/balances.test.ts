import { expect, it } from 'vitest';

import type { RawRow } from '../mapping/raw-row.ts';
import { KrakenAssets } from './assets.ts';
import { mapBalances, mapUsedNetworks, mapWithdrawMethods } from './balances.ts';

const assets = new KrakenAssets(
  {
    XXBT: { altname: 'XBT' },
    ZUSD: { altname: 'USD' },
    NOK: { altname: 'NOK' },
    'NOK.HOLD': { altname: 'NOK.HOLD' },
    ZRX: { altname: 'ZRX' },
  },
  (altname) => (altname === 'XBT' ? 'BTC' : altname),
);
/** An empty list of networks for a key that can withdraw. */
const NO_NETWORKS = {
  complete: true,
  incomplete: new Set<string>(),
  networks: new Map(),
  unreadable: [],
};

it('returns amounts that are neither held nor staked, with .F balances added to their asset', () => {
  const balances = {
    XXBT: { balance: '1.2435000000', hold_trade: '0.8423000000' },
    'XBT.M': { balance: '5', hold_trade: '0' },
    ZUSD: { balance: '25435.21', hold_trade: '0.0000' },
    'USD.HOLD': { balance: '100.00' },
    USDT: { balance: '0.10', hold_trade: '0' },
    'USDT.F': { balance: '0.20', hold_trade: '0' },
    'DOT.S': { balance: '7.7', hold_trade: '0' },
    ADA: { balance: '1', hold_trade: '2' },
    TRX: { balance: '8.50' },
    BAD: { balance: 'abc' },
    NONE: null,
  };
  const { balances: mapped, unreadable } = mapBalances(balances, NO_NETWORKS, assets);
  expect(unreadable.map(({ key }) => key)).toEqual(['balances:BAD', 'balances:NONE']);
  expect(Object.fromEntries(mapped.map(({ asset, amount }) => [asset, amount]))).toEqual({
    BTC: '0.4012000000',
    USD: '25435.21',
    USDT: '0.30',
    DOT: '0',
    ADA: '0',
    TRX: '8.50',
  });
});

it('subtracts what orders hold, or what is owed, from the balance that earns automatically', () => {
  const { balances } = mapBalances(
    {
      XXBT: { balance: '0.0000000000', hold_trade: '0.4000000000' },
      'XBT.F': { balance: '1.0000000000', hold_trade: '0.0000000000' },
      'USD.F': { balance: '1000.0000', hold_trade: '0' },
      ZUSD: { balance: '-300.0000', hold_trade: '0.0000' },
      ADA: { balance: '1', hold_trade: '3' },
      'ADA.F': { balance: '1' },
    },
    NO_NETWORKS,
    assets,
  );
  expect(balances.map(({ asset, amount }) => [asset, amount])).toEqual([
    ['BTC', '0.6000000000'],
    ['USD', '700.0000'],
    ['ADA', '0'],
  ]);
});

it('returns tokenized assets by their name in the ledger, with unknown networks', () => {
  const { balances } = mapBalances(
    {
      'AAPLx.T': { balance: '2.5', hold_trade: '0.5' },
      ZRX: { balance: '1' },
    },
    NO_NETWORKS,
    assets,
  );
  expect(assets.read('AAPLx').symbol).toBe('AAPLx');
  expect(balances).toEqual([
    { asset: 'AAPLx', amount: '2.0', networks: [], networksUnknown: true },
    { asset: 'ZRX', amount: '1', networks: [] },
  ]);
});

it('omits only the asset with a usable balance that cannot be read', () => {
  const { balances, unreadable } = mapBalances(
    {
      USDT: { balance: '0.10' },
      'USDT.F': { balance: 'abc' },
      ADA: { balance: '-' },
      'ADA.F': { balance: '3' },
      'DOT.S': { balance: '-' },
      DOT: { balance: '1' },
    },
    NO_NETWORKS,
    assets,
  );
  expect(balances.map(({ asset, amount }) => [asset, amount])).toEqual([['DOT', '1']]);
  expect(unreadable.map(({ key }) => key)).toEqual(['balances:USDT.F', 'balances:ADA']);
});

it('returns used networks, marked as incomplete, for a key that cannot list networks', () => {
  const used = mapUsedNetworks(
    [
      { asset: 'XXBT', method: 'Bitcoin Lightning', network: 'Lightning', amount: '1' },
      { asset: 'XXBT', method: 'Bitcoin Lightning', network: 'Lightning', amount: '2' },
      { asset: 'ZUSD', method: 'FedWire', network: 'Fedwire' },
      { method: 'of no asset' },
    ],
    assets,
  );
  const balances = { XXBT: { balance: '1' }, ZUSD: { balance: '2' }, NOK: { balance: '3' } };
  expect(mapBalances({ ...balances, ZRX: { balance: '4' } }, used, assets)).toEqual({
    balances: [
      {
        asset: 'BTC',
        amount: '1',
        networks: [
          {
            id: 'Lightning',
            code: 'LIGHTNING',
            name: 'Lightning',
            displayName: 'Lightning',
            minWithdrawal: null,
            maxWithdrawal: null,
            assetName: 'BTC',
            addressRegex: expect.any(String),
          },
        ],
        networksUnknown: true,
      },
      { asset: 'USD', amount: '2', networks: [] },
      { asset: 'NOK', amount: '3', networks: [] },
      { asset: 'ZRX', amount: '4', networks: [], networksUnknown: true },
    ],
    unreadable: [],
    withdrawableUnverified: true,
  });
});

it('lists the networks of withdrawal methods, and none for fiat', () => {
  const methods = [
    { asset: 'XXBT', method: 'Bitcoin', network: 'Bitcoin', minimum: '0.0004' },
    { asset: 'XXBT', method: 'Bitcoin Lightning', network: 'Lightning', minimum: '0.00001' },
    { asset: 'ZUSD', method: 'FedWire', minimum: '20' },
    // A bank rail of an asset that is not known as fiat.
    { asset: 'CLP', method: 'Bank transfer', minimum: '20' },
    { method: 'of no asset' },
  ];
  const { networks, unreadable } = mapWithdrawMethods(methods, assets);
  expect(unreadable).toMatchObject([{ reason: 'asset is missing' }]);
  expect([...networks.keys()]).toEqual(['BTC']);
  expect(
    networks.get('BTC')?.map(({ id, code, minWithdrawal }) => [id, code, minWithdrawal]),
  ).toEqual([
    ['Bitcoin', 'BTC', '0.0004'],
    ['Lightning', 'LIGHTNING', '0.00001'],
  ]);
});

it.each([true, false])(
  'lists no network of an asset whose withdrawals are closed, if the key can withdraw: %s',
  (complete) => {
    const statuses = {
      SOL: 'funding_temporarily_disabled',
      DOT: 'deposit_only',
      TRX: 'withdrawal_only',
      ADA: 'enabled',
      'ADA.S': 'deposit_only',
    };
    const entries = Object.entries(statuses).map(([id, each]) => [
      id,
      { altname: id, status: each },
    ]);
    const listed = new KrakenAssets(Object.fromEntries(entries) as RawRow, (id) => id);
    const ids = ['SOL', 'DOT', 'TRX', 'ADA'];
    const methods = ids.map((asset) => ({ asset, method: 'any', network: 'Own' }));
    const networks = (complete ? mapWithdrawMethods : mapUsedNetworks)(methods, listed);
    const rows = Object.fromEntries(ids.map((id) => [id, { balance: '1' }]));
    const { balances } = mapBalances(rows, networks, listed);
    const unknown = complete ? undefined : true;
    expect(
      balances.map(({ asset, networks: open, networksUnknown }) => [
        asset,
        open.length,
        networksUnknown,
      ]),
    ).toEqual([
      ['SOL', 0, undefined],
      ['DOT', 0, undefined],
      ['TRX', 1, unknown],
      ['ADA', 1, unknown],
    ]);
  },
);

it("returns the chain's code and address pattern by the network's name, if it is known", () => {
  const names = ['Ethereum (ERC20)', 'Tron', 'Arbitrum One', 'Polygon - USDC.e', 'Solana'];
  const methods = [...names, 'Canton', 'Shiden', 'Newnet'].map((network) => ({
    asset: 'USDC',
    method: `USDC (${network})`,
    network,
  }));
  const networks = mapWithdrawMethods(methods, assets).networks.get('USDC');
  const evm = '^0x[0-9A-Fa-f]{40}$';
  expect(networks?.map(({ id, code, addressRegex }) => [id, code, addressRegex])).toEqual([
    ['Ethereum (ERC20)', 'ETH', evm],
    ['Tron', 'TRX', expect.stringMatching(/^\^T/)],
    ['Arbitrum One', 'ARBITRUM', evm],
    ['Polygon - USDC.e', 'POLYGON', evm],
    ['Solana', 'SOL', expect.any(String)],
    ['Canton', 'CANTON', null],
    ['Shiden', 'Shiden', null],
    ['Newnet', 'Newnet', null],
  ]);
});
