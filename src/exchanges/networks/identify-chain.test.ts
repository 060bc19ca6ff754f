import { expect, it } from 'vitest';

import { findChain } from './chains.ts';
import {
  findSharedStandards,
  identifyChains,
  identifyNetwork,
  type NetworkTexts,
} from './identify-chain.ts';

type Texts = readonly [id: string, name?: string | null, ...hints: string[]];

function toNetwork([id, name = null, ...hints]: Texts): NetworkTexts {
  return { id, name, hints };
}

/** Returns the codes of the chains of a coin, as the only coin of an exchange. */
function codesOf(coin: string, ...networks: readonly Texts[]): (string | undefined)[] {
  const texts = networks.map((each) => toNetwork(each));
  return identifyChains(coin, texts, findSharedStandards([texts])).map((chain) => chain?.code);
}

it('identifies a chain by the identifier, the name or a hint', () => {
  expect(codesOf('USDT', ['TRX'], ['7', 'Solana'], ['USDT-x', null, 'Arbitrum One'])).toEqual([
    'TRX',
    'SOL',
    'ARBITRUM',
  ]);
});

it('identifies a chain by a token standard if the standard is the identifier of one network', () => {
  expect(codesOf('USDT', ['ERC20'], ['TRC20'], ['BEP20'])).toEqual(['ETH', 'TRX', 'BSC']);
  expect(codesOf('USDT', ['USDT-ERC20', null, 'ERC20'], ['12', null, 'TRC20'])).toEqual([
    'ETH',
    'TRX',
  ]);
});

it('identifies no chain by a token standard that several networks have', () => {
  const networks: Texts[] = [
    ['ARB', 'Arbitrum', 'ERC-20'],
    ['ETH', 'Ethereum', 'ERC-20'],
    ['NEW', null, 'ERC-20'],
    ['NEWER', null, 'ERC-20'],
  ];
  expect(codesOf('USDC', ...networks)).toEqual(['ARBITRUM', 'ETH', undefined, undefined]);
});

it.each(['ERC20', 'BEP2', 'BEP20', 'TRC10', 'TRC20', 'SPL'])(
  'identifies no chain of any coin by the standard %s if one coin has it on several chains',
  (standard) => {
    const shared = findSharedStandards([
      [toNetwork(['A', null, standard]), toNetwork(['B', null, standard])],
    ]);
    expect(codesOf('USDT', ['5', null, standard])).not.toEqual([undefined]);
    expect(identifyChains('USDT', [toNetwork(['5', null, standard])], shared)).toEqual([undefined]);
  },
);

it('identifies no chain by a standard if the identifier contradicts it', () => {
  expect(codesOf('USDC', ['NEWCHAIN', null, 'ERC20'])).toEqual([undefined]);
});

it('prefers the name of a chain to a standard of its tokens', () => {
  expect(codesOf('USDC', ['BASE', null, 'Base', 'erc-20'])).toEqual(['BASE']);
  expect(codesOf('USDC', ['BASE', null, 'ERC20'], ['ERC20', 'Polygon'])).toEqual([
    'BASE',
    'POLYGON',
  ]);
});

it('identifies no chain if texts name different chains', () => {
  expect(codesOf('USDT', ['TRX', 'Ethereum'], ['TRC20', 'BNB Smart Chain'])).toEqual([
    undefined,
    undefined,
  ]);
  expect(codesOf('USDT', ['BEP20', 'Ethereum'])).toEqual([undefined]);
});

it('ignores a name that several networks share', () => {
  expect(codesOf('USDC', ['POLYGON', 'Polygon'], ['USDC.e', 'Polygon'])).toEqual([
    'POLYGON',
    undefined,
  ]);
  // A network that has the same name twice does not share it.
  expect(codesOf('USDT', ['7', 'Tron', 'TRON'])).toEqual(['TRX']);
});

