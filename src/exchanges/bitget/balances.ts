/** Balances and networks of Bitget, mapped. Pure. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { type MappedRows, mapEach } from '../map-rows.ts';
import { addressPatternOf, networkCodeOf } from '../networks/chains.ts';
import { type RawRow, readText, requireAmount, requireText } from '../raw-row.ts';
import type { ToSymbol } from './rows.ts';

/** Gives ccxt's code of a network for the exchange's own identifier of it. */
export type ToNetworkCode = (networkId: string, asset: string) => string;

/**
 * What the spot account has available (`account/assets`, `available`: withdrawals leave from there;
 * what orders freeze, locks hold and copy trading restricts stands beside it) with the networks of
 * each coin (`public/coins`; fiat has no chains).
 */
export function mapBalances(
  assets: readonly unknown[],
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
    assets,
    (row) => ({
      asset: toSymbol(requireText(row, 'coin')),
      amount: requireAmount(row, 'available'),
    }),
    (row) => keyOf('balances', row['coin']),
  );
  return {
    balances: amounts.values.map((row) => ({ ...row, networks: networks.get(row.asset) ?? [] })),
    unreadable: [...amounts.unreadable, ...mappedCoins.unreadable, ...mappedCoins.values.flat()],
  };
}

function keyOf(source: string, ...parts: readonly unknown[]): string | undefined {
  return parts.every((part) => typeof part === 'string') ? [source, ...parts].join(':') : undefined;
}

/** `withdrawable` is the text "true" or "false". No longest withdrawal is told. */
function mapNetworks(
  coin: RawRow,
  asset: string,
  toNetworkCode: ToNetworkCode,
): MappedRows<Network> {
  return mapEach(
    'networks',
    Array.isArray(coin['chains']) ? coin['chains'] : [],
    (chain) => {
      if (readText(chain, 'withdrawable') !== 'true') return undefined;
      const id = requireText(chain, 'chain');
      const code = networkCodeOf(id, toNetworkCode(id, asset));
      return {
        id,
        code,
        name: id,
        displayName: id,
        minWithdrawal: readText(chain, 'minWithdrawAmount'),
        maxWithdrawal: null,
        assetName: asset,
        addressRegex: addressPatternOf(code),
      };
    },
    (chain) => keyOf('networks', coin['coin'], chain['chain']),
  );
}
