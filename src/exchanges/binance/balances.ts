/** Balances and networks of Binance, mapped. Pure. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances } from '../mapping/join-balances.ts';
import { keyByTexts, type MappedRows, mapEach, type ToSymbol } from '../mapping/map-rows.ts';
import { mapOpenNetwork } from '../mapping/network.ts';
import { type RawRow, readText, requireText } from '../mapping/raw-row.ts';

/**
 * Maps the spot account's free amounts (`api/v3/account`: withdrawals leave from there; `free` excludes
 * open orders and withdrawals, and includes deposits that can only be traded yet) with the networks of each
 * coin (`capital/config/getall`).
 */
export function mapBalances(
  balances: readonly unknown[],
  coins: readonly unknown[],
  toSymbol: ToSymbol,
): BalanceReading {
  return joinBalances({
    balances: withoutEarnReceipts(balances, coins),
    assetField: 'asset',
    amountField: 'free',
    coins,
    toSymbol,
    mapNetworks,
  });
}

/**
 * The account lists a position in Flexible Earn as `LD` and its coin, for example `LDUSDT`. It is
 * no coin: only what is redeemed can be withdrawn. Coins whose own names begin so (`LDO`) are listed
 * among the coins.
 */
function withoutEarnReceipts(
  balances: readonly unknown[],
  coins: readonly unknown[],
): readonly unknown[] {
  const known = new Set(coins.map((coin) => (coin as RawRow | null)?.['coin']));
  return balances.filter((row) => {
    const asset = (row as RawRow | null)?.['asset'];
    if (typeof asset !== 'string' || !asset.startsWith('LD')) return true;
    return known.has(asset) || !known.has(asset.slice(2));
  });
}

/**
 * Maps the networks of a coin that are open for withdrawal. A fiat coin has a bank rail in its
 * `networkList`, which is no network to withdraw on.
 */
function mapNetworks(coin: RawRow, asset: string): MappedRows<Network> {
  if (coin['isLegalMoney'] === true || coin['withdrawAllEnable'] === false) {
    return { values: [], unreadable: [] };
  }
  const seen = new Set<string>();
  return mapEach(
    'networks',
    Array.isArray(coin['networkList']) ? coin['networkList'] : [],
    (network) => {
      if (network['withdrawEnable'] !== true) return undefined;
      const mapped = mapNetwork(network, asset);
      // A network that is listed twice is mapped once: asset and network identify it.
      if (seen.has(mapped.id)) return undefined;
      seen.add(mapped.id);
      return mapped;
    },
    (network) => keyByTexts('networks', coin['coin'], network['network']),
  );
}

function mapNetwork(network: RawRow, asset: string): Network {
  const mapped = mapOpenNetwork(asset, {
    id: requireText(network, 'network'),
    name: readText(network, 'name'),
    contract: readText(network, 'contractAddress'),
    minWithdrawal: readText(network, 'withdrawMin'),
    maxWithdrawal: readText(network, 'withdrawMax'),
  });
  // Binance's own pattern as it is, odd ones too; several networks have an empty one.
  const addressRegex = readText(network, 'addressRegex') ?? mapped.addressRegex;
  return { ...mapped, addressRegex };
}
