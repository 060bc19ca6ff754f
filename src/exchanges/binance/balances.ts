/** Maps balances and networks of Binance. Pure functions. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances } from '../mapping/join-balances.ts';
import type { ToSymbol } from '../mapping/map-rows.ts';
import { mapOpenNetwork } from '../mapping/network.ts';
import { type RawRow, readText, requireText } from '../mapping/raw-row.ts';

/**
 * Maps the spot account's free amounts (`api/v3/account`: withdrawals leave from there; `free` excludes open
 * orders and withdrawals, and includes deposits that can be traded but not withdrawn yet) with the networks
 * of each coin (`capital/config/getall`).
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
    isFiat,
    // A closed coin cannot be withdrawn on any network.
    networksOf: (coin) => (coin['withdrawAllEnable'] === false ? [] : coin['networkList']),
    networkField: 'network',
    mapNetwork,
  });
}

/**
 * Returns the rows without positions in Flexible Earn, which the account lists as `LD` and the coin, for
 * example `LDUSDT`. A position has to be redeemed before it can be withdrawn. Coins with names like `LDO` are
 * in the list of coins.
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

/** The `networkList` of a fiat coin contains a bank rail, which is not a network. */
function isFiat(coin: RawRow): boolean | null {
  const reported = coin['isLegalMoney'];
  return typeof reported === 'boolean' ? reported : null;
}

/** Maps a network that is open for withdrawal. */
function mapNetwork(network: RawRow, asset: string): Network | undefined {
  if (network['withdrawEnable'] !== true) return undefined;
  const mapped = mapOpenNetwork(asset, {
    id: requireText(network, 'network'),
    name: readText(network, 'name'),
    contract: readText(network, 'contractAddress'),
    minWithdrawal: readText(network, 'withdrawMin'),
    maxWithdrawal: readText(network, 'withdrawMax'),
  });
  // Binance's own pattern is returned unchanged, even if it is invalid. Several networks have an empty one.
  const addressRegex = readText(network, 'addressRegex') ?? mapped.addressRegex;
  return { ...mapped, addressRegex };
}
