/** Balances and networks of Binance, mapped. Pure. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { type MappedRows, mapEach } from '../map-rows.ts';
import { addressPatternOf, networkCodeOf } from '../networks/chains.ts';
import { type RawRow, readText, requireAmount, requireText } from '../raw-row.ts';
import type { ToSymbol } from './rows.ts';

/** Gives ccxt's code of a network for the exchange's own identifier of it. */
export type ToNetworkCode = (networkId: string, asset: string) => string;

/**
 * The spot account's free amounts (`api/v3/account`: withdrawals leave from there) with the
 * networks of each coin (`capital/config/getall`).
 */
export function mapBalances(
  balances: readonly unknown[],
  coins: readonly unknown[],
  toSymbol: ToSymbol,
  toNetworkCode: ToNetworkCode,
): BalanceReading {
  const networks = new Map<string, readonly Network[]>();
  const mappedCoins = mapEach(
    'networks',
    coins,
    (coin) => {
      const asset = toSymbol(requireText(coin, 'coin'));
      const mapped = mapNetworks(coin, asset, toNetworkCode);
      networks.set(asset, mapped.values);
      return mapped.unreadable;
    },
    (coin) => keyOf('networks', coin['coin']),
  );
  const amounts = mapEach(
    'balances',
    balances,
    (row) => ({
      asset: toSymbol(requireText(row, 'asset')),
      amount: requireAmount(row, 'free'),
    }),
    (row) => keyOf('balances', row['asset']),
  );
  const byAsset = new Map(amounts.values.map(({ asset, amount }) => [asset, amount]));
  return {
    balances: [...byAsset].map(([asset, amount]) => ({
      asset,
      amount,
      networks: networks.get(asset) ?? [],
    })),
    unreadable: [...amounts.unreadable, ...mappedCoins.unreadable, ...mappedCoins.values.flat()],
  };
}

function keyOf(source: string, ...parts: readonly unknown[]): string | undefined {
  return parts.every((part) => typeof part === 'string') ? [source, ...parts].join(':') : undefined;
}

/**
 * The networks of a coin that are open for withdrawal. A fiat coin has a bank rail in its
 * `networkList`, which is no network to withdraw on.
 */
function mapNetworks(
  coin: RawRow,
  asset: string,
  toNetworkCode: ToNetworkCode,
): MappedRows<Network> {
  if (coin['isLegalMoney'] === true || coin['withdrawAllEnable'] === false) {
    return { values: [], unreadable: [] };
  }
  const seen = new Set<string>();
  return mapEach(
    'networks',
    Array.isArray(coin['networkList']) ? coin['networkList'] : [],
    (network) => {
      if (network['withdrawEnable'] !== true) return undefined;
      const mapped = mapNetwork(network, asset, toNetworkCode);
      // A network told twice is told once: the pair of asset and network is what is known.
      if (seen.has(mapped.id)) return undefined;
      seen.add(mapped.id);
      return mapped;
    },
    (network) => keyOf('networks', coin['coin'], network['network']),
  );
}

function mapNetwork(network: RawRow, asset: string, toNetworkCode: ToNetworkCode): Network {
  const id = requireText(network, 'network');
  const name = readText(network, 'name') ?? id;
  const code = networkCodeOf(id, toNetworkCode(id, asset));
  return {
    id,
    code,
    name,
    displayName: name,
    minWithdrawal: readText(network, 'withdrawMin'),
    maxWithdrawal: readText(network, 'withdrawMax'),
    assetName: asset,
    // Binance's own pattern as it is, odd ones too; several networks have an empty one.
    addressRegex: readText(network, 'addressRegex') ?? addressPatternOf(code),
  };
}
