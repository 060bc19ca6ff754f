/** Balances and networks of Binance, mapped. Pure. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances, rowKey } from '../mapping/join-balances.ts';
import { type MappedRows, mapEach, type ToSymbol } from '../mapping/map-rows.ts';
import { identifyNetwork } from '../networks/identify-chain.ts';
import { type RawRow, readText, requireText } from '../mapping/raw-row.ts';

/**
 * The spot account's free amounts (`api/v3/account`: withdrawals leave from there; `free` is without
 * open orders and withdrawals, and with deposits that can only be traded yet) with the networks of
 * each coin (`capital/config/getall`).
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
 * The networks of a coin that are open for withdrawal. A fiat coin has a bank rail in its
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
      // A network told twice is told once: the pair of asset and network is what is known.
      if (seen.has(mapped.id)) return undefined;
      seen.add(mapped.id);
      return mapped;
    },
    (network) => rowKey('networks', coin['coin'], network['network']),
  );
}

function mapNetwork(network: RawRow, asset: string): Network {
  const id = requireText(network, 'network');
  const name = readText(network, 'name') ?? id;
  const contract = readText(network, 'contractAddress');
  const texts = { id, name, hints: [], contract };
  const { code, addressRegex } = identifyNetwork(asset, texts);
  return {
    id,
    code,
    name,
    displayName: name,
    minWithdrawal: readText(network, 'withdrawMin'),
    maxWithdrawal: readText(network, 'withdrawMax'),
    assetName: asset,
    // Binance's own pattern as it is, odd ones too; several networks have an empty one.
    addressRegex: readText(network, 'addressRegex') ?? addressRegex,
  };
}
