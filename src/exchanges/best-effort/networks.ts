/** Maps the networks of an exchange's coins that are open for withdrawal. Pure functions. */
import type { Network } from '../../domain/balance.ts';
import { isNegativeDecimal, parseDecimal } from '../../domain/decimal.ts';
import type { UnreadableRow } from '../exchange.ts';
import { quarantineRow } from '../mapping/map-rows.ts';
import type { Chain } from '../networks/chain.ts';
import { isFiat } from '../networks/fiat.ts';
import { describeChain, findSharedStandards, identifyChains } from '../networks/identify-chain.ts';
import type { Coin } from './raw-coins.ts';
import type { RawNetwork } from './exchange-traits.ts';

/** The known networks of one asset. */
export interface AssetNetworks {
  readonly networks: readonly Network[];
  /** False if the exchange does not report all networks. */
  readonly known: boolean;
  readonly unreadable: readonly UnreadableRow[];
}

/** Returns a function that maps the networks of an asset, given all coins of the exchange. */
export function createNetworkMapper(
  coins: ReadonlyMap<string, Coin>,
): (asset: string) => AssetNetworks {
  const shared = findSharedStandards([...coins.values()].map(({ networks }) => networks ?? []));
  return (asset) => {
    const coin = coins.get(asset);
    if (isFiatCoin(asset, coin)) return { networks: [], known: true, unreadable: [] };
    if (coin === undefined || coin.networks === null) {
      return { networks: [], known: false, unreadable: [] };
    }
    const chains = identifyChains(asset, coin.networks, shared);
    const mapped = mapOpenNetworks(asset, coin.networks, chains);
    const isComplete = coin.isIncomplete !== true && mapped.unreadable.length === 0;
    return { ...mapped, known: isComplete };
  };
}

function isFiatCoin(asset: string, coin: Coin | undefined): boolean {
  // Networks that could not be read are networks nevertheless.
  if (coin?.isFiat === false && coin.isIncomplete === true) return false;
  return isFiat(asset, coin?.isFiat ?? null, coin?.networks ?? []);
}

function mapOpenNetworks(
  asset: string,
  all: readonly RawNetwork[],
  chains: readonly (Chain | undefined)[],
): Omit<AssetNetworks, 'known'> {
  const networks = new Map<string, Network>();
  const unreadable: UnreadableRow[] = [];
  all.forEach((raw, index) => {
    if (!raw.isOpen) return;
    const network = mapNetwork(asset, raw, chains[index]);
    const known = networks.get(raw.id);
    if (known === undefined) networks.set(raw.id, network);
    else if (JSON.stringify(known) !== JSON.stringify(network)) {
      // The second network is quarantined, because callers can only address one of them by the identifier.
      const key = `networks:${asset}:${raw.id}`;
      unreadable.push(quarantineRow('networks', raw, 'two networks have this id', () => key));
    }
  });
  return { networks: [...networks.values()], unreadable };
}

function mapNetwork(asset: string, raw: RawNetwork, chain: Chain | undefined): Network {
  const name = raw.name ?? chain?.name ?? raw.id;
  const { code, addressRegex } = describeChain(asset, raw, chain);
  return {
    id: raw.id,
    code,
    name,
    displayName: name,
    minWithdrawal: keepLimit(raw.minWithdrawal),
    maxWithdrawal: keepLimit(raw.maxWithdrawal),
    assetName: asset,
    addressRegex: keepPattern(raw.addressRegex) ?? addressRegex,
  };
}

/** Returns a limit unchanged; `null` if it is not a decimal, or negative (`-1` means none). */
function keepLimit(text: string | null = null): string | null {
  if (text === null) return null;
  try {
    return isNegativeDecimal(parseDecimal(text)) ? null : text;
  } catch {
    return null;
  }
}

/**
 * Maximum length of a pattern. Patterns of exchanges have up to 155 characters, and V8 takes a quarter of a
 * second to parse a megabyte.
 */
const PATTERN_LENGTH_MAX = 1000;

/** Returns the exchange's own pattern if it is a valid regular expression. It is only parsed, not run. */
function keepPattern(pattern: string | null = null): string | null {
  if (pattern === null || pattern === '' || pattern.length > PATTERN_LENGTH_MAX) return null;
  try {
    return new RegExp(pattern) instanceof RegExp ? pattern : null;
  } catch {
    return null;
  }
}
