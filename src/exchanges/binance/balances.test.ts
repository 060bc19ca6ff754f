import { expect, it } from 'vitest';

import { mapBalances } from './balances.ts';

const network = {
  network: 'BSC',
  name: 'BNB Smart Chain (BEP20)',
  withdrawEnable: true,
  withdrawMin: '1e-8',
  withdrawMax: '9999999999.99999999',
  addressRegex: '^(0x)[0-9A-Fa-f]{40}$',
};
const coins = [
  {
    coin: 'USDT',
    withdrawAllEnable: true,
    isLegalMoney: false,
    networkList: [network, { ...network, network: 'OPT', withdrawEnable: false }],
  },
  { coin: 'LUNC', withdrawAllEnable: false, isLegalMoney: false, networkList: [network] },
  {
    coin: 'EUR',
    withdrawAllEnable: true,
    isLegalMoney: true,
    networkList: [{ ...network, network: 'EUR' }],
  },
  {
    coin: 'XMR',
    withdrawAllEnable: true,
    networkList: [{ network: 'XMR', withdrawEnable: true, addressRegex: '', withdrawMin: '0' }],
  },
];
const balances = ['USDT', 'LUNC', 'EUR', 'XMR', 'OLD'].map((asset) => ({
  asset,
  free: '1.50000000',
  locked: '2',
}));

it('returns free amounts, and the networks that are open for withdrawal, with unchanged limits', () => {
  const { balances: mapped, unreadable } = mapBalances(balances, coins, (id) => id);
  expect(mapped.map(({ asset, amount }) => [asset, amount])).toEqual(
    balances.map(({ asset }) => [asset, '1.50000000']),
  );
  expect(mapped[0]?.networks).toEqual([
    {
      id: 'BSC',
      code: 'BSC',
      name: 'BNB Smart Chain (BEP20)',
      displayName: 'BNB Smart Chain (BEP20)',
      minWithdrawal: '1e-8',
      maxWithdrawal: '9999999999.99999999',
      assetName: 'USDT',
      addressRegex: '^(0x)[0-9A-Fa-f]{40}$',
    },
  ]);
  expect(mapped.slice(1).map(({ networks }) => networks.length)).toEqual([0, 0, 1, 0]);
  expect(mapped[3]?.networks[0]).toMatchObject({ maxWithdrawal: null, name: 'XMR' });
  expect(unreadable).toEqual([]);
});

it('skips positions in Flexible Earn, but not coins with similar names', () => {
  const held = ['LDUSDT', 'LDO', 'LDX', 'USDT', 'XXUSDT'].map((asset) => ({ asset, free: '1' }));
  const { balances: mapped, unreadable } = mapBalances(
    [...held, null, { free: '1' }],
    [{ coin: 'USDT' }, { coin: 'O' }, { coin: 'LDO' }],
    (id) => id,
  );
  expect(mapped.map(({ asset }) => asset)).toEqual(['LDO', 'LDX', 'USDT', 'XXUSDT']);
  expect(unreadable).toHaveLength(2);
});

it('quarantines a row that cannot be read, and maps the others', () => {
  const bad = [{ asset: 'BAD', free: 'abc' }, { asset: 'MINUS', free: '-1' }, null, ...balances];
  const odd = [null, {}, { coin: 'USDT', networkList: [{ withdrawEnable: true }, null, network] }];
  const { balances: mapped, unreadable } = mapBalances(bad, odd, (id) => id);
  expect(mapped.map(({ asset }) => asset)).toEqual(['USDT', 'LUNC', 'EUR', 'XMR', 'OLD']);
  expect(mapped[0]?.networks.map(({ id }) => id)).toEqual(['BSC']);
  expect(unreadable.map(({ reason }) => reason).toSorted()).toEqual([
    'coin is missing',
    'free is negative: -1',
    'free is not a decimal: abc',
    'network is missing',
    'the row is not an object',
    'the row is not an object',
    'the row is not an object',
  ]);
});

/** Returns the networks of a coin with these rows. */
function networksOf(...rows: object[]) {
  const networkList = rows.map((row) => Object.assign({}, network, { name: '' }, row));
  const { balances: mapped } = mapBalances(
    [{ asset: 'ABC', free: '1' }],
    [{ coin: 'ABC', withdrawAllEnable: true, networkList }],
    (id) => id,
  );
  return mapped[0]!.networks;
}

it("returns the common code of a known chain, and Binance's code of an unknown one", () => {
  const networks = networksOf({ network: 'TRX' }, { network: 'MATIC' }, { network: 'NEWNET' });
  expect(networks.map(({ id, code }) => [id, code])).toEqual([
    ['TRX', 'TRX'],
    ['MATIC', 'POLYGON'],
    ['NEWNET', 'NEWNET'],
  ]);
});

it("returns the exchange's own address pattern unchanged, even if it is invalid", () => {
  const odd = [
    // A class instead of a group, a lookahead, a nested repetition, a pattern that does not compile.
    { network: 'BTC', addressRegex: '^[(abc)|(abd)][0-9]{3}$' },
    { network: 'ADA', addressRegex: '^(?!x)\\w+$' },
    { network: 'NEAR', addressRegex: '^(([a-z]+-)*[a-z]+\\.)*$' },
    { network: 'DOT', addressRegex: '^[0-9-z$' },
    { network: 'ETH', addressRegex: 'x' },
  ];
  expect(networksOf(...odd)).toMatchObject(odd.map(({ addressRegex }) => ({ addressRegex })));
});

it("replaces an empty pattern by the chain's pattern; returns none for an unknown chain", () => {
  const networks = networksOf(
    { network: 'XMR', addressRegex: '' },
    { network: 'OPBNB', addressRegex: null },
    { network: 'NEWNET', addressRegex: '' },
  );
  expect(networks.map(({ addressRegex }) => addressRegex)).toEqual([
    expect.stringMatching(/^\^.*4.*\$$/),
    '^0x[0-9A-Fa-f]{40}$',
    null,
  ]);
});
