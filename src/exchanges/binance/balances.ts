/** Balances and networks of Binance, mapped. Pure. */
import type { AssetBalance, Network } from '../../domain/balance.ts';
import type { Decimal } from '../../domain/decimal.ts';
import { type RawRow, readText, requireAmount, requireText } from '../raw-row.ts';
import type { ToSymbol } from './rows.ts';

/** Gives the code of a network for the exchange's own identifier of it. */
export type ToNetworkCode = (networkId: string, asset: string) => string;

/**
 * The spot account's free amounts (`api/v3/account`: withdrawals leave from there) with the
 * networks of each coin (`capital/config/getall`).
 */
export function mapBalances(
  balances: readonly RawRow[],
  coins: readonly RawRow[],
  toSymbol: ToSymbol,
  toNetworkCode: ToNetworkCode,
): AssetBalance[] {
  const networks = new Map<string, readonly Network[]>();
  for (const coin of coins) {
    const asset = toSymbol(requireText(coin, 'coin'));
    networks.set(asset, mapNetworks(coin, asset, toNetworkCode));
  }
  const amounts = new Map<string, Decimal>();
  for (const row of balances) {
    amounts.set(toSymbol(requireText(row, 'asset')), requireAmount(row, 'free'));
  }
  return [...amounts].map(([asset, amount]) => ({
    asset,
    amount,
    networks: networks.get(asset) ?? [],
  }));
}

/** A fiat coin has a bank rail in its `networkList`, which is no network to withdraw on. */
function mapNetworks(coin: RawRow, asset: string, toNetworkCode: ToNetworkCode): Network[] {
  if (coin['isLegalMoney'] === true || coin['withdrawAllEnable'] === false) return [];
  const list = Array.isArray(coin['networkList']) ? (coin['networkList'] as RawRow[]) : [];
  return list
    .filter((network) => network['withdrawEnable'] === true)
    .map((network) => mapNetwork(network, asset, toNetworkCode));
}

function mapNetwork(network: RawRow, asset: string, toNetworkCode: ToNetworkCode): Network {
  const id = requireText(network, 'network');
  const name = readText(network, 'name') ?? id;
  return {
    id,
    code: toNetworkCode(id, asset),
    name,
    displayName: name,
    minWithdrawal: readText(network, 'withdrawMin'),
    maxWithdrawal: readText(network, 'withdrawMax'),
    assetName: asset,
    addressRegex: readText(network, 'addressRegex'),
  };
}
