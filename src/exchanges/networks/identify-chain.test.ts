import { expect, it } from 'vitest';

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

/** Returns the codes of the chains of one coin of an exchange that has no other. */
function codesOf(coin: string, ...networks: readonly Texts[]): (string | undefined)[] {
  const texts = networks.map((each) => toNetwork(each));
  return identifyChains(coin, texts, findSharedStandards([texts])).map((chain) => chain?.code);
}

it('names a chain by the identifier, the name or a hint', () => {
  expect(codesOf('USDT', ['TRX'], ['7', 'Solana'], ['USDT-x', null, 'Arbitrum One'])).toEqual([
    'TRX',
    'SOL',
    'ARBITRUM',
  ]);
});

it('reads a standard as a chain if it is the identifier of one network', () => {
  expect(codesOf('USDT', ['ERC20'], ['TRC20'], ['BEP20'])).toEqual(['ETH', 'TRX', 'BSC']);
  expect(codesOf('USDT', ['USDT-ERC20', null, 'ERC20'], ['12', null, 'TRC20'])).toEqual([
    'ETH',
    'TRX',
  ]);
});

it('does not read a standard as a chain if it is a property of several networks', () => {
  const networks: Texts[] = [
    ['ARB', 'Arbitrum', 'ERC-20'],
    ['ETH', 'Ethereum', 'ERC-20'],
    ['NEW', null, 'ERC-20'],
    ['NEWER', null, 'ERC-20'],
  ];
  expect(codesOf('USDC', ...networks)).toEqual(['ARBITRUM', 'ETH', undefined, undefined]);
});

it('applies to all coins that an exchange uses a standard for several chains', () => {
  const shared = findSharedStandards([
    [toNetwork(['A', null, 'ERC20']), toNetwork(['B', null, 'ERC20'])],
  ]);
  expect(identifyChains('USDT', [toNetwork(['5', null, 'ERC20'])], shared)).toEqual([undefined]);
});

it('does not read a standard as the chain of an identifier that says something else', () => {
  expect(codesOf('USDC', ['NEWCHAIN', null, 'ERC20'])).toEqual([undefined]);
});

it('prefers the name of a chain to a standard that its tokens have too', () => {
  expect(codesOf('USDC', ['BASE', null, 'ERC20'], ['ERC20', 'Polygon'])).toEqual([
    'BASE',
    'POLYGON',
  ]);
});

it('is not certain if texts name different chains', () => {
  expect(codesOf('USDT', ['TRX', 'Ethereum'], ['TRC20', 'BNB Smart Chain'])).toEqual([
    undefined,
    undefined,
  ]);
  expect(codesOf('USDT', ['BEP20', 'Ethereum'])).toEqual([undefined]);
});

it('ignores a name that several networks have in common', () => {
  expect(codesOf('USDC', ['POLYGON', 'Polygon'], ['USDC.e', 'Polygon'])).toEqual([
    'POLYGON',
    undefined,
  ]);
});

it("is not certain if a coin's own symbol names a chain that the coin is not always on", () => {
  expect(codesOf('CHZ', ['CHZ'])).toEqual([undefined]);
  expect(codesOf('MATIC', ['MATIC'])).toEqual([undefined]);
  expect(codesOf('MATIC', ['MATIC', 'Polygon POS'])).toEqual(['POLYGON']);
  expect(codesOf('USDT', ['MATIC'])).toEqual(['POLYGON']);
  expect(codesOf('BTC', ['BTC'])).toEqual(['BTC']);
});

it.each([
  // A token of Kava's other side, where accounts have Ethereum's form.
  ['USDT', 'KAVA', '0x919C1c267BC06a7039e03fcc2eF738525769109c', 'UNKNOWN'],
  // The name of an account of NEAR may have any lower-case letters and digits.
  ['USDT', 'NEAR', '0xdac17f958d2ee523a2206206994597c13d831ec7', 'UNKNOWN'],
  // The coin's symbol instead of its network, of a token on a chain of Ethereum's kind.
  ['DOGE', 'DOGE', '0xbA2aE424d960c26247Dd6c32edC70B295c744C43', 'UNKNOWN'],
  ['USDC', 'Arbitrum', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'ARBITRUM'],
  ['USDC', 'Sei', '0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392', 'SEI'],
  // Zeros stand for a chain's own coin.
  ['BTC', 'BTC', '0x0000000000000000000000000000000000000000', 'BTC'],
  ['USDT', 'TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TRX'],
  ['USDT', 'NEWCHAIN', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'NEWCHAIN'],
])('names the chain of %s on %s with the contract %s: %s', (coin, id, contract, code) => {
  expect(identifyNetwork(coin, { id, name: null, hints: [], contract }).code).toBe(code);
});
