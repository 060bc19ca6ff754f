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

it('identifies no chain of any coin by a standard that one coin has on several chains', () => {
  const shared = findSharedStandards([
    [toNetwork(['A', null, 'ERC20']), toNetwork(['B', null, 'ERC20'])],
  ]);
  expect(identifyChains('USDT', [toNetwork(['5', null, 'ERC20'])], shared)).toEqual([undefined]);
});

it('identifies no chain by a standard if the identifier contradicts it', () => {
  expect(codesOf('USDC', ['NEWCHAIN', null, 'ERC20'])).toEqual([undefined]);
});

it('prefers the name of a chain to a standard of its tokens', () => {
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
});

it("identifies no chain by a coin's symbol if the coin also exists on other chains", () => {
  expect(codesOf('CHZ', ['CHZ'])).toEqual([undefined]);
  expect(codesOf('MATIC', ['MATIC'])).toEqual([undefined]);
  expect(codesOf('MATIC', ['MATIC', 'Polygon POS'])).toEqual(['POLYGON']);
  expect(codesOf('USDT', ['MATIC'])).toEqual(['POLYGON']);
  expect(codesOf('BTC', ['BTC'])).toEqual(['BTC']);
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
  // Zeros mean the chain's own coin.
  ['BTC', 'BTC', '0x0000000000000000000000000000000000000000', 'BTC'],
  ['USDT', 'TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TRX'],
  ['USDT', 'NEWCHAIN', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'NEWCHAIN'],
])('identifies the chain of %s on %s with the contract %s as %s', (coin, id, contract, code) => {
  expect(identifyNetwork(coin, { id, name: null, hints: [], contract }).code).toBe(code);
});
