import { expect, it } from 'vitest';

import { mapBalances } from './balances.ts';

const tron = {
  chain: 'trc20usdt',
  displayName: 'TRC20',
  fullName: 'Tron',
  baseChain: 'TRX',
  baseChainProtocol: 'TRC20',
  withdrawStatus: 'allowed',
  minWithdrawAmt: '1',
  maxWithdrawAmt: '10000000000000.000000000000000000',
};

it('returns the tradable amounts of the spot account, and the open networks', () => {
  const { balances, unreadable } = mapBalances(
    [
      { currency: 'usdt', type: 'trade', balance: '12.500000000000000000', available: '12.5' },
      { currency: 'usdt', type: 'frozen', balance: '3' },
      { currency: 'usdt', type: 'lock', balance: '7' },
      { currency: 'btc', type: 'trade', balance: '0E-18' },
      { currency: 'eur', type: 'trade', balance: '0.1' },
      { currency: 'inr', type: 'trade', balance: '7' },
      { currency: 'trx', type: 'trade', balance: '9' },
      { currency: 'bad', type: 'trade', balance: '' },
      'nonsense',
      null,
    ],
    [
      {
        currency: 'usdt',
        assetType: '1',
        chains: [
          tron,
          { ...tron, chain: 'arc20usdt', baseChain: 'ARB', withdrawStatus: 'prohibited' },
          { ...tron, chain: 'baseusdt', withdrawStatus: undefined },
          { ...tron, chain: 'newusdt', displayName: '', fullName: '', baseChain: 'NEWCHAIN' },
          { ...tron, chain: undefined },
        ],
      },
      {
        currency: 'btc',
        assetType: 1,
        chains: [{ chain: 'btc', displayName: 'BTC', withdrawStatus: 'allowed' }],
      },
      { currency: 'eur', assetType: 2, chains: [tron] },
      { currency: 'inr', assetType: '1', chains: [{ ...tron, chain: 'inr', baseChain: 'INERY' }] },
      { currency: 'trx', assetType: '1', chains: null },
      { currency: '' },
    ],
    (id) => id.toUpperCase(),
  );
  expect(balances.map(({ asset, amount }) => [asset, amount])).toEqual([
    ['USDT', '12.500000000000000000'],
    ['BTC', '0.000000000000000000'],
    ['EUR', '0.1'],
    ['INR', '7'],
    ['TRX', '9'],
  ]);
  expect(balances[0]?.networks).toEqual([
    {
      id: 'trc20usdt',
      code: 'TRX',
      name: 'TRC20',
      displayName: 'Tron',
      minWithdrawal: '1',
      maxWithdrawal: '10000000000000.000000000000000000',
      assetName: 'USDT',
      addressRegex: expect.stringMatching(/^\^.*T/),
    },
    expect.objectContaining({
      id: 'newusdt',
      code: 'NEWCHAIN',
      name: 'NEWCHAIN',
      displayName: 'NEWCHAIN',
      addressRegex: null,
    }),
  ]);
  expect(balances[1]?.networks).toEqual([
    expect.objectContaining({ id: 'btc', code: 'BTC', minWithdrawal: null, maxWithdrawal: null }),
  ]);
  expect(balances[2]?.networks).toEqual([]);
  expect(balances[3]?.networks).toMatchObject([{ id: 'inr' }]);
  expect(balances[4]?.networks).toEqual([]);
  expect(unreadable.map(({ reason }) => reason)).toEqual([
    'balance is missing',
    'the row is not an object',
    'currency is missing',
    'chain is missing',
  ]);
});

it.each([
  ['INR', []],
  ['TRX', ['inr']],
])(
  'returns for a currency with the symbol of a fiat currency, without a type, on %s the networks %j',
  (baseChain, networks) => {
    const chains = [{ chain: 'inr', baseChain, withdrawStatus: 'allowed' }];
    const { balances } = mapBalances(
      [{ currency: 'inr', type: 'trade', balance: '1' }],
      [{ currency: 'inr', chains }],
      (id) => id.toUpperCase(),
    );
    expect(balances[0]?.networks.map(({ id }) => id)).toEqual(networks);
  },
);

it.each([
  ['SOLO', 'XRP', 'XRP'],
  ['SOLO', undefined, 'SOLO'],
  ['XRP20', 'XRP', 'XRP20'],
])('names a network %s with base chain %s %s, not by the token', (displayName, baseChain, name) => {
  const chains = [{ chain: 'solo', displayName, baseChain, withdrawStatus: 'allowed' }];
  const { balances } = mapBalances(
    [{ currency: 'solo', type: 'trade', balance: '1' }],
    [{ currency: 'solo', assetType: '1', chains }],
    (id) => id.toUpperCase(),
  );
  expect(balances[0]?.networks[0]?.name).toBe(name);
});

it.each([
  ['ETH', 'ERC20', 'ETH'],
  ['ETH', 'ARBITRUM', 'UNKNOWN'],
  ['ARB', undefined, 'ARBITRUM'],
  [undefined, 'TRC20', 'TRX'],
  [undefined, undefined, 'usdt1'],
])('maps a network with base chain %s and name %s to %s', (baseChain, displayName, code) => {
  const chains = [{ ...tron, chain: 'usdt1', baseChain, displayName }];
  const { balances } = mapBalances(
    [{ currency: 'usdt', type: 'trade', balance: '1' }],
    [{ currency: 'usdt', assetType: '1', chains }],
    (id) => id.toUpperCase(),
  );
  expect(balances[0]?.networks[0]?.code).toBe(code);
});