it("identifies no chain by a coin's symbol if the coin also exists on other chains", () => {
  expect(codesOf('CHZ', ['CHZ'])).toEqual([undefined]);
  expect(codesOf('MATIC', ['MATIC'])).toEqual([undefined]);
  expect(codesOf('MATIC', ['MATIC', 'Polygon POS'])).toEqual(['POLYGON']);
  expect(codesOf('MATIC', ['matic'])).toEqual([undefined]);
  expect(codesOf('USDT', ['MATIC'])).toEqual(['POLYGON']);
  expect(codesOf('BTC', ['BTC'])).toEqual(['BTC']);
});

// Coins that also exist as a token on Ethereum, on BNB Smart Chain, or on a chain that replaced the coin's own.
it.each(
  (
    'POL ARB OP MNT WLD STRK INJ DYDX FET BAND METIS FTM AXL RON ZETA NYM MANTRA MANTA BLAST CORN TAIKO ' +
    'AURORA EWT KAVA RUNE S MODE 0G MON XPL BABY INIT ZORA MORPH KUJI STARS'
  ).split(' '),
)('identifies no chain of %s by its symbol alone', (coin) => {
  expect(findChain(coin)).toBeDefined();
  expect(codesOf(coin, [coin])).toEqual([undefined]);
});

it('identifies the chain of such a coin by a standard of its tokens next to the symbol', () => {
  expect(codesOf('ARB', ['ARB', null, 'ERC20'])).toEqual(['ARBITRUM']);
});

it('identifies no chain if a standard of another chain contradicts its name', () => {
  expect(codesOf('USDT', ['ERC20', 'Arbitrum One'])).toEqual(['ARBITRUM']);
  expect(codesOf('USDT', ['ERC20', 'Solana'])).toEqual([undefined]);
  expect(codesOf('USDT', ['SOL', 'SPL'], ['BSC', 'BEP20'], ['TRX', 'TRC10'])).toEqual([
    'SOL',
    'BSC',
    'TRX',
  ]);
});

it.each([
  // The coin's own symbol may mean any chain, but is no claim of another one.
  ['CHZ', 'CHZ', 'CHZ'],
  ['ARB', 'ARB', 'ARB'],
  ['USDT', 'ARB', 'ARBITRUM'],
])('the code of an uncertain network of %s with the identifier %s is %s', (coin, id, code) => {
  expect(identifyNetwork(coin, { id, name: null, hints: [] }).code).toBe(code);
});

it.each([
  // A token on the part of Kava that has Ethereum's account format.
  ['USDT', 'KAVA', '0x919C1c267BC06a7039e03fcc2eF738525769109c', 'UNKNOWN'],
  // An account name of NEAR may consist of any lower-case letters and digits.
  ['USDT', 'NEAR', '0xdac17f958d2ee523a2206206994597c13d831ec7', 'UNKNOWN'],
  // The coin's symbol as the network of a token on a chain like Ethereum.
  ['DOGE', 'DOGE', '0xbA2aE424d960c26247Dd6c32edC70B295c744C43', 'UNKNOWN'],
  ['USDC', 'Arbitrum', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'ARBITRUM'],
  ['USDC', 'Sei', '0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392', 'SEI'],
  // The form of its addresses is not known.
  ['USDC', 'Canton', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'CANTON'],
  // The coin's symbol as the network, on the chain or on one like Ethereum.
  ['RON', 'RON', '0xe514d9deb7966c8be0ca922de8a064264ea6bcd4', 'RON'],
  // Only zeros, or only the digit e, mean the chain's own coin.
  ['TRX', 'TRX', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'TRX'],
  ['BTC', 'BTC', '0x0000000000000000000000000000000000000000', 'BTC'],
  ['USDT', 'TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TRX'],
  ['USDT', 'NEWCHAIN', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'NEWCHAIN'],
])('identifies the chain of %s on %s with the contract %s as %s', (coin, id, contract, code) => {
  expect(identifyNetwork(coin, { id, name: null, hints: [], contract }).code).toBe(code);
});
