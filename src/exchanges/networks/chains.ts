/**
 * The vocabulary of networks: which chain an exchange means by its own name of it, and what an
 * address of that chain looks like. What it does not know stays as the exchange calls it.
 */
import { BITCOIN_CHAINS } from './bitcoin-chains.ts';
import type { Chain } from './chain.ts';
import { COSMOS_CHAINS } from './cosmos-chains.ts';
import { EVM_CHAINS } from './evm-chains.ts';
import { OTHER_CHAINS } from './other-chains.ts';
import { SUBSTRATE_CHAINS } from './substrate-chains.ts';

export type { Chain } from './chain.ts';

/** Every chain of the vocabulary. */
export const CHAINS: readonly Chain[] = [
  ...BITCOIN_CHAINS,
  ...EVM_CHAINS,
  ...COSMOS_CHAINS,
  ...SUBSTRATE_CHAINS,
  ...OTHER_CHAINS,
];

/** All that a chain is found by: code, name and aliases, in the form in which they are compared. */
export function lookupKeysOf(chain: Chain): readonly string[] {
  const names = [chain.code, chain.name, ...chain.aliases];
  return [...new Set(names.map((name) => toLookupKey(name)))];
}

const BY_KEY: ReadonlyMap<string, Chain> = new Map(
  CHAINS.flatMap((chain) => lookupKeysOf(chain).map((key) => [key, chain] as const)),
);

/**
 * The form in which names are compared. Exchanges write one name as `AVAX_C`, `AVAX C-Chain` and
 * `Avax-C`: separators and case say nothing.
 */
export function toLookupKey(name: string): string {
  return name.replaceAll(/[ _.()/-]/g, '').replaceAll(/[a-z]+/g, (text) => text.toUpperCase());
}

/**
 * The chain that an exchange calls by this identifier or name, or `undefined` where the
 * vocabulary does not know it: a name that is nearly another is not that other.
 */
export function findChain(nameOrId: string): Chain | undefined {
  return BY_KEY.get(toLookupKey(nameOrId));
}
