/**
 * The vocabulary of networks: the chain for each name that exchanges use, and the address pattern of the
 * chain. A network with an unknown name keeps the exchange's name.
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

/** Returns the lookup keys of a chain: code, name and aliases, normalised for comparison. */
export function lookupKeysOf(chain: Chain): readonly string[] {
  const names = [chain.code, chain.name, ...chain.aliases];
  return [...new Set(names.map((name) => toLookupKey(name)))];
}

const BY_KEY: ReadonlyMap<string, Chain> = new Map(
  CHAINS.flatMap((chain) => lookupKeysOf(chain).map((key) => [key, chain] as const)),
);

/**
 * Returns a name normalised for comparison, without separators and in one case: exchanges write one name as
 * `AVAX_C`, `AVAX C-Chain` and `Avax-C`.
 */
export function toLookupKey(name: string): string {
  return name.replaceAll(/[ _.()/-]/g, '').replaceAll(/[a-z]+/g, (text) => text.toUpperCase());
}

/**
 * Returns the chain with this identifier or name; `undefined` if the vocabulary does not contain it. Similar
 * names do not match.
 */
export function findChain(nameOrId: string): Chain | undefined {
  return BY_KEY.get(toLookupKey(nameOrId));
}
